"""`facetry extension settings`: shows, sets and resets the settings of an extension."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from facetry.cli.opening import CommandError, print_message
from facetry.cli.service.output import print_json, print_record
from facetry.cli.service.verbs import add_verb, path_of, read_body

if TYPE_CHECKING:
    from facetry.authoring.service import ServiceClient


def add(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the subcommand."""
    parser = add_verb(
        verbs,
        "settings",
        _run,
        "show, set or reset the settings of an extension",
        'A file of settings has the form that --json prints: {"value": {…}}. The schema in the manifest validates it.',
        has_json=True,
    )
    parser.add_argument("id", metavar="ID", help="the installed extension")
    change = parser.add_mutually_exclusive_group()
    change.add_argument("--set", metavar="FILE", help="replace all settings by those of a file; - is standard input")
    change.add_argument("--reset", action="store_true", help="set the defaults of the manifest")


def _run(service: ServiceClient, arguments: argparse.Namespace) -> None:
    if arguments.set is not None:
        if arguments.json:
            raise CommandError("--set has no answer to print; --json shows the settings", code=2)
        service.send_json("PUT", path_of("extension", arguments.id, "setSettings"), read_body(arguments.set))
        print_message(f"the settings of {arguments.id} are set")
        return
    if arguments.reset:
        settings = service.put(path_of("extension", arguments.id, "resetSettings"))
    else:
        settings = service.get(path_of("extension", arguments.id, "getSettings"))
    if arguments.json:
        print_json(settings)
        return
    print_record((name, json.dumps(value, ensure_ascii=False)) for name, value in settings["value"].items())
    if not settings["value"]:
        print_message(f"no setting of {arguments.id} is set")
