"""The guardian: how a program is started, its limits, and that no descendant outlives it."""

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

from facetry.extensions.process.guarded_process import ExitStatus, GuardedProcess, NotStartedError
from facetry.extensions.process.program import LogLimits, ProcessLimits, Program
from facetry.extensions.process.status import describe_exit
from tests.support.extensions.guarded_programs import (
    DAEMONS,
    IDLE,
    LIMITS,
    LOG_LIMITS,
    STUBBORN,
    kill_guardian,
    live_pids,
    log_lines,
    nothing_left,
    parent_pid,
    program,
    run,
    wait_for_file,
    with_running_program,
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
except PermissionError:  # the superuser's programs have fewer rights than the guardian
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


def program_facts(place: Path, limits: ProcessLimits = LIMITS, *arguments: str, **environment: str) -> dict[str, Any]:
    """What a program observes of itself."""
    spec = program(place, FACTS, *arguments, **environment)

    async def use(process: GuardedProcess) -> Any:
        assert describe_exit(await process.wait()) == "It ended with exit code 0."
        return json.loads((spec.folder / "facts").read_text())

    return run(place, lambda: with_running_program(spec, use, limits=limits))


def exit_status_of(place: Path, code: str, limits: ProcessLimits = LIMITS) -> ExitStatus:
    """How a program with this code ends by itself."""
    return run(place, lambda: with_running_program(program(place, code), GuardedProcess.wait, limits=limits))


def test_arguments_arrive_unchanged(programs_folder: Path) -> None:
    assert program_facts(programs_folder, LIMITS, *ARGUMENTS)["argv"] == ARGUMENTS


def test_nothing_of_the_server_is_inherited(programs_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACETRY_API_SECRET", "canary")
    monkeypatch.setenv("SOMETHING_ELSE", "canary")
    reading, writing = os.pipe()
    os.set_inheritable(writing, True)
    try:
        facts = program_facts(programs_folder, LIMITS, GIVEN="yes")
    finally:
        os.close(reading)
        os.close(writing)
    marker = str(programs_folder / "logs" / "program" / "output")
    assert facts["environment"] == {"LC_ALL": "C.UTF-8", "GIVEN": "yes", "KEPT_AS": marker}
    assert "canary" not in facts["parents"]
    assert facts["fds"] == ["0", "1", "2"]
    assert facts["input"] == "/dev/null"
    assert facts["cwd"] == str(programs_folder / "program")
    assert facts["session"]
    assert int(facts["ignored"], 16) & ~(1 << 12 | 1 << 24) == 0  # Python itself ignores SIGPIPE and SIGXFSZ
    assert int(facts["blocked"], 16) == 0
    assert facts["privileges"] == "1"
    assert int(facts["capabilities"], 16) & ~0b100_0001_1111 == 0
    assert facts["umask"] == 0o077


def test_limits_apply_to_the_program_alone(programs_folder: Path) -> None:
    limits = ProcessLimits(open_files=64, file_bytes=MIB, address_bytes=1024 * MIB, user_processes=5000, niceness=7)
    before = os.getpriority(os.PRIO_PROCESS, 0)
    facts = program_facts(programs_folder, limits)
    expected = {"CORE": 0, "NOFILE": 64, "FSIZE": MIB, "AS": 1024 * MIB, "NPROC": 5000}
    assert facts["limits"] == {name: [value, value] for name, value in expected.items()}
    assert facts["nice"] == min(19, before + 7)
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 64


@pytest.mark.parametrize(
    ("code", "how"),
    [
        ("sys.exit(0)", "It ended with exit code 0."),
        ("sys.exit(7)", "It ended with exit code 7."),
        ("print('why', file=sys.stderr); sys.exit(1)", "It ended with exit code 1 (the initialisation failed): why"),
        ("sys.exit(2)", "It ended with exit code 2 (the connection failed)."),
        ("sys.exit(3)", "It ended with exit code 3 (the ready hook failed)."),
        ("1 / 0", "It ended with exit code 1 (the initialisation failed): ZeroDivisionError: division by zero"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "It was ended by SIGSEGV."),
        ("os.abort()", "It was ended by SIGABRT."),
    ],
)
def test_the_exit_is_described(programs_folder: Path, code: str, how: str) -> None:
    assert describe_exit(exit_status_of(programs_folder, code)) == how


def test_a_failed_start_says_why(programs_folder: Path) -> None:
    startable = program(programs_folder, "")
    plain = startable.folder / "plain"
    plain.write_text("not a program")
    specs = [
        Program("a", startable.folder, ("/no/such/program",), {}, startable.logs),
        Program("b", startable.folder, (str(plain),), {}, startable.logs),
        Program("c", programs_folder / "gone", startable.argv, {}, startable.logs),
        Program("d", startable.folder, (str(startable.folder),), {}, startable.logs),
        Program("e", startable.folder, (*startable.argv, "a\0b"), {}, startable.logs),
    ]

    async def use() -> list[tuple[str, bool]]:
        errors = []
        for spec in specs:
            with pytest.raises(NotStartedError) as error:
                await GuardedProcess.start(spec, LIMITS, LOG_LIMITS)
            errors.append((str(error.value), error.value.is_final))
        return errors

    assert run(programs_folder, use) == [
        ("No such file or directory: /no/such/program", True),
        (f"Permission denied: {plain}", True),
        (f"No such file or directory: {programs_folder / 'gone'}", True),
        (f"Permission denied: {startable.folder}", True),
        (f"Invalid argument: {startable.argv[0]}", True),
    ]


def test_a_program_may_end_by_itself_on_sigterm(programs_folder: Path) -> None:
    code = "signal.signal(signal.SIGTERM, lambda *_: (say('asked'), os._exit(0)))\n" + IDLE
    spec = program(programs_folder, code)

    async def use(process: GuardedProcess) -> ExitStatus:
        await wait_for_file(spec.folder / "here")
        await process.stop(30)
        return await process.wait()

    assert run(programs_folder, lambda: with_running_program(spec, use)).code == 0
    assert (spec.folder / "asked").exists()


def test_a_program_that_ignores_sigterm_is_killed_after_the_grace(programs_folder: Path) -> None:
    spec = program(programs_folder, STUBBORN + IDLE)

    async def use(process: GuardedProcess) -> tuple[ExitStatus, float]:
        await wait_for_file(spec.folder / "here")
        started_at = time.monotonic()
        await process.stop(0.4)
        return await process.wait(), time.monotonic() - started_at

    exit_status, seconds = run(programs_folder, lambda: with_running_program(spec, use))
    assert describe_exit(exit_status) == "It was ended by SIGKILL."
    assert 0.4 <= seconds < 20


def test_daemons_end_when_the_program_is_stopped(programs_folder: Path) -> None:
    spec = program(programs_folder, "CLEAN = True\n" + DAEMONS + STUBBORN + IDLE)

    async def use(process: GuardedProcess) -> int:
        await wait_for_file(spec.folder / "here")
        return len(live_pids(programs_folder))

    assert run(programs_folder, lambda: with_running_program(spec, use)) == 4


def test_daemons_end_when_the_program_ends_by_itself(programs_folder: Path) -> None:
    assert exit_status_of(programs_folder, "CLEAN = True\n" + DAEMONS + "sys.exit(5)").code == 5
    assert len((programs_folder / "program" / "pids").read_text().split()) == 4


def test_daemons_end_when_the_guardian_is_killed(programs_folder: Path) -> None:
    spec = program(programs_folder, "CLEAN = False\n" + DAEMONS + STUBBORN + IDLE)

    async def use(process: GuardedProcess) -> ExitStatus:
        await wait_for_file(spec.folder / "here")
        kill_guardian(process)
        return await process.wait()

    assert (
        describe_exit(run(programs_folder, lambda: with_running_program(spec, use)))
        == "The guardian process of the program has ended."
    )


def test_children_without_an_environment_end_when_the_guardian_is_killed(programs_folder: Path) -> None:
    """They are found by their session."""
    child_code = (
        "import os, time; open('pids', 'a').write(str(os.getpid()) + chr(10)); open('there', 'w'); time.sleep(60)"
    )
    child = f"if os.fork() == 0: os.execve(sys.executable, [sys.executable, '-I', '-S', '-c', {child_code!r}], {{}})\n"
    spec = program(programs_folder, child + IDLE)

    async def use(process: GuardedProcess) -> None:
        await wait_for_file(spec.folder / "there")
        await wait_for_file(spec.folder / "here")
        assert len(live_pids(programs_folder)) == 2
        kill_guardian(process)
        await process.wait()

    run(programs_folder, lambda: with_running_program(spec, use))


def test_the_kernel_kills_the_program_when_its_guardian_dies(programs_folder: Path) -> None:
    """The server is killed at the same moment, so only the parent-death signal of the kernel ends the program."""
    spec = program(programs_folder, STUBBORN + IDLE)
    code = (
        "import asyncio, pickle, sys; from facetry.extensions.process.guarded_process import GuardedProcess\n"
        "async def main():\n"
        "    spec, limits, log_limits = pickle.loads(sys.stdin.buffer.read())\n"
        "    process = await GuardedProcess.start(spec, limits, log_limits)\n"
        "    await asyncio.sleep(60)\n"
        "asyncio.run(main())\n"
    )
    with nothing_left(programs_folder):
        server = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE)
        assert server.stdin is not None
        server.stdin.write(pickle.dumps((spec, LIMITS, LOG_LIMITS)))
        server.stdin.close()
        asyncio.run(wait_for_file(spec.folder / "here"))
        (pid,) = live_pids(programs_folder)
        guardian_pid = parent_pid(pid)
        server.kill()
        os.kill(guardian_pid, 9)
        server.wait()
        deadline = time.monotonic() + 30
        while live_pids(programs_folder):
            assert time.monotonic() < deadline
            time.sleep(0.01)


def test_a_fork_bomb_is_ended(programs_folder: Path) -> None:
    bomb = """
    for number in range(300):
        if os.fork() == 0:
            note(os.getpid())
            if number % 2: os.setsid()
            while True: time.sleep(60)
    while True: time.sleep(60)
    """
    exit_status = exit_status_of(programs_folder, bomb, ProcessLimits(processes=40))
    assert describe_exit(exit_status) == "Process limit: it had more than 40 processes."


def test_processes_that_fork_continuously_are_ended(programs_folder: Path) -> None:
    """Each process soon forks a successor in a session of its own, and ends."""
    runner = """
    if os.fork():
        sys.exit(0)
    while True:
        os.setsid() if os.getsid(0) != os.getpid() else None
        if os.fork(): os._exit(0)
        note(os.getpid())
    """
    assert exit_status_of(programs_folder, runner).code == 0


def test_a_program_with_too_much_memory_is_ended(programs_folder: Path) -> None:
    exit_status = exit_status_of(
        programs_folder, "held = b'x' * 300_000_000\n" + IDLE, ProcessLimits(memory_bytes=100 * MIB)
    )
    assert describe_exit(exit_status) == f"Memory limit: it took more than {100 * MIB} bytes."


def test_an_allocation_beyond_the_address_space_fails(programs_folder: Path) -> None:
    exit_status = exit_status_of(
        programs_folder, "held = bytearray(4_000_000_000)", ProcessLimits(address_bytes=500 * MIB)
    )
    assert describe_exit(exit_status) == "It ended with exit code 1 (the initialisation failed): MemoryError"


def test_a_program_that_writes_too_large_a_file_is_ended(programs_folder: Path) -> None:
    code = """
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    with open("large", "wb", 0) as file:
        while True: file.write(bytes(1_000_000))
    """
    assert (
        describe_exit(exit_status_of(programs_folder, code, ProcessLimits(file_bytes=2 * MIB)))
        == "It was ended by SIGXFSZ."
    )
    assert (programs_folder / "program" / "large").stat().st_size == 2 * MIB


def test_a_program_that_closes_its_streams_runs_on(programs_folder: Path) -> None:
    spec = program(programs_folder, "print('last words', flush=True)\nos.close(1); os.close(2)\n" + IDLE)

    async def use(process: GuardedProcess) -> ExitStatus:
        await wait_for_file(spec.folder / "here")
        await asyncio.sleep(0.3)
        assert live_pids(programs_folder) == [process.pid]
        await process.stop(1)
        return await process.wait()

    assert describe_exit(run(programs_folder, lambda: with_running_program(spec, use))) == "It was ended by SIGTERM."
    assert [line.text for line in log_lines(spec) if line.stream == "out"] == ["last words"]


def test_orphans_of_an_earlier_run_are_killed_at_the_start(programs_folder: Path) -> None:
    spec = program(programs_folder, IDLE)
    marker = {"KEPT_AS": str(spec.logs / "output")}
    orphan = subprocess.Popen(["sleep", "60"], env={**os.environ, **marker})
    other = subprocess.Popen(["sleep", "60"], env={**os.environ, "KEPT_AS": str(programs_folder / "logs" / "another")})
    try:

        async def use(process: GuardedProcess) -> None:
            assert orphan.wait(5) == -9
            assert other.poll() is None

        asyncio.run(with_running_program(spec, use))
    finally:
        for process in (orphan, other):
            process.kill()
            process.wait()


def test_a_cancelled_start_leaves_nothing(programs_folder: Path) -> None:
    spec = program(programs_folder, IDLE)

    async def use() -> None:
        for delay in (0.0, 0.005, 0.01, 0.02, 0.03, 0.04, 0.06):
            start = asyncio.create_task(GuardedProcess.start(spec, LIMITS, LOG_LIMITS))
            await asyncio.sleep(delay)
            start.cancel()
            (outcome,) = await asyncio.gather(start, return_exceptions=True)
            if isinstance(outcome, GuardedProcess):
                await outcome.stop(0.1)
            else:
                assert isinstance(outcome, asyncio.CancelledError)

    run(programs_folder, use)


def test_a_guardian_imports_few_modules_and_needs_little_memory() -> None:
    code = (
        "import sys; sys.path.append(sys.argv[1]); import facetry.extensions.process.guardian\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules} - set(sys.stdlib_module_names)))\n"
        "print(*sorted(name for name in sys.modules if name.startswith('facetry')))\n"
        "print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])\n"
    )
    home = Path(__file__).parents[4]
    result = subprocess.run([sys.executable, "-I", "-S", "-c", code, home], capture_output=True, text=True, check=True)
    foreign, own, memory = result.stdout.splitlines()
    assert foreign.split() == ["__main__", "facetry"]
    assert own.split() == [
        "facetry",
        "facetry.extensions",
        *(f"facetry.extensions.process{name}" for name in ("", ".guardian", ".output", ".process_tree", ".usage")),
        *(f"facetry.system{name}" for name in ("", ".files", ".files.safe_open")),
        *(f"facetry.system{name}" for name in (".landlock", ".mount_aliases", ".mount_namespace")),
    ]
    assert int(memory) < 30_000


def test_a_program_runs_without_a_log_folder(programs_folder: Path) -> None:
    spec = program(programs_folder, "print('unheard')\n")
    spec.logs.parent.mkdir()
    spec.logs.write_text("no folder")

    async def use(process: GuardedProcess) -> ExitStatus:
        return await process.wait()

    assert run(programs_folder, lambda: with_running_program(spec, use, log_limits=LogLimits(files=1))).code == 0
