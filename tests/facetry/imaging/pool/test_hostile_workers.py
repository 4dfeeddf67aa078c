"""Compromised workers: invalid, fragmented and unsolicited answers do no harm."""

import asyncio
import dataclasses
import json
import logging
from collections.abc import Iterable
from pathlib import Path

import pytest

from facetry.imaging.pool.pool import Pool, RenderError
from facetry.imaging.pool.process import WorkerProcess
from facetry.imaging.protocol import MAX_IN_MEMORY_BYTES, WorkerRequest
from tests.support.imaging import hostile_worker
from tests.support.imaging.pools import (
    LIMITS,
    SMALL_JPEG,
    make_picture_folder,
    run_with_pool,
    scratch_folder,
    wait_until,
)

FILE_MEMBERS = {"size": 1, "created_ms": 1, "modified_ns": 1, "changed_ns": 1, "inode": 1, "unsettled": False}
RENDER_ANSWER = {"format": "PNG", "width": 1, "height": 1} | FILE_MEMBERS


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_picture_folder(tmp_path)


@pytest.fixture
def hostile_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("facetry.imaging.pool.process._MODULE", "tests.support.imaging.hostile_worker")


@pytest.mark.parametrize(
    "line",
    [
        "no answer",
        "[]",
        "{}",
        "null",
        json.dumps({**hostile_worker.PICTURE_ANSWER, "width": "1"}),
        json.dumps({**hostile_worker.PICTURE_ANSWER, "width": True}),
        json.dumps({**hostile_worker.PICTURE_ANSWER, "size": 2**63}),
        json.dumps({**hostile_worker.PICTURE_ANSWER, "format": "SVG"}),
        json.dumps({**hostile_worker.PICTURE_ANSWER, "hash": "0" * 63 + "\n"}),
        json.dumps({**hostile_worker.PICTURE_ANSWER, "metadata": {"exif": {}}}),
        json.dumps({**hostile_worker.PICTURE_ANSWER, "more": 1}),
        json.dumps({"rule": "decode.odd", "reason": "Odd."}),
        json.dumps({"rule": "decode.corrupt"}),
        json.dumps({**RENDER_ANSWER, "bytes": 2**40}),
        json.dumps({**RENDER_ANSWER, "bytes": -1}),
        "endless",
        "silent",
    ],
)  # fmt: skip
@pytest.mark.usefixtures("hostile_workers")
def test_a_worker_with_an_invalid_answer_counts_as_crashed(folder: Path, line: str) -> None:
    async def use(pool: Pool) -> None:
        answer = await pool.examine(str(folder), line)
        assert (answer["rule"], answer["reason"][:20]) == ("decode.crashed", "The decoder crashed ")
        assert (await pool.examine(str(folder), "picture"))["width"] == 1

    run_with_pool(use, scratch_folder(folder))


@pytest.mark.usefixtures("hostile_workers")
def test_fragmented_and_unsolicited_answers_do_no_harm(folder: Path) -> None:
    async def use(pool: Pool) -> None:
        assert (await pool.examine(str(folder), "pieces"))["width"] == 1
        assert (await pool.examine(str(folder), "twice"))["width"] == 1
        answers = await asyncio.gather(*(pool.examine(str(folder), "picture") for _ in range(5)))
        assert [answer["width"] for answer in answers] == [1] * 5
        heavy = await pool.examine(str(folder), "always heavy")
        assert heavy["rule"] == "decode.crashed"

    run_with_pool(use, scratch_folder(folder))


@pytest.mark.parametrize(("path", "rule"), [("no answer", "decode.crashed"), ("hang", "decode.timeout")])
@pytest.mark.usefixtures("hostile_workers")
def test_a_file_among_many_harms_only_itself(
    folder: Path, path: str, rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []
    send = WorkerProcess.send

    def noted_send(worker: WorkerProcess, requests: Iterable[WorkerRequest]) -> None:
        sizes.append(len(list(requests)))
        send(worker, requests)

    monkeypatch.setattr(WorkerProcess, "send", noted_send)
    paths = [*["picture"] * 100, path, *["picture"] * 100]

    async def use(pool: Pool) -> None:
        answers = await asyncio.gather(*(pool.examine(str(folder), each) for each in paths))
        assert [answer.get("rule") for answer in answers] == [rule if each == path else None for each in paths]

    run_with_pool(use, scratch_folder(folder), dataclasses.replace(LIMITS, seconds=1.0))
    assert max(sizes) > 2  # several files for each hand-over


@pytest.mark.usefixtures("hostile_workers")
def test_an_unsolicited_picture_is_discarded(folder: Path) -> None:
    size = MAX_IN_MEMORY_BYTES + 1
    line = json.dumps({**RENDER_ANSWER, "bytes": size}) + "\n" + "x" * (size - 1)

    async def use(pool: Pool) -> None:
        answer = await pool.examine(str(folder), line)
        assert answer["rule"] == "decode.crashed"
        with pytest.raises(RenderError, match="crashed"):
            await pool.render(str(folder), "picture", SMALL_JPEG)
        rendered = await pool.render(str(folder), line, SMALL_JPEG)
        assert rendered.file is not None
        assert rendered.file.stat().st_size == size
        rendered.file.unlink()

    run_with_pool(use, scratch_folder(folder))
    assert list(scratch_folder(folder).iterdir()) == []


@pytest.mark.usefixtures("hostile_workers")
def test_missing_confinement_is_logged_once(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def use(pool: Pool) -> None:
        await pool.examine(str(folder), "picture")
        await wait_until(lambda: not pool.pids)
        await pool.examine(str(folder), "picture")

    with caplog.at_level(logging.WARNING):
        run_with_pool(use, scratch_folder(folder), idle_seconds=0.05)
    assert [record.getMessage() for record in caplog.records] == [
        "Decoders run without landlock and seccomp, which this system does not provide."
    ]
