"""Recipes: their findings, and their refusals in requests."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any, Final

import pytest

from facetry.errors import FaultError, FaultKind
from facetry.schema.edits import RenameKey
from facetry.validate import recipes

RECIPE: Final[dict[str, Any]] = {
    "schemaVersion": 2,
    "modelTags": ["example/painter:1.0"],
    "prompt": {"kind": "textual", "text": "A lighthouse at dusk"},
}


def text(**changes: Any) -> str:
    return json.dumps({**RECIPE, **changes})


def test_a_valid_recipe_is_accepted_by_all_doors() -> None:
    assert recipes.findings(text().encode()) == []
    assert recipes.fault(text()) is None
    recipes.require(text(), pointer="/0/value")


def test_all_errors_come_at_once_and_warnings_after_them() -> None:
    found = recipes.findings(text(schemaVersion=3, aspectRatio=0, sofware="a", inceptionDate=1767225600).encode())
    assert [(each.level, each.rule, each.pointer) for each in found] == [
        ("error", "schema.maximum", "/schemaVersion"),
        ("error", "schema.exclusiveMinimum", "/aspectRatio"),
        ("warning", "recipe.member", "/sofware"),
        ("warning", "recipe.time", "/inceptionDate"),
    ]
    assert found[2].edit == RenameKey("/sofware", "software")


@pytest.mark.parametrize(
    ("recipe", "rule", "detail"),
    [
        (
            text(schemaVersion=3),
            "schema.maximum",
            "The number must be at most 2. The fault is at /schemaVersion of the recipe.",
        ),
        ("[]", "schema.type", "The value must be of type object. The fault is at the root of the recipe."),
        ("{", "json.syntax", None),
        ('{"a": "\ud800"}', "json.encoding", None),
        ('{"a": 1, "a": 2}', "json.duplicate-key", "An object of the recipe has the same key twice."),
        ("[" * 65 + "]" * 65, "json.depth", "The recipe nests deeper than 64 levels."),
    ],
)
def test_a_refusal_names_the_place_in_the_body_and_in_the_recipe(recipe: str, rule: str, detail: str | None) -> None:
    with pytest.raises(FaultError) as refused:
        recipes.require(recipe, pointer="/3/value")
    fault = refused.value.fault
    assert (fault.kind, fault.rule, fault.pointer, fault.parameter) == (FaultKind.BAD_PARAMETER, rule, "/3/value", None)
    assert detail is None or fault.detail == detail
    inside = recipes.fault(recipe)
    assert inside is not None
    assert (inside.rule, inside.parameter) == (rule, None)
    assert recipes.findings(recipe.encode("utf-8", "surrogatepass"))[0].rule == rule


def test_a_recipe_that_no_feature_can_hold() -> None:
    frame = len(text(note=""))
    largest = text(note="x" * (recipes.MAX_CHARACTERS - frame))
    assert len(largest) == recipes.MAX_CHARACTERS
    assert recipes.findings(largest.encode()) == []
    assert [each.rule for each in recipes.findings(b"[" + largest.encode())] == ["schema.maxLength"]
    in_other_letters = json.dumps({**RECIPE, "note": "海" * (recipes.MAX_CHARACTERS // 2)}, ensure_ascii=False).encode()
    assert len(in_other_letters) > recipes.MAX_CHARACTERS
    assert recipes.findings(in_other_letters) == []
    for length, rules in ((recipes.MAX_CHARACTERS, []), (recipes.MAX_CHARACTERS + 1, ["schema.maxLength"])):
        note = "海" + "x" * (length - frame - 1)
        encoded = json.dumps({**RECIPE, "note": note}, ensure_ascii=False).encode()
        assert [each.rule for each in recipes.findings(encoded)] == rules


def test_a_warning_is_not_given_where_an_error_is() -> None:
    assert [each.rule for each in recipes.findings(b"[1767225600]")] == ["schema.type"]
    date = recipes.findings(text(inceptionDate=True).encode())
    assert [each.rule for each in date] == ["schema.type"]


def test_validation_needs_neither_the_library_nor_models() -> None:
    program = (
        "import sys; from facetry.validate import documents, detection; from facetry.validate.kinds import Kind; "
        "print([documents.findings(b'{', kind)[0].rule for kind in documents.VALIDATORS]); "
        "print(sorted(name for name in sys.modules if name.split('.')[0] in "
        "('connexion', 'pydantic', 'sqlalchemy', 'starlette', 'yaml', 'pyexpat')"
        " or name.startswith(('facetry.library', 'generated.models'))))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [str(["json.syntax"] * 5), "[]"]


def test_a_recipe_with_a_fault_of_the_syntax_has_errors_only() -> None:
    faulty = text(inceptionDate=1767225600, prompt=3)[:-1] + ",}"
    assert [each.rule for each in recipes.findings(faulty.encode())] == ["json.syntax", "schema.oneOf"]
