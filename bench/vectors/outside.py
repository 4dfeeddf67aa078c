"""`engines`: the ten nearest of the images with a tag, by Facetry with each of its vector engines."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Final

from bench.figures import Figure, record, table
from bench.options import Options
from bench.vectors.data import FILTERS, NEAREST, load_data_set
from bench.vectors.engine_process import start_engine
from bench.vectors.engines import OURS, installed
from bench.vectors.filtered import TagResult, measure_tag
from bench.vectors.unfiltered import RECALL

ENGINES: Final = ("pgvector_facetry", "milvus_facetry")


def run(options: Options) -> bool:
    """Run the bench, print and record its figures; whether every engine reached the recall for every filter."""
    rounds, seconds, count = options.choose((1, 0.02, 2_000), (3, 0.5, 100_000), (5, 2.0, 1_000_000))
    data_set = load_data_set(options.data, count)
    names = (OURS[0], *installed(ENGINES[:1] if options.is_smoke else ENGINES))
    tags = [None, *(tag for tag in FILTERS if data_set.tags[tag].sum() >= NEAREST)]
    results: dict[str | None, dict[str, TagResult]] = {}
    with ExitStack() as stack:
        engines = [stack.enter_context(start_engine(name, options.data, data_set)) for name in names]
        for tag in tags:
            results[tag] = dict(measure_tag(engines, tag, rounds, seconds))
            print(f"{tag or 'no filter'}: done", flush=True)
    rows: list[list[Figure]] = []
    for tag, of_tag in results.items():
        for name, result in of_tag.items():
            figures = {"recall": result.recall, "p50_ms": result.p50 * 1e3, "cpu_ms": result.cpu_seconds * 1e3}
            record("engines", {"count": count, "tag": tag, "engine": name, **figures})
        cells = (f"{each.p50 * 1e3:.2f} / {each.cpu_seconds * 1e3:.2f} @ {each.recall:.3f}" for each in of_tag.values())
        rows.append([f"{tag or 'no filter'}", *cells])
    print(table((f"{count:,} vectors: p50 / CPU ms @ recall", *names), rows))
    print(f"target: recall {RECALL} by every engine, with every filter")
    return all(result.recall >= RECALL for of_tag in results.values() for result in of_tag.values())
