"""`facetry extension`: writing extensions, installing them, and their records. Each verb is a module with `add`."""

from __future__ import annotations

import argparse

from facetry.cli.extension import dev, init, install, package, records, workload


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the verbs."""
    parser = commands.add_parser("extension", help="write extensions, install them, register them, list them")
    verbs = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in (init, dev, package, install, workload, records):
        module.add(verbs)
