"""Examining files in worker processes: every format, every fault, and the lifetime of the workers."""

import asyncio
import contextlib
import hashlib
import io
import json
import os
import signal
import threading
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest
from PIL import Image

from facetry.imaging.formats import FORMATS, format_of
from facetry.imaging.pool.pool import NoDecoderError, Pool, PoolClosedError
from facetry.imaging.protocol import DecoderLimits, WorkerAnswer
from facetry.imaging.rules import RULES
from tests.support.imaging import pictures

T = TypeVar("T")
LIMITS = DecoderLimits(max_pixels=200_000_000, max_bytes=64 * 1024**2, memory_bytes=2 * 1024**3, seconds=20.0)


def run_with_pool(use: Callable[[Pool], Awaitable[T]], limits: DecoderLimits = LIMITS, workers: int = 1) -> T:
    """The result of `use` with a pool. Asserts that no process remains."""

    async def run() -> T:
        pool = Pool(limits, workers, idle_seconds=0.2)
        try:
            return await use(pool)
        finally:
            pids = pool.pids
            await pool.close()
            assert pool.pids == []
            assert not [pid for pid in pids if is_alive(pid)]

    return asyncio.run(run())


def is_alive(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def read_process_file(pid: int, file: str) -> str:
    """The content of a file of a process in /proc."""
    return Path(f"/proc/{pid}/{file}").read_text()


def examine_files(folder: Path, *names: str, limits: DecoderLimits = LIMITS) -> list[WorkerAnswer]:
    async def use(pool: Pool) -> list[WorkerAnswer]:
        return list(await asyncio.gather(*(pool.examine(str(folder), name) for name in names)))

    return run_with_pool(use, limits)


def examine_bytes(folder: Path, data: bytes, name: str = "a.jpg", limits: DecoderLimits = LIMITS) -> WorkerAnswer:
    (folder / name).write_bytes(data)
    return examine_files(folder, name, limits=limits)[0]


def test_each_format_is_detected_by_content(tmp_path: Path) -> None:
    formats = {f"{format}.{suffix}": format for format in pictures.FORMATS for suffix in ("jpg", "bin")}
    for name, format in formats.items():
        (tmp_path / name).write_bytes(pictures.picture(format))
    for (name, format), answer in zip(formats.items(), examine_files(tmp_path, *formats), strict=True):
        data = (tmp_path / name).read_bytes()
        assert (answer["format"], answer["width"], answer["height"]) == (format, *pictures.HEIF_SIZE), name
        assert answer["hash"] == hashlib.sha256(data).hexdigest()
        assert answer["size"] == len(data)
        assert answer["modified_ns"] == (tmp_path / name).stat().st_mtime_ns
        assert abs(answer["created_ms"] - time.time() * 1000) < 60_000
    assert set(pictures.FORMATS) == FORMATS


def test_an_animation_is_examined_by_its_first_frame(tmp_path: Path) -> None:
    frames = [pictures.pattern(40, 30, seed) for seed in range(5)]
    for format in ("GIF", "WEBP", "PNG"):
        output = io.BytesIO()
        frames[0].save(output, format, save_all=True, append_images=frames[1:])
        answer = examine_bytes(tmp_path, output.getvalue())
        assert (answer["format"], answer["width"], answer["height"]) == (format, 40, 30)


def test_a_broken_file_is_answered_with_the_rule_that_it_breaks(tmp_path: Path) -> None:
    broken = list(pictures.broken_pictures())
    for name, data, _ in broken:
        (tmp_path / name).write_bytes(data)
    answers = examine_files(tmp_path, *(name for name, _, _ in broken))
    assert [(name, answer.get("rule")) for (name, _, _), answer in zip(broken, answers, strict=True)] == [
        (name, rule) for name, _, rule in broken
    ]
    assert all(answer["reason"].endswith(".") and len(answer["reason"]) < 300 for answer in answers)
    assert {answer["rule"] for answer in answers} <= RULES


def test_a_truncated_picture_is_accepted_or_refused_and_never_crashes_the_worker(tmp_path: Path) -> None:
    names = []
    for format in pictures.FORMATS:
        whole = pictures.picture(format)
        for at in range(1, len(whole), max(1, len(whole) // 30)):
            names.append(f"{format}-{at}.jpg")
            (tmp_path / names[-1]).write_bytes(whole[:at])
            names.append(f"{format}-{at}-flipped.jpg")
            (tmp_path / names[-1]).write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
    for name, answer in zip(names, examine_files(tmp_path, *names), strict=True):
        assert "hash" in answer or answer["rule"].startswith("decode."), name
        assert answer.get("rule") != "decode.crashed", name


def test_a_file_without_picture_name_and_picture_content_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_bytes(b"hello")
    (tmp_path / "empty").write_bytes(b"")
    os.mkfifo(tmp_path / "pipe.jpg")
    (tmp_path / "folder.jpg").mkdir()
    for answer in examine_files(tmp_path, "notes.txt", "empty", "pipe.jpg", "folder.jpg"):
        assert answer == {"ignored": True}


def test_nothing_outside_of_the_root_is_opened(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "a.png").write_bytes(pictures.picture("PNG"))
    root = tmp_path / "root"
    root.mkdir()
    (root / "link.png").symlink_to(tmp_path / "outside" / "a.png")
    (root / "folder").symlink_to(tmp_path / "outside", target_is_directory=True)
    assert [answer.get("rule") for answer in examine_files(root, "link.png", "folder/a.png", "gone.png")] == [
        "file.read",
        "file.vanished",
        "file.vanished",
    ]


def test_the_pixel_cap_is_checked_before_memory_is_allocated(tmp_path: Path) -> None:
    flat = pictures.flat_png(2000)
    assert examine_bytes(tmp_path, flat, limits=replace(LIMITS, max_pixels=3_999_999))["rule"] == "decode.pixels"
    answer = examine_bytes(tmp_path, flat, limits=replace(LIMITS, max_pixels=4_000_000))
    assert (answer["width"], answer["height"]) == (2000, 2000)


def test_a_picture_over_the_byte_cap_is_not_read(tmp_path: Path) -> None:
    data = pictures.picture("PNG")
    assert examine_bytes(tmp_path, data, limits=replace(LIMITS, max_bytes=len(data) - 1))["rule"] == "file.too-large"
    assert "hash" in examine_bytes(tmp_path, data, limits=replace(LIMITS, max_bytes=len(data)))


def test_memory_is_capped_and_the_next_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "bomb.png").write_bytes(pictures.flat_png(13_000))
    (tmp_path / "good.png").write_bytes(pictures.picture("PNG"))
    limits = replace(LIMITS, memory_bytes=160 * 1024**2)
    bomb, good, again = examine_files(tmp_path, "bomb.png", "good.png", "bomb.png", limits=limits)
    assert (bomb["rule"], again["rule"]) == ("decode.memory", "decode.memory")
    assert good["format"] == "PNG"


def test_a_file_that_exceeds_the_time_limit_is_aborted_and_the_others_are_read(tmp_path: Path) -> None:
    (tmp_path / "slow.png").write_bytes(pictures.flat_png(18_000))  # takes about a second
    (tmp_path / "good.png").write_bytes(pictures.picture("PNG"))
    limits = replace(LIMITS, max_pixels=400_000_000, seconds=0.4)  # a busy machine needs some of it for a small file
    slow, good = examine_files(tmp_path, "slow.png", "good.png", limits=limits)
    assert slow["rule"] == "decode.timeout"
    assert good["format"] == "PNG"


def test_no_file_is_lost_when_a_worker_is_killed(tmp_path: Path) -> None:
    for number in range(40):
        (tmp_path / f"{number}.png").write_bytes(pictures.flat_png(1500 + number))

    async def use(pool: Pool) -> tuple[list[WorkerAnswer], int]:
        tasks = [asyncio.create_task(pool.examine(str(tmp_path), f"{number}.png")) for number in range(40)]
        killed = 0
        while not all(task.done() for task in tasks):
            await asyncio.sleep(0.1)
            for pid in pool.pids[:1]:
                with contextlib.suppress(ProcessLookupError):  # the worker has ended, and the pool has not noticed yet
                    os.kill(pid, signal.SIGSEGV)
                    killed += 1
                if killed >= 5:
                    await asyncio.gather(*tasks)
        return [task.result() for task in tasks], killed

    answers, killed = run_with_pool(use, workers=2)
    assert killed > 0
    crashed = [answer for answer in answers if answer.get("rule") == "decode.crashed"]
    assert len(crashed) <= killed // 2
    assert len(answers) == 40


def test_a_file_that_crashes_two_workers_is_refused_with_the_signal(tmp_path: Path) -> None:
    (tmp_path / "deadly.png").write_bytes(pictures.flat_png(9_000))
    (tmp_path / "good.png").write_bytes(pictures.picture("PNG"))

    async def use(pool: Pool) -> list[WorkerAnswer]:
        tasks = [asyncio.create_task(pool.examine(str(tmp_path), name)) for name in ("deadly.png", "good.png")]
        for _ in range(2):
            previous_pids = pool.pids
            while not pool.pids or pool.pids == previous_pids:  # noqa: ASYNC110  # nothing reports the start of a process
                await asyncio.sleep(0.005)
            await asyncio.sleep(0.02)  # it reads the file now
            os.kill(pool.pids[0], signal.SIGSEGV)
        return list(await asyncio.gather(*tasks))

    deadly, good = run_with_pool(use)
    assert deadly["rule"] == "decode.crashed"
    assert "SIGSEGV" in deadly["reason"]
    assert good["format"] == "PNG"


def test_a_file_that_changes_while_it_is_read_is_not_examined(tmp_path: Path) -> None:
    path = tmp_path / "copy.png"
    path.write_bytes(pictures.flat_png(6_000))
    stop = threading.Event()

    def write() -> None:
        with path.open("ab") as file:
            while not stop.is_set():
                file.write(b"x")
                file.flush()
                time.sleep(0.001)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        (answer,) = examine_files(tmp_path, "copy.png")
    finally:
        stop.set()
        writer.join()
    assert answer["rule"] == "file.changed"


def test_metadata_is_json_text_of_bounded_size_without_nul(tmp_path: Path) -> None:
    texts = examine_bytes(tmp_path, pictures.picture("JPEG", with_exif=True))["metadata"]
    assert json.loads(texts["exif"]) == {
        "Make": "Facetry",
        "Model": "Sample",
        "Orientation": 6,
        "DateTimeOriginal": "2024:05:06 07:08:09",
    }
    assert json.loads(texts["all"])["exif"]["Model"] == "Sample"
    assert examine_bytes(tmp_path, pictures.picture("WEBP"))["metadata"] == {}

    tags = Image.Exif()
    tags[0x010E] = "a\0b" * 20 + "é" * 200_000
    tags[0x9286] = b"UNICODE\0" + "drawn by hand".encode("utf-16-be")
    tags[0x927C] = os.urandom(1000)
    output = io.BytesIO()
    packet = b"<x:xmpmeta>" + b"<p>" * 1000 + b"\xff\0</x:xmpmeta>"
    pictures.pattern(20, 20).save(output, "PNG", exif=tags.tobytes(), icc_profile=b"\0" * 500)
    texts = examine_bytes(tmp_path, output.getvalue())["metadata"]
    assert json.loads(texts["exif"])["UserComment"] == "drawn by hand"
    output = io.BytesIO()
    pictures.pattern(20, 20).save(output, "WEBP", xmp=packet)
    texts |= examine_bytes(tmp_path, output.getvalue())["metadata"]
    assert json.loads(texts["xmp"])["packet"].startswith("<x:xmpmeta>")
    for name, text in texts.items():
        assert len(text.encode()) <= 65_536, name
        assert "\0" not in text
        assert "\\u0000" not in text
        assert isinstance(json.loads(text), dict)


def test_workers_are_small_start_on_demand_and_leave_when_idle(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(pictures.picture("PNG"))

    async def use(pool: Pool) -> None:
        assert pool.pids == []
        await pool.examine(str(tmp_path), "a.png")
        (pid,) = pool.pids
        status = dict(line.split(":", 1) for line in read_process_file(pid, "status").splitlines())
        assert int(status["VmRSS"].split()[0]) < 45 * 1024
        limits = read_process_file(pid, "limits")
        assert "Max core file size        0" in limits
        assert "Max open files            64" in limits
        deadline = time.monotonic() + 10
        while pool.pids:
            assert time.monotonic() < deadline
            await asyncio.sleep(0.05)
        assert "hash" in await pool.examine(str(tmp_path), "a.png")

    run_with_pool(use)


def test_a_closed_pool_refuses_waiting_and_new_jobs(tmp_path: Path) -> None:
    (tmp_path / "slow.png").write_bytes(pictures.flat_png(9_000))

    async def run() -> list[WorkerAnswer | BaseException]:
        pool = Pool(LIMITS, 1)
        tasks = [asyncio.create_task(pool.examine(str(tmp_path), "slow.png")) for _ in range(8)]
        while not pool.pids:  # noqa: ASYNC110  # nothing reports the start of a process
            await asyncio.sleep(0.01)
        await pool.close()
        with pytest.raises(PoolClosedError):
            await pool.examine(str(tmp_path), "slow.png")
        return list(await asyncio.gather(*tasks, return_exceptions=True))

    assert all(isinstance(answer, PoolClosedError) for answer in asyncio.run(run()))


def test_a_worker_that_cannot_start_is_not_reported_as_a_fault_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("facetry.imaging.pool.process._MODULE", "facetry.no_such_module")
    (tmp_path / "a.png").write_bytes(pictures.picture("PNG"))

    async def use(pool: Pool) -> None:
        with pytest.raises(NoDecoderError, match="No module named"):
            await pool.examine(str(tmp_path), "a.png")
        assert pool.failure is not None

    run_with_pool(use)


@pytest.mark.parametrize(
    ("brands", "format"),
    [
        (b"avif\0\0\0\0mif1miaf", "AVIF"),
        (b"avis\0\0\0\0msf1", "AVIF"),
        (b"heic\0\0\0\0mif1heic", "HEIF"),
        (b"heix\0\0\0\0mif1", "HEIF"),
        (b"mif1\0\0\0\0mif1avifmiaf", "AVIF"),
        (b"mif1\0\0\0\0mif1heicmiaf", "HEIF"),
        (b"msf1\0\0\0\0msf1hevc", "HEIF"),
        (b"mif1\0\0\0\0", "HEIF"),
        (b"isom\0\0\0\0isommp41", None),
        (b"crx \0\0\0\0crx isom", None),
    ],
)
def test_avif_and_heif_are_distinguished_by_their_brands(brands: bytes, format: str | None) -> None:
    assert format_of((8 + len(brands)).to_bytes(4, "big") + b"ftyp" + brands + bytes(20)) == format


@pytest.mark.parametrize("head", [b"", b"\x89PN", b"GIF88a", b"RIFF\0\0\0\0WAVE", b"BM", b"II*\0", b"%PDF", b"\0" * 40])
def test_other_first_bytes_have_no_format(head: bytes) -> None:
    assert format_of(head) is None
