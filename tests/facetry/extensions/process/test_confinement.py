"""The Landlock policy of a program: what it forbids, and what it allows."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from facetry.extensions.process.guarded_process import GuardedProcess
from facetry.extensions.process.program import LandlockPolicy
from facetry.system import landlock
from tests.support.extensions.guarded_programs import program, run, wait_for_file, with_running_program

pytestmark = pytest.mark.skipif(not landlock.version(), reason="the kernel has no Landlock")

ATTEMPTS = """
import json, socket, subprocess
data, other, link, server = sys.argv[1:]
def writing(path):
    return lambda: open(path, "w").close()
def connecting():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0)); listener.listen()
        socket.create_connection(listener.getsockname()).close()
attempts = {
    "read a secret": lambda: open(f"{data}/secret").read(),
    "read it by a link": lambda: open(f"{link}/secret").read(),
    "list the data": lambda: os.listdir(data),
    "write the data": writing(f"{data}/new"),
    "remove the data": lambda: os.unlink(f"{data}/secret"),
    "truncate the data": lambda: os.truncate(f"{data}/secret", 0),
    "read another extension": lambda: open(f"{data}/extensions/other/file").read(),
    "write elsewhere": writing(f"{other}/new"),
    "rename elsewhere": lambda: os.rename(f"{other}/file", f"{other}/renamed"),
    "remove elsewhere": lambda: os.unlink(f"{other}/file"),
    "make a folder elsewhere": lambda: os.mkdir(f"{other}/folder"),
    "make a link elsewhere": lambda: os.symlink("x", f"{other}/symlink"),
    "move out": lambda: os.rename("main.py", f"{other}/main.py"),
    "link the secret": lambda: os.link(f"{data}/secret", "secret"),
    "write to tmp": writing("/tmp/facetry-fence-test"),
    "see the server's variables": lambda: open(f"/proc/{server}/environ").read(),
    "see the server's memory": lambda: open(f"/proc/{server}/mem").close(),
    "see the server's files": lambda: os.readlink(f"/proc/{server}/fd/0"),
    "write by a child": lambda: subprocess.run(["/bin/sh", "-c", f"echo > {other}/child"], check=True),
    "read elsewhere": lambda: open(f"{other}/file").read(),
    "list elsewhere": lambda: os.listdir(other),
    "write its own": writing("new"),
    "rename its own": lambda: os.rename("new", "renamed"),
    "write the cache": writing(f"{data}/cache/new"),
    "run a program": lambda: subprocess.run(["/bin/true"], check=True),
    "write to nothing": writing("/dev/null"),
    "connect": connecting,
    "signal a child": lambda: subprocess.Popen(["/bin/sleep", "9"]).kill(),
}
if %SIGNALS%:
    attempts["signal the server"] = lambda: os.kill(int(server), 0)
outcomes = {}
for name, attempt in attempts.items():
    try:
        attempt()
        outcomes[name] = "ok"
    except Exception as error:
        outcomes[name] = "no"
say("outcomes", json.dumps(outcomes))
"""
ALLOWED = {
    *("read elsewhere", "list elsewhere", "write its own", "rename its own", "write the cache", "run a program"),
    *("write to nothing", "connect", "signal a child"),
}


@pytest.mark.parametrize("is_confined", [True, False])
def test_a_restricted_program_does_only_what_its_policy_allows(programs_folder: Path, is_confined: bool) -> None:
    data, other, link = programs_folder / "data", programs_folder / "other", programs_folder / "link"
    for folder in (data / "extensions" / "other", data / "cache", other):
        folder.mkdir(parents=True)
    for file in (data / "secret", data / "extensions" / "other" / "file", other / "file"):
        file.write_text("content")
    link.symlink_to(data)
    Path("/tmp/facetry-fence-test").unlink(missing_ok=True)  # noqa: S108  # the attempt writes there
    code = ATTEMPTS.replace("%SIGNALS%", str(landlock.version() >= 6))
    spec = program(data / "extensions", code, *map(str, (data, other, link)), str(os.getpid()))
    if is_confined:
        spec = replace(spec, landlock_policy=LandlockPolicy((data,), (), (spec.folder, data / "cache")))

    async def use(process: GuardedProcess) -> dict[str, str]:
        outcomes: dict[str, str] = json.loads(await wait_for_file(spec.folder / "outcomes"))
        assert (await process.wait()).code == 0
        return outcomes

    try:
        outcomes = run(programs_folder, lambda: with_running_program(spec, use))
    finally:
        Path("/tmp/facetry-fence-test").unlink(missing_ok=True)  # noqa: S108
    allowed = {name for name, outcome in outcomes.items() if outcome == "ok"}
    if is_confined:
        assert allowed == ALLOWED
        assert (data / "secret").read_text() == "content"
    else:
        assert {
            "read a secret",
            "read it by a link",
            "write elsewhere",
            "write to tmp",
        } <= allowed  # else the test proves nothing
