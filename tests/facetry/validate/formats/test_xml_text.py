"""Which XML texts are accepted, and what a refusal says."""

import pytest

from facetry.schema.strict_json import MAX_DEPTH
from facetry.validate.formats import xml_text
from facetry.validate.formats.bad_text import BadTextError

TOO_DEEP = f"The text nests deeper than {MAX_DEPTH} levels."


@pytest.mark.parametrize(
    "text",
    [
        "<a/>",
        "<?xml version='1.0'?>\n<a b='c'>&lt;<!-- d --><e/></a>",
        "<a>" * MAX_DEPTH + "</a>" * MAX_DEPTH,
        "<a>" + "<b/>" * (MAX_DEPTH + 1) + "</a>",
    ],
)
def test_a_well_formed_document_is_accepted(text: str) -> None:
    xml_text.check(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("<a>\n  <b></a>", "The text is not XML: mismatched tag, at line 2, column 8."),
        ("<a>", "The text is not XML: no element found, at line 1, column 4."),
        ("", "The text is not XML: no element found, at line 1, column 1."),
        ("<a>&b;</a>", "The text is not XML: undefined entity, at line 1, column 4."),
        ("<!DOCTYPE a><a/>", "The text has a document type declaration, which is not accepted."),
        ("<a>" * (MAX_DEPTH + 1) + "</a>" * (MAX_DEPTH + 1), TOO_DEEP),
        ("<a>" + "<b/>" * 9 + "<a>" * MAX_DEPTH + "</a>" * (MAX_DEPTH + 1), TOO_DEEP),
    ],
)
def test_a_refusal_says_why_and_where(text: str, sentence: str) -> None:
    with pytest.raises(BadTextError) as refused:
        xml_text.check(text)
    assert str(refused.value) == sentence
