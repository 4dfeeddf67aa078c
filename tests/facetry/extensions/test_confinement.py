"""Who is confined, and what the operator is told about those who are not."""

import logging
from pathlib import Path

import pytest
from pydantic import SecretStr

from facetry.extensions import confinement
from facetry.extensions.confinement import Confinement
from facetry.extensions.packages.version_store import VersionStore
from facetry.library.grants.granted_folders import GrantedFolders
from facetry.service import extension_configuration as configurations
from facetry.service.extension_configuration import extension_configuration
from facetry.settings import ExtensionRuntimeSettings, Settings
from facetry.system import landlock
from facetry.system.files.folder_identity import FolderIdentity


def make(folder: Path, *unconfined: str) -> Confinement:
    return Confinement(VersionStore(folder / "extensions"), (folder,), frozenset(unconfined))


def test_a_program_writes_to_its_state_only(tmp_path: Path) -> None:
    version = tmp_path / "extensions" / "installed" / "tagger" / "v1"
    policy = make(tmp_path, "other").policy_of_program("tagger", version, GrantedFolders())
    assert policy is not None
    assert policy.hidden_paths == (tmp_path / "extensions", tmp_path)
    assert policy.writable_folders == (tmp_path / "extensions" / "state" / "tagger",)
    assert policy.readable_folders[:2] == (version, tmp_path / "extensions" / "environments" / "tagger")
    granted = GrantedFolders((Path("/srv/models"),), (Path("/srv/out"),), {Path("/srv/out"): FolderIdentity(7, 1)})
    more = make(tmp_path).policy_of_program("tagger", version, granted)
    assert more is not None
    assert more.readable_folders == (*policy.readable_folders, Path("/srv/models"))
    assert more.writable_folders == (*policy.writable_folders, Path("/srv/out"))
    assert more.identities == {Path("/srv/out"): FolderIdentity(7, 1)}
    assert make(tmp_path, "tagger").policy_of_program("tagger", version, granted) is None


def test_secrets_of_the_service_are_hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CREDENTIALS_DIRECTORY", "PGPASSFILE", "PGSSLKEY", "PGSERVICEFILE", "PGSYSCONFDIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setattr(configurations, "_CONTAINER_SECRETS", tmp_path / "secrets")
    data, key = tmp_path / "data", tmp_path / "key"
    key.write_text("k" * 32)
    assert extension_configuration(Settings(data_dir=data, api_secret_file=key)).hidden_paths == (data, key)

    (tmp_path / "secrets").mkdir()
    monkeypatch.setenv("AWS_WEB_IDENTITY_TOKEN_FILE", str(tmp_path / "token"))
    seen = extension_configuration(Settings(data_dir=data)).hidden_paths
    assert seen == (data, tmp_path / "secrets", tmp_path / "token")

    of_server = [tmp_path / "home" / name for name in (".pgpass", ".postgresql", ".pg_service.conf")]
    library = Settings(data_dir=data, database_url=SecretStr(f"postgresql://me@host/library?passfile={tmp_path}/one"))
    assert extension_configuration(library).hidden_paths == (
        *(data, tmp_path / "secrets", tmp_path / "one"),
        *of_server,
        tmp_path / "token",
    )
    vectors = Settings(data_dir=data, vectors_url=SecretStr("postgresql://me@host/vectors"))
    assert set(of_server) < set(extension_configuration(vectors).hidden_paths)
    milvus = Settings(data_dir=data, vectors_url=SecretStr("milvus://host:19530"))
    assert extension_configuration(milvus).hidden_paths == seen


def test_the_operator_exempts_single_extensions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACETRY_EXTENSIONS__UNCONFINED", "tagger, other")
    assert Settings(data_dir=tmp_path).extensions.unconfined == ("tagger", "other")
    assert ExtensionRuntimeSettings(unconfined=("one",)).unconfined == ("one",)
    with pytest.raises(ValueError, match="unconfined"):
        ExtensionRuntimeSettings(unconfined=("x" * 33,))


@pytest.mark.parametrize(
    ("version", "has_private_mounts", "unconfined", "warnings"),
    [
        (7, True, (), ()),
        (7, True, ("tagger",), ("not confined, by the setting extensions.unconfined: tagger",)),
        (7, False, (), ("extensions can change modes and times",)),
        (5, True, (), ("extensions can send signals",)),
        (0, True, ("tagger",), ("extensions are not confined: this system has no Landlock",)),
    ],
)
def test_what_is_not_confined_is_in_the_log(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    version: int,
    has_private_mounts: bool,
    unconfined: tuple[str, ...],
    warnings: tuple[str, ...],
) -> None:
    monkeypatch.setattr(landlock, "version", lambda: version)
    monkeypatch.setattr(confinement, "has_private_mounts", lambda: has_private_mounts)
    with caplog.at_level(logging.WARNING):
        make(tmp_path, *unconfined).report()
    assert len(caplog.messages) == len(warnings)
    assert all(map(str.startswith, caplog.messages, warnings)), caplog.messages


def test_private_mounts_are_tried_in_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(confinement.has_private_mounts(), bool)
    monkeypatch.setattr("sys.executable", "/no/such/python")
    assert not confinement.has_private_mounts()
