"""Commands start fast: they import neither the server nor pydantic before they need them."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.support.services.servers import free_port

HOME: Final = Path(__file__).parents[3]
SERVER: Final = frozenset(
    (
        "connexion",
        "facetry.service.assembly",
        "facetry.library",
        "facetry.server",
        "facetry.store",
        "generated.models",
        "httpx",
        "numpy",
        "pydantic",
        "socketio",
        "sqlalchemy",
        "starlette",
        "uvicorn",
        "watchfiles",
    )
)
"""What only the service and its clients need."""
SLOW: Final = SERVER | {"asyncio", "jsonschema_rs", "orjson", "rich", "schemathesis", "yaml"}
"""What no help needs, and what has to be loaded at first use."""
UNUSED_AT_START: Final = frozenset(
    (
        *("PIL", "alembic", "defusedxml", "flask", "mako", "openapi_core", "pi_heif", "schemathesis", "usearch"),
        # clients, validators and terminals, which libraries of the service import for purposes of their own
        *("aiohttp", "attr", "httpx", "jinja2", "jsonschema", "pygments", "referencing", "requests", "rich"),
        *("uvicorn.main", "websocket", "werkzeug", "sqlalchemy.dialects.postgresql", "starlette.testclient"),
        *("click", "multiprocessing", "numkong", "numpy", "watchfiles.run", "yaml"),
    )
)
"""What the service loads at first use, in other processes, or never: the start needs none."""
SERVICE: Final = frozenset(
    ("connexion", "facetry.service.assembly", "facetry.server", "httpx", "socketio", "starlette", "uvicorn")
)
"""What commands on a library do not need."""
GROUPS: Final = ("collection", "extension", "key", "repository", "schema", "vectors", "view")
COMMANDS: Final = (
    *("serve", "demo", "validate", "explain", "contract"),
    *(f"extension {verb}" for verb in ("init", "dev", "package", "install", "register", "list", "progress", "retry")),
    *(f"extension {verb}" for verb in ("show", "logs", "settings", "uninstall")),
    *("key create", "repository add", "collection create", "completion"),
    *("schema list", "schema show", "view render", "vectors check", "vectors rebuild", "upgrade"),
)
STARTS: Final = {
    "validate": SERVER,
    "validate extension": SERVER,
    "validate a.zip": SERVER,
    "validate card.json --fix": SERVER,
    "validate card.json --format sarif": SERVER,
    "validate --lines": SERVER,
    "explain": SLOW - {"orjson"},
    "explain manifest.capability": SLOW - {"orjson"},
    "schema list": SLOW,
    "schema show manifest-v3": SLOW,
    "schema show GenerationRecipe": SLOW,
    "completion bash": SLOW,
    "view render card.json": SERVER,
    "contract localhost": SLOW,
    "contract check missing.har": SERVER - {"httpx", "pydantic"},
    "extension register first --data-dir library": SERVICE,
    "extension list --data-dir library": SERVICE,
    "session link --data-dir library": SERVICE,
    "key rotate --data-dir library": SERVICE,
    "upgrade --data-dir library": SERVICE,
    "backup copies --data-dir library": SERVICE,
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("home")
    (home / "card.json").write_text('{"schemaVersion": "1.0", "title": 7, "elements": []}')
    (home / "a.zip").write_text("no archive")
    (home / "extension").mkdir()
    (home / "extension" / "manifest.json").write_text('{"instructions": [], "runtimes": []}')
    return home


def imported(home: Path, command: str) -> set[str]:
    """The modules that a command has loaded at its end, and the packages that they are in."""
    program = (
        "import json, sys\n"
        "from facetry.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "print('\\n' + json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *command.split()],
        cwd=home,
        env={**os.environ, "PYTHONPATH": str(HOME)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert "Traceback" not in done.stderr
    names: list[str] = json.loads(done.stdout.splitlines()[-1])
    return {".".join(name.split(".")[:count]) for name in names for count in range(1, name.count(".") + 2)}


@pytest.mark.parametrize("command", ["", *GROUPS, *COMMANDS])
def test_help_imports_nothing_slow(home: Path, command: str) -> None:
    assert not imported(home, f"{command} --help") & SLOW


@pytest.mark.parametrize("command", STARTS)
def test_a_command_imports_nothing_that_it_does_not_need(home: Path, command: str) -> None:
    assert not imported(home, command) & STARTS[command]


READY: Final = """
import json, os, signal, socket, sys, threading, time
from facetry.cli import main

port = sys.argv[1]

def report_when_ready():
    while True:
        try:
            with socket.create_connection(("127.0.0.1", int(port)), 5) as link:
                link.sendall(b"GET /readyz HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n")
                if link.recv(15) == b"HTTP/1.1 200 OK":
                    break
        except OSError:
            pass
        time.sleep(0.02)
    print(json.dumps(sorted(sys.modules)), flush=True)
    os.kill(os.getpid(), signal.SIGTERM)

threading.Thread(target=report_when_ready, daemon=True).start()
main(["serve", "--quiet", "--data-dir", "data", "--port", port])
"""


def test_a_service_that_is_ready_has_imported_nothing_that_it_does_not_need(home: Path) -> None:
    for library in ("new", "existing"):
        done = subprocess.run(
            [sys.executable, "-c", READY, str(free_port())],
            cwd=home,
            env={**os.environ, "PYTHONPATH": str(HOME), "FACETRY_API_SECRET": "0" * 64},
            capture_output=True,
            text=True,
            check=False,  # it ends by a signal
            timeout=120,
        )
        assert "Traceback" not in done.stderr
        names = set(json.loads(done.stdout.splitlines()[-1]))
        assert {"connexion", "sqlalchemy", "socketio"} <= names
        assert (library, names & UNUSED_AT_START) == (library, set())
