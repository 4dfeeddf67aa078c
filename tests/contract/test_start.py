"""Fail closed: a description with an unprotected operation is not served."""

import copy
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from facetry.auth import OnRecognised, Principal
from facetry.connexion31 import build_application
from facetry.schema.document import ContractError
from generated.operations import BODIES, OPERATIONS
from handlers import HANDLERS
from tests.contract.description import ROOT, Operation, document, operations
from tests.support.services.servers import HOST, server_environment

PACKAGES: Final = ("facetry", "handlers", "generated")


class NoKeys:
    """An authenticator without keys."""

    async def authenticate(self, _secret: str, _on_recognised: OnRecognised | None = None) -> Principal | None:
        """None for each key."""
        return None


def compile_description(description: Any) -> None:
    """Compile a description with the real handlers, as the server does before it listens."""
    build_application(
        description,
        HANDLERS.by_operation(),
        OPERATIONS,
        BODIES,
        authenticator=NoKeys(),
        make_call=lambda principal, _: principal,
        spool=Path(os.devnull),
        events={},
    )


def changed(operation: Operation) -> tuple[Any, Any]:
    """A copy of the description, and the operation in the copy."""
    description = copy.deepcopy(document())
    return description, description["paths"][operation.path][operation.method.lower()]


def test_the_description_itself_starts() -> None:
    compile_description(copy.deepcopy(document()))


@pytest.mark.parametrize("operation", operations(), ids=lambda operation: operation.operation_id)
def test_operation_without_security(operation: Operation) -> None:
    description, item = changed(operation)
    del item["security"]
    with pytest.raises(ContractError, match="scopes"):
        compile_description(description)


@pytest.mark.parametrize(
    "operation", [each for each in operations() if not each.public], ids=lambda operation: operation.operation_id
)
def test_operation_open_without_a_reason(operation: Operation) -> None:
    description, item = changed(operation)
    item["security"] = []
    with pytest.raises(ContractError):
        compile_description(description)


@pytest.mark.parametrize(
    "operation", [each for each in operations() if each.scopes], ids=lambda operation: operation.operation_id
)
@pytest.mark.parametrize(
    "security",
    [
        [{"bearer": []}, {"apiKey": []}],
        [{}],
        [{"bearer": ["image:read"]}, {}],
        [{"bearer": ["image:read"]}, {"apiKey": ["image:write"]}],
        [{"nonsense": ["image:read"]}],
    ],
    ids=["no scope", "nothing needed", "nothing needed as well", "two rules", "unknown scheme"],
)
def test_operation_with_a_gap(operation: Operation, security: Any) -> None:
    description, item = changed(operation)
    item["security"] = security
    with pytest.raises(ContractError):
        compile_description(description)


def test_the_server_stops(tmp_path: Path) -> None:
    """The command ends, names the operation, and has not served a request."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    target = tmp_path / "generated" / "openapi.json"
    description = json.loads(target.read_text(encoding="utf-8"))
    del description["paths"]["/image/{id}/delete"]["delete"]["security"]
    target.write_text(json.dumps(description), encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "facetry",
        "serve",
        "--host",
        HOST,
        "--port",
        "0",
        "--data-dir",
        str(tmp_path / "d"),
    ]
    done = subprocess.run(
        command, cwd=tmp_path, env=server_environment("a-key"), capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode != 0, done.stdout
    assert "~1image~1{id}~1delete/delete: the operation states neither its scopes" in done.stderr
