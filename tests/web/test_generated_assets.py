"""`generated/web/` is what the sources in `web/` are built to, and small."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any, Final

from tests.support.extensions import npm
from tests.support.extensions.npm import NEEDS_NPM

HOME: Final = Path(__file__).parents[2]
WEB: Final = HOME / "web"
ASSETS: Final = HOME / "generated" / "web"
_SECONDS: Final = 120
_RENDERER_BYTES: Final = 40 * 1024
_PAGE_BYTES: Final = 150 * 1024
_STATIC_IMPORTS: Final = re.compile(r"""(?:\bfrom|\bimport)\s*["']\./([^"']+)["']""")


def run(*command: str) -> None:
    done = subprocess.run(command, cwd=WEB, capture_output=True, text=True, check=False, timeout=_SECONDS)
    assert done.returncode == 0, done.stdout + done.stderr


def contents(folder: Path) -> dict[str, bytes]:
    """The files by name, without the compressed forms that an installation has made."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix not in (".gz", ".br")}


@NEEDS_NPM
def test_the_assets_are_those_of_the_sources(tmp_path: Path) -> None:
    npm.install(WEB)
    run("node", os.fspath(Path("node_modules", "typescript", "bin", "tsc")), "--noEmit")
    run("node", "build.mjs", os.fspath(tmp_path / "built"))
    built, committed = contents(tmp_path / "built"), contents(ASSETS)
    assert built.keys() == committed.keys()
    for name in built.keys() - {"assets.json"}:
        assert built[name] == committed[name], f"{name} differs: run `npm ci && npm run build` in web/"


def test_sizes_are_those_of_the_assets() -> None:
    for asset in assets().values():
        whole = (ASSETS / asset["file"]).read_bytes()
        assert asset["bytes"] == len(whole)
        assert ("compressedBytes" in asset) == (len(whole) >= 1_024)


def test_the_renderer_is_small() -> None:
    assert assets()["facetry-view.js"]["compressedBytes"] <= _RENDERER_BYTES


def test_what_the_library_needs_is_small() -> None:
    sizes = {each["file"]: each.get("compressedBytes", each["bytes"]) for each in assets().values()}
    names = {name for name in sizes if re.match(r"(page|facetry-library)-", name)}
    assert len(names) == 3  # two scripts and the style sheet
    while more := {found for name in names for found in _STATIC_IMPORTS.findall(text_of(name))} - names:
        names |= more
    assert sum(sizes[name] for name in names) + (ASSETS / "index.html").stat().st_size <= _PAGE_BYTES


def assets() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((ASSETS / "assets.json").read_text())
    return found


def text_of(name: str) -> str:
    return (ASSETS / name).read_text()


def test_the_licences_of_what_is_bundled_are_there() -> None:
    text = (ASSETS / "licences.txt").read_text()
    for name in ("lit ", "lucide ", "mdast-util-from-markdown "):
        assert f"\n{name}" in f"\n{text}"
    assert "GPL" not in text
