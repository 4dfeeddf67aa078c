"""The examples of `deploy/` for proxies, run for real in front of a server."""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

import pytest

from tests.support.services.servers import HOST, Server, free_port, running_server, stop_process

DEPLOY: Final = Path(__file__).parents[3] / "deploy"
NAME: Final = "localhost"
PREFIX: Final = "/facetry"
SECONDS: Final = 60.0
NEEDS_PROXIES: Final = pytest.mark.skipif(
    not all(shutil.which(name, path=f"{os.environ['PATH']}{os.pathsep}/usr/sbin") for name in ("nginx", "caddy"))
    and not os.environ.get("CI"),
    reason="there is no nginx or no caddy",
)
"""CI has both, and never skips."""


@dataclass(frozen=True, slots=True)
class Front:
    """A server behind a proxy: its address for browsers, the port that redirects to TLS, and what trusts its
    certificate.
    """

    url: str
    plain_port: int
    trust: ssl.SSLContext
    server: Server


@dataclass(frozen=True, slots=True)
class Place:
    """Where a proxy runs: its folder, its ports, and the port of the server."""

    folder: Path
    port: int
    plain_port: int
    server_port: int

    @property
    def certificate(self) -> tuple[Path, Path]:
        """The certificate and its key."""
        return self.folder / "certificate.pem", self.folder / "key.pem"


def program(name: str) -> str:
    """The path of a proxy, which Debian keeps outside of the PATH of users."""
    found = shutil.which(name, path=f"{os.environ['PATH']}{os.pathsep}/usr/sbin")
    assert found is not None, f"{name} is not installed: apt-get install {name}"
    return found


def replaced(text: str, *changes: tuple[str, str]) -> str:
    """The text with all changes; each has to find its place."""
    for old, new in changes:
        assert old in text, f"{old!r} is not in the example"
        text = text.replace(old, new)
    return text


def nginx(place: Place, example: str) -> list[str]:
    """Write the configuration of nginx around the example; the command."""
    lines = [line for line in example.splitlines() if "listen [::]:" not in line]  # not every machine has IPv6
    certificate, key = place.certificate
    site = replaced(
        "\n".join(lines),
        ("listen 80;", f"listen {HOST}:{place.plain_port};"),
        ("listen 443 ssl", f"listen {HOST}:{place.port} ssl"),
        ("server 127.0.0.1:3001;", f"server {HOST}:{place.server_port};"),
        ("server_name pictures.example;", f"server_name {NAME};"),
        ("/etc/ssl/pictures.example/fullchain.pem", str(certificate)),
        ("/etc/ssl/pictures.example/privkey.pem", str(key)),
        ("/var/log/nginx/facetry.log", str(place.folder / "access.log")),
    )
    paths = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = "".join(f"{name}_temp_path {place.folder / name};\n" for name in paths)
    user = "user root;\n" if os.geteuid() == 0 else ""  # the folders of tests belong to their user
    (place.folder / "nginx.conf").write_text(
        f"{user}worker_processes 1;\nerror_log stderr;\npid {place.folder / 'nginx.pid'};\n"
        f"events {{ worker_connections 512; }}\nhttp {{\n{folders}{site}\n}}\n"
    )
    return [program("nginx"), "-c", str(place.folder / "nginx.conf"), "-g", "daemon off;"]


def caddy(place: Place, example: str) -> list[str]:
    """Write the configuration of Caddy around the example; the command."""
    certificate, key = place.certificate
    site = replaced(
        example,
        ("pictures.example {", f"{NAME}:{place.port} {{\n\ttls {certificate} {key}"),
        ("127.0.0.1:3001", f"{HOST}:{place.server_port}"),
    )
    options = (
        "admin off",
        f"default_bind {HOST}",
        f"http_port {place.plain_port}",
        f"https_port {place.port}",
        "skip_install_trust",
        f"storage file_system {place.folder / 'storage'}",
        "servers {\n\t\tprotocols h1 h2\n\t}",
    )
    (place.folder / "Caddyfile").write_text("{\n\t" + "\n\t".join(options) + "\n}\n" + site)
    return [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(place.folder / "Caddyfile")]


@contextmanager
def behind_proxy(
    directory: Path,
    pictures: Sequence[Path],
    make_command: Callable[[Place, str], list[str]],
    example: str,
    prefix: str = PREFIX,
    settings: Mapping[str, str] = MappingProxyType({"FACETRY_TRUSTED_PROXIES": HOST}),
) -> Iterator[Front]:
    """Runs a server with some folders and settings, and a proxy in front of it."""
    place = proxy_place(directory)
    url = f"https://{NAME}:{place.port}{prefix}"
    with running_server(directory, pictures, extra_environment=settings) as server:
        place = replace(place, server_port=server.port)
        with running_proxy(place, make_command, example) as trust:
            yield Front(url, place.plain_port, trust, server)


def proxy_place(directory: Path) -> Place:
    """A new folder for a proxy, and free ports. The server has none yet."""
    folder = directory / "proxy"
    folder.mkdir()
    return Place(folder, free_port(), free_port(), 0)


@contextmanager
def running_proxy(
    place: Place, make_command: Callable[[Place, str], list[str]], example: str
) -> Iterator[ssl.SSLContext]:
    """Runs a proxy. The value is what trusts its certificate."""
    trust = _certify(*place.certificate)
    log = place.folder / "output"
    with log.open("wb") as sink:
        command = make_command(place, example)
        environment = {**os.environ, "HOME": str(place.folder), "XDG_CONFIG_HOME": str(place.folder)}
        process = subprocess.Popen(command, env=environment, stdout=sink, stderr=sink)
    try:
        _wait_for(place.port, process, log)
        yield trust
    finally:
        stop_process(process)


def _certify(certificate: Path, key: Path) -> ssl.SSLContext:
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-batch",
    ]
    command += ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}", "-addext", "keyUsage=digitalSignature"]
    subprocess.run([*command, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True)
    return ssl.create_default_context(cafile=str(certificate))


def _wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + SECONDS
    while True:
        assert process.poll() is None, log.read_text()
        try:
            socket.create_connection((HOST, port), timeout=5).close()
        except OSError:
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.05)
        else:
            return
