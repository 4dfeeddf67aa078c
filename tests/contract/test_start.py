"""Fail closed: a description with an unprotected operation is not served."""

import copy
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from facetry.auth import OnRecognised, Principal
from facetry.http.connexion31 import build_application
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


def test_the_description_itself_starts() -> None:
    compile_description(copy.deepcopy(document()))


@pytest.mark.parametrize(
    ("security", "is_concerned"),
    [
        (None, lambda _: True),
        ([], lambda operation: not operation.public),
        ([{"bearer": []}, {"apiKey": []}], lambda operation: operation.scopes),
        ([{}], lambda operation: operation.scopes),
        ([{"bearer": ["image:read"]}, {}], lambda operation: operation.scopes),
        ([{"bearer": ["image:read"]}, {"apiKey": ["image:write"]}], lambda operation: operation.scopes),
        ([{"nonsense": ["image:read"]}], lambda operation: operation.scopes),
    ],
    ids=["none", "open", "no scope", "nothing needed", "nothing needed as well", "two rules", "unknown scheme"],
)
def test_each_operation_with_a_gap_is_named(security: Any, is_concerned: Callable[[Operation], object]) -> None:
    """All have the gap at once, because each description takes long to compile."""
    description = copy.deepcopy(document())
    concerned = [operation for operation in operations() if is_concerned(operation)]
    for operation in concerned:
        item = description["paths"][operation.path][operation.method.lower()]
        del item["security"]
        if security is not None:
            item["security"] = security
    with pytest.raises(ContractError) as refused:
        compile_description(description)
    named = {line.split(": ")[0] for line in str(refused.value).splitlines()[1:]}
    assert named == {f"  - {pointer(operation)}" for operation in concerned}
    assert len(named) > 50


def test_a_gap_of_one_operation_is_enough() -> None:
    description = copy.deepcopy(document())
    (*_, operation) = (each for each in operations() if each.scopes)
    del description["paths"][operation.path][operation.method.lower()]["security"]
    with pytest.raises(ContractError) as refused:
        compile_description(description)
    assert [line.split(": ")[0] for line in str(refused.value).splitlines()[1:]] == [f"  - {pointer(operation)}"]


def pointer(operation: Operation) -> str:
    path = operation.path.replace("/", "~1")
    return f"#/paths/{path}/{operation.method.lower()}"


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
