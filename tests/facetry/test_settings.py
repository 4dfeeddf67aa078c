"""Settings: their sources, which source wins, and that secrets are not revealed."""

import argparse
from pathlib import Path

import pytest
from pydantic import ValidationError

from facetry.cli.opening import settings_of
from facetry.settings import Settings


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import os

    for name in [name for name in os.environ if name.startswith("FACETRY_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))


def test_defaults(tmp_path: Path) -> None:
    settings = Settings()
    assert (settings.host, settings.port, settings.master_secret()) == ("127.0.0.1", 3001, None)
    assert settings.data_dir.name == "facetry"
    assert settings.decoder.limits().max_pixels == 120_000_000


def test_flags_win_over_the_environment_and_that_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "facetry.toml").write_text("host = '127.0.0.3'\nport = 3\n[decoder]\nseconds = 3\nworkers = 3\n")
    monkeypatch.setenv("FACETRY_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("FACETRY_PORT", "2")
    monkeypatch.setenv("FACETRY_DECODER__WORKERS", "2")
    settings = Settings()
    assert (settings.host, settings.port, settings.decoder.workers, settings.decoder.seconds) == ("127.0.0.3", 2, 2, 3)
    assert Settings(port=1).port == 1
    assert Settings(data_dir=tmp_path / "other").host == "127.0.0.1"


@pytest.mark.parametrize(("text", "workers"), [("auto", "auto"), ("3", 3), ("256", 256)])
def test_the_number_of_processes(monkeypatch: pytest.MonkeyPatch, text: str, workers: object) -> None:
    assert Settings().workers == 1
    monkeypatch.setenv("FACETRY_WORKERS", text)
    assert Settings().workers == workers


@pytest.mark.parametrize("text", ["0", "257", "many", "1.5"])
def test_another_number_of_processes_is_refused(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("FACETRY_WORKERS", text)
    with pytest.raises(ValidationError, match="workers"):
        Settings()


def test_the_secret_comes_from_the_environment_or_a_file_and_is_never_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FACETRY_API_SECRET", "s3cret-word")
    settings = Settings()
    assert settings.master_secret() == "s3cret-word"
    assert "s3cret" not in repr(settings) + str(settings)
    (tmp_path / "key").write_text("from-a-file\n")
    monkeypatch.setenv("FACETRY_API_SECRET_FILE", str(tmp_path / "key"))
    with pytest.raises(ValidationError, match="Set only one of them") as refused:
        Settings()
    assert "s3cret" not in str(refused.value)
    monkeypatch.delenv("FACETRY_API_SECRET")
    assert Settings().master_secret() == "from-a-file"


@pytest.mark.parametrize("secret", ["two words", "caf\xe9", "line\nbreak"])
def test_a_secret_that_cannot_travel_in_a_header_is_refused(secret: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACETRY_API_SECRET", secret)
    with pytest.raises(ValidationError, match="visible ASCII") as refused:
        Settings()
    assert secret not in str(refused.value)


def test_an_empty_secret_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACETRY_API_SECRET", "")
    assert Settings().master_secret() is None


def test_a_secret_file_that_is_not_there_or_empty_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACETRY_API_SECRET_FILE", str(tmp_path / "gone"))
    with pytest.raises(ValidationError, match="cannot be read"):
        Settings()
    (tmp_path / "gone").write_text("\n")
    with pytest.raises(ValidationError, match="visible ASCII"):
        Settings()


def test_origins_are_exact_and_separated_by_commas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings().origins == ()
    monkeypatch.setenv("FACETRY_ORIGINS", "https://pictures.example, http://localhost:5173")
    assert Settings().origins == ("https://pictures.example", "http://localhost:5173")
    monkeypatch.delenv("FACETRY_ORIGINS")
    (tmp_path / "facetry.toml").write_text("origins = ['app://facetry']\n")
    assert Settings(data_dir=tmp_path).origins == ("app://facetry",)


@pytest.mark.parametrize("origin", ["*", "null", "https://*", "https://a.example/", "https://A.example", "a.example"])
def test_what_is_no_origin_is_refused(origin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACETRY_ORIGINS", origin)
    with pytest.raises(ValidationError, match="origins"):
        Settings()


def test_trusted_proxies_are_addresses_and_networks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings().trusted_proxies == ()
    monkeypatch.setenv("FACETRY_TRUSTED_PROXIES", "127.0.0.1, 10.0.0.0/24,fd00::/8")
    assert [str(each) for each in Settings().trusted_proxies] == ["127.0.0.1/32", "10.0.0.0/24", "fd00::/8"]
    monkeypatch.delenv("FACETRY_TRUSTED_PROXIES")
    (tmp_path / "facetry.toml").write_text("trusted_proxies = ['::1']\n")
    assert [str(each) for each in Settings(data_dir=tmp_path).trusted_proxies] == ["::1/128"]


@pytest.mark.parametrize("proxies", ["*", "proxy.example", "10.0.0.1/24", "10.0.0.0/33", "all"])
def test_what_is_no_address_of_a_proxy_is_refused(proxies: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACETRY_TRUSTED_PROXIES", proxies)
    with pytest.raises(ValidationError, match="trusted_proxies"):
        Settings()


@pytest.mark.parametrize(
    ("path", "kept"), [("", ""), ("/", ""), ("/facetry/", "/facetry"), ("/a-b/c.d_e~f", "/a-b/c.d_e~f")]
)
def test_a_root_path_has_no_slash_at_its_end(path: str, kept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACETRY_ROOT_PATH", path)
    assert Settings().root_path == kept


@pytest.mark.parametrize(
    "path", ["facetry", "//evil.example", "/a/../b", "/a b", "/a;b", "/a?b", "/a%20", "/ä", "/a\n"]
)
def test_what_is_no_root_path_is_refused(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACETRY_ROOT_PATH", path)
    with pytest.raises(ValidationError, match="root_path"):
        Settings()


def test_roots_are_separated_as_in_path_and_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings().roots == ()
    monkeypatch.setenv("FACETRY_ROOTS", "/srv/pictures:/mnt/a,b:")
    assert Settings().roots == (Path("/srv/pictures"), Path("/mnt/a,b"))
    monkeypatch.setenv("FACETRY_ROOTS", "/srv/pictures:pictures")
    with pytest.raises(ValidationError, match="pictures is not an absolute path"):
        Settings()
    monkeypatch.delenv("FACETRY_ROOTS")
    (tmp_path / "facetry.toml").write_text("roots = ['/srv', '~/Pictures']\n")
    assert Settings(data_dir=tmp_path).roots == (Path("/srv"), Path.home() / "Pictures")


@pytest.mark.parametrize(
    ("environment", "reason"),
    [
        ({"FACETRY_CLUSTER__ADDRESS": "10.0.0.5:3011"}, "FACETRY_DATABASE_URL is not"),
        ({"FACETRY_CLUSTER__ROLE": "scan"}, "Set FACETRY_CLUSTER__ADDRESS too"),
        ({"FACETRY_DATABASE_URL": "postgresql://a/b", "FACETRY_CLUSTER__ADDRESS": "10.0.0.5"}, "cluster.address"),
        ({"FACETRY_DATABASE_URL": "postgresql://a/b", "FACETRY_CLUSTER__ADDRESS": "http://a:1"}, "cluster.address"),
        (
            {
                "FACETRY_DATABASE_URL": "postgresql://a/b",
                "FACETRY_CLUSTER__ADDRESS": "a:1",
                "FACETRY_CLUSTER__ROLE": "leader",
            },
            "cluster.role",
        ),
    ],
)
def test_an_incomplete_cluster_is_refused(
    environment: dict[str, str], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(ValidationError, match=reason):
        Settings()


@pytest.mark.parametrize("address", ["10.0.0.5:3011", "host-1.internal:3011", "[fd00::5]:3011"])
def test_the_address_of_a_host(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACETRY_DATABASE_URL", "postgresql://a/b")
    monkeypatch.setenv("FACETRY_CLUSTER__ADDRESS", address)
    assert (Settings().cluster.address, Settings().cluster.role) == (address, "all")


def test_the_role_of_a_flag_comes_before_that_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACETRY_CLUSTER__ADDRESS", "127.0.0.1:3011")
    monkeypatch.setenv("FACETRY_CLUSTER__ROLE", "api")
    monkeypatch.setenv("FACETRY_CLUSTER__LENDS_DECODERS", "false")
    monkeypatch.setenv("FACETRY_DATABASE_URL", "postgresql://127.0.0.1/facetry")
    cluster = settings_of(argparse.Namespace(role="scan")).cluster
    assert (cluster.address, cluster.role, cluster.lends_decoders) == ("127.0.0.1:3011", "scan", False)
    assert settings_of(argparse.Namespace(role=None)).cluster.role == "api"
