"""`python -m bench [NAME…]`: run benches and report whether their targets were met."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Protocol

from bench.extensions import deliveries
from bench.pictures import ingest, renditions, streaming, thumbnails
from bench.searches import costly, search
from bench.service import memory, pipeline, tags
from bench.validation import validate
from bench.vectors import closest, embeddings, filtered, unfiltered


class Bench(Protocol):
    """Measures, prints a table, records figures, and returns whether its targets were met."""

    def __call__(self, *, is_long: bool, data: Path) -> bool:
        """`data` is the folder for generated data that is reused by later runs."""
        ...


BENCHES: Final[Mapping[str, tuple[Bench, str]]] = {
    "pipeline": (pipeline.run, "no-op operations, compared with bare Starlette, FastAPI and stock Connexion"),
    "tags": (tags.run, "durable setTags over HTTP, compared with the same writes without HTTP"),
    "search": (search.run, "ten searches over a million images, compared with plain SQL"),
    "costly": (costly.run, "cheap reads beside 16 clients with costly searches, and the end of abandoned searches"),
    "vectors": (unfiltered.run, "the ten nearest vectors, compared with seven other engines"),
    "filtered": (filtered.run, "the ten nearest vectors among the images with a tag"),
    "closest": (closest.run, "the ten nearest vectors over HTTP, compared with Chroma's server"),
    "embeddings": (embeddings.run, "start, memory and durable setEmbeddings with many vectors"),
    "extensions": (deliveries.run, "hooks, deliveries and front ends, compared with unmodified python-socketio"),
    "memory": (memory.run, "the memory of an idle server"),
    "ingest": (ingest.run, "scans of JPEGs of 1 and 12 megapixels, compared with bare decoding"),
    "thumbnails": (thumbnails.run, "thumbnails of 12-megapixel JPEGs, compared with bare Pillow and libvips"),
    "renditions": (renditions.run, "cached renditions, with a key and by media URLs"),
    "validate": (validate.run, "one manifest, 10,000 of them and a large view document, compared with others"),
    "streaming": (streaming.run, "memory growth during downloads of 100 MB and uploads of 32 MB"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benches; the exit code is 0 when all targets were met, 1 when one was missed."""
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description="Measure Facetry and its rivals. Figures are appended to reports/bench.jsonl.",
        epilog="\n".join(f"  {name:10} {text}" for name, (_, text) in BENCHES.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", metavar="NAME", nargs="*", help="benches to run (default: all)")
    parser.add_argument("--long", action="store_true", help="more rounds, files and vectors; needs 25 GB for data")
    parser.add_argument(
        "--data",
        metavar="FOLDER",
        type=Path,
        default=Path(tempfile.gettempdir()) / "facetry-bench",
        help="folder for generated libraries, pictures and vectors, reused by later runs (6 GB; default: %(default)s)",
    )
    options = parser.parse_args(arguments)
    unknown = [name for name in options.names if name not in BENCHES]
    if unknown:
        parser.error(f"no such bench: {', '.join(unknown)} (there are {', '.join(BENCHES)})")
    options.data.mkdir(parents=True, exist_ok=True)
    missed = []
    for name in options.names or BENCHES:
        print(f"\n== {name}", flush=True)
        begin = time.perf_counter()
        if not BENCHES[name][0](is_long=options.long, data=options.data):
            missed.append(name)
        print(f"({time.perf_counter() - begin:.0f} s)", flush=True)
    print(f"\nmissed: {', '.join(missed)}" if missed else "\nall targets met")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
