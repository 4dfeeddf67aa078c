"""Running extensions: pausing, restarts, crashes and confinement, with real programs over real sockets."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path

import orjson
import pytest
from pydantic import SecretStr

from facetry.errors import FaultError
from facetry.extensions.runtime_configuration import RuntimeConfiguration
from facetry.library.api_keys import ApiKeys
from facetry.service.extension_configuration import extension_configuration
from facetry.settings import Settings
from facetry.store.work import Work
from facetry.system import landlock
from facetry.system.files.safe_open import read_text
from tests.facetry.extensions.tagger_service import PROGRAM, QUICK_POLICY, serve, write_archive
from tests.support.libraries.stores import add_images, add_repository


def test_landlock_hides_the_library_from_working_programs(tmp_path: Path) -> None:
    assert landlock.version() > 0, "the kernel has no Landlock"
    library, outside = tmp_path / "library.db", tmp_path.parent / f"{tmp_path.name}-outside"
    probe = f"""
import os
from pathlib import Path
def outcome():
    try:
        Path({str(library)!r}).read_bytes()
        return "it reads"
    except OSError:
        pass
    try:
        Path({str(outside)!r}).touch()
        return "it writes"
    except OSError:
        Path(os.environ["HOME"], "own").touch()
        return "seen"
"""
    code = PROGRAM.format(path=[path for path in sys.path if "site-packages" in path], tag="TAG")
    program = probe + code.replace('json=["TAG"]', "json=[outcome()]")

    async def main() -> None:
        async with serve(
            tmp_path, images=2, configuration=RuntimeConfiguration(QUICK_POLICY, hidden_paths=(tmp_path,))
        ) as service:
            await service.runtime.install(write_archive(tmp_path, program=program), "enabled")
            await service.until(lambda: all(service.tags()))
            assert service.tags() == [["seen"]] * 2

    asyncio.run(main())
    assert not outside.exists()


def test_working_programs_do_not_read_passwords_of_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither one that is there from the start on, nor one that comes later."""
    assert landlock.version() > 0, "the kernel has no Landlock"
    home, named, other = (tmp_path / name for name in ("home", "named", "other"))
    home.mkdir()
    for file in (named, other):
        file.write_text("of the operator")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PGPASSFILE", str(named))
    settings = Settings(data_dir=tmp_path / "data", database_url=SecretStr("postgresql://me@host/library"))
    hidden_paths = extension_configuration(settings).hidden_paths
    probe = f"""
from pathlib import Path
def outcome():
    Path({str(other)!r}).read_bytes()
    for path in ({str(named)!r}, {str(home / ".pgpass")!r}):
        try:
            if Path(path).read_bytes():
                return "it reads"
        except OSError:
            pass
    return "seen"
"""
    code = PROGRAM.format(path=[path for path in sys.path if "site-packages" in path], tag="TAG")
    program = probe + code.replace('json=["TAG"]', "json=[outcome()]")

    async def main() -> None:
        configuration = RuntimeConfiguration(QUICK_POLICY, hidden_paths=hidden_paths)
        async with serve(tmp_path, images=1, configuration=configuration) as service:
            await service.runtime.install(write_archive(tmp_path, program=program), "enabled")
            await service.until(lambda: all(service.tags()))
            assert service.tags() == [["seen"]]
            (home / ".pgpass").write_text("of the operator")
            service.images += add_images(service.store, add_repository(service.store, "more"), ["later.jpg"])
            await service.until(lambda: all(service.tags()))
            assert service.tags() == [["seen"]] * 2

    asyncio.run(main())


def test_a_paused_extension_does_nothing_until_it_is_enabled(tmp_path: Path) -> None:
    async def main() -> None:
        async with serve(tmp_path) as service:
            await service.runtime.install(write_archive(tmp_path), "paused")
            await asyncio.sleep(0.3)
            assert service.tags() == [[]] * 10
            await service.runtime.change_state("tagger", "enabled")
            await service.until(lambda: service.tags() == [["seen"]] * 10)
            await service.runtime.change_state("tagger", "paused")
            service.images += add_images(service.store, add_repository(service.store, "more"), ["later.jpg"])
            await asyncio.sleep(0.3)
            assert service.tags()[-1] == []
            with pytest.raises(FaultError) as error:
                await service.runtime.change_state("tagger", "paused")
            assert error.value.fault.rule == "extension.state"
            await service.runtime.change_state("tagger", "enabled")
            await service.until(lambda: service.tags() == [["seen"]] * 11)

    asyncio.run(main())


def test_state_outlives_updates_and_ends_with_the_extension(tmp_path: Path) -> None:
    program = """
import os, time
for folder in (os.environ["HOME"], ".cache", os.environ["TMPDIR"]):
    with open(os.path.join(folder, "versions"), "a") as file:
        file.write(VERSION + " ")
time.sleep(600)
"""
    state = tmp_path / "extensions" / "state" / "tagger"

    def versions(folder: str) -> str:
        file = state / folder / "versions"
        return file.read_text() if file.exists() else ""

    async def main() -> None:
        async with serve(tmp_path, images=1) as service:
            first = write_archive(tmp_path, program=program.replace("VERSION", "'1.0.0'"))
            await service.runtime.install(first, "enabled")
            await service.until(lambda: versions("tmp") == "1.0.0 ")
            second = write_archive(tmp_path, program=program.replace("VERSION", "'1.0.1'"), version="1.0.1")
            await service.runtime.update("tagger", second, None)
            await service.until(lambda: versions("tmp") == "1.0.1 ")
            assert versions("home") == versions("cache") == "1.0.0 1.0.1 "
            await service.runtime.uninstall("tagger")
            assert not state.exists()

    asyncio.run(main())


@pytest.mark.parametrize("operation", ["pause", "restart"])
def test_a_key_is_void_when_the_operation_that_ends_its_program_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, operation: str
) -> None:
    """Also when the writer is slow."""
    revoke = ApiKeys.revoke_process_keys

    def revoke_slowly(keys: ApiKeys, work: Work, extension: str | None = None) -> None:
        time.sleep(0.5)
        revoke(keys, work, extension)

    async def main() -> None:
        async with serve(tmp_path) as service:
            await service.runtime.install(write_archive(tmp_path), "enabled")
            await service.until(lambda: service.tags() == [["seen"]] * 10)
            (parameters,) = (tmp_path / "extensions" / "installed" / "tagger").glob("*/parameters.json")
            key = orjson.loads(parameters.read_bytes())["apiKey"]
            assert await service.keys.authenticate(key) is not None
            monkeypatch.setattr(ApiKeys, "revoke_process_keys", revoke_slowly)
            if operation == "pause":
                await service.runtime.change_state("tagger", "paused")
            else:
                await service.runtime.restart("tagger")
            assert await service.keys.authenticate(key) is None

    asyncio.run(main())


def test_work_continues_after_a_restart_of_the_service(tmp_path: Path) -> None:
    async def first() -> None:
        async with serve(tmp_path, images=200) as service:
            await service.runtime.install(write_archive(tmp_path), "enabled")
            await service.until(lambda: ["seen"] in service.tags())

    async def second() -> None:
        async with serve(tmp_path) as service:
            await service.until(lambda: service.tags() == [["seen"]] * 200)
            await service.until(lambda: service.counts() == {"image.tags": {"done": 200}})

    asyncio.run(first())
    asyncio.run(second())


def test_a_crashing_program_ends_in_failed_with_a_reason(tmp_path: Path) -> None:
    async def main() -> None:
        async with serve(tmp_path) as service:
            program = "import sys; print('no model', file=sys.stderr); sys.exit(4)"
            await service.runtime.install(write_archive(tmp_path, program=program), "enabled")
            await service.until(lambda: service.runtime.status("tagger").state == "failed")
            assert "no model" in str(service.runtime.status("tagger").reason)
            updated = await service.runtime.update("tagger", write_archive(tmp_path, version="1.0.1"), None)
            assert updated.extension.state == "enabled"
            await service.until(lambda: service.tags() == [["seen"]] * 10)

    asyncio.run(main())


def test_pipes_in_the_place_of_files_block_nobody(tmp_path: Path) -> None:
    async def main() -> None:
        async with serve(tmp_path, images=1) as service:
            extension = (await service.runtime.install(write_archive(tmp_path), "paused")).extension
            folder = tmp_path / "extensions" / "installed" / "tagger" / extension.folder
            for name in ("MANUAL.md", "parameters.json", "requirements.txt"):
                os.mkfifo(folder / name)
            async with asyncio.timeout(20):
                manual = service.runtime.version_folder(extension) / "MANUAL.md"
                assert not await asyncio.to_thread(read_text, manual, 100)
                await service.runtime.change_state("tagger", "enabled")
                await service.until(lambda: service.tags() == [["seen"]])

    asyncio.run(main())
