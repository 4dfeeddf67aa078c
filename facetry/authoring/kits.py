"""The kits that extensions are written with, as the files that an extension brings along, for no registry has them.

A checkout has them in `sdk/`, the wheel carries the same folders as data.
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

from facetry.authoring.zip_archive import File, zipped

VENDOR: Final = "vendor"
"""The folder of an extension that its kit lies in."""
_PYTHON: Final = "python"
_NODE: Final = "node"
_PACKAGE: Final = "facetry_extension"
_NPM_SECONDS: Final = 300


class KitError(Exception):
    """A kit cannot be had here; the text says why, and what helps."""


@dataclass(frozen=True, slots=True)
class Kit:
    """One file: what it is called, and its bytes."""

    name: str
    data: bytes

    @property
    def path(self) -> str:
        """Where it lies in the folder of an extension."""
        return f"{VENDOR}/{self.name}"


def python_name() -> str:
    """What the kit for Python is called, without making it."""
    return f"{_PACKAGE}-{_python_version()}-py3-none-any.whl"


def node_name() -> str:
    """What the kit for Node is called, without making it."""
    package = json.loads((_home(_NODE) / "package.json").read_bytes())
    return f"{package['name']}-{package['version']}.tgz"


def python() -> Kit:
    """The kit for Python as a wheel, of the same bytes each time."""
    home = _home(_PYTHON)
    project: dict[str, Any] = tomllib.loads((home / "pyproject.toml").read_text())["project"]
    version = _python_version()
    info = f"{_PACKAGE}-{version}.dist-info"
    sources = sorted(path for path in (home / _PACKAGE).rglob("*") if path.suffix in (".py", ".typed"))
    files = [File(path.relative_to(home).as_posix(), path.read_bytes()) for path in sources]
    files += [
        File(f"{info}/METADATA", _metadata(project, version).encode()),
        File(f"{info}/WHEEL", b"Wheel-Version: 1.0\nGenerator: facetry\nRoot-Is-Purelib: true\nTag: py3-none-any\n"),
        File(f"{info}/licenses/LICENSE", (home / "LICENSE").read_bytes()),
    ]
    record = "".join(f"{file.name},sha256={_hash(file.data)},{len(file.data)}\n" for file in files)
    return Kit(python_name(), zipped([*files, File(f"{info}/RECORD", f"{record}{info}/RECORD,,\n".encode())]))


def node(cache: Path) -> Kit:
    """The kit for Node as npm packs it. It is written in TypeScript: npm builds it the first time that it is asked for,
    and what was built is kept in `cache`. Raises `KitError`.
    """
    home = _home(_NODE)
    sources = [home / name for name in ("package.json", "package-lock.json", "tsconfig.json", ".npmrc", "LICENSE")]
    sources += sorted(path for path in (home / "src").rglob("*") if path.is_file())
    digest = hashlib.sha256()
    for path in sources:
        digest.update(path.relative_to(home).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    kept = cache / "kits" / digest.hexdigest()[:16] / node_name()
    if not kept.is_file():
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept.parent) as folder:
            built = _built(home, sources, Path(folder))
            built.replace(kept)
    return Kit(kept.name, kept.read_bytes())


def _built(home: Path, sources: list[Path], folder: Path) -> Path:
    """The package of npm, made in a folder of its own of copies of the sources."""
    npm = shutil.which("npm")
    if npm is None:
        raise KitError(
            "The kit for Node is built with npm, and there is no program `npm` on the PATH. Install Node.js."
        )
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
            done = subprocess.run(  # noqa: S603  # npm, found on the PATH, with arguments of our own
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
            raise KitError(f"The kit for Node cannot be built: npm {arguments[0]} takes too long.") from None
        if done.returncode != 0:
            said = "\n".join((done.stdout + done.stderr).splitlines()[-10:])
            raise KitError(f"The kit for Node cannot be built: npm {arguments[0]} failed.\n{said}")
    return folder / node_name()


def _home(name: str) -> Path:
    """The folder of a kit. Raises `KitError` when this installation has none."""
    package = Path(__file__).parent.parent
    for folder in (package / "kits" / name, package.parent / "sdk" / name):
        if folder.is_dir():
            return folder
    raise KitError(f"This installation of Facetry has no kit for {name}. Install its wheel, or use a checkout.")


def _python_version() -> str:
    """The version that the kit says it has, without importing it."""
    return (_home(_PYTHON) / _PACKAGE / "version.py").read_text().rpartition("VERSION = ")[2].split('"')[1]


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


def _hash(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
