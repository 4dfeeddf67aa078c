"""Answers of handlers, read as clients read them."""

from __future__ import annotations

from typing import Any

import orjson

from facetry.http.json_answer import json_answer


def received(answer: object) -> Any:
    """What a client reads from the JSON text of an answer. 1, 1.0 and true are different values."""
    return orjson.loads(json_answer(answer))
