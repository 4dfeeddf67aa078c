"""Random changes of documents: parts are removed, replaced, misspelt and repeated, and texts are damaged."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any, Final

_STRANGE: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1.5, 101, 2**31, 1e300, "", "x", "x\n", "..", "-x", "#fff", "16:9", "1.0", "3", "<a>"),
    *([], ["x"], {}, {"type": "string"}, {"id": "x"}),
)
_DAMAGES: Final = ("}", "]", ",", '"', "\\", "\x00", "NaN", "1e999", '{"a": 1, "a": 2}', "\\ud800", "9" * 30, "[" * 70)


class DocumentMaker:
    """Makes random documents from valid ones; the same seed makes the same documents."""

    def __init__(self, valid: Sequence[Any], seed: int) -> None:
        self._valid = valid
        self._parts = [part for document in valid for _, part in _places(document)]
        self._random = random.Random(seed)

    def document(self) -> Any:
        """A valid document with up to four changes."""
        document = deepcopy(self._random.choice(self._valid))
        for _ in range(self._random.choice((0, 1, 1, 1, 2, 3, 4))):
            self._change(document)
        return document

    def damaged(self, document: Any) -> str:
        """The text of a document, cut off or with something in it that is not JSON or not strict JSON."""
        text = json.dumps(document, ensure_ascii=self._random.random() < 0.5)
        place = self._random.randrange(len(text))
        rest = text[place + self._random.randrange(3) :] if self._random.random() < 0.8 else ""
        return text[:place] + self._random.choice(_DAMAGES) + rest

    def _change(self, document: Any) -> None:
        places = [path for path, _ in _places(document)]
        if not places:
            return
        *way, last = self._random.choice(places)
        home: Any = document
        for step in way:
            home = home[step]
        match self._random.randrange(6):
            case 0:
                del home[last]
            case 1 if isinstance(home, dict):
                home[self._misspelt(str(last))] = home.pop(last)
            case 2 if isinstance(home, list):
                home.insert(int(last), deepcopy(home[int(last)]))
            case 3:
                home[last] = deepcopy(self._random.choice(self._parts))
            case 4 if isinstance(home[last], str) and home[last]:
                home[last] = self._misspelt(home[last])
            case _:
                home[last] = deepcopy(self._random.choice(_STRANGE))

    def _misspelt(self, word: str) -> str:
        place = self._random.randrange(len(word) or 1)
        return word[:place] + self._random.choice(("", "x", "-", "/", word.upper())) + word[place + 1 :]


def _places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """(path, part) of every member and item of a value."""
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield (*path, key), child
        yield from _places(child, (*path, key))
