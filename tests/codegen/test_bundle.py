from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from codegen import model
from codegen.bundle import bundle
from codegen.finding import SpecError
from codegen.pointer import resolve


def spoil(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{path.name} has no {old!r}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_components_keep_their_names(sample: Path) -> None:
    components = bundle(sample).document["components"]
    assert list(components) == ["securitySchemes", "schemas", "parameters", "responses"]
    assert list(components["schemas"]) == sorted(path.stem for path in (sample / "schemas").glob("*.yaml"))
    assert list(components["parameters"]) == ["Id", "ExtensionId", "Mode"]
    assert components["parameters"]["Id"]["schema"] == {"$ref": "#/components/schemas/Uuid"}


def test_path_items_are_inlined_in_the_order_of_the_table_of_contents(sample: Path) -> None:
    paths = bundle(sample).document["paths"]
    assert list(paths) == ["/image/{id}/setTags", "/image/search/tags", "/ping"]
    assert paths["/image/{id}/setTags"]["parameters"] == [{"$ref": "#/components/parameters/Id"}]
    assert paths["/ping"]["get"]["operationId"] == "ping"


def test_every_reference_stays_inside_and_leads_somewhere(sample: Path) -> None:
    document = bundle(sample).document
    references = re.findall(r'"\$ref": "(.*?)"', json.dumps(document))
    assert len(references) > 20
    for reference in references:
        assert reference.startswith("#/components/")
        assert resolve(document, reference[1:]) is not None


def test_a_schema_may_refer_to_itself(sample: Path) -> None:
    (sample / "schemas" / "Mode.yaml").write_text("{type: array, maxItems: 2, items: {$ref: '#'}}", encoding="utf-8")
    schemas = bundle(sample).document["components"]["schemas"]
    assert schemas["SearchCriteria"]["properties"]["criteria"]["items"] == {
        "$ref": "#/components/schemas/SearchCriteria"
    }
    assert schemas["Mode"]["items"] == {"$ref": "#/components/schemas/Mode"}


def test_references_may_point_into_a_component(sample: Path) -> None:
    spoil(
        sample / "schemas" / "ImageTags.yaml", "{$ref: Uuid.yaml}", "{$ref: 'SearchCriteria.yaml#/properties/operator'}"
    )
    spoil(sample / "parameters.yaml", "{$ref: schemas/Mode.yaml}", "{$ref: '#/ExtensionId/schema'}")
    document = bundle(sample).document
    properties = document["components"]["schemas"]["ImageTags"]["properties"]
    assert properties["imageId"] == {"$ref": "#/components/schemas/SearchCriteria/properties/operator"}
    assert document["components"]["parameters"]["Mode"]["schema"] == {
        "$ref": "#/components/parameters/ExtensionId/schema"
    }


def test_members_beside_a_reference_are_kept(sample: Path) -> None:
    spoil(sample / "schemas" / "ImageTags.yaml", "{$ref: Uuid.yaml}", "{$ref: Uuid.yaml, description: Which image.}")
    properties = bundle(sample).document["components"]["schemas"]["ImageTags"]["properties"]
    assert properties["imageId"] == {"$ref": "#/components/schemas/Uuid", "description": "Which image."}


def test_members_beside_a_reference_to_a_response_replace_those_of_the_component(sample: Path) -> None:
    responses = "Varied: {$ref: '#/Conflict', description: Varied., headers: {}}\nConflict:\n  description: Plain.\n"
    spoil(sample / "responses.yaml", "BadRequest:\n", f"{responses}BadRequest:\n")
    spoil(sample / "paths" / "service.yaml", '"400":', '"409": {$ref: ../responses.yaml#/Varied}\n      "400":')
    document = bundle(sample).document
    assert document["components"]["responses"]["Varied"] == {"description": "Varied.", "headers": {}}
    assert document["paths"]["/ping"]["get"]["responses"]["409"] == {"$ref": "#/components/responses/Varied"}


def test_a_response_that_varies_itself_is_refused(sample: Path) -> None:
    spoil(sample / "responses.yaml", "BadRequest:\n", "Varied: {$ref: '#/Varied', description: x}\nBadRequest:\n")
    with pytest.raises(SpecError, match="leads back to itself"):
        bundle(sample)


def test_the_mapping_of_a_discriminator_is_followed(sample: Path) -> None:
    path = sample / "schemas" / "Mode.yaml"
    path.write_text("{oneOf: [{$ref: Uuid.yaml}], discriminator: {propertyName: type, mapping: {a: ./Uuid.yaml}}}")
    mode = bundle(sample).document["components"]["schemas"]["Mode"]
    assert mode["discriminator"]["mapping"] == {"a": "#/components/schemas/Uuid"}


def test_places_name_the_file_as_written(sample: Path) -> None:
    source = bundle(sample)
    assert source.place("/components/schemas/TagValue") == "specs/schemas/TagValue.yaml"
    assert (
        source.place("/components/schemas/ImageTags/properties/tags") == "specs/schemas/ImageTags.yaml#/properties/tags"
    )
    assert source.place("/components/parameters/Id/schema") == "specs/parameters.yaml#/Id/schema"
    assert source.place("/paths/~1ping/get") == "specs/paths/service.yaml#/~1ping/get"
    assert source.place("/info/title") == "specs/openapi.yaml#/info/title"


@pytest.mark.parametrize(
    ("reference", "message"),
    [
        ("../../secret.yaml", "escapes specs/"),
        ("/etc/passwd", "escapes specs/"),
        ("https://example.org/Uuid.yaml", "escapes specs/"),
        ("Missing.yaml", "names a file that does not exist"),
        ("TagValue.yaml#/properties/id", "leads nowhere"),
        ("TagValue.yaml#Anchor", "no JSON pointer"),
        ("../parameters.yaml", "leads to no component"),
        ("../paths/service.yaml#/~1ping", "leads to no component"),
    ],
)
def test_a_bad_reference_is_refused_and_its_file_named(sample: Path, reference: str, message: str) -> None:
    spoil(sample / "schemas" / "ImageTags.yaml", "{$ref: Uuid.yaml}", f"{{$ref: '{reference}'}}")
    with pytest.raises(SpecError) as error:
        bundle(sample)
    assert error.value.finding.place == "specs/schemas/ImageTags.yaml"
    assert error.value.finding.rule == "bundle.reference"
    assert reference in error.value.finding.message
    assert message in error.value.finding.message


def test_components_that_only_refer_to_each_other_are_refused(sample: Path) -> None:
    spoil(sample / "parameters.yaml", "Mode:\n", "Other: {$ref: '#/Mode'}\nMode:\n  $ref: '#/Other'\n")
    with pytest.raises(SpecError, match="only refers to itself"):
        model.read(bundle(sample))


@pytest.mark.parametrize("file", ["openapi.yaml", "events/image.created.yaml", "parameters.yaml", "schemas/Uuid.yaml"])
def test_a_file_that_is_no_mapping_or_missing_is_named(sample: Path, file: str) -> None:
    (sample / file).write_text("[]")
    with pytest.raises(SpecError) as error:
        bundle(sample)
    assert (error.value.finding.place, error.value.finding.rule) == (f"specs/{file}", "file.shape")
    (sample / file).unlink()
    with pytest.raises(SpecError, match=r"does not exist|is no such file"):
        bundle(sample)


@pytest.mark.parametrize(("folder", "text"), [("schemas/more", ""), ("", "    schemas: {Uuid: {type: string}}\n")])
def test_two_components_of_one_name_are_refused(sample: Path, folder: str, text: str) -> None:
    if folder:
        (sample / folder).mkdir()
        (sample / folder / "Uuid.yaml").write_text("{type: string}")
    else:
        spoil(sample / "openapi.yaml", "components:\n", f"components:\n{text[2:]}")
    with pytest.raises(SpecError) as error:
        bundle(sample)
    assert error.value.finding.rule == "bundle.duplicate"
    assert "Uuid" in error.value.finding.message
    assert "Uuid.yaml" in str(error.value)
