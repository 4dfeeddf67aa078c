"""The units for systemd: systemd itself finds no fault, rates their hardening, and passes the socket."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import httpx
import pytest

from facetry.settings import Settings
from tests.support.services.proxies import DEPLOY, replaced
from tests.support.services.servers import HOST, free_port, server_environment, stop_process

pytestmark = pytest.mark.skipif(
    not (shutil.which("systemd-analyze") and shutil.which("systemd-socket-activate")) and not os.environ.get("CI"),
    reason="there are no tools of systemd",
)
MAX_EXPOSURE: Final = 20
"""In tenths, of 100 for a service without any hardening."""


@pytest.fixture
def units(tmp_path: Path) -> list[str]:
    """Both units, with a program that exists."""
    program = tmp_path / "facetry"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    service = replaced((DEPLOY / "facetry.service").read_text(), ("/opt/facetry/bin/facetry", str(program)))
    (tmp_path / "facetry.service").write_text(service)
    (tmp_path / "facetry.socket").write_text((DEPLOY / "facetry.socket").read_text())
    return [str(tmp_path / "facetry.service"), str(tmp_path / "facetry.socket")]


def analyze(*arguments: str) -> tuple[int, str]:
    done = subprocess.run(
        ["systemd-analyze", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, "SYSTEMD_COLORS": "0"},
    )
    return done.returncode, done.stdout


def test_systemd_finds_no_fault(units: list[str]) -> None:
    assert analyze("verify", "--man=no", "--recursive-errors=no", *units) == (0, "")


def test_systemd_finds_a_fault(units: list[str]) -> None:
    service = Path(units[0])
    service.write_text(service.read_text().replace("ProtectClock=yes", "ProtectClocks=yes"))
    assert "ProtectClocks" in analyze("verify", "--man=no", "--recursive-errors=no", *units)[1]


def test_the_hardening_is_rated_safe(units: list[str]) -> None:
    code, report = analyze("security", "--offline=true", "--no-pager", f"--threshold={MAX_EXPOSURE}", units[0])
    assert code == 0, report


def test_the_socket_is_passed_by_systemd(tmp_path: Path) -> None:
    """`systemd-socket-activate` passes a socket as the service manager does, at the first connection."""
    port = free_port()
    environment = server_environment(secrets.token_urlsafe(32))
    passed = [f"--setenv={name}={value}" for name, value in environment.items() if name.isidentifier()]
    log = tmp_path / "log"
    command = ["systemd-socket-activate", f"--listen={HOST}:{port}", *passed, sys.executable, "-m", "facetry", "serve"]
    with log.open("wb") as sink:
        process = subprocess.Popen(
            [*command, "--quiet", "--data-dir", str(tmp_path / "data")], stdout=sink, stderr=sink
        )
    try:
        transport = httpx.HTTPTransport(retries=10)  # until it listens
        with httpx.Client(transport=transport, timeout=60, trust_env=False) as client:
            assert client.get(f"http://{HOST}:{port}/readyz").status_code == 200, log.read_text()
    finally:
        stop_process(process)


def test_examples_name_existing_settings() -> None:
    known = {f"FACETRY_{name.upper()}" for name in Settings.model_fields}
    for example in ("facetry.service", "facetry.env", "compose.yaml", "Dockerfile"):
        names = re.findall(r"\bFACETRY_[A-Z_]+", (DEPLOY / example).read_text())
        assert names
        for name in names:
            table, _, setting = name.partition("__")
            assert table in known, f"{example}: {name}"
            if setting:
                model = Settings.model_fields[table.removeprefix("FACETRY_").lower()].annotation
                assert setting.lower() in getattr(model, "model_fields", {}), f"{example}: {name}"
