"""`generated/web/` is what the sources in `web/` are built to, and small."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
from pathlib import Path
from typing import Final

from tests.support import npm
from tests.support.npm import NEEDS_NPM

HOME: Final = Path(__file__).parents[2]
WEB: Final = HOME / "web"
ASSETS: Final = HOME / "generated" / "web"
_SECONDS: Final = 120
_RENDERER_BYTES: Final = 40 * 1024


def run(*command: str) -> None:
    done = subprocess.run(command, cwd=WEB, capture_output=True, text=True, check=False, timeout=_SECONDS)
    assert done.returncode == 0, done.stdout + done.stderr


def contents(folder: Path) -> dict[str, bytes]:
    """The files by name; compressed ones in their own form, since compressors differ between machines."""
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


def test_compressed_assets_are_the_assets_and_the_renderer_is_small() -> None:
    assets = json.loads((ASSETS / "assets.json").read_text())
    for asset in assets.values():
        whole = (ASSETS / asset["file"]).read_bytes()
        packed = (ASSETS / f"{asset['file']}.gz").read_bytes()
        assert gzip.decompress(packed) == whole
        assert (asset["bytes"], asset["compressedBytes"]) == (len(whole), len(packed))
        assert (ASSETS / f"{asset['file']}.br").exists()
    assert assets["facetry-view.js"]["compressedBytes"] <= _RENDERER_BYTES


def test_the_licences_of_what_is_bundled_are_there() -> None:
    text = (ASSETS / "licences.txt").read_text()
    for name in ("lit ", "mdast-util-from-markdown "):
        assert f"\n{name}" in f"\n{text}"
    assert "GPL" not in text
