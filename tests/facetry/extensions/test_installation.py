"""Installing, updating and uninstalling extensions, with real programs over real sockets."""

from __future__ import annotations

import asyncio
import threading
import zipfile
from pathlib import Path
from typing import Any

import pytest

from facetry.errors import FaultError, storage_full
from facetry.extensions import runtime
from facetry.library import api_keys, extension_removal, installed_extensions
from facetry.store.work import Work
from tests.facetry.extensions.tagger_service import serve, write_archive
from tests.support.libraries.stores import add_images, add_repository


def test_an_extension_is_installed_works_and_is_uninstalled(tmp_path: Path) -> None:
    async def main() -> None:
        async with serve(tmp_path) as service:
            extension = (await service.runtime.install(write_archive(tmp_path), "enabled")).extension
            assert (extension.id, extension.state) == ("tagger", "enabled")
            await service.until(lambda: service.tags() == [["seen"]] * 10)
            await service.until(lambda: service.counts() == {"image.tags": {"done": 10}})
            later_images = add_images(service.store, add_repository(service.store, "more"), ["later.jpg"])
            service.images += later_images
            await service.until(lambda: service.tags() == [["seen"]] * 11)
            await service.runtime.uninstall("tagger")
            with pytest.raises(FaultError):
                service.tags()
            assert list((tmp_path / "extensions" / "installed").iterdir()) == []
            with pytest.raises(FaultError):
                await service.runtime.uninstall("tagger")

    asyncio.run(main())


def test_kept_results_are_not_computed_again_after_a_new_installation(tmp_path: Path) -> None:
    async def main() -> None:
        async with serve(tmp_path) as service:
            await service.runtime.install(write_archive(tmp_path), "enabled")
            await service.until(lambda: service.tags() == [["seen"]] * 10)
            await service.runtime.uninstall("tagger", keeps_facets=True)
            assert service.tags() == [["seen"]] * 10
            assert list((tmp_path / "extensions" / "installed").iterdir()) == []
            with pytest.raises(FaultError, match=r"extension\.taken"):
                await service.runtime.install(write_archive(tmp_path), "enabled")
            service.images += add_images(service.store, add_repository(service.store, "more"), ["later.jpg"])
            await service.runtime.install(write_archive(tmp_path, tag="newer"), "enabled", takes_over=True)
            await service.until(lambda: service.tags() == [["seen"]] * 10 + [["newer"]])
            await service.until(lambda: service.counts() == {"image.tags": {"done": 1}})

    asyncio.run(main())


def test_a_failed_take_over_leaves_the_registered_extension_with_its_key(tmp_path: Path) -> None:
    async def main() -> None:
        async with serve(tmp_path, images=1) as service:
            secret = await service.store.write(lambda work: api_keys.register_extension(work, "tagger"))
            keys = api_keys.ApiKeys(service.store)
            with pytest.raises(FaultError):
                await service.runtime.install(write_archive(tmp_path, version="one"), "paused", takes_over=True)
            assert await keys.authenticate(secret) is not None
            await service.runtime.install(write_archive(tmp_path), "paused", takes_over=True)
            assert await api_keys.ApiKeys(service.store).authenticate(secret) is None

    asyncio.run(main())


def test_an_update_replaces_the_version_and_retains_its_tags(tmp_path: Path) -> None:
    async def main() -> None:
        async with serve(tmp_path) as service:
            await service.runtime.install(write_archive(tmp_path), "enabled")
            await service.until(lambda: service.tags() == [["seen"]] * 10)
            updated = await service.runtime.update(
                "tagger", write_archive(tmp_path, tag="newer", version="1.1.0"), None
            )
            extension = updated.extension
            assert (extension.manifest.version, extension.previous) == ("1.1.0", "1.0.0")
            assert service.tags() == [["seen"]] * 10
            service.images += add_images(service.store, add_repository(service.store, "more"), ["later.jpg"])
            await service.until(lambda: service.tags() == [["seen"]] * 10 + [["newer"]])
            assert len(list((tmp_path / "extensions" / "installed" / "tagger").iterdir())) == 1
            with pytest.raises(FaultError) as error:
                await service.runtime.update("tagger", write_archive(tmp_path, id="another"), None)
            assert error.value.fault.rule == "manifest.other"
            assert len(list((tmp_path / "extensions" / "installed" / "tagger").iterdir())) == 1

    asyncio.run(main())


@pytest.mark.parametrize(
    ("archive", "rule"),
    [
        ({"version": "one"}, "manifest"),
        ({"id": "."}, "manifest"),
        ({"categories": []}, "manifest"),
    ],
)
def test_a_refused_archive_leaves_nothing(tmp_path: Path, archive: dict[str, Any], rule: str) -> None:
    async def main() -> None:
        async with serve(tmp_path, images=1) as service:
            with pytest.raises(FaultError) as error:
                await service.runtime.install(write_archive(tmp_path, **archive), "enabled")
            assert error.value.fault.rule
            await service.runtime.install(write_archive(tmp_path), "paused")
            with pytest.raises(FaultError) as error:
                await service.runtime.install(write_archive(tmp_path, id="TAGGER"), "enabled")
            assert error.value.fault.rule == "extension.taken"
            files = [path.name for path in (tmp_path / "extensions").rglob("manifest.json")]
            assert files == ["manifest.json"]
            (tmp_path / "extension.zip").write_bytes(b"no archive")
            with pytest.raises(FaultError) as error:
                await service.runtime.install(tmp_path / "extension.zip", "enabled")
            assert error.value.fault.rule == "archive.kind"

    asyncio.run(main())


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("requirements.txt", b"pillow\nFacetry_Extension[views] >= 1  # the kit\n"),
        ("package.json", b'{"dependencies": {"facetry-extension": "^1.0.0"}}'),
    ],
)
def test_an_archive_that_would_ask_a_registry_for_the_kit_is_refused(tmp_path: Path, name: str, content: bytes) -> None:
    async def main() -> None:
        async with serve(tmp_path, images=1) as service:
            archive = write_archive(tmp_path)
            with zipfile.ZipFile(archive, "a") as file:
                file.writestr(name, content)
            with pytest.raises(FaultError) as error:
                await service.runtime.install(archive, "enabled")
            fault = error.value.fault
            assert (fault.rule, fault.value) == ("archive.kit", name)
            assert "facetry extension package" in str(fault.remedy)
            assert not list((tmp_path / "extensions").rglob("manifest.json"))

    asyncio.run(main())


def test_a_cancelled_installation_is_complete_or_absent(tmp_path: Path) -> None:
    async def main() -> None:
        async with serve(tmp_path, images=1) as service:
            release, is_blocking = threading.Event(), threading.Event()

            def block_writer(work: Work) -> None:  # the type of a unit of work
                is_blocking.set()
                release.wait(20)

            blocking_task = asyncio.create_task(service.store.write(block_writer))
            await service.until(is_blocking.is_set)
            install_task = asyncio.create_task(service.runtime.install(write_archive(tmp_path), "paused"))
            extension_folder = tmp_path / "extensions" / "installed" / "tagger"
            await service.until(lambda: extension_folder.exists() and len(list(extension_folder.iterdir())) == 1)
            await asyncio.sleep(0.1)  # the writer has the unit of work
            install_task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await install_task
            release.set()
            await blocking_task
            extension = await service.store.read(lambda connection: installed_extensions.find(connection, "tagger"))
            if extension is not None:
                assert (extension_folder / extension.folder / "manifest.json").exists()

    asyncio.run(main())


def test_a_removal_that_fails_on_a_full_disk_is_repeated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "RETRY_SECONDS", 0.05)
    finish = extension_removal._finish
    attempts: list[int] = []

    def fail_twice(work: Work, key: int) -> None:
        attempts.append(key)
        if len(attempts) < 3:
            raise storage_full("no room")
        finish(work, key)

    monkeypatch.setattr(extension_removal, "_finish", fail_twice)

    async def main() -> None:
        async with serve(tmp_path, images=1) as service:
            await service.runtime.install(write_archive(tmp_path), "enabled")
            await service.until(lambda: service.tags() == [["seen"]])
            with pytest.raises(FaultError) as error:
                await service.runtime.uninstall("tagger")
            assert error.value.fault.rule == "storage.full"
            assert await service.store.read(installed_extensions.list_all) == []
            extension_folder = tmp_path / "extensions" / "installed" / "tagger"
            await service.until(lambda: len(attempts) == 3 and not extension_folder.exists())
            await service.runtime.install(write_archive(tmp_path), "paused")

    asyncio.run(main())
