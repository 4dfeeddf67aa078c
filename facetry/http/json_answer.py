"""The text of a JSON answer: JSON values, models, or values that have models in them."""

from __future__ import annotations

import orjson
import pydantic
from pydantic_core import to_json


def json_answer(result: object) -> bytes:
    """The JSON text of what a handler returned. Absent members of models are left out.

    Raises `TypeError` for anything else than JSON values and models.
    """
    first = result[0] if isinstance(result, list) and result else result
    if isinstance(first, pydantic.BaseModel):
        return _model_text(result)
    return orjson.dumps(result, default=_fragment)


def _fragment(value: object) -> orjson.Fragment:
    if isinstance(value, pydantic.BaseModel):
        return orjson.Fragment(_model_text(value))
    raise TypeError(f"{type(value).__name__} is neither a JSON value nor a model")


def _model_text(value: object) -> bytes:
    return to_json(value, by_alias=True, exclude_none=True, inf_nan_mode="null")
