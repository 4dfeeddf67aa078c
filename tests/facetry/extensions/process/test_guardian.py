"""The keeper: how a program is started, what it may take, and that nothing of it outlives its end."""

import asyncio
import json
import os
import pickle
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from facetry.extensions.process.guarded_process import End, KeptProcess, NotStartedError
from facetry.extensions.process.program import Limits, LogCaps, Program
from facetry.extensions.process.status import told
from tests.support.guarded_programs import (
    CAPS,
    DAEMONS,
    IDLE,
    LIMITS,
    STUBBORN,
    alive,
    killed_keeper,
    nothing_left,
    parent,
    program,
    run,
    said,
    seen,
    using,
)

MIB = 1024**2
ARGUMENTS = [
    *("", " ", "a b", "\t", "a\nb", "'", '"', "\\", "`id`", "$(id)", "$HOME", "${python}", "%PATH%", "!!", "~"),
    *("*", "?", "[a]", "{a,b}", ";", "&", "&&", "|", "||", ">", "<", ">>/tmp/x", "2>&1", "#", "--", "-c", "-", "="),
    *("ü", "日本", "\udcff not UTF-8", "\u202e", "\x01", "\x7f", "\U0001f600", "x" * 100_000),
]
FACTS = """
import json, resource
status = dict(line.split(":\\t", 1) for line in open("/proc/self/status").read().splitlines() if ":\\t" in line)
try:
    parents = open(f"/proc/{os.getppid()}/environ").read()
except PermissionError:  # the superuser's programs have less rights than the keeper
    parents = ""
fds = [fd for fd in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{fd}")]
say("facts", json.dumps({
    "argv": sys.argv[1:], "environment": dict(os.environ), "fds": sorted(fds), "parents": parents,
    "input": os.readlink("/proc/self/fd/0"), "session": os.getsid(0) == os.getpid(), "cwd": os.getcwd(),
    "ignored": status["SigIgn"], "blocked": status["SigBlk"],
    "capabilities": status["CapEff"], "privileges": status["NoNewPrivs"],
    "limits": {name: resource.getrlimit(getattr(resource, "RLIMIT_" + name)) for name in
               ("CORE", "NOFILE", "FSIZE", "AS", "NPROC")},
    "nice": os.getpriority(os.PRIO_PROCESS, 0), "umask": os.umask(0),
}))
"""


def facts(place: Path, limits: Limits = LIMITS, *arguments: str, **environment: str) -> dict[str, Any]:
    """What a program sees of itself."""
    kept = program(place, FACTS, *arguments, **environment)

    async def use(process: KeptProcess) -> Any:
        assert told(await process.ended()) == "It ended with exit code 0."
        return json.loads((kept.folder / "facts").read_text())

    return run(place, lambda: using(kept, use, limits=limits))


def ending(place: Path, code: str, limits: Limits = LIMITS) -> End:
    """How a program of that code ends by itself."""
    return run(place, lambda: using(program(place, code), KeptProcess.ended, limits=limits))


def test_arguments_arrive_as_they_stand(place: Path) -> None:
    assert facts(place, LIMITS, *ARGUMENTS)["argv"] == ARGUMENTS


def test_nothing_of_the_server_is_inherited(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACETRY_API_SECRET", "canary")
    monkeypatch.setenv("SOMETHING_ELSE", "canary")
    reading, writing = os.pipe()
    os.set_inheritable(writing, True)
    try:
        found = facts(place, LIMITS, GIVEN="yes")
    finally:
        os.close(reading)
        os.close(writing)
    mark = str(place / "logs" / "program" / "output")
    assert found["environment"] == {"LC_ALL": "C.UTF-8", "GIVEN": "yes", "KEPT_AS": mark}
    assert "canary" not in found["parents"]
    assert found["fds"] == ["0", "1", "2"]
    assert found["input"] == "/dev/null"
    assert found["cwd"] == str(place / "program")
    assert found["session"]
    assert int(found["ignored"], 16) & ~(1 << 12 | 1 << 24) == 0  # Python itself ignores SIGPIPE and SIGXFSZ
    assert int(found["blocked"], 16) == 0
    assert found["privileges"] == "1"
    assert int(found["capabilities"], 16) & ~0b100_0001_1111 == 0
    assert found["umask"] == 0o077


def test_limits_are_those_of_the_program_alone(place: Path) -> None:
    limits = Limits(open_files=64, file_bytes=MIB, address_bytes=1024 * MIB, user_processes=5000, niceness=7)
    before = os.getpriority(os.PRIO_PROCESS, 0)
    found = facts(place, limits)
    expected = {"CORE": 0, "NOFILE": 64, "FSIZE": MIB, "AS": 1024 * MIB, "NPROC": 5000}
    assert found["limits"] == {name: [value, value] for name, value in expected.items()}
    assert found["nice"] == min(19, before + 7)
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 64


@pytest.mark.parametrize(
    ("code", "how"),
    [
        ("sys.exit(0)", "It ended with exit code 0."),
        ("sys.exit(7)", "It ended with exit code 7."),
        ("print('why', file=sys.stderr); sys.exit(1)", "It ended with exit code 1 (the initialisation failed): why"),
        ("sys.exit(2)", "It ended with exit code 2 (the connection failed)."),
        ("sys.exit(3)", "It ended with exit code 3 (the hook of being ready failed)."),
        ("1 / 0", "It ended with exit code 1 (the initialisation failed): ZeroDivisionError: division by zero"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "It was ended by SIGSEGV."),
        ("os.abort()", "It was ended by SIGABRT."),
    ],
)
def test_the_end_is_told(place: Path, code: str, how: str) -> None:
    assert told(ending(place, code)) == how


def test_what_cannot_be_started_says_why(place: Path) -> None:
    there = program(place, "")
    plain = there.folder / "plain"
    plain.write_text("not a program")
    refused = [
        Program("a", there.folder, ("/no/such/program",), {}, there.logs),
        Program("b", there.folder, (str(plain),), {}, there.logs),
        Program("c", place / "gone", there.argv, {}, there.logs),
        Program("d", there.folder, (str(there.folder),), {}, there.logs),
        Program("e", there.folder, (*there.argv, "a\0b"), {}, there.logs),
    ]

    async def use() -> list[tuple[str, bool]]:
        found = []
        for kept in refused:
            with pytest.raises(NotStartedError) as caught:
                await KeptProcess.start(kept, LIMITS, CAPS)
            found.append((str(caught.value), caught.value.is_final))
        return found

    assert run(place, use) == [
        ("No such file or directory: /no/such/program", True),
        (f"Permission denied: {plain}", True),
        (f"No such file or directory: {place / 'gone'}", True),
        (f"Permission denied: {there.folder}", True),
        (f"Invalid argument: {there.argv[0]}", True),
    ]


def test_it_may_end_by_itself_when_it_is_asked_to(place: Path) -> None:
    code = "signal.signal(signal.SIGTERM, lambda *_: (say('asked'), os._exit(0)))\n" + IDLE
    kept = program(place, code)

    async def use(process: KeptProcess) -> End:
        await seen(kept.folder / "here")
        await process.stop(30)
        return await process.ended()

    assert run(place, lambda: using(kept, use)).code == 0
    assert (kept.folder / "asked").exists()


def test_one_that_ignores_sigterm_is_killed_after_the_grace(place: Path) -> None:
    kept = program(place, STUBBORN + IDLE)

    async def use(process: KeptProcess) -> tuple[End, float]:
        await seen(kept.folder / "here")
        began = time.monotonic()
        await process.stop(0.4)
        return await process.ended(), time.monotonic() - began

    end, seconds = run(place, lambda: using(kept, use))
    assert told(end) == "It was ended by SIGKILL."
    assert 0.4 <= seconds < 5


def test_daemons_end_with_it_when_it_is_stopped(place: Path) -> None:
    kept = program(place, "CLEAN = True\n" + DAEMONS + STUBBORN + IDLE)

    async def use(process: KeptProcess) -> int:
        await seen(kept.folder / "here")
        return len(alive(place))

    assert run(place, lambda: using(kept, use)) == 4


def test_daemons_end_with_it_when_it_ends_by_itself(place: Path) -> None:
    assert ending(place, "CLEAN = True\n" + DAEMONS + "sys.exit(5)").code == 5
    assert len((place / "program" / "pids").read_text().split()) == 4


def test_daemons_end_when_the_keeper_is_killed(place: Path) -> None:
    kept = program(place, "CLEAN = False\n" + DAEMONS + STUBBORN + IDLE)

    async def use(process: KeptProcess) -> End:
        await seen(kept.folder / "here")
        killed_keeper(process)
        return await process.ended()

    assert told(run(place, lambda: using(kept, use))) == "The process that kept it has ended."


def test_children_without_an_environment_end_when_the_keeper_is_killed(place: Path) -> None:
    """They are known by their session."""
    away = "import os, time; open('pids', 'a').write(str(os.getpid()) + chr(10)); open('there', 'w'); time.sleep(60)"
    child = f"if os.fork() == 0: os.execve(sys.executable, [sys.executable, '-I', '-S', '-c', {away!r}], {{}})\n"
    kept = program(place, child + IDLE)

    async def use(process: KeptProcess) -> None:
        await seen(kept.folder / "there")
        await seen(kept.folder / "here")
        assert len(alive(place)) == 2
        killed_keeper(process)
        await process.ended()

    run(place, lambda: using(kept, use))


def test_the_program_dies_with_its_keeper_without_anybodys_doing(place: Path) -> None:
    """As when the server is killed at the same moment: the kernel passes the death on."""
    kept = program(place, STUBBORN + IDLE)
    code = (
        "import asyncio, pickle, sys; from facetry.extensions.process.guarded_process import KeptProcess\n"
        "async def main():\n"
        "    kept, limits, caps = pickle.loads(sys.stdin.buffer.read())\n"
        "    process = await KeptProcess.start(kept, limits, caps)\n"
        "    await asyncio.sleep(60)\n"
        "asyncio.run(main())\n"
    )
    with nothing_left(place):
        server = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE)
        assert server.stdin is not None
        server.stdin.write(pickle.dumps((kept, LIMITS, CAPS)))
        server.stdin.close()
        asyncio.run(seen(kept.folder / "here"))
        (pid,) = alive(place)
        keeper = parent(pid)
        server.kill()
        os.kill(keeper, 9)
        server.wait()
        deadline = time.monotonic() + 5
        while alive(place):
            assert time.monotonic() < deadline
            time.sleep(0.01)


def test_a_fork_bomb_goes_off_once(place: Path) -> None:
    bomb = """
    for number in range(300):
        if os.fork() == 0:
            note(os.getpid())
            if number % 2: os.setsid()
            while True: time.sleep(60)
    while True: time.sleep(60)
    """
    end = ending(place, bomb, Limits(processes=40))
    assert told(end) == "It had more than 40 processes."


def test_processes_that_flee_by_forking_are_caught(place: Path) -> None:
    """Each lives a moment, in a session of its own, and is another one then."""
    runner = """
    if os.fork():
        sys.exit(0)
    while True:
        os.setsid() if os.getsid(0) != os.getpid() else None
        if os.fork(): os._exit(0)
        note(os.getpid())
    """
    assert ending(place, runner).code == 0


def test_one_that_takes_too_much_memory_is_ended(place: Path) -> None:
    end = ending(place, "held = b'x' * 300_000_000\n" + IDLE, Limits(memory_bytes=100 * MIB))
    assert told(end) == f"It took more than {100 * MIB} bytes of memory."


def test_one_that_asks_for_too_much_memory_is_refused(place: Path) -> None:
    end = ending(place, "held = bytearray(4_000_000_000)", Limits(address_bytes=500 * MIB))
    assert told(end) == "It ended with exit code 1 (the initialisation failed): MemoryError"


def test_one_that_fills_the_disk_is_ended(place: Path) -> None:
    code = """
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    with open("large", "wb", 0) as file:
        while True: file.write(bytes(1_000_000))
    """
    assert told(ending(place, code, Limits(file_bytes=2 * MIB))) == "It was ended by SIGXFSZ."
    assert (place / "program" / "large").stat().st_size == 2 * MIB


def test_one_that_closes_its_streams_lives_on(place: Path) -> None:
    kept = program(place, "print('last words', flush=True)\nos.close(1); os.close(2)\n" + IDLE)

    async def use(process: KeptProcess) -> End:
        await seen(kept.folder / "here")
        await asyncio.sleep(0.3)
        assert alive(place) == [process.pid]
        await process.stop(1)
        return await process.ended()

    assert told(run(place, lambda: using(kept, use))) == "It was ended by SIGTERM."
    assert [line.text for line in said(kept) if line.stream == "out"] == ["last words"]


def test_leftovers_of_a_former_life_are_ended_at_the_start(place: Path) -> None:
    kept = program(place, IDLE)
    mark = {"KEPT_AS": str(kept.logs / "output")}
    former = subprocess.Popen(["sleep", "60"], env={**os.environ, **mark})
    other = subprocess.Popen(["sleep", "60"], env={**os.environ, "KEPT_AS": str(place / "logs" / "another")})
    try:

        async def use(process: KeptProcess) -> None:
            assert former.wait(5) == -9
            assert other.poll() is None

        asyncio.run(using(kept, use))
    finally:
        for process in (former, other):
            process.kill()
            process.wait()


def test_a_start_that_is_given_up_leaves_nothing(place: Path) -> None:
    kept = program(place, IDLE)

    async def use() -> None:
        for delay in (0.0, 0.005, 0.01, 0.02, 0.03, 0.04, 0.06):
            start = asyncio.create_task(KeptProcess.start(kept, LIMITS, CAPS))
            await asyncio.sleep(delay)
            start.cancel()
            (outcome,) = await asyncio.gather(start, return_exceptions=True)
            if isinstance(outcome, KeptProcess):
                await outcome.stop(0.1)
            else:
                assert isinstance(outcome, asyncio.CancelledError)

    run(place, use)


def test_a_keeper_is_light() -> None:
    code = (
        "import sys; sys.path.append(sys.argv[1]); import facetry.extensions.process.guardian\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules} - set(sys.stdlib_module_names)))\n"
        "print(*sorted(name for name in sys.modules if name.startswith('facetry')))\n"
        "print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])\n"
    )
    home = Path(__file__).parents[4]
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code, home], capture_output=True, text=True, check=True)
    foreign, own, memory = done.stdout.splitlines()
    assert foreign.split() == ["__main__", "facetry"]
    names = ("", ".fence", ".process", ".process.guardian", ".process.output", ".process.process_tree")
    assert own.split() == ["facetry", *(f"facetry.extensions{name}" for name in names)]

    assert int(memory) < 30_000


def test_logs_may_be_impossible(place: Path) -> None:
    kept = program(place, "print('unheard')\n")
    kept.logs.parent.mkdir()
    kept.logs.write_text("no folder")

    async def use(process: KeptProcess) -> End:
        return await process.ended()

    assert run(place, lambda: using(kept, use, caps=LogCaps(files=1))).code == 0
