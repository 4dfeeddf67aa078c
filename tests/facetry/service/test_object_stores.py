"""The object store of a service, from settings and environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from facetry.service import object_stores
from facetry.service.object_stores import ObjectStoreError, bucket_options, require_usable
from facetry.settings import Settings

ENVIRONMENT = {
    "AWS_ENDPOINT_URL": "http://127.0.0.1:9000",
    "AWS_DEFAULT_REGION": "eu-central-1",
    "AWS_ACCESS_KEY_ID": "id",
    "AWS_SECRET_ACCESS_KEY": "secret-of-the-environment",
}


def settings(tmp_path: Path, text: str) -> Settings:
    (tmp_path / "facetry.toml").write_text(f"[object_stores]\n{text}")
    return Settings(data_dir=tmp_path)


def test_nothing_is_permitted_without_a_setting(tmp_path: Path) -> None:
    assert bucket_options(Settings(data_dir=tmp_path), ENVIRONMENT) is None


def test_settings_win_over_the_variables_of_other_tools(tmp_path: Path) -> None:
    options = bucket_options(settings(tmp_path, 'buckets = ["s3://a-b/c"]\nregion = "x-1"'), ENVIRONMENT)
    assert options is not None
    access = options.access
    assert (access.endpoint, access.region, access.path_style) == ("http://127.0.0.1:9000", "x-1", True)
    assert (access.access_key_id, access.secret_access_key) == ("id", "secret-of-the-environment")
    assert "secret" not in repr(options)
    text = 'buckets = ["s3://a-b"]\nendpoint = "https://s.example"\nsecret_access_key = "own"\npath_style = false'
    options = bucket_options(settings(tmp_path, text), {**ENVIRONMENT, "AWS_ENDPOINT_URL_S3": "http://127.0.0.1:1"})
    assert options is not None
    assert options.access.endpoint == "https://s.example"
    assert (options.access.secret_access_key, options.access.path_style) == ("own", False)


def test_buckets_are_separated_by_commas_in_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACETRY_OBJECT_STORES__BUCKETS", "s3://a-b, s3://c-d/e")
    assert Settings(data_dir=tmp_path).object_stores.buckets == ("s3://a-b", "s3://c-d/e")


@pytest.mark.parametrize("bucket", ["pictures", "s3://Pictures", "https://pictures", "s3://*"])
def test_a_setting_that_names_no_bucket_is_refused(tmp_path: Path, bucket: str) -> None:
    with pytest.raises(ValueError, match="buckets"):
        settings(tmp_path, f'buckets = ["{bucket}"]')


def test_an_impossible_prefix_and_a_missing_library_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ObjectStoreError, match="hidden part"):
        require_usable(settings(tmp_path, 'buckets = ["s3://pictures/.hidden"]'))
    monkeypatch.setattr(object_stores, "is_installed", lambda: False)
    with pytest.raises(ObjectStoreError, match="pip install"):
        require_usable(settings(tmp_path, 'buckets = ["s3://pictures"]'))


def test_files_with_credentials_are_known() -> None:
    assert object_stores.secret_files(ENVIRONMENT) == []
    files = {"AWS_WEB_IDENTITY_TOKEN_FILE": "/srv/token", "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE": "own/token"}
    assert object_stores.secret_files(files) == [Path("/srv/token"), Path.cwd() / "own/token"]
