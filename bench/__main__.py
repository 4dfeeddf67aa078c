"""`python -m bench [NAME…]`: run benches and report whether their targets were met."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from bench.figures import reports_folder
from bench.options import Bench, Form, Options
from bench.page import page
from bench.pictures import ingest, rescan, thumbnails
from bench.scale import cost
from bench.searches import search
from bench.service import memory, pipeline, requests, start
from bench.soak import soak
from bench.validation import validate
from bench.vectors import filtered, unfiltered
from bench.versions import VersionError, old_version, this_version

BENCHES: Final[Mapping[str, tuple[Bench, str]]] = {
    "pipeline": (pipeline.run, "no-op operations, compared with Starlette, FastAPI, Fastify and stock Connexion"),
    "requests": (requests.run, "reads and durable writes after 50,000 writes, with 10,000 to a million images"),
    "start": (start.run, "from the start of the process to /readyz"),
    "memory": (memory.run, "the memory of an idle server, and with 10,000 vectors"),
    "vectors": (unfiltered.run, "the ten nearest vectors, compared with usearch and hnswlib"),
    "ingest": (ingest.run, "scans of JPEGs of four sizes, compared with bare decoding"),
    "rescan": (rescan.run, "scans of files that have not changed"),
    "search": (search.run, "ten searches over a million images, compared with plain SQL"),
    "filtered": (filtered.run, "the ten nearest vectors among the images with a tag"),
    "thumbnails": (thumbnails.run, "thumbnails of 12-megapixel JPEGs, compared with bare Pillow and libvips"),
    "validate": (validate.run, "one manifest, 10,000 of them and a large view document, compared with others"),
    "page": (page.run, "the library in Chromium with 100,000 and a million images"),
    "soak": (soak.run, "mixed work for eleven minutes, or an hour (--long): its end compared with its beginning"),
    "cost": (cost.run, "an estimate of what libraries from 100,000 to a billion images need; measures nothing"),
}
COMPARED: Final = ("pipeline", "requests", "start", "memory", "vectors", "ingest", "rescan")
"""The benches that run an older version beside this checkout."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benches; the exit code is 0 when all targets were met, 1 when one was missed."""
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description="Measure Facetry and its rivals. Figures are appended to reports/bench.jsonl.",
        epilog="\n".join(f"  {name:10} {text}" for name, (_, text) in BENCHES.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", metavar="NAME", nargs="*", help="benches to run (default: all)")
    parser.add_argument(
        "--against",
        metavar="COMMIT_OR_FOLDER",
        help="an older version to run beside this one, in alternating rounds; without NAME, only the benches that"
        f" compare versions run: {', '.join(COMPARED)}",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--long", action="store_true", help="more rounds, files and vectors; needs 25 GB for data")
    form.add_argument("--smoke", action="store_true", help="run all the code in seconds; targets are not judged")
    parser.add_argument(
        "--data",
        metavar="FOLDER",
        type=Path,
        default=Path(tempfile.gettempdir()) / "facetry-bench",
        help="folder for generated libraries, pictures and vectors, reused by later runs (12 GB; default: %(default)s)",
    )
    options = parser.parse_args(arguments)
    unknown = [name for name in options.names if name not in BENCHES]
    if unknown:
        parser.error(f"no such bench: {', '.join(unknown)} (there are {', '.join(BENCHES)})")
    options.data.mkdir(parents=True, exist_ok=True)
    try:
        older = [] if options.against is None else [old_version(options.against, options.data)]
    except VersionError as error:
        parser.error(str(error))
    chosen_form = Form.SMOKE if options.smoke else Form.LONG if options.long else Form.SHORT
    if options.smoke:
        reports_folder(options.data / "reports")  # these figures are no record
    names = options.names or (BENCHES if options.against is None else COMPARED)
    return _run(names, Options(chosen_form, options.data.resolve(), [this_version(), *older]))


def _run(names: Sequence[str] | Mapping[str, object], options: Options) -> int:
    missed = []
    for name in names:
        print(f"\n== {name}", flush=True)
        if len(options.versions) > 1 and name not in COMPARED:
            print("this bench does not compare versions", flush=True)
        begin = time.perf_counter()
        if not BENCHES[name][0](options):
            missed.append(name)
        print(f"({time.perf_counter() - begin:.0f} s)", flush=True)
    if options.is_smoke:
        print(f"\nall {len(names)} benches ran; targets are not judged")
        return 0
    print(f"\nmissed: {', '.join(missed)}" if missed else "\nall targets met")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
