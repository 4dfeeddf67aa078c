"""`cost`: a table of what libraries from 100,000 to a billion images need. Nothing is measured; see `cost_model`.

`python -m bench.scale.cost --help` has the inputs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import Final

from bench.figures import Figure, table
from bench.options import Options
from bench.scale.cost_model import KINDS, WRITES, Library, Needs, Prices, money, needs_of

SIZES: Final = (100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000)
LOAD: Final[Mapping[str, float]] = {
    "tags": 200,
    "search": 100,
    "page": 50,
    "nearest": 20,
    "thumbnail": 500,
    "write-tags": 50,
    "write-vector": 5,
}
"""Requests a second of the table."""
_GB: Final = 1e9


def run(options: Options) -> bool:
    """Print the table for the inputs that are usual here."""
    _print(LOAD, {}, Prices(), SIZES)
    return True


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table for inputs of one's own."""
    parser = argparse.ArgumentParser(prog="python -m bench.scale.cost", description=__doc__)
    parser.add_argument("--images", type=float, nargs="+", default=SIZES, metavar="NUMBER")
    parser.add_argument("--tags", type=float, default=10, help="tags of each image (default: %(default)s)")
    parser.add_argument("--features", type=float, default=3, help="features of each image (default: %(default)s)")
    parser.add_argument("--vector-length", type=int, default=512, help="numbers of a vector (default: %(default)s)")
    parser.add_argument("--vector-share", type=float, default=1, help="share of images with one (default: %(default)s)")
    parser.add_argument("--picture-bytes", type=float, default=4e6, help="mean size of a file (default: %(default)s)")
    parser.add_argument("--hosts", type=int, default=1, help="hosts of a cluster (default: %(default)s)")
    parser.add_argument("--processes", type=int, default=2, help="API processes of a host (default: %(default)s)")
    parser.add_argument("--server", action="store_true", help="the database is on a PostgreSQL server")
    parser.add_argument("--log-days", type=float, default=7, help="days of the log of events (default: %(default)s)")
    parser.add_argument("--use", type=float, default=0.6, help="share of a processor in use (default: %(default)s)")
    parser.add_argument(
        "--rate",
        type=_rate,
        action="append",
        default=[],
        metavar="KIND=NUMBER",
        help=f"requests a second, once for each kind: {', '.join(KINDS)} (default: "
        f"{', '.join(f'{kind}={rate:g}' for kind, rate in LOAD.items())})",
    )
    for name in ("core", "memory-gib", "disk-gib", "objects-gib"):
        parser.add_argument(f"--price-{name}", type=float, default=0, help="for a month (default: 0, no money)")
    given = parser.parse_args(arguments)
    inputs = {
        "tags_each": given.tags,
        "features_each": given.features,
        "vector_length": given.vector_length,
        "vector_share": given.vector_share,
        "picture_bytes": given.picture_bytes,
        "hosts": given.hosts,
        "processes_each": given.processes,
        "on_server": given.server,
        "log_days": given.log_days,
        "use": given.use,
    }
    prices = Prices(given.price_core, given.price_memory_gib, given.price_disk_gib, given.price_objects_gib)
    _print(dict(given.rate) or LOAD, inputs, prices, [int(number) for number in given.images])
    return 0


def _rate(text: str) -> tuple[str, float]:
    kind, _, number = text.partition("=")
    if kind not in KINDS:
        raise argparse.ArgumentTypeError(f"no such kind: {kind!r}")
    return kind, float(number)


def _print(rates: Mapping[str, float], inputs: Mapping[str, float], prices: Prices, sizes: Sequence[int]) -> None:
    libraries = [Library(images=images, rates=rates, **inputs) for images in sizes]  # type: ignore[arg-type]  # by name
    needs = [needs_of(library) for library in libraries]
    print(table(["images", *(f"{images:,}" for images in sizes)], [*_rows(needs)]))
    if prices != Prices():
        sums = [money(library, need, prices) for library, need in zip(libraries, needs, strict=True)]
        print("money for a month: " + "; ".join(map(_range, sums)))
    writes = sum(rates.get(kind, 0) for kind in WRITES)
    print(f"\n{writes:g} writes a second are {needs[0].write_share:.0%} of what one library can have.")
    print("Not included: renditions (2 GiB at most), copies, backups, and extensions.")


def _rows(needs: Sequence[Needs]) -> list[list[Figure]]:
    return [
        ["basis", *("measured range" if need.is_measured else "extrapolated" for need in needs)],
        ["database, GB", *(need.database_bytes / _GB for need in needs)],
        ["of that vectors, GB", *(need.database_vector_bytes / _GB for need in needs)],
        ["of that the log of events, GB", *(need.log_bytes / _GB for need in needs)],
        ["vector files of each host, GB", *(need.host_vector_bytes / _GB for need in needs)],
        ["index of vectors, each host, GB", *(need.host_index_bytes / _GB for need in needs)],
        ["own memory of an API process, GB", *(need.process_bytes / _GB for need in needs)],
        ["memory of each host, GB", *(need.host_memory_bytes / _GB for need in needs)],
        ["mapped vectors of each host, GB", *(need.host_mapped_bytes / _GB for need in needs)],
        ["pictures, GB", *(need.picture_bytes / _GB for need in needs)],
        ["cores, all hosts", *(_range(need.cores) for need in needs)],
    ]


def _range(pair: tuple[float, float]) -> str:
    least, most = (f"{value:,.1f}" for value in pair)
    return least if least == most else f"{least} to {most}"


if __name__ == "__main__":
    sys.exit(main())
