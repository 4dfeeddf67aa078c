"""Documents made by random changes of valid ones, the same for the same seed."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any, Final

_STRANGE: Final[tuple[Any, ...]] = (
    *(None, True, 0, -1, 1.5, 101, 2**31, 1e300),
    *("", "x", "x\n", "..", "-x", "${node}", "#fff", "16:9"),
    *([], ["x"], {}, {"id": "x"}, {"type": "string"}),
)
_BROKEN: Final = (b"", b"{", b"}", b",", b'"', b"\xff", b"\\ud800", b"\\u0000", b"NaN", b"01", b"[" * 70)


def mutated_texts(valid: Sequence[Any], count: int, seed: int) -> Iterator[bytes]:
    """Texts of documents with up to three changes. One of twenty is no JSON any more."""
    chosen = random.Random(seed)
    for _ in range(count):
        document = deepcopy(chosen.choice(valid))
        for _ in range(chosen.randint(0, 3)):
            _change(chosen, document, valid)
        text = json.dumps(document, ensure_ascii=chosen.random() < 0.5).encode()
        if chosen.random() < 0.05:
            place = chosen.randrange(len(text))
            text = text[:place] + chosen.choice(_BROKEN) + text[place + chosen.randint(0, 2) :]
        yield text


def _change(chosen: random.Random, document: Any, valid: Sequence[Any]) -> None:
    places = list(_places(document))
    if not places:
        return
    home, key = chosen.choice(places)
    if chosen.random() < 0.4:
        del home[key]
    elif isinstance(home, dict) and chosen.random() < 0.2:
        home[f"{key}s"] = home.pop(key)
    elif chosen.random() < 0.3:
        other_home, other_key = chosen.choice(list(_places(chosen.choice(valid))))
        home[key] = deepcopy(other_home[other_key])
    else:
        home[key] = deepcopy(chosen.choice(_STRANGE))


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """The container and the key of every member and item, without recursion."""
    pending = [value]
    while pending:
        home = pending.pop()
        for key, child in home.items() if isinstance(home, dict) else enumerate(home):
            yield home, key
            if isinstance(child, dict | list):
                pending.append(child)
