"""Extensions and installers try to get out of their confinement. Each attempt is also made without it, where it works.

`escape_attempts.py` has the attempts. Three extensions run on one server: a neighbour that is attacked, one that is
confined, and one that the operator exempts, which shows that the attempts would find their targets.
"""

from __future__ import annotations

import ctypes
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from facetry.extensions.confinement import has_private_mounts
from facetry.system import landlock
from tests.support.engines.databases import only_sqlite
from tests.support.imaging.pictures import write_pictures
from tests.support.services.servers import Server, running_server
from tests.support.services.service_processes import library_process

pytestmark = [
    pytest.mark.skipif(not landlock.version(), reason="the kernel has no Landlock"),
    only_sqlite,  # the file of the library is one of the aims
]

CODE: Final = Path(__file__).with_name("escape_attempts.py").read_text()
NEIGHBOUR: Final = """
import os, socket, sys, time
os.chdir(os.environ["HOME"])
open("secret", "w").write("of the neighbour")
listener = socket.socket(socket.AF_UNIX)
listener.bind("socket")
listener.listen()
print("a line of the log", flush=True)
open("pid.new", "w").write(str(os.getpid()))
os.rename("pid.new", "pid")
time.sleep(600)
"""
DAEMON: Final = """
import os, sys, time
folder = os.environ.get("HOME")
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        code = f"import os, time; open({folder + '/daemon'!r}, 'w').write(str(os.getpid())); time.sleep(600)"
        os.execve(sys.executable, [sys.executable, "-I", "-S", "-c", code], {})
    os._exit(0)
time.sleep(float(sys.argv[1]))
"""
BACKEND: Final = """
import os, runpy, subprocess, sys, zipfile
def build_wheel(folder, settings=None, metadata=None):
    quiet = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
    subprocess.Popen([sys.executable, "escape_attempts.py", "$HOME/results.json"], start_new_session=True, **quiet)
    with zipfile.ZipFile(os.path.join(folder, "hostile-1.0-py3-none-any.whl"), "w") as wheel:
        wheel.writestr("hostile.py", "")
        for name, text in (("METADATA", "Metadata-Version: 2.1\\nName: hostile\\nVersion: 1.0\\n"), ("RECORD", ""),
                           ("WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")):
            wheel.writestr("hostile-1.0.dist-info/" + name, text)
    import time
    while not os.path.exists(os.path.expandvars("$HOME/results.json")): time.sleep(0.05)
    return "hostile-1.0-py3-none-any.whl"
"""
"""What runs when a package is built: `setup.py` of a package whose own code is its build backend."""
OWN_FILES: Final = {"write its own code", "rewrite its requirements", "signal its guardian"}
"""An installer works on a copy of the archive, and its parent is another installer."""
OF_THE_MACHINE: Final = {
    *("read the disk itself", "read the database by its handle", "set where cores go"),
    *("set attributes in the data folder", "attach System V memory"),
}
"""Attempts that some machines and users refuse to everybody."""
NEED_SCOPES: Final = {
    *("signal the server", "signal its guardian", "signal another guardian", "signal another extension"),
    *("signal another extension by a descriptor", "connect to an abstract socket"),
}
NEED_MOUNTS: Final = {
    *("change modes in the data folder", "change times in the data folder", "set attributes in the data folder"),
    *("change the mode of a picture", "connect to a socket of this user", "connect to a socket of another extension"),
    *("read shared memory", "attach System V memory", "watch the database", "change its root to the data folder"),
}


@dataclass
class Scene:
    """A server with a neighbour, and what hostile code goes for."""

    server: Server
    client: httpx.Client
    folder: Path
    targets: dict[str, Any]

    @property
    def extensions(self) -> Path:
        return self.server.data_dir / "extensions"

    def home(self, id: str) -> Path:
        return self.extensions / "state" / id / "home"

    def targets_of(self, attacker: str) -> dict[str, Any]:
        """The targets of one attacker, with files of its own to change."""
        victim, elsewhere = self.server.data_dir / "victims" / attacker, self.folder / f"elsewhere-{attacker}"
        victim.mkdir(parents=True)
        elsewhere.mkdir()
        for name in ("truncated", "renamed", "removed", "mode"):
            (victim / name).write_text("content")
        picture = self.server.pictures[0] / f"{attacker}.png"
        shutil.copy(next(self.server.pictures[0].rglob("*.png")), picture)
        paths = {"victim": victim, "elsewhere": elsewhere, "picture": picture}
        return {**self.targets, **{name: str(path) for name, path in paths.items()}}

    def install(self, id: str, files: dict[str, str], *arguments: str, runtimes: tuple[str, ...] = ()) -> None:
        manifest = {
            "id": id,
            "version": "1.0.0",
            "name": id,
            "description": "Hostile.",
            "categories": ["other"],
            "runtimes": [{"environment": runtime} for runtime in runtimes],
            "instructions": [
                {"events": ["process.started"], "execution": {"executable": sys.executable, "arguments": arguments}}
            ],
            "settings": {"type": "object", "properties": {}},
        }
        data = BytesIO()
        with zipfile.ZipFile(data, "w") as file:
            for name, text in {"manifest.json": json.dumps(manifest), **files}.items():
                file.writestr(name, text)
        headers = {"Content-Type": "application/zip"}
        answer = self.client.post("/extension/install?state=enabled", content=data.getvalue(), headers=headers)
        assert answer.status_code == 201, answer.text

    def wait_for(self, path: Path, seconds: float = 60.0) -> str:
        deadline = time.monotonic() + seconds
        while not path.exists():
            assert time.monotonic() < deadline, (path, self.client.get("/extension/activities").json())
            time.sleep(0.05)
        return path.read_text()

    def results(self, id: str) -> dict[str, str]:
        """The results of a program with the attempts."""
        files = {"main.py": CODE, "targets.json": json.dumps(self.targets_of(id)), "requirements.txt": ""}
        self.install(id, files, "main.py", "$HOME/results.json")
        results: dict[str, str] = json.loads(self.wait_for(self.home(id) / "results.json"))
        return results


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    folder = tmp_path_factory.mktemp("escapes")
    write_pictures(folder / "pictures", 2)
    (folder / "link").symlink_to(folder / "data")
    (folder / "credentials").mkdir()
    (folder / "credentials" / "api-secret").write_text("of the operator")
    (folder / "token").write_text("for the object store")
    environment = {
        "AWS_WEB_IDENTITY_TOKEN_FILE": str(folder / "token"),
        "FACETRY_EXTENSIONS__UNCONFINED": "free",
        "CREDENTIALS_DIRECTORY": str(folder / "credentials"),
        "PIP_NO_INDEX": "1",
        "PIP_NO_BUILD_ISOLATION": "0",  # pip reads it as "no isolation"
    }
    with ExitStack() as stack:
        server = stack.enter_context(
            running_server(folder, [folder / "pictures"], extra_environment=environment, is_forked=False)
        )
        scene = Scene(server, stack.enter_context(server.client()), folder, {})
        scene.install("neighbour", {"main.py": NEIGHBOUR}, "main.py")
        program = int(scene.wait_for(scene.home("neighbour") / "pid"))
        (server.data_dir / "secret").write_text("signs media URLs")
        places = {name: scene.extensions / name / "neighbour" for name in ("environments", "installers", "logs")}
        for place in places.values():
            place.mkdir(parents=True, exist_ok=True)
        (parameters,) = (scene.extensions / "installed" / "neighbour").glob("*/parameters.json")
        scene.targets = {
            "data": str(server.data_dir),
            "link": str(folder / "link"),
            "neighbour": str(scene.extensions / "state" / "neighbour"),
            "parameters": str(parameters),
            "environments": str(places["environments"]),
            "cache": str(places["installers"]),
            "log": str(next(places["logs"].glob("output*"))),
            "key_file": str(folder / "credentials" / "api-secret"),
            "token_file": str(folder / "token"),
            "server": library_process(server.process.pid, server.data_dir),
            "program": program,
            "guardian": _parent(program),
            "handle": _handle(server.data_dir / "library.db"),
            **stack.enter_context(_other_programs(folder)),
        }
        yield scene


@pytest.fixture(scope="module")
def free_results(scene: Scene) -> dict[str, str]:
    """The better results of an exempt extension and of a program that no guardian has started.

    The guardian takes capabilities from programs of the superuser, so that even the exempt one does not see the server.
    """
    folder = scene.folder / "by-hand"
    folder.mkdir()
    (folder / "main.py").write_text(CODE)
    (folder / "targets.json").write_text(json.dumps(scene.targets_of("by-hand")))
    environment = {**os.environ, "HOME": str(folder)}
    by_hand = subprocess.Popen([sys.executable, "main.py", "results.json"], cwd=folder, env=environment)
    try:
        results: dict[str, str] = json.loads(scene.wait_for(folder / "results.json"))
    finally:
        by_hand.kill()
        by_hand.wait()
    exempt = scene.results("free")
    return {name: exempt[name] if result != "ok" else result for name, result in results.items()}


def test_without_confinement_the_attempts_succeed(free_results: dict[str, str]) -> None:
    failed = {name: result for name, result in free_results.items() if result != "ok"}
    assert failed.keys() <= OF_THE_MACHINE, failed
    assert len(free_results) - len(failed) >= 45


def test_no_program_gets_out(scene: Scene, free_results: dict[str, str]) -> None:
    results = scene.results("confined")
    assert results.keys() == free_results.keys()
    assert _escapes(results) == set()
    assert scene.client.get("/readyz").status_code == 200


def test_no_build_of_a_python_package_gets_out(scene: Scene, free_results: dict[str, str]) -> None:
    """The build runs code of the package. It does what `setup.py` may do, before the program ever starts."""
    files = {
        "main.py": NEIGHBOUR,
        "requirements.txt": "./package\n",
        "package/pyproject.toml": '[build-system]\nrequires = []\nbuild-backend = "setup"\nbackend-path = ["."]\n'
        '[project]\nname = "hostile"\nversion = "1.0"\n',
        "package/setup.py": BACKEND,
        "package/escape_attempts.py": CODE,
        "package/targets.json": json.dumps(scene.targets_of("built")),
    }
    scene.install("built", files, "main.py", runtimes=("python",))
    state = scene.extensions / "installers" / "built"
    results = json.loads(scene.wait_for(state / "home" / "results.json", 120.0))
    assert results.keys() == free_results.keys()
    assert _escapes(results) - OWN_FILES == set()
    scene.wait_for(scene.home("built") / "pid", 120.0)  # the installation went well
    (version,) = (scene.extensions / "installed" / "built").iterdir()
    assert not (version / "package" / "planted.py").exists()  # what it wrote is not in the code
    assert (version / "requirements.txt").read_text() == files["requirements.txt"]
    assert not (scene.home("built") / "results.json").exists()  # and its state is not that of the program


def test_a_daemon_ends_with_its_program(scene: Scene) -> None:
    free = scene.folder / "daemon-home"
    free.mkdir()
    environment = {"HOME": str(free)}
    subprocess.run([sys.executable, "-I", "-S", "-c", DAEMON, "0"], env=environment, check=True)
    free_pid = int(_content(free / "daemon"))
    assert _lives(free_pid)  # nobody ends it
    os.kill(free_pid, 9)
    scene.install("daemon", {"main.py": DAEMON}, "main.py", "600")
    pid = int(_content(scene.home("daemon") / "daemon"))
    assert _lives(pid)
    assert scene.client.put("/extension/daemon/changeState?state=paused").status_code == 204
    assert not _lives(pid)


@pytest.mark.skipif(shutil.which("npm") is None, reason="there is no npm")
def test_scripts_of_node_packages_do_not_run(scene: Scene, tmp_path: Path) -> None:
    script = f"cat {scene.server.data_dir}/library.db > {scene.folder}/stolen"
    package = json.dumps({"name": "hostile", "version": "1.0.0", "scripts": {"postinstall": script}})
    main = json.dumps({"name": "main", "version": "1.0.0", "dependencies": {"hostile": "file:./hostile"}})
    files = {"package.json": main, "hostile/package.json": package}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    subprocess.run(["npm", "install", "--install-links", "--no-audit"], cwd=tmp_path, check=True, capture_output=True)
    assert (scene.folder / "stolen").stat().st_size > 0  # run by hand, they do
    (scene.folder / "stolen").unlink()
    hostile_settings = "ignore-scripts=false\ninstall-links=true\n"
    scene.install("node", {**files, "main.py": NEIGHBOUR, ".npmrc": hostile_settings}, "main.py", runtimes=("node",))
    scene.wait_for(scene.home("node") / "pid", 120.0)
    assert not (scene.folder / "stolen").exists()


def _escapes(results: dict[str, str]) -> set[str]:
    """The attempts that succeeded although this machine can prevent them."""
    not_prevented = set() if landlock.has_scopes() else NEED_SCOPES
    if not has_private_mounts():
        not_prevented |= NEED_MOUNTS
    return {name for name, result in results.items() if result == "ok"} - not_prevented


@contextmanager
def _other_programs(folder: Path) -> Iterator[dict[str, Any]]:
    """What other programs of this user have: sockets and shared memory. This process stands in for them."""
    name = f"facetry-test-{secrets.token_hex(8)}"
    libc, key = ctypes.CDLL(None, use_errno=True), secrets.randbits(30) + 1
    segment = Path("/dev/shm", name)  # noqa: S108
    segment.write_text("shared")
    system_v = libc.shmget(key, 1, 0o1600)
    try:
        with socket.socket(socket.AF_UNIX) as named, socket.socket(socket.AF_UNIX) as abstract:
            named.bind(str(folder / "socket"))
            abstract.bind(f"\0{name}")
            for listener in (named, abstract):
                listener.listen(64)
            yield {"socket": str(folder / "socket"), "abstract": name, "segment": name, "key": key}
    finally:
        libc.shmctl(system_v, 0, None)
        segment.unlink()


def _handle(path: Path) -> str:
    """The handle of a file for `open_by_handle_at`, in hexadecimal; empty where the file system has none."""
    number = {"x86_64": 303, "aarch64": 264}[os.uname().machine]
    handle, mount = ctypes.create_string_buffer(136), ctypes.c_int()
    ctypes.c_uint32.from_buffer(handle).value = 128
    result = ctypes.CDLL(None).syscall(number, -100, bytes(path), handle, ctypes.byref(mount), 0)
    return handle.raw.hex() if result == 0 else ""


def _parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def _lives(pid: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    return False


def _content(path: Path, seconds: float = 30.0) -> str:
    deadline = time.monotonic() + seconds
    while not path.exists() or not path.read_text():
        assert time.monotonic() < deadline, path
        time.sleep(0.02)
    return path.read_text()
