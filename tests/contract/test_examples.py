"""`jsonschema` validates every example: those in the description, and the example requests in files."""

from typing import Final

import pytest

from facetry.contract.example_requests.examples import Example, examples
from facetry.contract.judgement.reference_validators import schema_faults, validator
from tests.contract.description import operations
from tests.support.contract.reference_checks import described_examples

# Invalid requests that Python's validators accept, and the reason why the contract refuses them. They refuse all
# others.
_NEWLINE: Final = "Python's $ matches before a final newline, ECMA-262's does not"
KNOWN_DIFFERENCES: Final = {
    "imageEnsureFeatures/name-with-newline": _NEWLINE,
    "imageEnsureTags/value-with-newline": _NEWLINE,
    "imageSetEmbeddings/name-with-newline": _NEWLINE,
    "imageSetFeatures/name-with-newline": _NEWLINE,
    "imageSetTags/value-with-newline": _NEWLINE,
    "repositoryUpdate/name-with-newline": _NEWLINE,
}


@pytest.mark.parametrize("example", examples("valid"), ids=str)
def test_valid_request(example: Example) -> None:
    assert example.faults() == []


@pytest.mark.parametrize("example", examples("invalid"), ids=str)
def test_invalid_request(example: Example) -> None:
    is_beyond = example.rule in example.operation.beyond_schema
    assert bool(example.faults()) != (is_beyond or str(example) in KNOWN_DIFFERENCES)


@pytest.mark.parametrize("kind", ["valid", "invalid"])
def test_names_are_unique(kind: str) -> None:
    names = [str(example) for example in examples(kind)]
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_known_differences_exist() -> None:
    assert KNOWN_DIFFERENCES.keys() <= {str(example) for example in examples("invalid")}


def test_every_operation_has_requests() -> None:
    """Each operation has an invalid request, and a valid one if it has parameters or a body."""
    assert {example.operation.operation_id for example in examples("invalid")} == {o.operation_id for o in operations()}
    wanted = {o.operation_id for o in operations() if o.media_types or o.parameters}
    assert wanted <= {example.operation.operation_id for example in examples("valid")}


def test_examples_of_the_description() -> None:
    found = described_examples()
    faults = [
        f"{pointer}: {fault}" for pointer, (schema, value) in found.items() for fault in schema_faults(schema, value)
    ]
    files = len(examples("valid")) + len(examples("invalid"))
    print(f"examples: {len(found)} in the description, {files} as files")
    assert faults == []
    assert len(found) > 50


def test_nothing_is_fetched() -> None:
    """The validator does not follow a reference out of the description."""
    outside = validator("/components/schemas/Uuid").evolve(schema={"$ref": "http://127.0.0.1:9/schema.json"})
    with pytest.raises(Exception, match="Unresolvable"):
        outside.is_valid("x")
