"""Validates generation recipes, by the schema GenerationRecipe of generated/openapi.json."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import orjson

from facetry.errors import Fault, FaultError
from facetry.schema import generated_files
from facetry.schema.document import Document
from facetry.schema.strict_json import MAX_DEPTH, parse
from facetry.schema.violations import first_violation, violations
from facetry.validate.checks.misspelt import misspelt_members
from facetry.validate.checks.times import seconds_finding
from facetry.validate.finding import Finding, fault_in_text, finding_of, without_conflicts
from facetry.validate.texts import read, text_fault
from generated.limits import IMAGE_FEATURE_VALUE_MAX_LENGTH

MAX_CHARACTERS: Final = IMAGE_FEATURE_VALUE_MAX_LENGTH
"""A request with a longer value of a feature is refused, with the same rule."""
_LABEL: Final = "recipe"
_ROOT: Final = "#/components/schemas/GenerationRecipe"


def findings(text: bytes) -> list[Finding]:
    """All findings on the text of a recipe, errors first. A text that no feature can hold is not read further."""
    if len(text) > MAX_CHARACTERS and len(text.decode("utf-8", "replace")) > MAX_CHARACTERS:
        detail = f"The text must be at most {MAX_CHARACTERS} characters long."
        remedy = "Name large inputs in inputAssets instead of copying them."
        return [Finding(rule="schema.maxLength", pointer="", detail=detail, remedy=remedy)]
    reading = read(text, label=_LABEL, depth=MAX_DEPTH)
    if not reading.has_value:
        return reading.findings
    recipe = reading.value
    errors = [*reading.findings, *(finding_of(violation) for violation in violations(_schemas(), _ROOT, recipe))]
    if reading.findings:  # the value of a faulty text is partly a guess
        return errors
    reported = {finding.pointer for finding in errors}
    warnings = list(misspelt_members(_schemas(), _ROOT, recipe, rule="recipe.member"))
    if isinstance(recipe, dict):
        warnings += seconds_finding("recipe.time", "/inceptionDate", recipe.get("inceptionDate"))
    return without_conflicts([*errors, *(finding for finding in warnings if finding.pointer not in reported)])


def fault(text: str) -> Fault | None:
    """The first fault of the text of a recipe, with a pointer into the recipe; None when it is valid."""
    # UTF-8 cannot encode lone surrogates: they are passed on, so that the parser refuses them.
    encoded = text.encode("utf-8", "surrogatepass")
    try:
        recipe = parse(encoded, label=_LABEL)
    except FaultError as refused:
        return text_fault(encoded, refused.fault, label=_LABEL, depth=MAX_DEPTH)
    if _schemas().validator(_ROOT).is_valid(recipe):
        return None
    return first_violation(_schemas(), _ROOT, recipe, size=len(encoded))


def require(text: str, *, pointer: str) -> None:
    """Raises a 400 fault unless `text`, which is at `pointer` of a request body, is a valid recipe. The rule is that of
    the recipe, and the detail names the place in it.
    """
    violation = fault(text)
    if violation is not None:
        raise FaultError(fault_in_text(violation, pointer=pointer, label=_LABEL))


@cache
def _schemas() -> Document:
    """The schema of recipes and those that it refers to; compiling all of the description would take long."""
    text = generated_files.read("openapi.json")
    components: dict[str, Any] = orjson.loads(text)["components"]["schemas"]
    names, pending = set[str](), [_ROOT]
    while pending:
        name = pending.pop().rpartition("/")[2]
        if name not in names:
            names.add(name)
            pending.extend(_references(components[name]))
    return Document({"components": {"schemas": {name: components[name] for name in sorted(names)}}})


def _references(part: Any) -> list[str]:
    if isinstance(part, list):
        return [reference for item in part for reference in _references(item)]
    if not isinstance(part, dict):
        return []
    own = [part["$ref"]] if isinstance(part.get("$ref"), str) else []
    return own + [reference for child in part.values() for reference in _references(child)]
