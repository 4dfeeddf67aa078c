"""JSON texts of programs that cut characters into halves: `"\\ud83d"` of JavaScript, and file names of Python that are
not UTF-8. Such halves are read as U+FFFD. All else that is not JSON is refused.
"""

import json
import re
from typing import Any, Final

import orjson

_SURROGATE_ESCAPE: Final = re.compile(r"\\u[dD][89a-fA-F]")


def loads(text: str) -> Any:
    """The value of a JSON text, in which halves of surrogate pairs count as U+FFFD. The last one of members with the
    same name counts. Raises `orjson.JSONDecodeError` for a text that is not JSON, or nests too deep.
    """
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        repaired = _repaired(text)
        if repaired is None:
            raise
        return orjson.loads(repaired)


def _repaired(text: str) -> str | None:
    """The text with U+FFFD for each half of a surrogate pair; None for a text without one, or that is not JSON."""
    if _SURROGATE_ESCAPE.search(text) is None:
        return None
    try:
        unescaped = json.dumps(json.loads(text), ensure_ascii=False)  # numbers that are not finite are refused later
    except (ValueError, RecursionError):
        return None
    return unescaped.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
