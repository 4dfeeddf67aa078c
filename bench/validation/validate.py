"""`validate`: one manifest from a cold process, 10,000 manifests, and a view document of 10 MB, by four validators."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from bench.measurements import SECONDS, Measurement, Rounds, Target, at_least, at_most, report
from bench.options import Options
from bench.processes import ROOT
from bench.validation.validators import Run, Validator, run_command, validators
from bench.versions import NEW

COLD_AT_MOST_SECONDS: Final = 0.15
MANY_AT_LEAST: Final = 50.0
"""Times check-jsonschema."""
LARGE_AT_MOST_MB: Final = 200.0
_EXAMPLES: Final = ROOT / "specs/examples"
_MANIFEST: Final = ROOT / "examples/extensions/print-card/manifest.json"
_MANY: Final = 10_000
_MANY_FOR_CHECK_JSONSCHEMA: Final = 2_000
_LARGE_BYTES: Final = 10_000_000
_COLD: Final = "one manifest, cold"
_SEVERAL: Final = "many manifests"
_LARGE: Final = "a large view document"
_CPU_SECONDS: Final = "CPU s"
_MEGABYTES: Final = "peak MB"


def run(options: Options) -> bool:
    """Run the bench; whether all targets were met."""
    data = options.data
    tools = validators(data / "validators")
    print(", ".join(f"{tool.name} {tool.version}" for tool in tools))
    print(f"load when the bench began: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    rounds = Rounds()
    _cold(tools, data, rounds, options.choose(1, 7, 15))
    _many(tools, data, rounds, *options.choose((20, 10), (_MANY, _MANY_FOR_CHECK_JSONSCHEMA), (_MANY, _MANY)))
    _large(tools, data, rounds, options.choose(_LARGE_BYTES // 100, _LARGE_BYTES, _LARGE_BYTES))
    _agreement(tools, data, rounds, options.choose(3, None, None))
    targets = {
        (f"{_COLD}, facetry", SECONDS): at_most(COLD_AT_MOST_SECONDS),
        (f"{_LARGE}, facetry", _MEGABYTES): at_most(LARGE_AT_MOST_MB),
    }
    faster = {"check-jsonschema": at_least(1), "ajv": at_least(1)}
    ratios = [
        *_ratios(tools, rounds, _COLD, faster),
        *_ratios(tools, rounds, _SEVERAL, {"check-jsonschema": at_least(MANY_AT_LEAST)}),
    ]
    return report("validate", [*rounds.measurements(targets), *ratios])


def _ratios(
    tools: Sequence[Validator], rounds: Rounds, work: str, targets: Mapping[str, Target]
) -> Iterator[Measurement]:
    """The times of the rivals relative to that of Facetry, which is the first of the tools."""
    ours, *rivals = (f"{work}, {tool.name}" for tool in tools)
    for rival, tool in zip(rivals, tools[1:], strict=True):
        yield rounds.ratio(f"{rival} to facetry", (rival, SECONDS), (ours, SECONDS), targets.get(tool.name))


def _measure(tool: Validator, kind: str, files: Sequence[Path], data: Path, *, is_valid: bool = True) -> Run:
    done = run_command(tool.command(kind, files), data)
    if is_valid and done.status != 0:
        raise SystemExit(f"{tool.name} refuses valid documents: {done.output[-500:]}")
    return done


def _figures(done: Run) -> dict[str, float]:
    return {SECONDS: done.seconds, _CPU_SECONDS: done.cpu, _MEGABYTES: done.megabytes}


def _cold(tools: Sequence[Validator], data: Path, rounds: Rounds, count: int) -> None:
    """One small manifest, a process for each run, in interleaved rounds."""
    for number in range(count + 1):
        for tool in tools:
            done = _measure(tool, "manifest", [_MANIFEST], data)
            if number:  # the first round reads the files of the program
                rounds.add(NEW, f"{_COLD}, {tool.name}", _figures(done))


def _many(tools: Sequence[Validator], data: Path, rounds: Rounds, all_files: int, for_check_jsonschema: int) -> None:
    """Many manifests by one command. check-jsonschema may get fewer, whose time is scaled."""
    folder = data / "manifests"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    manifest: dict[str, Any] = json.loads(_MANIFEST.read_bytes())
    files = []
    for number in range(all_files):
        files.append(folder / f"m{number}.json")
        files[-1].write_text(json.dumps({**manifest, "id": f"m{number}"}, indent=2), encoding="utf-8")
    for tool in tools:
        count = for_check_jsonschema if tool.name == "check-jsonschema" else all_files
        done = _measure(tool, "manifest", files[:count], data)
        single = _measure(tool, "manifest", files[:1], data)
        scale = (all_files - 1) / (count - 1)
        scaled = {
            SECONDS: single.seconds + (done.seconds - single.seconds) * scale,
            _CPU_SECONDS: single.cpu + (done.cpu - single.cpu) * scale,
        }
        rounds.add(NEW, f"{_SEVERAL}, {tool.name}", scaled)


def _large(tools: Sequence[Validator], data: Path, rounds: Rounds, size: int) -> None:
    """A view document of about `size` bytes, of small elements."""
    element = {"type": "string", "label": "Camera", "value": "X-T5"}
    count = size // (len(json.dumps(element)) + 2)
    file = data / "large-view.json"
    file.write_text(json.dumps({"schemaVersion": "1.0", "elements": [element] * count}), encoding="utf-8")
    for tool in tools:
        rounds.add(NEW, f"{_LARGE}, {tool.name}", _figures(_measure(tool, "view-document", [file], data)))


def _agreement(tools: Sequence[Validator], data: Path, rounds: Rounds, most: int | None) -> None:
    """How many of the examples, or of the first `most`, each tool refuses. The rivals know the schemas only."""
    for kind, name in (("manifest", "manifests"), ("view-document", "views")):
        for wanted, pattern in (("valid", "*.json"), ("invalid", "**/*.json")):
            files = sorted((_EXAMPLES / name / wanted).glob(pattern))[:most]
            for tool in tools:
                refused = _count_refused(tool, kind, files, data)
                rounds.add(NEW, f"{wanted} examples of a {kind}, {tool.name}", {f"refused of {len(files)}": refused})


def _count_refused(tool: Validator, kind: str, files: Sequence[Path], data: Path) -> int:
    batches = [[file] for file in files] if tool.stops_at_syntax_faults else [files]
    outputs = [_measure(tool, kind, batch, data, is_valid=False).output for batch in batches]
    return sum(len(tool.refused(output, batch)) for output, batch in zip(outputs, batches, strict=True))
