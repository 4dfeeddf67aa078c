"""The engine of the settings: addresses, packages, secrets, and the name of a library in its engine."""

from __future__ import annotations

import importlib.util
import logging
from pathlib import Path

import pytest
from pydantic import SecretStr

from facetry.library.search.vectors.engines.milvus import MilvusEngine
from facetry.library.search.vectors.engines.pgvector import PgvectorEngine
from facetry.observability.redaction import hide_secrets
from facetry.service.vector_engines import NAME_FILE, VectorEngineError, open_engine, require_usable
from facetry.settings import Settings


def settings(folder: Path, url: str | None, *, token: str | None = None, workers: int = 1) -> Settings:
    return Settings(
        data_dir=folder,
        vectors_url=None if url is None else SecretStr(url),
        vectors_token=None if token is None else SecretStr(token),
        workers=workers,
    )


def test_without_an_address_there_is_no_engine(tmp_path: Path) -> None:
    assert open_engine(settings(tmp_path, None)) is None
    assert not (tmp_path / NAME_FILE).exists()


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:19530",
        "milvus://",
        "milvus://user:secret-word@host:19530",
        "milvus://host:19530/a/b",
        "milvus-lite:relative.db",
        "mysql://host/secret-word",
    ],
)
def test_other_addresses_are_refused_and_not_shown(tmp_path: Path, url: str) -> None:
    with pytest.raises(VectorEngineError) as caught:
        require_usable(settings(tmp_path, url))
    assert "secret-word" not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("postgresql://user:a-secret-word@host/name", PgvectorEngine),
        ("milvus://host:19530", MilvusEngine),
        ("milvus+tls://host/database", MilvusEngine),
        ("milvus-lite:/folder/name.db", MilvusEngine),
    ],
)
def test_an_address_chooses_the_engine_without_a_connection(tmp_path: Path, url: str, kind: type) -> None:
    engine = open_engine(settings(tmp_path, url, token="the-token-of-milvus"))
    assert isinstance(engine, kind)
    assert "a-secret-word" not in hide_secrets("a-secret-word and the rest") or kind is MilvusEngine
    if url.startswith("milvus:"):
        assert hide_secrets("the-token-of-milvus") != "the-token-of-milvus"


def test_a_library_keeps_its_name_in_the_engine(tmp_path: Path) -> None:
    url = "postgresql://host/name"
    open_engine(settings(tmp_path, url))
    name = (tmp_path / NAME_FILE).read_text()
    assert (tmp_path / NAME_FILE).stat().st_mode & 0o777 == 0o600
    open_engine(settings(tmp_path, url))
    assert (tmp_path / NAME_FILE).read_text() == name
    (tmp_path / NAME_FILE).write_text("damaged; DROP")
    open_engine(settings(tmp_path, url))
    assert len((tmp_path / NAME_FILE).read_text()) == len(name)
    (tmp_path / "other").mkdir()
    open_engine(settings(tmp_path / "other", url))
    assert (tmp_path / "other" / NAME_FILE).read_text() != name


def test_milvus_lite_is_for_one_process(tmp_path: Path) -> None:
    with pytest.raises(VectorEngineError, match="FACETRY_WORKERS"):
        require_usable(settings(tmp_path, "milvus-lite:/folder/name.db", workers=2))


@pytest.mark.parametrize("url", ["postgresql://host/name", "milvus://host:19530"])
def test_a_missing_package_is_named(tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(VectorEngineError, match="pip install"):
        require_usable(settings(tmp_path, url))


def test_settings_do_not_show_the_address(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    shown = settings(tmp_path, "postgresql://user:a-secret-word@host/name", token="the-token-of-milvus")
    assert "a-secret-word" not in repr(shown)
    assert "the-token-of-milvus" not in repr(shown)
