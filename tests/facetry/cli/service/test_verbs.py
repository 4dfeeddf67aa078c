"""What all commands have in common: the service, the key, and arguments that no service can get."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

import pytest

from facetry.cli import command_parser, main
from tests.support.services.servers import free_port, server_environment
from tests.support.services.service_commands import Run


def test_a_service_that_cannot_be_reached_is_a_message(facetry: Run) -> None:
    url = f"http://127.0.0.1:{free_port()}"
    done = facetry("key", "list", "--url", url, code=1)
    assert done.err.startswith(f"facetry: {url} cannot be reached: ")


def test_without_a_key_nothing_is_sent(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("FACETRY_API_SECRET", "FACETRY_API_SECRET_FILE"):
        monkeypatch.delenv(name, raising=False)
    assert main(["repository", "list"]) == 2
    assert capsys.readouterr().err.startswith("facetry: there is no key: ")


@pytest.mark.parametrize("arguments", [(b"create", b"\xff"), (b"show", b"\xff")])
def test_arguments_that_are_not_utf_8_are_wrong_usage(arguments: tuple[bytes, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "facetry", "key", *arguments],
        env=server_environment("a-master-key-for-tests", {"LC_ALL": "C.UTF-8"}),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "facetry: an argument is not UTF-8\n")


def test_json_is_offered_only_where_the_service_answers_with_json(facetry: Run) -> None:
    assert "--json" in facetry("key", "revoke", "1", "--json", code=2).err


@pytest.mark.parametrize("noun", ["key", "repository", "collection"])
def test_the_page_names_every_command(noun: str) -> None:
    page = (Path(__file__).parents[4] / "docs" / "operator-commands.md").read_text()
    (section,) = re.findall(rf"^## [^\n]*`facetry {noun}`\n(.*?)^## ", page, re.DOTALL | re.MULTILINE)
    words = {
        word for text in re.findall(r"`([^`\n]+)`|^\$ (.+)$", section, re.MULTILINE) for word in " ".join(text).split()
    }
    assert verbs_of(noun) - words == set()


def verbs_of(noun: str) -> set[str]:
    (nouns,) = subparsers(command_parser(noun))
    (verbs,) = subparsers(nouns.choices[noun])
    return set(verbs.choices)


def subparsers(parser: argparse.ArgumentParser) -> list[argparse._SubParsersAction[argparse.ArgumentParser]]:
    return [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
