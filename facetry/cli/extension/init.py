"""`facetry extension init`: writes the folder of a new extension."""

from __future__ import annotations

import argparse

from facetry.cli.opening import CommandError, print_message


def add(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the subcommand."""
    parser = verbs.add_parser(
        "init",
        help="create a new extension",
        description="Write the folder of a working extension: a manifest, a program, a test, and the kit.",
    )
    parser.add_argument("name", metavar="NAME", help="the extension's id: 1 to 32 letters, digits, - _ or .")
    language = parser.add_mutually_exclusive_group(required=True)
    language.add_argument("--python", dest="language", action="store_const", const="python", help="in Python")
    language.add_argument("--node", dest="language", action="store_const", const="node", help="in JavaScript")
    parser.add_argument("--directory", metavar="FOLDER", help="the folder to write (default: NAME)")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    import shlex
    from pathlib import Path

    from facetry.authoring import kits, starter
    from facetry.cli.extension.folders import cache_folder
    from facetry.cli.names import matches_schema

    id: str = arguments.name
    if not matches_schema("ExtensionId", id) or id.startswith("-"):
        raise CommandError(
            "an extension id has 1 to 32 of the characters a-z A-Z 0-9 - _ . and does not start with -", code=2
        )
    folder = Path(arguments.directory or id)
    try:
        kit = kits.python_kit() if arguments.language == "python" else kits.node_kit(cache_folder())
        for path in starter.write_extension(folder, id, arguments.language, kit):
            print(folder / path, flush=True)
    except (starter.FolderNotEmptyError, kits.KitError) as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        raise CommandError(f"{folder} cannot be written: {error.strerror or error}") from None
    quoted = shlex.quote(str(folder))
    print_message(f"{id} is ready. To run it, and to reload it after each change: facetry extension dev {quoted}")
    return 0
