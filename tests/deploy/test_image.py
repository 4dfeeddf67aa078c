"""The image and the compose file: the steps run in clean roots, and what they make serves pictures."""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
import yaml

from tests.support.image_steps import Stage, build
from tests.support.imaging.pictures import write_pictures
from tests.support.services.proxies import DEPLOY
from tests.support.services.servers import HOST, free_port, stop_process

SECONDS: Final = 60.0
COMPOSE: Final[dict[str, Any]] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())

pytestmark = pytest.mark.skipif(
    os.geteuid() != 0 and "CI" not in os.environ, reason="only root may make mount namespaces"
)


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    directory = tmp_path_factory.mktemp("image")
    yield build(DEPLOY / "Dockerfile", DEPLOY.parent, directory)
    shutil.rmtree(directory)  # two environments, 700 MB


def test_the_image_serves_and_is_healthy(image: Stage, tmp_path: Path) -> None:
    """With a read-only root, as a user without rights, and the arguments of the image."""
    write_pictures(image.root / "pictures", 2)
    data, key, port = tmp_path / "volume", secrets.token_urlsafe(32), free_port()
    data.mkdir()
    os.chown(data, *map(int, image.user.split(":")))
    image.variables |= {"FACETRY_PORT": str(port), "FACETRY_API_SECRET": key}
    log = tmp_path / "log"
    with log.open("wb") as sink:
        process = subprocess.Popen(image.argv([*image.entrypoint, *image.command], data=data), stdout=sink, stderr=sink)
    try:
        check = [part.replace("3001", str(port)) for part in image.health]
        deadline = time.monotonic() + SECONDS
        while subprocess.run(image.argv(check, data=data), capture_output=True, check=False).returncode:
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
        while images(port, key) != 2:
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)
        uid = image.user.partition(":")[0]
        assert "\t".join(["Uid:", uid, uid, uid, uid]) in Path(f"/proc/{process.pid}/status").read_text()
        assert (data / "library.db").stat().st_uid == int(uid)
    finally:
        stop_process(process)
    assert process.returncode == 0, log.read_text()
    failed = subprocess.run(image.argv(check, data=data), capture_output=True, check=False)
    assert failed.returncode != 0, "the health check passes without a server"


def images(port: int, key: str) -> int:
    headers = {"Authorization": f"Bearer {key}"}
    answer = httpx.post(f"http://{HOST}:{port}/image/search/ids", json={}, headers=headers, trust_env=False)
    return int(answer.json()["totalCount"])


def test_the_compose_file_fits_the_image(image: Stage) -> None:
    service = COMPOSE["services"]["facetry"]
    assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).samefile(DEPLOY / "Dockerfile")
    assert [port.rpartition(":")[2] for port in service["ports"]] == image.ports
    volumes = dict(volume.removesuffix(":ro").rpartition(":")[::2] for volume in service["volumes"])
    assert volumes["library"] == image.volumes[0] == image.variables["FACETRY_DATA_DIR"]
    assert set(volumes.values()) - set(image.volumes) == set(image.command[-1:])
    assert [f"/run/secrets/{name}" for name in service["secrets"]] == [
        service["environment"]["FACETRY_API_SECRET_FILE"]
    ]
    assert set(service["secrets"]) == set(COMPOSE["secrets"])
    assert "library" in COMPOSE["volumes"]
