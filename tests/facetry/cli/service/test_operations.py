"""Subcommands that are made of an operation of the description."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import pytest

from facetry.cli.service import verbs
from facetry.cli.service.operations import add_operation


class Service:
    """Records what is sent."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, str, bytes | None, dict[str, Any]]] = []

    def send_json(self, method: str, path: str, text: bytes | None, **query: Any) -> Any:
        self.sent.append((method, path, text, {name: value for name, value in query.items() if value is not None}))
        return {"count": 3}


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Service:
    service = Service()
    monkeypatch.setattr(verbs, "service_of", lambda _: service)
    return service


def run(operation: str, *arguments: str, flags: tuple[dict[str, Any], ...] = (), **options: Any) -> None:
    commands = argparse.ArgumentParser().add_subparsers()
    parser = add_operation(commands, "do", operation, "do it", **options)
    for flag in flags:
        parser.add_argument(flag["name"], **{name: value for name, value in flag.items() if name != "name"})
    parsed = parser.parse_args(arguments)
    parsed.run(parsed)


def test_arguments_are_the_parameters_of_their_names(service: Service, capsys: pytest.CaptureFixture[str]) -> None:
    flags = (
        {"name": "id"},
        {"name": "--capability", "dest": "capabilityIds", "action": "append"},
        {"name": "--other", "default": "not a parameter"},
    )
    run("extensionRetry", "a/b", "--capability", "x", "--capability", "y", flags=flags, done="{id}: {answer[count]}")
    assert service.sent == [("PUT", "/extension/a%2Fb/retry", None, {"capabilityIds": ["x", "y"]})]
    assert capsys.readouterr().err == "facetry: a/b: 3\n"


def test_flags_that_are_not_given_are_left_out(service: Service) -> None:
    flags: tuple[dict[str, Any], ...] = (
        {"name": "--verify", "action": "store_true"},
        {"name": "--maximum-removals", "dest": "maximumRemovals", "type": int},
    )
    for arguments in ((), ("--verify", "--maximum-removals", "0")):
        run("repositorySynchronize", *arguments, flags=flags, identify=lambda *_: 7, done="done")
    assert [query for *_, query in service.sent] == [{}, {"maximumRemovals": 0, "verify": "true"}]
    assert service.sent[0][:2] == ("PUT", "/repository/7/synchronize")


def test_the_body_is_that_of_a_file(service: Service, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "filter.json").write_text('{"criteria": {}}')
    flags = ({"name": "--filter", "dest": "body"},)
    run("collectionPreview", "--filter", str(tmp_path / "filter.json"), flags=flags, show=print)
    assert service.sent == [("POST", "/collection/preview", b'{"criteria": {}}', {})]
    assert capsys.readouterr().out == "{'count': 3}\n"


def test_given_values_are_sent(service: Service) -> None:
    run("repositoryStartOrStop", given={"isStart": "false"}, done="done")
    assert service.sent == [("PUT", "/repository/startOrStop", None, {"isStart": "false"})]
