"""Values of features: checks that a text is valid for the format of its feature, as far as the text alone shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from facetry.errors import FaultError, bad_parameter
from facetry.schema.strict_json import parse
from facetry.validate import recipes, views
from facetry.validate.formats import xml_text
from facetry.validate.formats.bad_text import BadTextError
from generated import models


def check_features(features: Sequence[models.ImageFeature]) -> None:
    """Raise 400 for the first feature whose value is not valid for its format; the pointer refers to the value.

    Whether the attachment of a `binary` feature exists is checked elsewhere.
    """
    nodes = 0
    for index, feature in enumerate(features):
        check, pointer = _CHECKS.get(feature.format), f"/{index}/value"
        if feature.format == "yaml":
            nodes = _check_yaml(pointer, str(feature.value), nodes)
        elif check is not None:
            check(feature.type, pointer, str(feature.value))


def value_fault(format: str, pointer: str, detail: str, text: str) -> FaultError:
    """400 with the rule `feature.<format>`: the value at `pointer` is not valid for its format."""
    return bad_parameter(None, detail, rule=f"feature.{format}", value=text, pointer=pointer)


def _check_json(type: str, pointer: str, text: str) -> None:
    if type == "recipe":
        recipes.require(text, pointer=pointer)
        return
    try:
        parse(text.encode(), label="text")
    except FaultError as error:
        raise value_fault("json", pointer, error.fault.detail, error.fault.value or text) from None


def _check_yaml(pointer: str, text: str, nodes: int) -> int:
    """The number of nodes including those of this text, where `nodes` is the number before it."""
    from facetry.validate.formats import yaml_text  # loaded for features with YAML only

    try:
        return yaml_text.check(text, nodes)
    except BadTextError as error:
        raise value_fault("yaml", pointer, str(error), text) from None


def _check_xml(_: str, pointer: str, text: str) -> None:
    try:
        xml_text.check(text)
    except BadTextError as error:
        raise value_fault("xml", pointer, str(error), text) from None


def _check_ui(_: str, pointer: str, text: str) -> None:
    views.require(text, pointer=pointer)


_CHECKS: Final[Mapping[str, Callable[[str, str, str], None]]] = {
    "json": _check_json,
    "xml": _check_xml,
    "ui": _check_ui,
}
