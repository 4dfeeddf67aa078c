"""The corpora hold every image format and every feature format of the description.

A format that is added to `specs/schemas/` alone fails here, with the place to extend.
"""

from __future__ import annotations

import random
from typing import Any, Final

import pytest

from facetry.contract.example_requests.examples import examples
from facetry.contract.fuzzing import payloads
from facetry.contract.judgement.reference_validators import schema_faults
from facetry.imaging import formats
from facetry.library.facets import feature_values
from generated import models
from tests.contract.description import document
from tests.support.contract.schema_parts import parts_used, schema_parts
from tests.support.imaging import pictures

_SCHEMAS: Final = document()["components"]["schemas"]
FEATURE_FORMATS: Final[tuple[str, ...]] = tuple(_SCHEMAS["ImageFeatureFormat"]["enum"])


def test_service_reads_every_image_format() -> None:
    assert {*formats.FORMATS} == {*_SCHEMAS["ImageFormat"]["enum"]}, "extend facetry/imaging/formats.py"


def test_pictures_are_of_every_image_format() -> None:
    names = _SCHEMAS["ImageFormat"]["enum"]
    assert list(pictures.FORMATS) == names, (
        "extend FORMATS and picture() in facetry/contract/example_requests/pictures.py"
    )
    assert list(pictures.SUFFIXES) == names, "extend SUFFIXES in facetry/contract/example_requests/pictures.py"


def test_examples_write_every_feature_format() -> None:
    bodies = [example.body for example in examples("valid") if example.operation.operation_id == "imageSetFeatures"]
    features = [feature for body in bodies for feature in body]
    missing = schema_parts("ImageFeatureFormat") - parts_used("ImageFeature", features)
    assert not missing, f"add files in specs/examples/requests/valid/imageSetFeatures/: none has {sorted(missing)}"


@pytest.mark.parametrize("value", ["text", 2.5, True])
@pytest.mark.parametrize("format", FEATURE_FORMATS)
def test_payloads_of_every_feature_format_are_valid(format: str, value: object) -> None:
    feature: dict[str, Any] = {"type": "other", "format": format, "value": value}
    payloads.fit(feature, random.Random(1))
    place = f"extend fit() in facetry/contract/fuzzing/payloads.py: the value of a {format} feature is not valid"
    assert feature["format"] == format, place
    assert schema_faults("/components/schemas/ImageFeature", feature) == [], place
    feature_values.check_features([models.ImageFeature.model_validate(feature)])
