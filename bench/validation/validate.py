"""`validate`: one manifest from a cold process, 10,000 manifests, and a view document of 10 MB, by four validators."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from bench.figures import Figure, median, record, table
from bench.options import Options
from bench.validation.validators import Run, Validator, run_command, validators

COLD_AT_MOST_SECONDS: Final = 0.15
MANY_AT_LEAST: Final = 50.0
"""Times check-jsonschema."""
LARGE_AT_MOST_MB: Final = 200.0
_EXAMPLES: Final = Path(__file__).resolve().parent.parent.parent / "specs/examples"
_MANIFEST: Final = _EXAMPLES.parent.parent / "examples/extensions/print-card/manifest.json"
_MANY: Final = 10_000
_MANY_FOR_CHECK_JSONSCHEMA: Final = 2_000
_LARGE_BYTES: Final = 10_000_000


def run(options: Options) -> bool:
    """Run the bench, print and record its figures; whether all targets were met."""
    data = options.data
    tools = validators(data / "validators")
    print(", ".join(f"{tool.name} {tool.version}" for tool in tools))
    print(f"load when the bench began: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    goals = [
        _cold(tools, data, rounds=options.choose(1, 7, 15)),
        _many(tools, data, *options.choose((20, 10), (_MANY, _MANY_FOR_CHECK_JSONSCHEMA), (_MANY, _MANY))),
        _large(tools, data, options.choose(_LARGE_BYTES // 100, _LARGE_BYTES, _LARGE_BYTES)),
    ]
    _agreement(tools, data, options.choose(3, None, None))
    return all(goals)


def _measure(tool: Validator, kind: str, files: Sequence[Path], data: Path, *, is_valid: bool = True) -> Run:
    done = run_command(tool.command(kind, files), data)
    if is_valid and done.status != 0:
        raise SystemExit(f"{tool.name} refuses valid documents: {done.output[-500:]}")
    return done


def _cold(tools: list[Validator], data: Path, *, rounds: int) -> bool:
    """One small manifest, a process for each run, in interleaved rounds."""
    runs: dict[str, list[Run]] = {tool.name: [] for tool in tools}
    for _ in range(rounds + 1):
        for tool in tools:
            runs[tool.name].append(_measure(tool, "manifest", [_MANIFEST], data))
    rows: list[list[Figure]] = []
    ratios: dict[str, float] = {}
    ours = runs["facetry"][1:]
    for tool in tools:
        theirs = runs[tool.name][1:]  # the first round reads the files of the program
        ratios[tool.name] = median([other.seconds / own.seconds for own, other in zip(ours, theirs, strict=True)])
        times = [1e3 * median([each.seconds for each in theirs]), 1e3 * median([each.cpu for each in theirs])]
        rows.append([tool.name, *times, median([each.megabytes for each in theirs]), ratios[tool.name]])
        record("validate-cold", {"tool": tool.name, "ms": times[0], "cpu_ms": times[1], "ratio": ratios[tool.name]})
    print(table(("one manifest, cold", "ms", "CPU ms", "MB", "× facetry"), rows))
    seconds = median([each.seconds for each in ours])
    return seconds <= COLD_AT_MOST_SECONDS and ratios["check-jsonschema"] > 1 and ratios["ajv"] > 1


def _many(tools: list[Validator], data: Path, all_files: int, for_check_jsonschema: int) -> bool:
    """Many manifests by one command. check-jsonschema may get fewer, whose time is scaled."""
    folder = data / "manifests"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    manifest: dict[str, Any] = json.loads(_MANIFEST.read_bytes())
    files = []
    for number in range(all_files):
        files.append(folder / f"m{number}.json")
        files[-1].write_text(json.dumps({**manifest, "id": f"m{number}"}, indent=2), encoding="utf-8")
    rows: list[list[Figure]] = []
    seconds: dict[str, float] = {}
    for tool in tools:
        count = for_check_jsonschema if tool.name == "check-jsonschema" else all_files
        done = _measure(tool, "manifest", files[:count], data)
        single = _measure(tool, "manifest", files[:1], data)
        seconds[tool.name] = single.seconds + (done.seconds - single.seconds) * (all_files - 1) / (count - 1)
        rows.append([tool.name, str(count), done.seconds, done.cpu, seconds[tool.name] / seconds["facetry"]])
        record("validate-many", {"tool": tool.name, "files": count, "seconds": done.seconds, "cpu": done.cpu})
    print(table((f"{all_files:,} manifests", "files", "s", "CPU s", "× facetry"), rows))
    return seconds["check-jsonschema"] / seconds["facetry"] >= MANY_AT_LEAST


def _large(tools: list[Validator], data: Path, size: int) -> bool:
    """A view document of about `size` bytes, of small elements."""
    element = {"type": "string", "label": "Camera", "value": "X-T5"}
    count = size // (len(json.dumps(element)) + 2)
    file = data / "large-view.json"
    file.write_text(json.dumps({"schemaVersion": "1.0", "elements": [element] * count}), encoding="utf-8")
    rows: list[list[Figure]] = []
    megabytes: dict[str, float] = {}
    for tool in tools:
        done = _measure(tool, "view-document", [file], data)
        megabytes[tool.name] = done.megabytes
        rows.append([tool.name, done.seconds, done.cpu, done.megabytes])
        record("validate-large", {"tool": tool.name, "seconds": done.seconds, "peak_mb": done.megabytes})
    print(table((f"a view document of {file.stat().st_size / 1e6:.1f} MB", "s", "CPU s", "peak MB"), rows))
    return megabytes["facetry"] <= LARGE_AT_MOST_MB


def _agreement(tools: list[Validator], data: Path, at_most: int | None) -> None:
    """How many of the examples, or of the first `at_most`, each tool refuses. The rivals know the schemas only."""
    rows: list[list[Figure]] = []
    kinds = {"manifest": "manifests", "view-document": "views"}
    for kind, name in kinds.items():
        valid = sorted((_EXAMPLES / name / "valid").glob("*.json"))[:at_most]
        invalid = sorted((_EXAMPLES / name / "invalid").rglob("*.json"))[:at_most]
        for tool in tools:
            counts = [_count_refused(tool, kind, files, data) for files in (valid, invalid)]
            rows.append([f"{kind}: {tool.name}", f"{counts[0]} of {len(valid)}", f"{counts[1]} of {len(invalid)}"])
            record("validate-agreement", {"tool": tool.name, "kind": kind, "valid": counts[0], "invalid": counts[1]})
    print(table(("refused examples", "valid ones", "invalid ones"), rows))


def _count_refused(tool: Validator, kind: str, files: Sequence[Path], data: Path) -> int:
    batches = [[file] for file in files] if tool.stops_at_syntax_faults else [files]
    outputs = [_measure(tool, kind, batch, data, is_valid=False).output for batch in batches]
    return sum(len(tool.refused(output, batch)) for output, batch in zip(outputs, batches, strict=True))
