"""`facetry contract URL` and `facetry contract check FILE.har`: does a service keep the contract?"""

from __future__ import annotations

import argparse
import importlib.util
import os
import re
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from facetry.cli.opening import HelpFormatter
from facetry.cli.streams import is_output_error

if TYPE_CHECKING:
    from facetry.contract.reporting.report import Report
    from facetry.contract.service import Service

CLEAN, DEVIATIONS, USAGE, UNREACHABLE, INTERNAL, UNJUDGED, INTERRUPTED = 0, 1, 2, 3, 4, 5, 130
KEY_VARIABLE: Final = "FACETRY_API_SECRET"
INSTALL: Final = "pip install '.[contract]' in a checkout of Facetry"
_NEEDED: Final = {"schemathesis": "schemathesis", "openapi-core": "openapi_core", "httpx": "httpx"}
"""The packages of the extra, with the names of their modules."""
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
_KEY: Final = re.compile(r"[!-~]+")
_DEFAULT_CASES: Final = 2_000
_DEFAULT_SECONDS: Final = 3_600.0
_DEFAULT_SEED: Final = 1
_EPILOG: Final = f"""\
`facetry contract check FILE.har` judges recorded traffic instead.

The key needs every scope. It is read from --key-file, or from the variable {KEY_VARIABLE}; never from an argument.
The run writes only to what it creates, and removes that at the end. Run it on a service whose data you can lose.

exit codes:
  0  no deviation       1  deviations           2  wrong usage, or the extra is not installed
  3  the service does not answer, the tests cannot begin, or a file cannot be read
  4  internal error     5  nothing was judged: the report says why, and what to change
  130  interrupted without a deviation
A run whose --time is over reports what it found until then, with the same exit code.
"""


def add(commands: Any) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "contract",
        help="test whether a running service keeps the contract",
        description="Test a running service, of whichever implementer, against the bundled description.",
        epilog=_EPILOG,
        formatter_class=HelpFormatter,
    )
    parser.add_argument("url", metavar="URL", help="the base address of the service, or `check`")
    parser.add_argument("file", metavar="FILE.har", nargs="?", help="recorded traffic, after `check`")
    parser.add_argument("--key-file", type=Path, metavar="FILE", help=f"a file with the key (else {KEY_VARIABLE})")
    parser.add_argument(
        "--seed", type=int, default=_DEFAULT_SEED, metavar="N", help="the same seed generates the same cases"
    )
    parser.add_argument(
        "--cases",
        type=int,
        default=_DEFAULT_CASES,
        metavar="N",
        help=f"generated cases, beside the fixed ones (default: {_DEFAULT_CASES})",
    )
    parser.add_argument(
        "--time",
        type=float,
        default=_DEFAULT_SECONDS,
        metavar="SECONDS",
        help=f"ends the run (default: {_DEFAULT_SECONDS:.0f})",
    )
    parser.add_argument("--operation", action="append", default=[], metavar="ID", help="test only this one; repeatable")
    parser.add_argument(
        "--pictures",
        type=Path,
        metavar="FOLDER",
        help="a folder that this command can write and the service can read, inside of no repository",
    )
    parser.add_argument(
        "--extension", action="append", default=[], metavar="ID", help="write in the name of this registered extension"
    )
    parser.add_argument("--extension-key-file", type=Path, metavar="FILE", help="a file with the key of an extension")
    parser.add_argument("--junit", type=Path, metavar="FILE", help="also write the report as JUnit's XML")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the report as JSON")
    parser.add_argument(
        "--base-path", default="", metavar="URL", help="with `check`: where the service is in the traffic"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run the command; returns its exit code."""
    missing = [package for package, module in _NEEDED.items() if importlib.util.find_spec(module) is None]
    if missing:
        return _failed(USAGE, f"{', '.join(missing)} must be installed. To install the extra: {INSTALL}")
    wrong = _usage(arguments)
    if wrong:
        return _failed(USAGE, wrong)
    from facetry.contract.reporting.report import Report

    report = Report()
    try:
        code = _check_file(arguments, report) if arguments.url == "check" else _test(arguments, report)
    except Exception as error:
        if isinstance(error, BrokenPipeError) or is_output_error(error):
            raise
        traceback.print_exc()
        report.aborted = "this is a fault of `facetry contract`, not of the service"
        code = INTERNAL
    if report.aborted:
        _failed(code, report.shown(report.aborted))
    elif report.unjudged:
        _failed(UNJUDGED, f"nothing was judged: {report.shown(report.unjudged)}")
    found = _finish(arguments, report)
    return found if code == CLEAN else code


def _usage(arguments: argparse.Namespace) -> str:
    """What is wrong with the arguments; empty if nothing is."""
    for file in (arguments.junit, arguments.json):
        if file is not None and (file.is_dir() or not os.access(file if file.exists() else file.parent, os.W_OK)):
            return f"{file} cannot be written"
    if arguments.url == "check":
        if arguments.file is None:
            return "`check` needs the file of the recorded traffic"
        base = arguments.base_path
        return _wrong_address(base) if base and not base.startswith("/") else ""
    if arguments.file is not None:
        return f"{arguments.file!r} is one argument too many"
    if arguments.pictures is not None and not arguments.pictures.is_dir():
        return f"{arguments.pictures} is no folder"
    if arguments.cases < 0 or not arguments.time > 0:
        return "--cases is at least 0, and --time is more than 0"
    return _wrong_address(arguments.url) or _unknown_operation(arguments.operation)


def _wrong_address(url: str) -> str:
    """What is wrong with the address of the service; empty if nothing is. An address may hold a password, which is not
    repeated.
    """
    if not url.startswith(("http://", "https://")):
        return f"{url.rpartition('@')[2]!r} is no address of a service; it begins with http:// or https://"
    try:
        parts = urlsplit(url)
        is_wrong = not parts.hostname or parts.port == 0
    except ValueError:
        return "the address of the service has no valid host or port"
    if is_wrong:
        return "the address of the service has no valid host or port"
    if parts.username is not None or parts.password is not None:
        return "the address of the service has a user or a password; the key is given with --key-file"
    if parts.query or parts.fragment:
        return "the address of the service has a query or a fragment; requests append their own path and query"
    return ""


def _unknown_operation(wanted: list[str]) -> str:
    from difflib import get_close_matches

    from facetry.contract.description import operations

    known = [operation.operation_id for operation in operations()]
    for name in wanted:
        if name not in known:
            close = get_close_matches(name, known, 1)
            return f"there is no operation {name!r}" + (f"; did you mean {close[0]!r}?" if close else "")
    return ""


def _test(arguments: argparse.Namespace, report: Report) -> int:
    from facetry.contract.errors import SetupError, UnreachableError
    from facetry.contract.runner import Options
    from facetry.contract.runner import run as run_checks

    try:
        key = _key(arguments.key_file) if arguments.key_file else os.environ.get(KEY_VARIABLE, "").strip()
        extension_key = _key(arguments.extension_key_file) if arguments.extension_key_file else None
    except OSError as error:
        return _failed(UNREACHABLE, f"{error.filename}: {error.strerror}")
    except UnicodeDecodeError:
        return _failed(USAGE, "the file of a key is no text")
    if not key:
        return _failed(USAGE, f"there is no key: give --key-file, or set {KEY_VARIABLE}")
    for given in (key, extension_key):
        if given is not None and not _KEY.fullmatch(given):
            return _failed(USAGE, "a key is empty, or has spaces or characters that a header cannot hold")
    options = Options(
        url=arguments.url,
        key=key,
        seed=arguments.seed,
        cases=arguments.cases,
        seconds=arguments.time,
        chosen=frozenset(arguments.operation),
        pictures=arguments.pictures,
        extensions=tuple(arguments.extension),
        extension_key=extension_key,
    )
    report.progress = _progress()
    try:
        with _interruptible() as on_start:
            run_checks(options, report, on_start)
    except UnreachableError as error:
        report.aborted = str(error)
        return UNREACHABLE
    except SetupError as error:
        report.aborted = f"the tests cannot begin: {error}"
        return UNREACHABLE
    finally:
        report.progress("")
    return CLEAN


def _check_file(arguments: argparse.Namespace, report: Report) -> int:
    from facetry.contract import recorded_traffic
    from facetry.contract.traffic.http_archive import UnreadableArchiveError

    try:
        recorded_traffic.check(Path(arguments.file), report, arguments.base_path)
    except UnreadableArchiveError as error:
        report.aborted = str(error)
        return UNREACHABLE
    return CLEAN


def _finish(arguments: argparse.Namespace, report: Report) -> int:
    """Print and write the report; returns the exit code."""
    from facetry.contract.reporting import rendering
    from facetry.contract.reporting.junit import as_junit

    unwritten = False
    for path, render in ((arguments.junit, as_junit), (arguments.json, rendering.as_json)):
        if path is not None:
            try:
                path.write_text(render(report), encoding="utf-8")
            except OSError as error:
                _failed(USAGE, f"{path}: {error.strerror}")
                unwritten = True
    for line in rendering.as_text(report):
        print(line)
    if unwritten:
        return USAGE
    if not report.is_clean:
        return DEVIATIONS
    if report.ended_early == "interrupted":
        return INTERRUPTED
    return UNJUDGED if report.unjudged else CLEAN


def _key(file: Path) -> str:
    return file.read_text(encoding="utf-8").strip()


@contextmanager
def _interruptible() -> Iterator[Callable[[Service], None]]:
    """Within the context, the first SIGINT or SIGTERM ends the run of the service that is passed to the yielded
    function; a second one interrupts at once.
    """
    services: list[Service] = []

    def interrupt(*_: object) -> None:
        for each in _SIGNALS:
            signal.signal(each, signal.default_int_handler)
        print("\ninterrupted: what was created is being removed; a second signal leaves it there", file=sys.stderr)
        for service in services:
            service.is_interrupted = True

    before = {each: signal.signal(each, interrupt) for each in _SIGNALS}
    try:
        yield services.append
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _progress() -> Callable[[str], None]:
    """Shows the current step in one line of a terminal. Elsewhere it is silent."""
    if not sys.stderr.isatty():
        return lambda _: None

    def show(step: str) -> None:
        sys.stderr.write(f"\r\x1b[K{step}")
        sys.stderr.flush()

    return show


def _failed(code: int, message: str) -> int:
    print(f"facetry contract: {message}", file=sys.stderr)
    return code
