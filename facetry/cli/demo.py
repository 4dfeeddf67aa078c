"""`facetry demo`: a library of painted pictures, and two extensions at work on it."""

from __future__ import annotations

import argparse
import shutil
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from facetry.cli.opening import CommandError, say
from facetry.cli.serve import port

if TYPE_CHECKING:
    from facetry.authoring.service import Service


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "demo",
        help="see extensions at work on painted pictures",
        description="Paint pictures into a library of their own, have two extensions look at them, show what they "
        "found, and serve it until Ctrl-C. The library is then removed.",
    )
    parser.add_argument("--port", metavar="NUMBER", type=port, default=0, help="the port to listen on (default: any)")
    parser.add_argument(
        "--directory", metavar="FOLDER", help="keep the library in this folder, which must be empty (default: removed)"
    )
    parser.add_argument("--once", action="store_true", help="end when the results are shown")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    begun = time.monotonic()
    from facetry.authoring.service import ServiceError
    from facetry.cli.display import set_up_logging
    from facetry.cli.hosting import hosted
    from facetry.demo import pictures
    from facetry.demo.bundled import BundleError

    set_up_logging(is_quiet=True)
    kept = Path(arguments.directory) if arguments.directory else None
    if kept is not None and kept.exists() and (not kept.is_dir() or any(kept.iterdir())):
        raise CommandError(f"{kept} is there already, and is no empty folder", code=2)
    home = kept or Path(tempfile.mkdtemp(prefix="facetry-demo-"))
    try:
        pictures.paint(home / "pictures")
        return hosted(
            home / "library",
            [home / "pictures"],
            arguments.port,
            lambda service, ending: _show(service, ending, begun, is_once=arguments.once),
        )
    except (ServiceError, BundleError) as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        raise CommandError(f"{home} cannot be used: {error.strerror or error}") from None
    finally:
        if kept is None:
            shutil.rmtree(home, ignore_errors=True)


def _show(service: Service, ending: threading.Event, begun: float, *, is_once: bool) -> int:
    from facetry.cli.extension.progress import progress
    from facetry.demo import pictures, show

    with progress() as tell:
        result = show.run(service, ending, pictures.COUNT, begun, tell)
    if result is None:
        return 0
    print(show.told(result, service), flush=True)
    if not is_once:
        say("serving until Ctrl-C")
        ending.wait()
    return 0
