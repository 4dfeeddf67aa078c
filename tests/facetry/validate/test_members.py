"""Unknown and misplaced members of manifests: refused inside of instructions, warnings elsewhere."""

import pytest

from facetry.errors import FaultError
from facetry.validate import manifests
from tests.facetry.validate.test_manifests import FILES, findings_of, manifest_with

COMMAND = "/instructions/0/commands/0"
POLICY = {"events": ["image.computeTags"], "durationInMilliseconds": 1000, "maximumCount": 4}


@pytest.mark.parametrize(
    ("pointer", "remedy"),
    [
        (f"{COMMAND}/on/withTag", "Did you mean withTags?"),
        (f"{COMMAND}/withTags", "It belongs into on."),
        (f"{COMMAND}/withTag", "Did you mean withTags? It belongs into on."),
        ("/instructions/0/withTags", "It belongs into on."),
        ("/instructions/0/throttlingPolices", "Did you mean throttlingPolicies?"),
        ("/instructions/0/capabilities/0/eligibleTags", "It belongs into details."),
        ("/instructions/0/execution/shell", None),
        (f"{COMMAND}/specifications/0/labels", "Did you mean label?"),
        (f"{COMMAND}/ui/url", "It belongs into elements."),
    ],
)
def test_a_misspelt_or_misplaced_member_is_refused_by_its_name(pointer: str, remedy: str | None) -> None:
    (finding,) = findings_of((pointer, ["generated"]))
    assert (finding.rule, finding.level, finding.pointer) == ("schema.additionalProperties", "error", pointer)
    assert finding.value == pointer.rpartition("/")[2]
    assert finding.remedy == remedy
    assert finding.detail == "The manifest schema does not define this member. Unknown members are refused here."


def test_details_of_capabilities_are_known() -> None:
    details = "/instructions/0/capabilities/0/details"
    assert findings_of((details, {"caption": True, "eligibleTags": True})) == []
    (finding,) = findings_of((details, {"eligibleTag": True}))
    assert (finding.level, finding.pointer, finding.remedy) == (
        "error",
        f"{details}/eligibleTag",
        "Did you mean eligibleTags?",
    )


def test_each_unknown_member_of_an_object_is_an_error() -> None:
    found = findings_of((f"{COMMAND}/a", 1), (f"{COMMAND}/withTag", 2), ("/instructions/0/b", 3), ("/author", "Ada"))
    assert {(finding.level, finding.pointer) for finding in found} == {
        ("error", f"{COMMAND}/a"),
        ("error", f"{COMMAND}/withTag"),
        ("error", "/instructions/0/b"),
        ("warning", "/author"),
    }


def test_members_elsewhere_are_warnings_that_a_valid_manifest_has() -> None:
    text = manifest_with(
        ("/throttlingPolicies", [POLICY]), ("/runtimes/0/version", "3.11"), ("/ui/elements/0/titel", "Page")
    )
    valid = manifests.validate(text, FILES)
    assert valid.content["id"] == "sky-tagger"
    assert [(warning.rule, warning.pointer, warning.remedy) for warning in valid.warnings] == [
        ("manifest.member", "/throttlingPolicies", "It belongs into instructions."),
        ("manifest.member", "/runtimes/0/version", "It belongs into the root of the manifest."),
        ("manifest.member", "/ui/elements/0/titel", None),
    ]


def test_many_unknown_members_outside_hide_none_inside() -> None:
    outside = [(f"/unknown{number}", 1) for number in range(200)]
    with pytest.raises(FaultError) as refused:
        manifests.require(manifest_with(*outside, (f"{COMMAND}/withTag", ["generated"])), FILES)
    assert refused.value.fault.pointer == f"{COMMAND}/withTag"
    inside = findings_of(*((f"{COMMAND}/unknown{number}", 1) for number in range(200)))
    assert len(inside) == manifests.MAX_FINDINGS


@pytest.mark.parametrize("missing", ["durationInMilliseconds", "maximumCount"])
def test_a_policy_needs_both_numbers(missing: str) -> None:
    policy = {name: value for name, value in POLICY.items() if name != missing}
    (finding,) = findings_of(("/instructions/0/throttlingPolicies", [policy]))
    assert (finding.rule, finding.pointer) == ("schema.required", "/instructions/0/throttlingPolicies/0")
    assert finding.remedy == f"Add the property {missing}."
    assert findings_of(("/instructions/0/throttlingPolicies", [POLICY])) == []


@pytest.mark.parametrize(
    ("address", "is_valid"),
    [
        ("https://example.org/manifest-v3.schema.json", True),
        ("https://example.org/manifest-v3.schema.json#", True),
        ("https://example.org/another.schema.json", True),
        ("https://example.org/manifest-v2.schema.json", False),
        ("https://example.org/manifest-v2.schema.json#", False),
        ("manifest-v1.schema.json", False),
        ("manifest-v30.schema.json", False),
    ],
)
def test_the_address_of_another_version_of_the_schema_is_refused(address: str, is_valid: bool) -> None:
    found = findings_of(("/$schema", address))
    assert [(finding.rule, finding.pointer) for finding in found] == ([] if is_valid else [("schema.not", "/$schema")])
    assert is_valid or "manifest-v3.schema.json" in found[0].detail
