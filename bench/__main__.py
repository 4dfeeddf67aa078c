"""`python -m bench [NAME…]`: run benches and say whether their targets were met."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Protocol

from bench import embeddings, extensions, ingest, memory, pipeline, renditions, search, streaming, tags, thumbnails
from bench.vectors import closest, filtered, unfiltered


class Bench(Protocol):
    """Measures, prints a table, records figures, and tells whether its targets were met."""

    def __call__(self, *, is_long: bool, data: Path) -> bool:
        """`data` is a folder for what is made once and kept."""
        ...


BENCHES: Final[Mapping[str, tuple[Bench, str]]] = {
    "pipeline": (pipeline.run, "no-op operations beside bare Starlette, FastAPI and stock Connexion"),
    "tags": (tags.run, "durable setTags end to end beside the same writes without HTTP"),
    "search": (search.run, "ten searches over a million images beside plain SQL"),
    "vectors": (unfiltered.run, "the ten nearest vectors beside seven other engines"),
    "filtered": (filtered.run, "the same among the images that have a tag"),
    "closest": (closest.run, "the same over HTTP beside Chroma's server"),
    "embeddings": (embeddings.run, "start, memory and durable setEmbeddings with many vectors"),
    "extensions": (extensions.run, "hooks, deliveries and front ends beside python-socketio as it comes"),
    "memory": (memory.run, "what an idle server holds"),
    "ingest": (ingest.run, "scans of JPEGs of 1 and 12 megapixels beside bare decoding"),
    "thumbnails": (thumbnails.run, "thumbnails of 12-megapixel JPEGs beside bare Pillow and libvips"),
    "renditions": (renditions.run, "cached renditions, with a key and by media URLs"),
    "streaming": (streaming.run, "the memory that 100 MB take on their way out, and 32 MB on their way in"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0 when all targets were met, 1 when one was missed."""
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description="Measure Facetry beside its rivals. Figures are appended to reports/bench.jsonl.",
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
        help="where synthetic libraries, pictures and vectors are kept for the next run (6 GB; %(default)s)",
    )
    chosen = parser.parse_args(arguments)
    unknown = [name for name in chosen.names if name not in BENCHES]
    if unknown:
        parser.error(f"no such bench: {', '.join(unknown)} (there are {', '.join(BENCHES)})")
    chosen.data.mkdir(parents=True, exist_ok=True)
    missed = []
    for name in chosen.names or BENCHES:
        print(f"\n== {name}", flush=True)
        begin = time.perf_counter()
        if not BENCHES[name][0](is_long=chosen.long, data=chosen.data):
            missed.append(name)
        print(f"({time.perf_counter() - begin:.0f} s)", flush=True)
    print(f"\nmissed: {', '.join(missed)}" if missed else "\nall targets met")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
