"""Forms and answers: the schema of a form is checked before a user sees it, an answer before the extension gets it.

The schema of a form has the rules of schemas in manifests. Other than settings, an answer may have members that the
schema does not describe.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

import orjson

from facetry.errors import Fault, FaultError
from facetry.validate import schemas
from facetry.validate.schemas import CheckedSchema
from facetry.validate.socket import messages
from generated.events import Answer

_SCHEMA_POINTER = "/form/parameters"
_EMPTY_FORM: Final[Mapping[str, Any]] = {}
"""What the user entered if the answer has no member: nothing."""


def schema_of(intent: Mapping[str, Any]) -> CheckedSchema | str | None:
    """The schema of a form, or its fault in a sentence that names the member; None for another intent. Blocking."""
    form = intent.get("form")
    if form is None:
        return None
    if not _is_json(form["parameters"]):
        return f"{_SCHEMA_POINTER}: The schema is not JSON."
    try:
        return schemas.check_schema(form["parameters"], is_closed=False)
    except FaultError as error:
        return f"{_SCHEMA_POINTER}{_sentence(error.fault)}"


def checked_answer(answer: Any, schema: CheckedSchema | None) -> Answer:
    """The answer of a front end, or an error that names its fault. `schema`: that of a form. Blocking."""
    if not isinstance(answer, dict):
        return {"error": "The front end gave no answer."}
    if (detail := messages.fault("Answer", answer)) is not None:
        return {"error": f"The answer of the front end is not valid. {detail}"}
    if schema is not None and answer.get("cancel") is None and answer.get("error") is None:
        value = answer.get("value")
        if not _is_json(value):
            return {"error": "The answer does not fit the form. /value: The value is not JSON."}
        if (fault := schema.fault(_EMPTY_FORM if value is None else value, "/value")) is not None:
            return {"error": f"The answer does not fit the form. {_sentence(fault)}"}
    return cast("Answer", answer)


def _is_json(value: Any) -> bool:
    """Whether a part of a message is JSON: it may hold bytes, which Socket.IO sends beside its JSON."""
    try:
        orjson.dumps(value)
    except TypeError:
        return False
    return True


def _sentence(fault: Fault) -> str:
    return f"{fault.pointer or ''}: {fault.detail}"
