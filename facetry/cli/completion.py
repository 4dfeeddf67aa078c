"""`facetry completion`: prints the completions of all commands for a shell."""

from __future__ import annotations

import argparse

SHELLS = ("bash", "zsh", "tcsh")
_EPILOG = """\
examples:
  facetry completion bash > ~/.local/share/bash-completion/completions/facetry
  facetry completion zsh > ~/.zfunc/_facetry    # with `fpath+=~/.zfunc` before compinit in ~/.zshrc
  facetry completion tcsh > ~/.facetry.tcsh     # with `source ~/.facetry.tcsh` in ~/.tcshrc
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    from facetry.cli.opening import HelpFormatter

    parser = commands.add_parser(
        "completion",
        help="print the completions for a shell",
        description="Print a script that completes commands, flags and files in a shell.",
        epilog=_EPILOG,
        formatter_class=HelpFormatter,
    )
    parser.add_argument("shell", choices=SHELLS, help="the shell")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    import shtab

    from facetry.cli import command_parser

    parser = command_parser()
    _complete_files(parser)
    print(shtab.complete(parser, shell=arguments.shell))
    return 0


def _complete_files(parser: argparse.ArgumentParser) -> None:
    """Have arguments complete files or folders, by what the help calls their values."""
    import shtab

    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for subparser in action.choices.values():
                _complete_files(subparser)
        elif isinstance(action.metavar, str) and "FILE" in action.metavar:
            action.complete = shtab.FILE  # type: ignore[attr-defined]  # what shtab reads
        elif action.metavar == "FOLDER":
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
