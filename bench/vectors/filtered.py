"""`filtered`: the ten nearest of the images with a tag, with the native filter of each engine."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Final

from bench.figures import median
from bench.measurements import CPU_MS, P50_MS, TIMES, Rounds, Target, at_least, at_most, report
from bench.options import Options
from bench.vectors.data import FILTERS, NEAREST, load_data_set
from bench.vectors.engine_process import EngineResults, measure_in_turns, start_engine
from bench.vectors.engines import OURS, RIVALS, installed
from bench.vectors.unfiltered import RECALL
from bench.versions import NEW

TARGET: Final = 1.0
"""Maximum median latency of a whole search, as a multiple of that of the best rival that reaches the recall."""


def run(options: Options) -> bool:
    """Run the bench; whether the targets were met."""
    count_of_rounds, seconds, count = options.choose((1, 0.02, 2_000), (3, 0.5, 100_000), (5, 2.0, 1_000_000))
    data_set, rounds = load_data_set(options.data, count), Rounds()
    targets: dict[tuple[str, str], Target] = {}
    with ExitStack() as stack:
        names = (*OURS, *installed(RIVALS))
        engines = [stack.enter_context(start_engine(name, options.data, data_set)) for name in names]
        for tag in FILTERS:
            if data_set.tags[tag].sum() < NEAREST:
                continue
            results = {each.name: EngineResults(each, tag, each.tune(tag, RECALL, seconds)[0]) for each in engines}
            measure_in_turns(results.values(), count_of_rounds, seconds)
            p50 = {name: median(each.latencies) * 1e3 for name, each in results.items()}
            for name, each in results.items():
                figures = {"recall": each.recall, P50_MS: p50[name], CPU_MS: each.cpu_seconds * 1e3}
                rounds.add(NEW, f"{tag} %, {name}", figures)
            targets |= {(f"{tag} %, {name}", "recall"): at_least(RECALL) for name in OURS}
            qualified = [p50[name] for name in p50 if name in RIVALS and results[name].recall >= RECALL]
            for name in OURS if qualified else ():
                rounds.add(NEW, f"{tag} %, {name} to the best rival", {TIMES: p50[name] / min(qualified)})
            targets[f"{tag} %, {OURS[-1]} to the best rival", TIMES] = at_most(TARGET)
    return report(f"filtered, {count:,} vectors", rounds.measurements(targets))
