"""`facetry schema`: prints the schemas that the package carries. It needs no network and no service."""

from __future__ import annotations

import argparse
import sys

from facetry.cli.opening import CommandError, HelpFormatter

_EPILOG = """\
examples:
  facetry schema show manifest-v3 > manifest-v3.schema.json
  facetry schema show GenerationRecipe
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the subcommands."""
    parser = commands.add_parser("schema", help="print the schemas of manifests, view documents and the API")
    verbs = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    listing = verbs.add_parser("list", help="list all schemas", description="List the names of all schemas.")
    listing.set_defaults(run=_list)
    show = verbs.add_parser(
        "show",
        help="print a schema",
        description="Print a schema as JSON. A component of the API becomes a self-contained JSON Schema.",
        epilog=_EPILOG,
        formatter_class=HelpFormatter,
    )
    show.add_argument("name", metavar="NAME", help="a name of `facetry schema list`")
    show.set_defaults(run=_show)


def _list(_: argparse.Namespace) -> int:
    from facetry.schema.published import DOCUMENTS, component_summaries

    rows = [*((each.name, each.summary) for each in DOCUMENTS), *component_summaries().items()]
    width = max(len(name) for name, _ in rows)
    for name, summary in rows:
        print(f"{name:{width}}  {summary}".rstrip())
    return 0


def _show(arguments: argparse.Namespace) -> int:
    from facetry.schema.published import DOCUMENTS, component_schema, component_summaries

    name = arguments.name.removesuffix(".json").removesuffix(".schema")
    document = next((each for each in DOCUMENTS if each.name == name), None)
    if document is not None:
        text = document.read()
    elif name in component_summaries():
        import json

        text = (json.dumps(component_schema(name), indent=2, ensure_ascii=False) + "\n").encode()
    else:
        raise CommandError(_unknown(name, [*(each.name for each in DOCUMENTS), *component_summaries()]), code=2)
    sys.stdout.buffer.write(text)
    return 0


def _unknown(name: str, names: list[str]) -> str:
    """The refusal of an unknown name, with the most similar names. Case does not matter."""
    import difflib

    from facetry.errors import printable_text

    by_folded_name = {each.casefold(): each for each in names}
    matches = difflib.get_close_matches(name[:64].casefold(), by_folded_name, n=3)
    remedy = (
        f"Did you mean {' or '.join(by_folded_name[each] for each in matches)}?"
        if matches
        else ("`facetry schema list` has the names.")
    )
    return f"there is no schema {printable_text(name)}. {remedy}"
