"""The records of the formats: every place that needs one entry for each format has it, and the module stays light."""

import ast
import sys
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
import yaml

import facetry.imaging.formats
from facetry.imaging.decode import DECODERS
from facetry.imaging.encode import COMPRESSIONS, PREPARERS
from facetry.imaging.formats import ENCODINGS, TRAITS, Format, FormatTraits, format_of, has_picture_suffix
from facetry.imaging.stripping.strippers import STRIPPERS
from generated import models
from tests.support.imaging import pictures

API_FORMATS = get_args(models.ImageFormat.__value__)
SCHEMA = Path(__file__).parents[3] / "specs" / "schemas" / "ImageFormat.yaml"
JPEG_XL = replace(TRAITS["JPEG"], name="JXL", media_type="image/jxl", suffixes=(".jxl",))  # type: ignore[arg-type]  # as yet


Place = tuple[str, Collection[str], Collection[str]]


def places(records: Collection[FormatTraits]) -> list[Place]:
    """Each place with one entry for each format: its description, its entries, and the entries that it needs."""
    formats = [traits.name for traits in records]
    written = [traits.name for traits in records if traits.encoding is not None]
    return [
        ("the literal `Format` in facetry/imaging/formats.py", get_args(Format), formats),
        ("the enumeration in specs/schemas/ImageFormat.yaml", yaml.safe_load(SCHEMA.read_text())["enum"], formats),
        ("`ImageFormat` in generated/models.py: run the generator", API_FORMATS, formats),
        ("`DECODERS` in facetry/imaging/decode.py", DECODERS, formats),
        ("`COMPRESSIONS` in facetry/imaging/encode.py", COMPRESSIONS, written),
        ("`PREPARERS` in facetry/imaging/encode.py", PREPARERS, written),
        ("`STRIPPERS` in facetry/imaging/stripping/strippers.py", STRIPPERS, written),
        (
            "`FORMATS` in facetry/contract/example_requests/pictures.py, with a sample picture",
            pictures.FORMATS,
            formats,
        ),
        ("`SUFFIXES` in facetry/contract/example_requests/pictures.py", pictures.SUFFIXES, formats),
    ]


def next_difference(places: Collection[Place]) -> str | None:
    """The first place that does not have the entries which the records ask for, in a sentence."""
    for place, entries, needed in places:
        missing, surplus = sorted(set(needed) - set(entries)), sorted(set(entries) - set(needed))
        if missing:
            return f"{', '.join(missing)} is missing in {place}"
        if surplus:
            return f"{', '.join(surplus)} has no record, but stands in {place}"
    return None


def test_every_place_has_every_format() -> None:
    assert next_difference(places(TRAITS.values())) is None


def test_a_format_in_the_records_alone_is_reported_with_the_next_missing_place() -> None:
    remaining = places([*TRAITS.values(), JPEG_XL])
    for number, (place, entries, needed) in enumerate(remaining):
        assert next_difference(remaining) == f"JXL is missing in {place}"
        remaining[number] = (place, [*entries, "JXL"], needed)
    assert next_difference(remaining) is None


def test_a_format_without_a_record_is_reported() -> None:
    difference = next_difference(places([traits for traits in TRAITS.values() if traits.name != "HEIF"]))
    assert difference == "HEIF has no record, but stands in the literal `Format` in facetry/imaging/formats.py"


def test_the_order_of_the_records_is_that_of_the_api() -> None:
    assert list(TRAITS) == list(API_FORMATS) == list(pictures.FORMATS)


@pytest.mark.parametrize("traits", TRAITS.values(), ids=TRAITS)
def test_a_record_is_complete(traits: FormatTraits) -> None:
    assert traits.signatures or traits.brands
    assert traits.suffixes[0] == f".{pictures.SUFFIXES[traits.name]}"
    assert all(suffix.startswith(".") and suffix == suffix.lower() for suffix in traits.suffixes)
    assert traits.media_type.startswith("image/")
    assert (traits.encoding is None) == bool(traits.read_only_reason) == bool(traits.read_only_remedy)
    assert format_of(pictures.picture(traits.name)) == traits.name
    assert all(has_picture_suffix(f"a{suffix.upper()}") for suffix in traits.suffixes)


def test_no_two_formats_share_a_suffix_a_media_type_a_signature_or_a_brand() -> None:
    for facts in (
        [suffix for traits in TRAITS.values() for suffix in traits.suffixes],
        [traits.media_type for traits in TRAITS.values()],
        [signature for traits in TRAITS.values() for signature in traits.signatures],
        [brand for traits in TRAITS.values() for brand in traits.brands],
    ):
        assert len(facts) == len(set(facts))


def test_a_quality_is_used_by_the_formats_that_have_a_default_quality() -> None:
    assert {name for name, encoding in ENCODINGS.items() if encoding.default_quality is not None} == {
        "JPEG",
        "WEBP",
        "AVIF",
    }


def test_the_module_imports_the_standard_library_alone() -> None:
    tree = ast.parse(Path(facetry.imaging.formats.__file__).read_text())
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names
