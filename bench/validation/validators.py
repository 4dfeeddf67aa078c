"""The validators of the bench `validate`: Facetry, and three of the field, two of them from npm."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bench.processes import ROOT

_LAUNCHER: Final = Path(__file__).with_name("launch.py")
SCHEMAS: Final = {
    "manifest": ROOT / "generated/schemas/manifest-v3.schema.json",
    "view-document": ROOT / "generated/schemas/view-document-1.0.schema.json",
}
_NPM_PACKAGES: Final = ("ajv-cli", "ajv-formats", "@sourcemeta/jsonschema")
_COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a command. `megabytes` is the peak memory of its largest process."""

    seconds: float
    cpu: float
    megabytes: float
    status: int
    output: str


@dataclass(frozen=True, slots=True)
class Validator:
    """A validator: its command for documents of a kind, and how its output names the documents that it refuses."""

    name: str
    version: str
    command: Callable[[str, Sequence[Path]], list[str]]
    refused: Callable[[str, Sequence[Path]], set[Path]]
    stops_at_syntax_faults: bool = False
    """Whether it leaves out the documents behind one that is not JSON."""


def run_command(command: Sequence[str], folder: Path) -> Run:
    """Run a command to its end; a file in `folder` receives its figures."""
    figures = folder / "run.json"
    subprocess.run([sys.executable, "-S", str(_LAUNCHER), str(figures), *command], check=True)
    return Run(**json.loads(figures.read_text(encoding="utf-8")))


def validators(folder: Path) -> list[Validator]:
    """Facetry first. The packages of npm are installed into `folder` if they are not there."""
    npm = shutil.which("npm")
    if npm is None:
        raise SystemExit("the bench needs npm for two of its rivals")
    binaries = folder / "node_modules/.bin"
    if not (binaries / "ajv").exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([npm, "install", "--silent", "--no-audit", "--no-fund", *_NPM_PACKAGES], cwd=folder, check=True)
    scripts = Path(sys.executable).parent

    def facetry(kind: str, files: Sequence[Path]) -> list[str]:
        return [sys.executable, "-m", "facetry", "validate", "--quiet", "--as", kind, *map(str, files)]

    def check_jsonschema(kind: str, files: Sequence[Path]) -> list[str]:
        return [str(scripts / "check-jsonschema"), "-o", "json", "--schemafile", str(SCHEMAS[kind]), *map(str, files)]

    def sourcemeta(kind: str, files: Sequence[Path]) -> list[str]:
        return [str(binaries / "jsonschema"), "validate", "--verbose", str(SCHEMAS[kind]), *map(str, files)]

    def ajv(kind: str, files: Sequence[Path]) -> list[str]:
        documents = [argument for file in files for argument in ("-d", str(file))]
        options = ["--spec=draft2020", "--strict=false", "-c", "ajv-formats", "--errors=no"]
        return [str(binaries / "ajv"), "validate", *options, "-s", str(SCHEMAS[kind]), *documents]

    return [
        Validator("facetry", _python_version("facetry"), facetry, _refused_by_facetry),
        Validator(
            "check-jsonschema", _python_version("check-jsonschema"), check_jsonschema, _refused_by_check_jsonschema
        ),
        Validator(
            "sourcemeta",
            _npm_version(folder, "@sourcemeta/jsonschema"),
            sourcemeta,
            _refused_by_sourcemeta,
            stops_at_syntax_faults=True,
        ),
        Validator("ajv", _npm_version(folder, "ajv-cli"), ajv, _refused_by_ajv),
    ]


def _python_version(package: str) -> str:
    from importlib.metadata import version

    return version(package)


def _npm_version(folder: Path, package: str) -> str:
    description = json.loads((folder / "node_modules" / package / "package.json").read_text(encoding="utf-8"))
    return str(description["version"])


def _refused_by_facetry(output: str, files: Sequence[Path]) -> set[Path]:
    known = {str(file): file for file in files}
    names = [line.partition(": error: ")[0] for line in output.splitlines() if ": error: " in line]
    return {known[name] for place in names for name in (place, re.sub(r":\d+:\d+$", "", place)) if name in known}


def _refused_by_check_jsonschema(output: str, files: Sequence[Path]) -> set[Path]:
    report = json.loads(output)
    names = {entry["filename"] for entry in (*report.get("errors", ()), *report.get("parse_errors", ()))}
    return {file for file in files if str(file) in names}


def _refused_by_sourcemeta(output: str, files: Sequence[Path]) -> set[Path]:
    names = {line.removeprefix("ok: ") for line in _COLOURS.sub("", output).splitlines() if line.startswith("ok: ")}
    accepted = {Path(name).resolve() for name in names}  # it prints paths relative to the current folder
    return {file for file in files if file.resolve() not in accepted}


def _refused_by_ajv(output: str, files: Sequence[Path]) -> set[Path]:
    accepted = {line.removesuffix(" valid") for line in output.splitlines() if line.endswith(" valid")}
    return {file for file in files if str(file) not in accepted}
