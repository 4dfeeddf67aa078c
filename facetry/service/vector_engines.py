"""The vector engine of a service, from its settings."""

from __future__ import annotations

import importlib.util
import os
import re
import secrets
from pathlib import Path
from typing import Final

from facetry.library.search.vectors.engines.interface import VectorEngine
from facetry.observability.redaction import never_log
from facetry.settings import Settings
from facetry.store.engine import DatabaseUrl

NAME_FILE: Final = "vector-engine.id"
"""The file of the data folder with the name of its library in the engine.

It belongs to the data folder and is in no backup: a library that is restored elsewhere does not change what the first
one has in the same engine.
"""
_NAME: Final = re.compile(r"[0-9a-f]{12}")
_MILVUS: Final = re.compile(r"(milvus|milvus\+tls)://([A-Za-z0-9.:\[\]-]+)(?:/([A-Za-z0-9_]*))?")
_MILVUS_LITE: Final = re.compile(r"milvus-lite:(/[^\0]+\.db)")


class VectorEngineError(ValueError):
    """The settings name an engine that cannot be used; the message says why, without the address."""


def require_usable(settings: Settings) -> None:
    """Raise `VectorEngineError` unless the engine of the settings can be used, as far as its address says."""
    if settings.vectors_url is None:
        return
    url = settings.vectors_url.get_secret_value()
    if url.startswith(("postgresql://", "postgres://")):
        _require_package("psycopg", "pgvector")
        return
    if not (_MILVUS.fullmatch(url) or _MILVUS_LITE.fullmatch(url)):
        raise VectorEngineError(
            "FACETRY_VECTORS_URL names no vector engine. It looks like postgresql://user@host/name, "
            "milvus://host:19530, milvus+tls://host:19530/database or milvus-lite:/folder/name.db. A token belongs "
            "into FACETRY_VECTORS_TOKEN."
        )
    _require_package("pymilvus", "milvus")
    if _MILVUS_LITE.fullmatch(url):
        _require_package("milvus_lite", "milvus", "milvus-lite")
        if settings.workers != 1 or settings.cluster.address is not None:
            raise VectorEngineError(
                "Milvus Lite is a library of one process, and FACETRY_WORKERS or FACETRY_CLUSTER__ADDRESS asks for "
                "several. Use a server of Milvus."
            )


def open_engine(settings: Settings) -> VectorEngine | None:
    """The engine; None when the indexes are in files of the data folder. Nothing is connected yet.

    Raises `VectorEngineError`, and `OSError`.
    """
    if settings.vectors_url is None:
        return None
    require_usable(settings)
    url, name = settings.vectors_url.get_secret_value(), _library_name(settings.data_dir)
    if url.startswith(("postgresql://", "postgres://")):
        from facetry.library.search.vectors.engines.pgvector import PgvectorEngine

        database = DatabaseUrl(url)
        if database.password is not None:
            never_log(database.password)
        return PgvectorEngine(database, name)
    from facetry.library.search.vectors.engines.milvus import MilvusEngine

    if (lite := _MILVUS_LITE.fullmatch(url)) is not None:
        return MilvusEngine(lite[1], name)
    token = None if settings.vectors_token is None else settings.vectors_token.get_secret_value()
    if token is not None:
        never_log(token)
    milvus = _MILVUS.fullmatch(url)
    assert milvus is not None  # noqa: S101  # `require_usable` has checked it
    scheme = "http" if milvus[1] == "milvus" else "https"
    return MilvusEngine(f"{scheme}://{milvus[2]}", name, token=token or "", database=milvus[3] or "")


def _library_name(data_dir: Path) -> str:
    """The name of the library of this data folder in engines."""
    path = data_dir / NAME_FILE
    try:
        if _NAME.fullmatch(name := path.read_text("ascii")):
            return name
    except (FileNotFoundError, UnicodeDecodeError):
        pass
    name = secrets.token_hex(6)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(name)
    return name


def _require_package(module: str, extra: str, package: str | None = None) -> None:
    if importlib.util.find_spec(module) is None:
        install = f"facetry[{extra}]" if package is None else package
        raise VectorEngineError(
            f"FACETRY_VECTORS_URL needs a package that is missing. Install it: pip install '{install}'"
        )
