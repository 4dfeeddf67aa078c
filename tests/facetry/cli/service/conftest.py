"""A running service, and commands that are run in this process against it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from facetry.cli import main
from tests.support.imaging.pictures import write_pictures
from tests.support.services.servers import Server, running_server
from tests.support.services.service_commands import Done, Run


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service with one repository of two pictures."""
    home = tmp_path_factory.mktemp("service")
    write_pictures(home / "Birds", 2, formats=("PNG",))
    with running_server(home, [home / "Birds"]) as served:
        yield served


@pytest.fixture
def facetry(server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command with the master key of the server, and its address in FACETRY_URL."""
    monkeypatch.setenv("FACETRY_API_SECRET", server.key)
    monkeypatch.setenv("FACETRY_URL", server.url)
    for name in ("FACETRY_DATA_DIR", "GITHUB_ACTIONS"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments: str, code: int = 0) -> Done:
        try:
            ended = main(arguments)
        except SystemExit as error:  # of argparse
            ended = int(error.code or 0)
        captured = capsys.readouterr()
        assert ended == code, captured.err
        return Done(ended, captured.out, captured.err)

    return run
