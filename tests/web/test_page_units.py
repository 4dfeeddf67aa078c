"""The functions of the page without a browser: searches, layouts, forms. Their tests are in `web/test/`."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Final

from tests.support.extensions import npm
from tests.support.extensions.npm import NEEDS_NPM

WEB: Final = Path(__file__).parents[2] / "web"
_SECONDS: Final = 300


@NEEDS_NPM
def test_the_functions_of_the_page_keep_their_promises() -> None:
    npm.install(WEB)
    done = subprocess.run(
        ["node", "test/run.mjs"], cwd=WEB, capture_output=True, text=True, check=False, timeout=_SECONDS
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-8_000:]
    assert "# fail 0" in done.stdout or "fail 0" in done.stdout
