"""Output of programs: logged in lines, within limits, and read back."""

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from facetry.extensions.process.guarded_process import ExitStatus, GuardedProcess
from facetry.extensions.process.logs import MAX_BYTES, LogLine, tail
from facetry.extensions.process.program import LogLimits, Program
from tests.support.extensions.guarded_programs import (
    IDLE,
    LOG_LIMITS,
    log_lines,
    parent_pid,
    program,
    run,
    wait_for_file,
    with_running_program,
)
from tests.support.processor_speed import slowness

TICKS = os.sysconf("SC_CLK_TCK")


def logged_lines(place: Path, code: str, log_limits: LogLimits = LOG_LIMITS) -> list[LogLine]:
    """The log of a program with this code, without the notes of its start and its end."""
    spec = program(place, code)
    exit_status = run(place, lambda: with_running_program(spec, GuardedProcess.wait, log_limits=log_limits))
    assert exit_status.code == 0
    first, *lines, last = log_lines(spec, 10_000)
    assert first.text.startswith("started, process ")
    assert last.text == "ended, exit code 0"
    return lines


def test_lines_have_a_timestamp_and_their_stream(programs_folder: Path) -> None:
    before = time.time_ns() // 1_000_000
    lines = logged_lines(
        programs_folder, "print('one'); print('', flush=True); time.sleep(0.2); print('tw\\u00f6', file=sys.stderr)"
    )
    assert [(line.stream, line.text) for line in lines] == [("out", "one"), ("out", ""), ("err", "twö")]
    times = [line.timestamp for line in lines if line.timestamp is not None]
    assert before <= times[0] <= times[1] <= times[2] - 150
    assert times[2] <= time.time_ns() // 1_000_000


def test_long_lines_are_cut_and_the_last_may_lack_its_newline(programs_folder: Path) -> None:
    log_limits = LogLimits(line_bytes=100)
    code = "print('a' * 100); print('b' * 101); print('c' * 500_000); print('\\xff\\x00\\x1b[1m'); print('d', end='')"
    texts = [line.text for line in logged_lines(programs_folder, code, log_limits)]
    assert texts == ["a" * 100, "b" * 100 + " [1 bytes cut]", "c" * 100 + " [499900 bytes cut]", "ÿ\0\x1b[1m", "d"]


def test_bytes_that_are_not_utf_8_are_replaced_and_forged_lines_stay_text(programs_folder: Path) -> None:
    lines = logged_lines(
        programs_folder, r"os.write(1, b'\xff\xfe\r\n2026-01-01T00:00:00.000Z err forged\x0b\x0c\x85 one line\n')"
    )
    assert [line.text for line in lines] == [
        "\ufffd\ufffd",
        "2026-01-01T00:00:00.000Z err forged\x0b\x0c\ufffd one line",
    ]
    assert {line.stream for line in lines} == {"out"}


def test_an_unfinished_line_is_logged_after_a_while(programs_folder: Path) -> None:
    spec = program(programs_folder, "sys.stderr.write('Loading...'); sys.stderr.flush()\n" + IDLE)

    async def use(process: GuardedProcess) -> None:
        deadline = time.monotonic() + 30
        while not [line for line in log_lines(spec) if line.text == "Loading..."]:
            assert time.monotonic() < deadline
            await asyncio.sleep(0.05)

    run(programs_folder, lambda: with_running_program(spec, use))


def test_files_are_rotated(programs_folder: Path) -> None:
    log_limits = LogLimits(file_bytes=10_000, files=3)
    code = "for number in range(2000): print(f'line {number}', file=sys.stdout if number % 3 else sys.stderr)"
    lines = last_logged_lines(programs_folder, code, log_limits)
    files = sorted((programs_folder / "logs" / "program").iterdir())
    assert [file.name for file in files] == ["output.1.log", "output.2.log", "output.log"]
    assert all(5_000 < file.stat().st_size <= 10_000 for file in files[:2])
    assert all(file.stat().st_mode & 0o777 == 0o600 for file in files)
    numbers = [int(line.text.removeprefix("line ")) for line in lines if line.stream == "out"]
    assert numbers == sorted(numbers)
    assert numbers[-1] == 1999
    assert len(lines) > 500
    for count in (1, 7, 300, 301, len(lines)):
        assert tail(programs_folder / "logs" / "program", count + 1)[:-1] == lines[-count:]


def test_rotation_works_with_one_file(programs_folder: Path) -> None:
    lines = last_logged_lines(
        programs_folder, "for number in range(2000): print(number)", LogLimits(file_bytes=1_000, files=1)
    )
    assert [file.name for file in (programs_folder / "logs" / "program").iterdir()] == ["output.log"]
    assert lines[-1].text == "1999"


def last_logged_lines(place: Path, code: str, log_limits: LogLimits) -> list[LogLine]:
    """The log of a program with this code, when its beginning has been rotated away."""
    spec = program(place, code)
    assert run(place, lambda: with_running_program(spec, GuardedProcess.wait, log_limits=log_limits)).code == 0
    return log_lines(spec, 10_000)[:-1]


def test_a_log_is_continued_by_the_next_run(programs_folder: Path) -> None:
    assert len(logged_lines(programs_folder, "print('first')")) == 1
    spec = program(programs_folder, "print('second')")
    run(programs_folder, lambda: with_running_program(spec, GuardedProcess.wait))
    assert [line.text for line in log_lines(spec) if line.stream == "out"] == ["first", "second"]


def test_output_beyond_the_rate_is_dropped_and_counted(programs_folder: Path) -> None:
    code = "block = (b'x' * 99 + b'\\n') * 500\nfor _ in range(2000): os.write(1, block)\nsay('over')\n"
    spec = program(programs_folder, code + "print('after')\nsys.stdout.flush()\n" + IDLE)

    async def use(process: GuardedProcess) -> tuple[float, int]:
        await wait_for_file(spec.folder / "over", 30)
        guardian = Path(f"/proc/{parent_pid(process.pid)}")
        ticks = sum(map(int, (guardian / "stat").read_text().rpartition(")")[2].split()[11:13]))
        memory = int((guardian / "status").read_text().split("VmHWM:")[1].split()[0])
        await process.stop(1)
        return ticks / TICKS, memory

    seconds, memory = run(programs_folder, lambda: with_running_program(spec, use))
    assert seconds < 2.0 * slowness()  # a fifth of that on an idle machine
    assert memory < 40_000
    lines = log_lines(spec, 10_000)
    size = sum(file.stat().st_size for file in spec.logs.iterdir())
    assert size < 40 * LOG_LIMITS.rate_bytes
    drop_notes = [line.text.split() for line in lines if line.stream == "note" and "left out" in line.text]
    assert drop_notes
    full = sum(line.text == "x" * 99 for line in all_lines(spec))
    after = sum(line.text == "after" for line in lines)
    assert full + sum(int(words[0]) for words in drop_notes) + after == 1_000_001
    missing = 100_000_006 - sum(int(words[2].strip("(")) for words in drop_notes) - 100 * full - 6 * after
    assert 0 <= missing < 100  # the rest of a line, after the last second above the rate


def all_lines(program_spec: Program) -> list[LogLine]:
    """All lines of all files."""
    files = sorted(program_spec.logs.glob("output*.log"))
    texts = [line for file in files for line in file.read_bytes().split(b"\n")[:-1]]
    return [LogLine(None, "out", line.decode().split(" ", 2)[2]) for line in texts]


def test_output_within_the_rate_is_logged_completely(programs_folder: Path) -> None:
    log_limits = LogLimits(rate_bytes=1 << 30, files=20)
    code = "for number in range(100_000): print(f'{number:09}')"
    spec = program(programs_folder, code)

    async def use(process: GuardedProcess) -> ExitStatus:
        return await process.wait()

    run(programs_folder, lambda: with_running_program(spec, use, log_limits=log_limits))
    numbers = [int(line.text) for line in all_lines(spec) if line.text.isdecimal()]
    assert numbers == list(range(100_000))


def test_a_full_disk_does_not_stop_the_program(programs_folder: Path) -> None:
    """The file cannot be opened here, which has the same effect."""
    spec = program(
        programs_folder, "print('lost', flush=True)\nsay('here')\nwhile not os.path.exists('go'): time.sleep(0.01)"
    )
    spec.logs.mkdir(parents=True)
    (spec.logs / "output.log").mkdir()

    async def use(process: GuardedProcess) -> ExitStatus:
        await wait_for_file(spec.folder / "here")
        await asyncio.sleep(0.1)
        (spec.logs / "output.log").rmdir()
        (spec.folder / "go").touch()
        return await process.wait()

    assert run(programs_folder, lambda: with_running_program(spec, use)).code == 0
    assert [line.text for line in log_lines(spec)][-1] == "ended, exit code 0"


def test_a_line_that_does_not_fit_on_the_disk_leaves_no_partial_line(tmp_path: Path) -> None:
    """A limit on the file size stands in for a full disk: one write is partial, and the next one fails."""
    code = (
        "import resource, sys; from facetry.extensions.process.output import RotatingLog\n"
        "log = RotatingLog(sys.argv[1], 'output', 10**6, 2)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "print([log.write([b'x' * 299 + b'\\n']) for _ in range(5)])\n"
    )
    result = subprocess.run([sys.executable, "-c", code, tmp_path], capture_output=True, text=True, check=True)
    assert result.stdout == "[1, 1, 1, 0, 0]\n"
    assert (tmp_path / "output.log").read_bytes() == (b"x" * 299 + b"\n") * 3


def test_no_link_is_followed(programs_folder: Path) -> None:
    secret = programs_folder / "secret"
    secret.write_text("secret")
    spec = program(programs_folder, "print('hello')")
    spec.logs.mkdir(parents=True)
    (spec.logs / "output.log").symlink_to(secret)
    run(programs_folder, lambda: with_running_program(spec, GuardedProcess.wait))
    assert secret.read_text() == "secret"
    with pytest.raises(OSError, match="symbolic links"):
        log_lines(spec)


def test_a_missing_log_is_empty(tmp_path: Path) -> None:
    assert tail(tmp_path / "nowhere", 10) == []
    assert tail(tmp_path, 10) == []
    (tmp_path / "output.log").write_bytes(b"")
    assert tail(tmp_path, 10) == []


@pytest.mark.parametrize("length", [0, 1, 65_535, 65_536, 65_537, 131_071, 131_072, 200_000])
@pytest.mark.parametrize("ending", [b"", b"\n", b"\n\n"])
def test_lines_are_read_across_block_boundaries(tmp_path: Path, length: int, ending: bytes) -> None:
    content = b"a\n\n" + b"x" * length + b"\n" + b"b" + ending
    (tmp_path / "output.log").write_bytes(content)
    expected = content.removesuffix(b"\n").decode().split("\n")
    assert [line.text for line in tail(tmp_path, 100)] == expected
    assert [line.text for line in tail(tmp_path, 2)] == expected[-2:]


def test_reading_is_bounded_in_bytes(tmp_path: Path) -> None:
    line = b"2026-01-01T00:00:00.000Z out " + b"y" * 1000 + b"\n"
    (tmp_path / "output.1.log").write_bytes(line * 20_000)
    (tmp_path / "output.log").write_bytes(line)
    assert len(tail(tmp_path, 10**9)) == MAX_BYTES // len(line)
    assert tail(tmp_path, 0) == []
    assert tail(tmp_path, -1) == []
    (last_line,) = tail(tmp_path, 1)
    assert last_line == LogLine(1_767_225_600_000, "out", "y" * 1000)


def test_a_file_that_is_rotated_while_reading_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "output.log").write_bytes(b"one\n")
    os.link(tmp_path / "output.log", tmp_path / "output.1.log")
    assert [line.text for line in tail(tmp_path, 10)] == ["one"]
