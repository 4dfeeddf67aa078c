"""The names of the page's elements: a browser takes each once, and fails at the second."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Final

WEB: Final = Path(__file__).parents[2] / "web"
_DEFINITION: Final = re.compile(r'(?:customElements\.define|@customElement)\(\s*"([a-z-]+)"')


def test_every_element_is_defined_once() -> None:
    sources = [path.read_text() for folder in ("view", "page") for path in (WEB / folder).rglob("*.ts")]
    names = Counter(name for source in sources for name in _DEFINITION.findall(source))
    assert len(names) > 30
    assert [name for name, count in names.items() if count > 1] == []
