"""The kits for extensions as package files, which archives of extensions include because no registry has them.

The sources are in `sdk/` of a checkout, and in the same folders of the wheel as data.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shutil
import subprocess
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from facetry.authoring.zip_archive import ArchiveFile, zip_files

VENDOR: Final = "vendor"
"""The folder of an extension for its kit."""
_PYTHON: Final = "python"
_NODE: Final = "node"
_PACKAGE: Final = "facetry_extension"
_NPM_SECONDS: Final = 300


class KitError(Exception):
    """A kit is missing or cannot be built; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Kit:
    """A kit as one package file: its name and its bytes."""

    name: str
    data: bytes

    @property
    def path(self) -> str:
        """Its path in the folder of an extension."""
        return f"{VENDOR}/{self.name}"


def python_kit_name() -> str:
    """The file name of the kit for Python; does not build the kit."""
    return f"{_PACKAGE}-{_python_version()}-py3-none-any.whl"


def node_kit_name() -> str:
    """The file name of the kit for Node; does not build the kit."""
    package = json.loads((_kit_folder(_NODE) / "package.json").read_bytes())
    return f"{package['name']}-{package['version']}.tgz"


def python_kit() -> Kit:
    """The kit for Python as a reproducible wheel."""
    home = _kit_folder(_PYTHON)
    project: dict[str, Any] = tomllib.loads((home / "pyproject.toml").read_text())["project"]
    version = _python_version()
    info = f"{_PACKAGE}-{version}.dist-info"
    sources = sorted(path for path in (home / _PACKAGE).rglob("*") if path.suffix in (".py", ".typed"))
    files = [ArchiveFile(path.relative_to(home).as_posix(), path.read_bytes()) for path in sources]
    files += [
        ArchiveFile(f"{info}/METADATA", _metadata(project, version).encode()),
        ArchiveFile(
            f"{info}/WHEEL", b"Wheel-Version: 1.0\nGenerator: facetry\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        ),
        ArchiveFile(f"{info}/licenses/LICENSE", (home / "LICENSE").read_bytes()),
    ]
    record = "".join(f"{file.name},sha256={_record_hash(file.data)},{len(file.data)}\n" for file in files)
    return Kit(
        python_kit_name(), zip_files([*files, ArchiveFile(f"{info}/RECORD", f"{record}{info}/RECORD,,\n".encode())])
    )


def node_kit(cache: Path) -> Kit:
    """The kit for Node as npm packs it. It is written in TypeScript, so that npm has to build it the first time; the
    result is stored in `cache`. Raises `KitError`.
    """
    home = _kit_folder(_NODE)
    sources = [home / name for name in ("package.json", "package-lock.json", "tsconfig.json", ".npmrc", "LICENSE")]
    sources += sorted(path for path in (home / "src").rglob("*") if path.is_file())
    digest = hashlib.sha256()
    for path in sources:
        digest.update(path.relative_to(home).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    cached_file = cache / "kits" / digest.hexdigest()[:16] / node_kit_name()
    if not cached_file.is_file():
        cached_file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cached_file.parent) as folder:
            built = _build_node_package(home, sources, Path(folder))
            built.replace(cached_file)
    return Kit(cached_file.name, cached_file.read_bytes())


def _build_node_package(home: Path, sources: list[Path], folder: Path) -> Path:
    """Build the npm package from copies of the sources in `folder`; return the path of the package file."""
    npm = shutil.which("npm")
    if npm is None:
        raise KitError("The kit for Node cannot be built: there is no program `npm` on the PATH. Install Node.js.")
    for path in sources:
        copy = folder / path.relative_to(home)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    for arguments in (
        ("ci", "--no-audit", "--no-fund", "--ignore-scripts"),
        ("run", "build"),
        ("pack", "--ignore-scripts"),
    ):
        try:
            process = subprocess.run(  # noqa: S603  # npm, found on the PATH, with arguments of our own
                [npm, *arguments],
                cwd=folder,
                env={**os.environ, "NO_COLOR": "1"},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=_NPM_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise KitError(
                f"The kit for Node cannot be built: npm {arguments[0]} took more than {_NPM_SECONDS} s."
            ) from None
        if process.returncode != 0:
            last_lines = "\n".join((process.stdout + process.stderr).splitlines()[-10:])
            raise KitError(f"The kit for Node cannot be built: npm {arguments[0]} failed.\n{last_lines}")
    return folder / node_kit_name()


def _kit_folder(name: str) -> Path:
    """The folder of a kit. Raises `KitError` when this installation has none."""
    package = Path(__file__).parent.parent
    for folder in (package / "kits" / name, package.parent / "sdk" / name):
        if folder.is_dir():
            return folder
    raise KitError(f"This installation of Facetry lacks the kit for {name}. Install the wheel, or use a checkout.")


def _python_version() -> str:
    """The version of the kit, read from its source without importing it."""
    return (_kit_folder(_PYTHON) / _PACKAGE / "version.py").read_text().rpartition("VERSION = ")[2].split('"')[1]


def _metadata(project: dict[str, Any], version: str) -> str:
    fields = [
        ("Metadata-Version", "2.1"),
        ("Name", project["name"]),
        ("Version", version),
        ("Summary", project["description"]),
        ("License", project["license"]),
        ("Requires-Python", project["requires-python"]),
        *(("Requires-Dist", requirement) for requirement in project["dependencies"]),
    ]
    return "".join(f"{name}: {value}\n" for name, value in fields)


def _record_hash(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
