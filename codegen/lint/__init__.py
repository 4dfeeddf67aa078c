"""Our own rules, beyond what makes a document valid OpenAPI. All faults are told at once."""

from __future__ import annotations

from collections.abc import Mapping

from openapi_spec_validator import OpenAPIV31SpecValidator

from codegen import model
from codegen.bundle import Bundle
from codegen.finding import Finding
from codegen.lint import (
    access,
    decisions,
    events,
    examples,
    files,
    operations,
    requests,
    schemas,
    views,
)
from codegen.lint import (
    responses as answers,
)
from codegen.lint.rule import RULES
from codegen.pointer import escape

MODULES = (access, answers, decisions, events, examples, files, operations, requests, schemas, views)
"""Importing them has entered their rules."""
VALID = "openapi.valid"


def rules() -> Mapping[str, str]:
    """Each rule id and its sentence."""
    own = {name: " ".join((check.__doc__ or "").split()) for name, check in RULES.items()}
    return {VALID: "The bundled document is valid OpenAPI 3.1.", **own}


def findings(bundle: Bundle) -> list[Finding]:
    """What breaks a rule, in the order of the files. A document that is no OpenAPI is not looked at any further."""
    invalid = [
        Finding(
            bundle.place("".join(f"/{escape(str(step))}" for step in error.absolute_path)),
            VALID,
            error.message,
            "see OpenAPI 3.1",
        )
        for error in OpenAPIV31SpecValidator(dict(bundle.document)).iter_errors()
    ]
    if invalid:
        return sorted(set(invalid))
    description = model.read(bundle)
    return sorted(
        {
            Finding(place, name, message, remedy)
            for name, check in RULES.items()
            for place, message, remedy in check(description)
        }
    )
