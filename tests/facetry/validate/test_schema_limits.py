"""Large schemas: what is not cached is checked as well, and the limits hold exactly."""

from typing import Any

from facetry.validate import schemas


def rules_of(schema: dict[str, Any]) -> list[str]:
    return [finding.rule for finding in schemas.findings(schema)]


def test_a_schema_that_is_too_large_to_be_remembered_is_checked() -> None:
    assert rules_of({"title": "x" * 20_000}) == []
    assert rules_of({"title": "x" * 20_000, "type": "array"}) == ["manifest.schema.object"]


def test_a_schema_that_is_too_deep_to_be_written_is_refused() -> None:
    schema: dict[str, Any] = {}
    for _ in range(300):
        schema = {"not": schema}
    assert rules_of(schema) == ["manifest.schema.depth"]


def test_a_manifest_has_at_most_48_patterns() -> None:
    for count, rules in ((48, []), (49, ["manifest.schema.patterns"])):
        assert rules_of({"properties": {f"p{number}": {"pattern": "a"} for number in range(count)}}) == rules


def test_a_schema_with_too_many_default_values_is_refused() -> None:
    large = {"default": [0] * 1_000}
    for count, rules in ((3, []), (4, ["manifest.schema.expansion"])):
        properties = {f"p{number}": {"$ref": "#/definitions/large"} for number in range(count)}
        assert rules_of({"properties": properties, "definitions": {"large": large}}) == rules
