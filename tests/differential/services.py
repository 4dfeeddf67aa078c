"""Two services of different commits over copies of one library."""

from __future__ import annotations

import http.client
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from bench.versions import OLD, Version
from tests.differential.answers import Answer, Origin
from tests.differential.random_requests import Request
from tests.support.imaging.pictures import write_pictures
from tests.support.services.servers import HOST, Server, running_server

_SECONDS: Final = 60.0


def make_library(source: Path, folder: Path, images: int, pictures: int) -> Path:
    """Let the code in `source` make a data folder, `images` rows without files and as many `pictures` with one.

    Returns the folder that has the data folder, as `data`.
    """
    made = Version(OLD, source).library(folder / "rows", images)
    write_pictures(folder / "pictures", pictures)
    library = folder / "library"
    library.mkdir()
    shutil.move(made, library / "data")
    with running_server(library, [folder / "pictures"], source=source):
        pass  # until it has scanned the pictures
    return library


@dataclass(frozen=True, slots=True)
class Service:
    """A running service that answers one request after the other."""

    server: Server
    connection: http.client.HTTPConnection

    @property
    def origin(self) -> Origin:
        """What its answers may name of it."""
        return Origin(f"{HOST}:{self.server.port}", str(self.server.data_dir.parent))

    def answer(self, request: Request) -> Answer:
        """Its answer to a request with the master key."""
        headers = {"Authorization": f"Bearer {self.server.key}", **request.headers}
        self.connection.request(request.method, request.target, request.body, headers)
        response = self.connection.getresponse()
        body = response.read()
        return Answer(response.status, {name.lower(): value for name, value in response.getheaders()}, body)

    def repositories(self) -> list[str]:
        """The ids of all repositories."""
        with self.server.client() as client:
            return [repository["id"] for repository in client.get("/repository/list").json()]

    def images(self, repository: str) -> list[str]:
        """The ids of the images of a repository."""
        ids: list[str] = []
        search = {"origin": {"kind": "repositories", "ids": [repository]}}
        with self.server.client() as client:
            while True:
                body = {"filter": search, "range": {"take": 1_000, "skip": len(ids)}}
                page = client.post("/image/search/ids", json=body).json()["items"]
                if not page:
                    return ids
                ids += page


@contextmanager
def service_of(
    source: Path,
    folder: Path,
    pictures: Sequence[Path] = (),
    environment: Mapping[str, str] = MappingProxyType({}),
    *,
    in_cluster: bool = False,
) -> Iterator[Service]:
    """Run the code in `source` over the data folder in `folder`; as a host that leads nothing if `in_cluster`."""
    with running_server(
        folder, pictures, source=source, extra_environment=environment, in_cluster=in_cluster
    ) as server:
        connection = http.client.HTTPConnection(HOST, server.port, timeout=_SECONDS)
        try:
            yield Service(server, connection)
        finally:
            connection.close()
