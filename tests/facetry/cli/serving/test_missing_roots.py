"""Folders of the setting roots that are missing when a service starts."""

from pathlib import Path

import pytest

from tests.support.services.servers import running_server


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_missing_root_is_named_once(workers: str, tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    environment = {"FACETRY_ROOTS": str(missing), "FACETRY_WORKERS": workers}
    with running_server(tmp_path, [], extra_environment=environment, in_cluster=False) as server:
        server.wait_until_scanned()
    assert server.output().count(f"the folder {missing} of the setting roots cannot be reached") == 1
