"""`facetry extension init`: the folder of a new extension."""

from __future__ import annotations

import argparse

from facetry.cli.opening import CommandError, say


def add(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the verb."""
    parser = verbs.add_parser(
        "init",
        help="begin a new extension",
        description="Write the folder of an extension that works as it is: a manifest, a program, a test, and the kit.",
    )
    parser.add_argument("name", metavar="NAME", help="the extension's id: letters, digits and - _ . , at most 32")
    language = parser.add_mutually_exclusive_group(required=True)
    language.add_argument("--python", dest="language", action="store_const", const="python", help="in Python")
    language.add_argument("--node", dest="language", action="store_const", const="node", help="in JavaScript")
    parser.add_argument("--directory", metavar="FOLDER", help="where it is written (default: a folder called NAME)")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    from pathlib import Path

    from facetry.authoring import kits, starter
    from facetry.cli.contract import allows
    from facetry.cli.extension.folders import cache

    id: str = arguments.name
    if not allows("ExtensionId", id) or id.startswith("-"):
        raise CommandError("an extension id has 1 to 32 of the characters a-z A-Z 0-9 - _ . and no - in front", code=2)
    folder = Path(arguments.directory or id)
    try:
        kit = kits.python() if arguments.language == "python" else kits.node(cache())
        for path in starter.write(folder, id, arguments.language, kit):
            print(folder / path, flush=True)
    except (starter.TakenError, kits.KitError) as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        raise CommandError(f"{folder} cannot be written: {error.strerror or error}") from None
    say(f"{id} is ready. To run it, and again whenever a file of it changes: facetry extension dev {folder}")
    return 0
