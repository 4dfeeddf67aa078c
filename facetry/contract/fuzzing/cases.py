"""The parts of a case: its operation, the resource in its path, and which of its parts are meant to be valid."""

from typing import Any, Final

from schemathesis.core.parameters import EncodedPath, ParameterLocation
from schemathesis.generation import GenerationMode
from schemathesis.generation.case import Case
from schemathesis.generation.meta import CaseMetadata, ComponentInfo

from facetry.contract.fuzzing.payloads import Kind, is_metadata, kind_of

_TAKE_ANYTHING: Final = frozenset({"imageAttachmentCreate", "validationCheck"})


def id_of(case: Case[Any]) -> str:
    """The operationId."""
    return str(case.operation.definition.raw["operationId"])


def family_of(case: Case[Any]) -> str:
    """The kind of resource that the path of a case names."""
    first = case.path.split("/")[1]
    return "image" if first == "media" else first


def mark(case: Case[Any]) -> bool:
    """Mark the parts that no schema describes as valid or invalid. Returns whether a part is invalid."""
    if case.meta is None:  # reading the mode would validate the changed parts by the schema
        return False
    wrong = False
    if any(isinstance(value, EncodedPath) for value in case.path_parameters.values()):
        set_mode(case, ParameterLocation.PATH, GenerationMode.POSITIVE)  # it is validated as encoded text
    if isinstance(case.body, bytes):
        anything = id_of(case) in _TAKE_ANYTHING or case.body.startswith(b"PK")
        wrong = not case.body or (kind_of(case.body) is Kind.NOISE and not anything)
        set_mode(case, ParameterLocation.BODY, GenerationMode.NEGATIVE if wrong else GenerationMode.POSITIVE)
    text = case.query.get("applicationMetadata")
    unwritable = id_of(case) == "imageConvert" and case.query.get("format") == "HEIF"
    if unwritable or (isinstance(text, str) and not is_metadata(text)):
        wrong = True
        set_mode(case, ParameterLocation.QUERY, GenerationMode.NEGATIVE)
    return wrong


def set_mode(case: Case[Any], location: ParameterLocation, mode: GenerationMode) -> None:
    """Mark one part as valid or invalid, and the case with it."""
    meta: CaseMetadata | None = case._meta
    if meta is None or location not in meta.components or meta.components[location].mode is mode:
        return
    meta.components[location] = ComponentInfo(mode=mode)
    wrong = any(component.mode.is_negative for component in meta.components.values())
    meta.generation.mode = GenerationMode.NEGATIVE if wrong else GenerationMode.POSITIVE
