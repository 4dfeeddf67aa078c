"""Workers that are not themselves any more: what hostile bytes could make them say."""

import asyncio
import json
import logging
from pathlib import Path

import pytest

from facetry.imaging.pool.pool import Pool, RenderError
from facetry.imaging.protocol import KEPT_BYTES
from tests.support import hostile_worker as strange_worker
from tests.support.pools import SMALL, make_folder, scratch, until, using_pool

RENDERED = {"format": "PNG", "width": 1, "height": 1, "size": 1, "created_ms": 1, "modified_ns": 1}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_folder(tmp_path)


@pytest.fixture
def strange(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("facetry.imaging.pool.process._MODULE", "tests.support.hostile_worker")


@pytest.mark.parametrize(
    "said",
    [
        "no answer",
        "[]",
        "{}",
        "null",
        json.dumps({**strange_worker.PICTURE, "width": "1"}),
        json.dumps({**strange_worker.PICTURE, "width": True}),
        json.dumps({**strange_worker.PICTURE, "size": 2**63}),
        json.dumps({**strange_worker.PICTURE, "format": "SVG"}),
        json.dumps({**strange_worker.PICTURE, "hash": "0" * 63 + "\n"}),
        json.dumps({**strange_worker.PICTURE, "metadata": {"exif": {}}}),
        json.dumps({**strange_worker.PICTURE, "more": 1}),
        json.dumps({"rule": "decode.odd", "reason": "Odd."}),
        json.dumps({"rule": "decode.corrupt"}),
        json.dumps({**RENDERED, "bytes": 2**40}),
        json.dumps({**RENDERED, "bytes": -1}),
        "endless",
        "silent",
    ],
)  # fmt: skip
@pytest.mark.usefixtures("strange")
def test_a_worker_that_says_what_no_worker_says_has_crashed(folder: Path, said: str) -> None:
    async def use(pool: Pool) -> None:
        answer = await pool.examine(str(folder), said)
        assert (answer["rule"], answer["reason"][:20]) == ("decode.crashed", "The decoder crashed ")
        assert (await pool.examine(str(folder), "picture"))["width"] == 1

    using_pool(use, scratch(folder))


@pytest.mark.usefixtures("strange")
def test_answers_that_come_in_pieces_or_unasked_harm_nobody(folder: Path) -> None:
    async def use(pool: Pool) -> None:
        assert (await pool.examine(str(folder), "pieces"))["width"] == 1
        assert (await pool.examine(str(folder), "twice"))["width"] == 1
        answers = await asyncio.gather(*(pool.examine(str(folder), "picture") for _ in range(5)))
        assert [answer["width"] for answer in answers] == [1] * 5
        heavy = await pool.examine(str(folder), "always heavy")
        assert heavy["rule"] == "decode.crashed"

    using_pool(use, scratch(folder))


@pytest.mark.usefixtures("strange")
def test_a_picture_that_nobody_asked_for_is_thrown_away(folder: Path) -> None:
    size = KEPT_BYTES + 1
    said = json.dumps({**RENDERED, "bytes": size}) + "\n" + "x" * (size - 1)

    async def use(pool: Pool) -> None:
        answer = await pool.examine(str(folder), said)
        assert answer["rule"] == "decode.crashed"
        with pytest.raises(RenderError, match="crashed"):
            await pool.render(str(folder), "picture", SMALL)
        rendered = await pool.render(str(folder), said, SMALL)
        assert rendered.file is not None
        assert rendered.file.stat().st_size == size
        rendered.file.unlink()

    using_pool(use, scratch(folder))
    assert list(scratch(folder).iterdir()) == []


@pytest.mark.usefixtures("strange")
def test_workers_without_confinement_are_told_of_once(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def use(pool: Pool) -> None:
        await pool.examine(str(folder), "picture")
        await until(lambda: not pool.pids)
        await pool.examine(str(folder), "picture")

    with caplog.at_level(logging.WARNING):
        using_pool(use, scratch(folder), idle=0.05)
    assert [record.getMessage() for record in caplog.records] == [
        "Decoders run without landlock and seccomp, which this system does not provide."
    ]
