"""What a worker cannot do, whatever hostile bytes make of it."""

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
from facetry.imaging.protocol import Limits
from facetry.imaging.worker import seccomp
from facetry.imaging.worker.seccomp import DENIED, JUDGED, MACHINES, NEWEST, numbers, program
from tests.support import pictures
from tests.support import sandbox_escapes as escapes

ROOT = Path(__file__).parents[4]
LIMITS = Limits(max_pixels=10_000_000, max_bytes=1024**2, memory_bytes=512 * 1024**2, seconds=20.0)
REFUSED = {"EPERM", "EACCES", "ENOSYS", "ENOTTY"}

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() not in MACHINES, reason="the kernel's confinements are of Linux"
)


def tried(tmp_path: Path, layers: str) -> dict[str, Any]:
    """What a process came to that confined itself so."""
    folder = tmp_path / "pictures"
    (folder / "empty").mkdir(parents=True)
    for name in ("inside", "other", "doomed"):
        (folder / name).write_bytes(b"a picture")
    (tmp_path / "outside").write_bytes(b"a secret")
    before = sorted(folder.iterdir())
    ended = subprocess.run(
        [sys.executable, "-m", "tests.support.sandbox_escapes", layers, str(folder)],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert ended.returncode == -signal.SIGABRT, ended.stderr.decode()  # abort() still ends it at once
    if layers != "none":
        assert sorted(folder.iterdir()) == before
        assert (folder / "inside").read_bytes() == b"a picture"
    said: dict[str, Any] = json.loads(ended.stdout)
    assert set(said["may"].values()) == {"ok"}
    return said


def test_no_attempt_to_get_out_succeeds(tmp_path: Path) -> None:
    said = tried(tmp_path, "both")
    if said["layers"] != ["landlock", "seccomp"]:
        pytest.skip(f"this kernel provides {said['layers']} only")
    assert len(said["attempts"]) > 50
    assert {name: how for name, how in said["attempts"].items() if how not in REFUSED} == {}


def test_the_filter_alone_lets_nothing_but_reading_through(tmp_path: Path) -> None:
    said = tried(tmp_path, "seccomp")
    assert said["layers"] == ["seccomp"]
    assert {name: how for name, how in said["attempts"].items() if how not in REFUSED} == {}


def test_landlock_alone_keeps_the_file_system_as_it_is(tmp_path: Path) -> None:
    said = tried(tmp_path, "landlock")
    if not said["layers"]:
        pytest.skip("this kernel has no Landlock")
    judged = {*escapes.write_attempts(tmp_path), *escapes.read_attempts(tmp_path)}
    assert {name: said["attempts"][name] for name in judged if said["attempts"][name] not in REFUSED} == {}


def test_without_confinement_the_attempts_succeed(tmp_path: Path) -> None:
    """Otherwise the tests above would prove nothing."""
    said = tried(tmp_path, "none")
    judged = {*escapes.write_attempts(tmp_path), *escapes.read_attempts(tmp_path), "fork", "clone", "spawn", "socket"}
    failed = {name for name in judged if said["attempts"][name] != "ok"}
    assert failed <= {"create without a name"}  # not every file system can


def test_a_confined_worker_reads_all_six_formats(tmp_path: Path) -> None:
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
    assert int(status["CapEff"], 16) & ~0b110 == 0  # of the superuser's powers only that to read


@pytest.mark.parametrize(("machine", "column"), [("x86_64", 0), ("aarch64", 1)])
def test_the_filter_of_each_machine_refuses_the_table_and_nothing_that_decoding_needs(
    machine: str, column: int
) -> None:
    architecture = MACHINES[machine][1]
    instructions = list(program(column, architecture, 77))

    def judge(number: int, *arguments: int, architecture: int = architecture) -> str:
        return verdict(instructions, number, architecture, arguments)

    assert {judge(number) for number in numbers(DENIED, column).values()} == {"EPERM"}
    judged = numbers(JUDGED, column)
    assert judge(judged["openat"], 0, 0, 0o2400000) == "allow"  # close on exec, no link followed
    for writing in (0o1, 0o2, 0o100, 0o1000, 0o2000, 0o20200002):
        assert judge(judged["openat"], 0, 0, writing) == "EPERM"
    assert judge(judged["clone"], 0x3D0F00) == "allow"  # a thread
    assert judge(judged["clone"], 0x1200011) == "EPERM"  # a process
    assert (judge(judged["tgkill"], 77), judge(judged["tgkill"], 1)) == ("allow", "EPERM")
    assert (judge(judged["prlimit64"], 0), judge(judged["prlimit64"], 1)) == ("allow", "EPERM")
    assert (judge(judged["fcntl"], 5, 2), judge(judged["fcntl"], 5, 6)) == ("allow", "EPERM")
    assert (judge(judged["clone3"]), judge(judged["openat2"]), judge(judged["ioctl"])) == ("ENOSYS", "ENOSYS", "ENOTTY")
    assert judge(NEWEST + 1) == "ENOSYS"
    needed = {  # read, write, close, mmap, munmap, brk, futex, exit_group, fstat, getrandom
        0: (0, 1, 3, 9, 11, 12, 202, 231, 5, 318),
        1: (63, 64, 57, 222, 215, 214, 98, 94, 80, 278),
    }[column]
    assert {judge(number) for number in needed} == {"allow"}
    assert judge(needed[0], architecture=0x40000003) == "kill"  # the calls of another architecture
    if machine == "x86_64":
        assert judge(0x40000000 | needed[0]) == "kill"


@pytest.mark.parametrize("column", [0, 1])
def test_the_numbers_are_those_of_the_system(column: int) -> None:
    header = Path(("/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "/usr/include/asm-generic/unistd.h")[column])
    if not header.exists():
        pytest.skip("the kernel's headers are not installed")
    found = {
        name: int(number) for name, number in re.findall(r"#define __NR(?:3264)?_(\w+) (\d+)\n", header.read_text())
    }
    known = numbers(DENIED, column) | numbers(JUDGED, column)
    assert len(known.keys() & found.keys()) > 80
    assert {name: known[name] for name in known.keys() & found.keys()} == {
        name: found[name] for name in known.keys() & found.keys()
    }


def verdict(instructions: list[seccomp.Instruction], number: int, architecture: int, arguments: Iterable[int]) -> str:
    """What the kernel would make of a system call, by the rules of BPF."""
    words = {0: number, 4: architecture} | {16 + 8 * at: value for at, value in enumerate(arguments)}
    at = loaded = 0
    while True:
        operation, when_true, when_false, value = instructions[at]
        at += 1
        if operation == 0x20:
            loaded = words.get(value, 0)
        elif operation == 0x06:
            names = {0x7FFF0000: "allow", 0x80000000: "kill", 0x50001: "EPERM", 0x50019: "ENOTTY", 0x50026: "ENOSYS"}
            return names[value]
        else:
            holds = {0x15: loaded == value, 0x35: loaded >= value, 0x45: bool(loaded & value)}[operation]
            at += when_true if holds else when_false
