"""Random damages of a library, each in a process of its own: `python -m tests.crash.damages FOLDER COUNT SEED`.

A process prepares two libraries, one that was closed and one whose process died, and notes all answers. Then each
damage has a copy: it is damaged while stopped or while it runs, asked again, checked and repaired. The outcome of each
is one line of JSON.
"""

from __future__ import annotations

import asyncio
import functools
import json
import os
import random
import shutil
import signal
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from pydantic import SecretStr

from facetry.library.integrity import check, repair
from facetry.library.renditions.cache import Cache, damaged_files
from facetry.library.search.vectors import check as vector_check
from facetry.library.search.vectors import vectors as vector_spaces
from facetry.library.search.vectors.thresholds import Thresholds
from facetry.service.assembly import assemble
from facetry.service.library_database import open_store
from facetry.service.opening import open_library
from facetry.service.parts import SINGLE_SERVICE
from facetry.settings import Settings
from facetry.store.engine import connect
from facetry.store.engines.sqlite import connections as sqlite
from facetry.store.engines.sqlite.integrity.log_frames import FRAME_BYTES, log_path
from facetry.store.engines.sqlite.integrity.page_image import read_image
from facetry.store.engines.sqlite.integrity.row_salvage import free_pages
from facetry.store.store import DamagedDatabaseError
from tests.crash.damaged_library import QUERIES, ask, build, compare_rows, read_rows, running, write_and_read

KEY: Final = "k" * 43
DEADLINE: Final = 120.0
HASHES: Final = [bytes([number]) * 32 for number in range(8)]


def in_process(target: Callable[[], Any], output: Path) -> Any:
    """Run a function in a forked process. Returns its result, or how the process ended."""
    child = os.fork()
    if child == 0:
        try:
            output.write_text(json.dumps({"result": target()}))
        except BaseException:
            output.write_text(json.dumps({"error": traceback.format_exc()}))
        os._exit(0)
    end = time.monotonic() + DEADLINE
    while time.monotonic() < end:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return json.loads(output.read_text()) if status == 0 else {"died": status}
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return {"died": "deadline"}


def open_service(folder: Path) -> tuple[Any, Any]:
    """The library and the service over it, with small thresholds and a small cache."""
    settings = Settings(data_dir=folder, api_secret=SecretStr(KEY))
    library, _ = open_library(settings)
    for number, content_hash in enumerate(HASHES):
        if library.cache.get(content_hash, "small") is None:
            library.cache.put(content_hash, "small", rendition(number))
    return library, assemble(settings, SINGLE_SERVICE, library).application


def rendition(number: int) -> bytes:
    return random.Random(number).randbytes(3_000)


def answers_of(folder: Path, after: Callable[[], None] | None = None, *, dies: bool = False) -> dict[str, Any]:
    """All answers. `after` is called in between, and they are asked again; then writes are tried."""

    async def main() -> dict[str, Any]:
        library, service = open_service(folder)
        async with running(service):
            outcome: dict[str, Any] = {"before": await ask(service, KEY, QUERIES)}
            if after is not None:
                after()
                outcome["after"] = await ask(service, KEY, QUERIES)
                outcome["writes"] = await write_and_read(service, KEY)
                outcome["ready"] = (await ask(service, KEY, [("GET", "/readyz", None)]))[0]
            outcome["renditions"] = renditions_of(library.cache)
            outcome["damage"] = library.store.damage
            if dies:
                os._exit(0)
        return outcome

    try:
        return asyncio.run(main())
    except DamagedDatabaseError as error:
        return {"refused": str(error)}


def renditions_of(cache: Cache) -> list[bool | None]:
    """For each rendition whether it is right; None if it would be made again."""
    found = [cache.get(content_hash, "small") for content_hash in HASHES]
    return [None if each is None else each.data == rendition(number) for number, each in enumerate(found)]


def damage(folder: Path, rng: random.Random, target: str) -> str:
    """Damage a file of the library. Returns what was done."""
    paths = {
        "database": [folder / "library.db"],
        "log": [log_path(folder / "library.db")],
        "vectors": sorted(folder.glob("vectors/*/*")),
        "renditions": sorted(path for path in folder.glob("renditions/*/*/*") if path.is_file()),
    }
    path = rng.choice(paths[target])
    size = path.stat().st_size
    kind = rng.choice(["bytes", "bytes", "zeros", "truncation"])
    with path.open("r+b") as file:
        if kind == "bytes":
            at = rng.randrange(size)
            length = min(rng.choice([1, 1, 8, 64, 4096]), size - at)
            file.seek(at)
            former = file.read(length)
            file.seek(at)
            file.write(bytes(byte ^ rng.randrange(1, 256) for byte in former))
            where, end = f"{length} bytes at {at}", at + length
        elif kind == "zeros":
            unit = FRAME_BYTES if target == "log" else sqlite.PAGE_BYTES
            at = rng.randrange(max(1, size // unit)) * unit + (32 if target == "log" else 0)
            length = max(0, min(unit, size - at))
            file.seek(at)
            file.write(bytes(length))
            where, end = f"zeros at {at}", at + length
        else:
            file.truncate(at := rng.randrange(size))
            where, end = f"truncation at {at} of {size}", size
    use = "" if target != "database" or is_used(folder, at, end) else " (not in use)"
    return f"{path.relative_to(folder)}: {where}{use}"


def is_used(folder: Path, begin: int, end: int) -> bool:
    """Whether these bytes of the database hold something: they may be free, or replaced by the log."""
    image = read_image(folder / "library.db")
    pages = set(range(begin // sqlite.PAGE_BYTES + 1, (end - 1) // sqlite.PAGE_BYTES + 2))
    return bool(pages - image.frames.keys() - (free_pages(image) or set()))


def findings_of(folder: Path) -> list[str]:
    """What `facetry check` would print about a stopped library."""
    database = folder / "library.db"
    quiet = lambda *_: None  # noqa: E731
    found = [finding.message for finding in check.check_database(database, is_served=False, on_progress=quiet)]
    if not found:
        connection = connect(database, query_only=True)
        found += [each.description for each in vector_check.check(connection, folder / "vectors")]
        connection.close()
    return found + [str(path) for path in damaged_files(folder / "renditions")]


def repaired(folder: Path, oracle: dict[str, Any]) -> dict[str, Any]:
    """Repair the library and compare its rows with the oracle."""
    try:
        report = repair.repair(folder / "library.db", is_dry_run=False)
    except repair.RepairError as error:
        return {"failed": str(error)}
    return {
        "unlisted": compare_rows(oracle, rows_of(folder), report),
        "lost": len(report.lost),
        "completed": len(report.completed),
        "parts": report.lost_parts,
        "commits": report.lost_commits,
    }


def one(folder: Path, number: int, seed: int, oracle: dict[str, Any]) -> dict[str, Any]:
    """One damage from its beginning to its end."""
    rng = random.Random(seed * 100_003 + number)
    runs = rng.random() < 0.5
    target = ["database", "database", "log", "vectors", "database", "renditions"][number % 6]
    copy = folder / f"damage-{number}"
    kind = "killed" if target == "log" or rng.random() < 0.5 else "closed"
    shutil.copytree(folder / kind, copy)
    output = folder / f"outcome-{number}.json"
    outcome: dict[str, Any] = {"number": number, "runs": runs, "target": target, "library": kind}

    def while_running() -> None:
        (folder / f"what-{number}").write_text(damage(copy, rng, target))

    if runs:
        outcome["answers"] = in_process(lambda: answers_of(copy, while_running), output)
        what = folder / f"what-{number}"
        outcome["what"] = what.read_text() if what.exists() else "nothing"
        outcome["findings"] = in_process(lambda: findings_of(copy), output)
    else:
        outcome["what"] = damage(copy, rng, target)
        outcome["findings"] = in_process(lambda: findings_of(copy), output)
        untouched = folder / f"untouched-{number}"
        shutil.copytree(copy, untouched)
        outcome["answers"] = in_process(lambda: answers_of(untouched), output)
        shutil.rmtree(untouched)
    writes = (outcome["answers"].get("result") or {}).get("writes") or []
    expected = {"rows": oracle["rows"][kind], "writes": writes}
    outcome["repair"] = in_process(lambda: repaired(copy, expected), output)
    shutil.rmtree(copy)
    return outcome


def prepare(folder: Path) -> dict[str, Any]:
    """Make the libraries, and return the answers and the rows of both."""
    output = folder / "prepared.json"

    def make() -> None:
        async def main() -> None:
            library, service = open_service(folder / "closed")
            async with running(service):
                await build(library, service, KEY)

        asyncio.run(main())

    made = in_process(make, output)
    assert "result" in made, made
    shutil.copytree(folder / "closed", folder / "killed")
    for name in ("closed", "killed"):
        in_process(functools.partial(answers_of, folder / name, lambda: None, dies=name == "killed"), output)
    rows, answers = {}, []
    for name in ("closed", "killed"):
        shutil.copytree(folder / name, folder / "recovered")
        rows[name] = in_process(lambda: rows_of(folder / "recovered"), output)["result"]
        answers.append(in_process(lambda: answers_of(folder / "recovered"), output)["result"]["before"])
        shutil.rmtree(folder / "recovered")
    assert answers[0] == answers[1]
    return {"answers": answers[0], "rows": rows}


def rows_of(folder: Path) -> dict[str, Any]:
    """All rows of a library."""
    store = open_store(Settings(data_dir=folder, api_secret=SecretStr(KEY)))
    try:
        return store.read_now(read_rows)
    finally:
        store.close()


def main() -> int:
    """Run the campaign."""
    folder, count, seed = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    small = functools.partial(
        Thresholds, min_file_vectors=20, min_index_vectors=40, quiet_seconds=0.05, poll_seconds=0.05
    )
    setattr(vector_spaces, "Thresholds", small)  # noqa: B010  # a module, to mypy, has no such attribute
    sqlite._PRAGMAS = (*sqlite._PRAGMAS, "PRAGMA cache_size=4")  # so that damage is read, and not the cache
    oracle = prepare(folder)
    print(json.dumps({"answers": oracle["answers"]}), flush=True)
    for number in range(count):
        print(json.dumps(one(folder, number, seed, oracle)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
