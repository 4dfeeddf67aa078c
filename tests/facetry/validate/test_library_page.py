"""docs/library.md: its program prints what the page shows, and the line service answers as the page says."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from facetry import validate
from facetry.authoring.line_service import MAX_LINE_BYTES, answer

ROOT: Final = Path(__file__).parents[3]
PAGE: Final = (ROOT / "docs" / "library.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_the_program_prints_what_the_page_shows(tmp_path: Path) -> None:
    [program], [output] = blocks("python"), blocks("text")
    (tmp_path / "card.json").write_text(blocks("json")[0])
    done = subprocess.run(
        [sys.executable, "-c", f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n{program}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == output


def test_the_service_answers_as_the_page_says() -> None:
    _, request, answered = blocks("json")
    assert answer(json.loads(request)) == json.loads(answered)
    assert f"{MAX_LINE_BYTES:,} bytes" in PAGE


def test_the_page_names_every_public_name() -> None:
    named = {name for row in re.findall(r"(?m)^\| (`[^|]+) \|", PAGE) for name in re.findall(r"`(\w+)", row)}
    assert set(validate.__all__) <= named
