"""Facetry with Milvus Lite, which runs in the process of the service: for tests and trials, not for speed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import milvus_lite  # noqa: F401  # so that the engine counts as missing without the package
import pymilvus  # noqa: F401

from bench.vectors.data import DataSet
from bench.vectors.engines.outside import OutsideNearest

SERVER: Final = os.environ.get("BENCH_MILVUS_URL")
"""The address of a server of Milvus, such as milvus://127.0.0.1:19530, which is measured instead."""


class _Milvus:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def start(self) -> str:
        return SERVER or f"milvus-lite:{self._folder.absolute() / 'milvus.db'}"

    def processes(self) -> Sequence[int]:
        return ()

    def stop(self) -> None:
        pass


def open_engine(folder: Path, data: DataSet) -> OutsideNearest:
    """A library and the files of Milvus Lite in the folder, or a server."""
    return OutsideNearest(folder, data, _Milvus)
