"""`facetry extension`: subcommands to write, install and manage extensions. Each module declares its own in `add`."""

from __future__ import annotations

import argparse

from facetry.cli.extension import (
    dev,
    init,
    install,
    management,
    package,
    permissions,
    records,
    removal,
    settings,
    workload,
)


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the subcommands."""
    parser = commands.add_parser("extension", help="write, install, register and manage extensions")
    verbs = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in (init, dev, package, install, management, permissions, settings, workload, records, removal):
        module.add(verbs)
