"""What violations of the manifest schema mean for an extension."""

import pytest

from tests.facetry.validate.test_manifests import findings_of

TAG = "/instructions/0/commands/0/on/withTags/1"


@pytest.mark.parametrize(
    ("value", "rule", "detail"),
    [
        ("a b", "schema.pattern", "A tag has letters without accents, digits and - _ . : ; / only."),
        ("", "schema.minLength", "The text must be at least 1 characters long."),
        ("x" * 65, "schema.maxLength", "The text must be at most 64 characters long."),
        ("__empty__", "schema.not", "The value is reserved."),
    ],
)
def test_a_tag_that_no_image_can_have(value: str, rule: str, detail: str) -> None:
    (found,) = findings_of(("/instructions/0/commands/0/on/withTags", ["generated", value]))
    assert (found.rule, found.level, found.pointer) == (rule, "error", TAG)
    assert found.detail == f"No image can have this tag, so it never lets one through. {detail}"


def test_a_tag_of_another_type_is_no_tag() -> None:
    (found,) = findings_of(("/instructions/0/commands/0/on/withTags", ["generated", 3.5]))
    assert found.detail == "The value must be of type string."


@pytest.mark.parametrize(
    ("pointer", "value", "word"),
    [
        ("/id", "sky tagger", "hyphens"),
        ("/instructions/0/commands/0/id", "a b", "hyphens"),
        ("/ui/elements/0/id", "ä", "hyphens"),
        ("/name", "a<b", "without <"),
        ("/instructions/0/commands/0/ui/iconUri", "javascript:x", "http or https"),
        ("/ui/elements/0/url", "file:///etc/hosts", "http or https"),
    ],
)
def test_a_pattern_is_said_in_words(pointer: str, value: str, word: str) -> None:
    found = [finding for finding in findings_of((pointer, value)) if finding.rule == "schema.pattern"]
    assert [finding.pointer for finding in found] == [pointer]
    assert word in found[0].detail
    assert "^" not in found[0].detail
    assert (found[0].remedy, found[0].edit) == (None, None)


def test_the_pattern_of_vector_spaces_is_said_in_words() -> None:
    capability = {"id": "image.embeddings", "vectorSpace": "a b"}
    events = ("/instructions/0/events", ["image.computeEmbeddings", "image.runCommand"])
    (found,) = findings_of(("/instructions/0/capabilities", [capability]), events)
    assert found.detail == "A vector space has letters without accents, digits and _ . : / - only."
