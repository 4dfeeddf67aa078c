"""The private view of the mounts: what it shows, and that programs are confined without it as well."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from facetry.system import landlock, mount_namespace

pytestmark = pytest.mark.skipif(not landlock.version(), reason="the kernel has no Landlock")

CODE = """
import ctypes, json, os, socket, sys
from facetry.extensions.process import process_tree
from facetry.system import mount_namespace
data, forbids_mounts = sys.argv[1], sys.argv[2] == "forbidden"
libc = ctypes.CDLL(None, use_errno=True)
if forbids_mounts:  # in a user namespace that may not have another mount namespace
    user, group = os.geteuid(), os.getegid()
    assert libc.unshare(0x1000_0000) == 0
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        open(f"/proc/self/{name}", "w").write(text)
    open("/proc/sys/user/max_mnt_namespaces", "w").write("0")
folders = {"hidden": [data], "readable": [data + "/code", "/no/such/folder"], "writable": [data + "/own"]}
results = {"has a view": mount_namespace.is_available(**folders)}
libc.prctl(38, 1, 0, 0, 0)
process_tree._confine(folders)
def connected(path):
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(path)
attempts = {
    "read the secret": lambda: open(data + "/secret").read(),
    "see the secret": lambda: os.stat(data + "/secret"),
    "change its mode": lambda: os.chmod(data + "/secret", 0o644),
    "connect": lambda: connected(sys.argv[3]),
    "read code": lambda: open(data + "/code/main").read(),
    "write code": lambda: open(data + "/code/main", "w"),
    "change the mode of code": lambda: os.chmod(data + "/code/main", 0o600),
    "write": lambda: open(data + "/own/new", "w").close(),
    "change a mode": lambda: os.chmod(data + "/own/new", 0o600),
    "write to nothing": lambda: open("/dev/null", "w").close(),
    "share memory": lambda: open(f"/dev/shm/{os.getpid()}", "w").close() or os.unlink(f"/dev/shm/{os.getpid()}"),
}
for name, attempt in attempts.items():
    try:
        attempt()
        results[name] = True
    except OSError:
        results[name] = False
print(json.dumps(results))
"""
ALLOWED = {"read code", "write", "change a mode", "write to nothing", "share memory"}
NOT_JUDGED = {"see the secret", "change its mode", "change the mode of code", "connect"}
"""What Landlock alone does not judge."""


@pytest.fixture
def results(tmp_path: Path, request: pytest.FixtureRequest) -> dict[str, bool]:
    data = tmp_path / "data"
    for folder in ("code", "own"):
        (data / folder).mkdir(parents=True)
    (data / "secret").write_text("secret")
    (data / "code" / "main").write_text("code")
    listener = subprocess.Popen(
        [
            *(sys.executable, "-c"),
            "import socket, sys, time\nlistener = socket.socket(socket.AF_UNIX)\nlistener.bind(sys.argv[1])\n"
            "listener.listen()\nprint(flush=True)\ntime.sleep(60)",
            str(tmp_path / "socket"),
        ],
        stdout=subprocess.PIPE,
    )
    try:
        assert listener.stdout is not None
        listener.stdout.readline()
        command = [sys.executable, "-c", CODE, str(data), request.param, str(tmp_path / "socket")]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
    finally:
        listener.kill()
        listener.communicate()
    assert result.returncode == 0, result.stderr
    outcomes: dict[str, bool] = json.loads(result.stdout)
    return outcomes


@pytest.mark.skipif(not mount_namespace.is_available(), reason="this process may not make namespaces")
@pytest.mark.parametrize("results", ["permitted"], indirect=True)
def test_a_private_view_has_only_the_own_folders(results: dict[str, bool]) -> None:
    assert results.pop("has a view")
    assert {name for name, is_allowed in results.items() if is_allowed} == ALLOWED


@pytest.mark.skipif(not mount_namespace.is_available(), reason="this process may not make namespaces")
@pytest.mark.parametrize("results", ["forbidden"], indirect=True)
def test_without_namespaces_landlock_confines_alone(results: dict[str, bool]) -> None:
    assert not results.pop("has a view")
    assert {name for name, is_allowed in results.items() if is_allowed} == ALLOWED | NOT_JUDGED


BOUND_TWICE = """
import ctypes, json, os, sys
from facetry.extensions.process import process_tree
from facetry.system import mount_namespace
data, whole, part, outer = sys.argv[1:5]
mount_namespace._unshare()
for source, target in ((data, whole), (data + "/code", part), (os.path.dirname(data), outer)):
    mount_namespace._mount(source, target, None, 1 << 12)
ctypes.CDLL(None).prctl(38, 1, 0, 0, 0)
if sys.argv[5] == "alone":
    mount_namespace.is_available = lambda **_: False
process_tree._confine({"hidden": [data], "readable": [], "writable": [data + "/own"]})
read = []
for path in (f"{data}/secret", f"{whole}/secret", f"{part}/main", f"{outer}/data/secret", f"{outer}/elsewhere/file"):
    try:
        open(path).read()
        read.append(path)
    except OSError:
        pass
open(data + "/own/new", "w").close()
print(json.dumps(read))
"""


@pytest.mark.skipif(not mount_namespace.is_available(), reason="this process may not make namespaces")
@pytest.mark.parametrize("layers", ["both", "alone"])
def test_other_mounts_of_a_hidden_folder_are_hidden(tmp_path: Path, layers: str) -> None:
    base = tmp_path / "base"
    for folder in ("data/code", "data/own", "elsewhere"):
        (base / folder).mkdir(parents=True)
    for file in ("data/secret", "data/code/main", "elsewhere/file"):
        (base / file).write_text("content")
    places = [tmp_path / name for name in ("whole place", "part", "outer")]
    for place in places:
        place.mkdir()
    command = [sys.executable, "-c", BOUND_TWICE, str(base / "data"), *map(str, places), layers]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout) == [f"{places[2]}/elsewhere/file"]
