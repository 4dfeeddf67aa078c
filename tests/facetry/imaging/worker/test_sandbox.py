"""The sandbox of a worker: every escape attempt fails, and reading works."""

import asyncio
import json
import platform
import re
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from facetry.imaging.pool.pool import Pool
from facetry.imaging.protocol import DecoderLimits
from facetry.imaging.worker import seccomp
from facetry.imaging.worker.seccomp import (
    CONDITIONAL_CALLS,
    DENIED_CALLS,
    MACHINES,
    NEWEST_CALL,
    call_numbers,
    filter_program,
)
from tests.support.extensions import sandbox_escapes
from tests.support.imaging import pictures

ROOT = Path(__file__).parents[4]
LIMITS = DecoderLimits(max_pixels=10_000_000, max_bytes=1024**2, memory_bytes=512 * 1024**2, seconds=20.0)
REFUSAL_ERRORS = {"EPERM", "EACCES", "ENOSYS", "ENOTTY"}

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() not in MACHINES, reason="the confinement exists on Linux only"
)


def run_escape_attempts(tmp_path: Path, layers: str) -> dict[str, Any]:
    """The report of a process that confines itself by `layers` and then tries to escape."""
    folder = tmp_path / "pictures"
    (folder / "empty").mkdir(parents=True)
    for name in ("inside", "other", "doomed"):
        (folder / name).write_bytes(b"a picture")
    (tmp_path / "outside").write_bytes(b"a secret")
    before = sorted(folder.iterdir())
    process = subprocess.run(
        [sys.executable, "-m", "tests.support.extensions.sandbox_escapes", layers, str(folder)],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert process.returncode == -signal.SIGABRT, process.stderr.decode()  # abort() still ends the process
    if layers != "none":
        assert sorted(folder.iterdir()) == before
        assert (folder / "inside").read_bytes() == b"a picture"
    report: dict[str, Any] = json.loads(process.stdout)
    assert set(report["may"].values()) == {"ok"}
    return report


def test_no_escape_attempt_succeeds(tmp_path: Path) -> None:
    report = run_escape_attempts(tmp_path, "both")
    if report["layers"] != ["landlock", "seccomp"]:
        pytest.skip(f"this kernel provides {report['layers']} only")
    assert len(report["attempts"]) > 50
    assert {name: how for name, how in report["attempts"].items() if how not in REFUSAL_ERRORS} == {}


def test_seccomp_alone_permits_only_reading(tmp_path: Path) -> None:
    report = run_escape_attempts(tmp_path, "seccomp")
    assert report["layers"] == ["seccomp"]
    assert {name: how for name, how in report["attempts"].items() if how not in REFUSAL_ERRORS} == {}


def test_landlock_alone_prevents_file_system_changes(tmp_path: Path) -> None:
    report = run_escape_attempts(tmp_path, "landlock")
    if not report["layers"]:
        pytest.skip("this kernel has no Landlock")
    names = {*sandbox_escapes.write_attempts(tmp_path), *sandbox_escapes.read_attempts(tmp_path)}
    assert {name: report["attempts"][name] for name in names if report["attempts"][name] not in REFUSAL_ERRORS} == {}


def test_without_confinement_the_attempts_succeed(tmp_path: Path) -> None:
    """Control: the attempts of the tests above fail through the confinement, and not for another reason."""
    report = run_escape_attempts(tmp_path, "none")
    names = {
        *sandbox_escapes.write_attempts(tmp_path),
        *sandbox_escapes.read_attempts(tmp_path),
        "fork",
        "clone",
        "spawn",
        "socket",
    }
    failed = {name for name in names if report["attempts"][name] != "ok"}
    assert failed <= {"create without a name"}  # not every file system supports it


def test_a_confined_worker_reads_every_format(tmp_path: Path) -> None:
    for format in pictures.FORMATS:
        (tmp_path / f"{format}.jpg").write_bytes(pictures.picture(format))

    async def read() -> tuple[dict[str, str], list[int]]:
        pool = Pool(LIMITS, 1)
        try:
            formats = [(await pool.examine(str(tmp_path), f"{format}.jpg"))["format"] for format in pictures.FORMATS]
            assert tuple(formats) == pictures.FORMATS
            (pid,) = pool.pids
            status = dict(line.split(":\t", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())  # noqa: ASYNC240
            return status, pool.pids
        finally:
            await pool.close()

    status, _ = asyncio.run(read())
    assert (status["Seccomp"].strip(), status["NoNewPrivs"].strip()) == ("2", "1")
    assert int(status["CapEff"], 16) & ~0b110 == 0  # of the superuser's capabilities only those to read


@pytest.mark.parametrize(("machine", "column"), [("x86_64", 0), ("aarch64", 1)])
def test_the_filter_of_each_machine_denies_the_table_and_allows_what_decoding_needs(machine: str, column: int) -> None:
    architecture = MACHINES[machine][1]
    instructions = list(filter_program(column, architecture, 77))

    def result_of(number: int, *arguments: int, architecture: int = architecture) -> str:
        return filter_result(instructions, number, architecture, arguments)

    assert {result_of(number) for number in call_numbers(DENIED_CALLS, column).values()} == {"EPERM"}
    conditional = call_numbers(CONDITIONAL_CALLS, column)
    assert result_of(conditional["openat"], 0, 0, 0o2400000) == "allow"  # O_CLOEXEC and O_NOFOLLOW
    for flags in (0o1, 0o2, 0o100, 0o1000, 0o2000, 0o20200002):
        assert result_of(conditional["openat"], 0, 0, flags) == "EPERM"
    assert result_of(conditional["clone"], 0x3D0F00) == "allow"  # a thread
    assert result_of(conditional["clone"], 0x1200011) == "EPERM"  # a process
    assert (result_of(conditional["tgkill"], 77), result_of(conditional["tgkill"], 1)) == ("allow", "EPERM")
    assert (result_of(conditional["prlimit64"], 0), result_of(conditional["prlimit64"], 1)) == ("allow", "EPERM")
    assert (result_of(conditional["fcntl"], 5, 2), result_of(conditional["fcntl"], 5, 6)) == ("allow", "EPERM")
    assert (result_of(conditional["clone3"]), result_of(conditional["openat2"]), result_of(conditional["ioctl"])) == (
        "ENOSYS",
        "ENOSYS",
        "ENOTTY",
    )
    assert result_of(NEWEST_CALL + 1) == "ENOSYS"
    needed = {  # read, write, close, mmap, munmap, brk, futex, exit_group, fstat, getrandom
        0: (0, 1, 3, 9, 11, 12, 202, 231, 5, 318),
        1: (63, 64, 57, 222, 215, 214, 98, 94, 80, 278),
    }[column]
    assert {result_of(number) for number in needed} == {"allow"}
    assert result_of(needed[0], architecture=0x40000003) == "kill"  # a call of another architecture
    if machine == "x86_64":
        assert result_of(0x40000000 | needed[0]) == "kill"


@pytest.mark.parametrize("column", [0, 1])
def test_the_call_numbers_are_those_of_the_kernel_headers(column: int) -> None:
    header = Path(("/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "/usr/include/asm-generic/unistd.h")[column])
    if not header.exists():
        pytest.skip("the kernel's headers are not installed")
    defined = {
        name: int(number) for name, number in re.findall(r"#define __NR(?:3264)?_(\w+) (\d+)\n", header.read_text())
    }
    listed = call_numbers(DENIED_CALLS, column) | call_numbers(CONDITIONAL_CALLS, column)
    assert len(listed.keys() & defined.keys()) > 80
    assert {name: listed[name] for name in listed.keys() & defined.keys()} == {
        name: defined[name] for name in listed.keys() & defined.keys()
    }


def filter_result(
    instructions: list[seccomp.Instruction], number: int, architecture: int, arguments: Iterable[int]
) -> str:
    """The result of the filter for a system call, evaluated by the rules of BPF."""
    words = {0: number, 4: architecture} | {16 + 8 * at: value for at, value in enumerate(arguments)}
    at = accumulator = 0
    while True:
        operation, when_true, when_false, value = instructions[at]
        at += 1
        if operation == 0x20:
            accumulator = words.get(value, 0)
        elif operation == 0x06:
            names = {0x7FFF0000: "allow", 0x80000000: "kill", 0x50001: "EPERM", 0x50019: "ENOTTY", 0x50026: "ENOSYS"}
            return names[value]
        else:
            is_true = {0x15: accumulator == value, 0x35: accumulator >= value, 0x45: bool(accumulator & value)}[
                operation
            ]
            at += when_true if is_true else when_false
