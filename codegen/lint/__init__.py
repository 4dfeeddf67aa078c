"""Our own rules, beyond the validity of the OpenAPI document. All findings are reported at once."""

from __future__ import annotations

from collections.abc import Mapping

from openapi_spec_validator import OpenAPIV31SpecValidator

from codegen import model
from codegen.bundle import Bundle
from codegen.finding import Finding
from codegen.lint import (  # noqa: F401 -- each registers its rules
    access,
    decisions,
    events,
    examples,
    explanations,
    files,
    operations,
    pages,
    references,
    requests,
    responses,
    schemas,
    views,
)
from codegen.lint.rule import RULES
from codegen.pointer import escape

VALID = "openapi.valid"


def rules() -> Mapping[str, str]:
    """The sentence of each rule, by rule id."""
    own = {name: " ".join((check.__doc__ or "").split()) for name, check in RULES.items()}
    return {VALID: "The bundled document is valid OpenAPI 3.1.", **own}


def findings(bundle: Bundle) -> list[Finding]:
    """All findings in the order of the files. A document that is not valid OpenAPI is checked by no other rule."""
    invalid = [
        Finding(
            bundle.place("".join(f"/{escape(str(step))}" for step in error.absolute_path)),
            VALID,
            error.message,
            "correct it as OpenAPI 3.1 demands",
        )
        for error in OpenAPIV31SpecValidator(dict(bundle.document)).iter_errors()
    ]
    if invalid:
        return sorted(set(invalid))
    description = model.read(bundle)
    return sorted(
        {
            Finding(bundle.place(place) if place.startswith("/") else place, name, message, remedy)
            for name, check in RULES.items()
            for place, message, remedy in check(description)
        }
    )
