"""The component schemas as documents of their own: complete, valid, and of the same verdict as the description."""

import json
from pathlib import Path
from typing import Any, Final

import jsonschema_rs
import pytest
from jsonschema import Draft202012Validator

from facetry.schema.document import Document
from facetry.schema.published import DOCUMENTS, component_schema, component_summaries

GENERATED: Final = Path(__file__).parents[3] / "generated"
COMPONENTS: Final[dict[str, Any]] = json.loads((GENERATED / "openapi.json").read_text())["components"]["schemas"]
WHOLE: Final = Document({"components": {"schemas": COMPONENTS}})
EXAMPLES: Final = [example for schema in COMPONENTS.values() for example in schema.get("examples", ())]


def references(value: Any) -> list[str]:
    if isinstance(value, list):
        return [found for item in value for found in references(item)]
    if not isinstance(value, dict):
        return []
    own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
    return own + [found for key, item in value.items() if key != "examples" for found in references(item)]


@pytest.mark.parametrize("name", sorted(COMPONENTS))
def test_a_component_is_a_schema_of_its_own(name: str) -> None:
    schema = component_schema(name)
    Draft202012Validator.check_schema(schema)
    assert {found.split("/")[2] for found in references(schema)} == set(schema.get("$defs", {}))
    assert "#/components" not in json.dumps(schema)
    validator = jsonschema_rs.Draft202012Validator(schema, validate_formats=True, offline=True)
    whole = WHOLE.validator(f"#/components/schemas/{name}")
    for example in EXAMPLES:
        assert validator.is_valid(example) == whole.is_valid(example), example


def test_a_component_that_refers_to_itself_is_complete() -> None:
    recursive = [name for name in COMPONENTS if name in component_schema(name).get("$defs", {})]
    assert recursive, "no component refers to itself; the test needs another example"


def test_every_component_has_a_summary() -> None:
    assert set(component_summaries()) == set(COMPONENTS)
    assert all(summary.endswith((".", ":")) for summary in component_summaries().values())


def test_the_documents_are_the_generated_descriptions_and_schemas() -> None:
    for document in DOCUMENTS:
        assert document.read() == (GENERATED / document.file).read_bytes()
    files = {path.relative_to(GENERATED).as_posix() for path in GENERATED.rglob("*.json")}
    assert {document.file for document in DOCUMENTS} == files - {
        "request-examples.json",
        "rules.json",
        "web/assets.json",
    }
