"""Makes the compressed forms of the page's assets: for a wheel, and in a checkout that is installed as editable."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import brotli
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompressedAssets(BuildHookInterface):
    """A hook of the build. What it writes is not in git, and an artifact of the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 -- hatch calls it so
        """Write the forms beside the assets that are worth it, and remove those of former assets."""
        folder = Path(self.root, "generated", "web")
        for old in (*folder.glob("*.br"), *folder.glob("*.gz")):
            old.unlink()
        for asset in json.loads((folder / "assets.json").read_bytes()).values():
            if "compressedBytes" in asset:
                file = folder / asset["file"]
                content = file.read_bytes()
                Path(f"{file}.br").write_bytes(brotli.compress(content))  # the best quality is its default
                Path(f"{file}.gz").write_bytes(gzip.compress(content, mtime=0))
