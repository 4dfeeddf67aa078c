"""What programs say: kept in lines, within bounds, and read back."""

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from facetry.extensions.process.guarded_process import End, KeptProcess
from facetry.extensions.process.logs import MOST_BYTES, LogLine, tail
from facetry.extensions.process.program import LogCaps, Program
from tests.support.guarded_programs import CAPS, IDLE, parent, program, run, said, seen, using

TICKS = os.sysconf("SC_CLK_TCK")


def heard(place: Path, code: str, caps: LogCaps = CAPS) -> list[LogLine]:
    """What is kept of a program of that code, without the notes of its start and its end."""
    kept = program(place, code)
    end = run(place, lambda: using(kept, KeptProcess.ended, caps=caps))
    assert end.code == 0
    first, *lines, last = said(kept, 10_000)
    assert first.text.startswith("started, process ")
    assert last.text == "ended, exit code 0"
    return lines


def test_lines_are_stamped_with_time_and_stream(place: Path) -> None:
    before = time.time_ns() // 1_000_000
    lines = heard(place, "print('one'); print('', flush=True); time.sleep(0.2); print('tw\\u00f6', file=sys.stderr)")
    assert [(line.stream, line.text) for line in lines] == [("out", "one"), ("out", ""), ("err", "twö")]
    times = [line.at for line in lines if line.at is not None]
    assert before <= times[0] <= times[1] <= times[2] - 150
    assert times[2] <= time.time_ns() // 1_000_000


def test_long_lines_are_cut_and_the_last_may_be_without_an_end(place: Path) -> None:
    caps = LogCaps(line_bytes=100)
    code = "print('a' * 100); print('b' * 101); print('c' * 500_000); print('\\xff\\x00\\x1b[1m'); print('d', end='')"
    texts = [line.text for line in heard(place, code, caps)]
    assert texts == ["a" * 100, "b" * 100 + " [1 bytes cut]", "c" * 100 + " [499900 bytes cut]", "ÿ\0\x1b[1m", "d"]


def test_what_is_no_text_is_kept(place: Path) -> None:
    lines = heard(place, r"os.write(1, b'\xff\xfe\r\n2026-01-01T00:00:00.000Z err forged\x0b\x0c\x85 one line\n')")
    assert [line.text for line in lines] == [
        "\ufffd\ufffd",
        "2026-01-01T00:00:00.000Z err forged\x0b\x0c\ufffd one line",
    ]
    assert {line.stream for line in lines} == {"out"}


def test_a_line_that_does_not_end_is_kept_after_a_while(place: Path) -> None:
    kept = program(place, "sys.stderr.write('Loading...'); sys.stderr.flush()\n" + IDLE)

    async def use(process: KeptProcess) -> None:
        deadline = time.monotonic() + 5
        while not [line for line in said(kept) if line.text == "Loading..."]:
            assert time.monotonic() < deadline
            await asyncio.sleep(0.05)

    run(place, lambda: using(kept, use))


def test_files_are_turned_over(place: Path) -> None:
    caps = LogCaps(file_bytes=10_000, files=3)
    code = "for number in range(2000): print(f'line {number}', file=sys.stdout if number % 3 else sys.stderr)"
    lines = heard_last(place, code, caps)
    files = sorted((place / "logs" / "program").iterdir())
    assert [file.name for file in files] == ["output.1.log", "output.2.log", "output.log"]
    assert all(5_000 < file.stat().st_size <= 10_000 for file in files[:2])
    assert all(file.stat().st_mode & 0o777 == 0o600 for file in files)
    numbers = [int(line.text.removeprefix("line ")) for line in lines if line.stream == "out"]
    assert numbers == sorted(numbers)
    assert numbers[-1] == 1999
    assert len(lines) > 500
    for count in (1, 7, 300, 301, len(lines)):
        assert tail(place / "logs" / "program", count + 1)[:-1] == lines[-count:]


def test_one_file_is_enough(place: Path) -> None:
    lines = heard_last(place, "for number in range(2000): print(number)", LogCaps(file_bytes=1_000, files=1))
    assert [file.name for file in (place / "logs" / "program").iterdir()] == ["output.log"]
    assert lines[-1].text == "1999"


def heard_last(place: Path, code: str, caps: LogCaps) -> list[LogLine]:
    """The last of what is kept of a program, when its beginning is not."""
    kept = program(place, code)
    assert run(place, lambda: using(kept, KeptProcess.ended, caps=caps)).code == 0
    return said(kept, 10_000)[:-1]


def test_a_log_goes_on_in_the_next_life(place: Path) -> None:
    assert len(heard(place, "print('first')")) == 1
    kept = program(place, "print('second')")
    run(place, lambda: using(kept, KeptProcess.ended))
    assert [line.text for line in said(kept) if line.stream == "out"] == ["first", "second"]


def test_a_flood_is_left_out_and_told_of(place: Path) -> None:
    code = "block = (b'x' * 99 + b'\\n') * 500\nfor _ in range(2000): os.write(1, block)\nsay('over')\n"
    kept = program(place, code + "print('after')\nsys.stdout.flush()\n" + IDLE)

    async def use(process: KeptProcess) -> tuple[float, int]:
        await seen(kept.folder / "over", 30)
        keeper = Path(f"/proc/{parent(process.pid)}")
        ticks = sum(map(int, (keeper / "stat").read_text().rpartition(")")[2].split()[11:13]))
        memory = int((keeper / "status").read_text().split("VmHWM:")[1].split()[0])
        await process.stop(1)
        return ticks / TICKS, memory

    seconds, memory = run(place, lambda: using(kept, use))
    assert seconds < 2.0  # a fifth of that where nothing else runs
    assert memory < 40_000
    lines = said(kept, 10_000)
    size = sum(file.stat().st_size for file in kept.logs.iterdir())
    assert size < 40 * CAPS.rate_bytes
    left_out = [line.text.split() for line in lines if line.stream == "note" and "left out" in line.text]
    assert left_out
    full = sum(line.text == "x" * 99 for line in tail_all(kept))
    after = sum(line.text == "after" for line in lines)
    assert full + sum(int(words[0]) for words in left_out) + after == 1_000_001
    missing = 100_000_006 - sum(int(words[2].strip("(")) for words in left_out) - 100 * full - 6 * after
    assert 0 <= missing < 100  # the rest of a line, after the last second that too much was said in


def tail_all(kept: Program) -> list[LogLine]:
    """All lines, of all files."""
    files = sorted(kept.logs.glob("output*.log"))
    texts = [line for file in files for line in file.read_bytes().split(b"\n")[:-1]]
    return [LogLine(None, "out", line.decode().split(" ", 2)[2]) for line in texts]


def test_what_is_within_the_rate_is_kept_to_the_last_line(place: Path) -> None:
    caps = LogCaps(rate_bytes=1 << 30, files=20)
    code = "for number in range(100_000): print(f'{number:09}')"
    kept = program(place, code)

    async def use(process: KeptProcess) -> End:
        return await process.ended()

    run(place, lambda: using(kept, use, caps=caps))
    numbers = [int(line.text) for line in tail_all(kept) if line.text.isdecimal()]
    assert numbers == list(range(100_000))


def test_a_full_disk_does_not_stop_the_program(place: Path) -> None:
    """Here the file cannot be opened, which comes to the same."""
    kept = program(place, "print('lost', flush=True)\nsay('here')\nwhile not os.path.exists('go'): time.sleep(0.01)")
    kept.logs.mkdir(parents=True)
    (kept.logs / "output.log").mkdir()

    async def use(process: KeptProcess) -> End:
        await seen(kept.folder / "here")
        await asyncio.sleep(0.1)
        (kept.logs / "output.log").rmdir()
        (kept.folder / "go").touch()
        return await process.ended()

    assert run(place, lambda: using(kept, use)).code == 0
    assert [line.text for line in said(kept)][-1] == "ended, exit code 0"


def test_a_line_that_does_not_fit_on_the_disk_leaves_no_half(tmp_path: Path) -> None:
    """A limit on the size of files stands in for the end of the disk: a write is done in part, and the next fails."""
    code = (
        "import resource, sys; from facetry.extensions.process.output import Log\n"
        "log = Log(sys.argv[1], 'output', 10**6, 2)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "print([log.write([b'x' * 299 + b'\\n']) for _ in range(5)])\n"
    )
    done = subprocess.run([sys.executable, "-c", code, tmp_path], capture_output=True, text=True, check=True)
    assert done.stdout == "[1, 1, 1, 0, 0]\n"
    assert (tmp_path / "output.log").read_bytes() == (b"x" * 299 + b"\n") * 3


def test_no_link_is_followed(place: Path) -> None:
    secret = place / "secret"
    secret.write_text("secret")
    kept = program(place, "print('hello')")
    kept.logs.mkdir(parents=True)
    (kept.logs / "output.log").symlink_to(secret)
    run(place, lambda: using(kept, KeptProcess.ended))
    assert secret.read_text() == "secret"
    with pytest.raises(OSError, match="symbolic links"):
        said(kept)


def test_a_log_that_is_not_there_is_empty(tmp_path: Path) -> None:
    assert tail(tmp_path / "nowhere", 10) == []
    assert tail(tmp_path, 10) == []
    (tmp_path / "output.log").write_bytes(b"")
    assert tail(tmp_path, 10) == []


@pytest.mark.parametrize("length", [0, 1, 65_535, 65_536, 65_537, 131_071, 131_072, 200_000])
@pytest.mark.parametrize("ending", [b"", b"\n", b"\n\n"])
def test_lines_are_found_wherever_blocks_meet(tmp_path: Path, length: int, ending: bytes) -> None:
    content = b"a\n\n" + b"x" * length + b"\n" + b"b" + ending
    (tmp_path / "output.log").write_bytes(content)
    expected = content.removesuffix(b"\n").decode().split("\n")
    assert [line.text for line in tail(tmp_path, 100)] == expected
    assert [line.text for line in tail(tmp_path, 2)] == expected[-2:]


def test_as_little_is_read_as_is_needed_and_never_too_much(tmp_path: Path) -> None:
    line = b"2026-01-01T00:00:00.000Z out " + b"y" * 1000 + b"\n"
    (tmp_path / "output.1.log").write_bytes(line * 20_000)
    (tmp_path / "output.log").write_bytes(line)
    assert len(tail(tmp_path, 10**9)) == MOST_BYTES // len(line)
    assert tail(tmp_path, 0) == []
    assert tail(tmp_path, -1) == []
    (found,) = tail(tmp_path, 1)
    assert found == LogLine(1_767_225_600_000, "out", "y" * 1000)


def test_a_file_that_is_turned_over_meanwhile_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "output.log").write_bytes(b"one\n")
    os.link(tmp_path / "output.log", tmp_path / "output.1.log")
    assert [line.text for line in tail(tmp_path, 10)] == ["one"]
