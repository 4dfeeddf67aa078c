"""Unknown and misplaced members of manifests: refused inside of instructions, warnings elsewhere."""

import pytest

from facetry.errors import FaultError
from facetry.schema.edits import MoveMember, RenameKey
from facetry.validate import manifests
from tests.facetry.validate.test_manifests import BASE, FILES, findings_of, manifest_with

COMMAND = "/instructions/0/commands/0"
PAGE = "/ui/elements/0"
COMMAND_OBJECT = BASE["instructions"][0]["commands"][0]
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


WITH_TWO_COMMANDS = [COMMAND_OBJECT, {**COMMAND_OBJECT, "id": "second"}]


@pytest.mark.parametrize(
    ("pointer", "value", "edit"),
    [
        (f"{COMMAND}/on/withTag", ["a"], RenameKey(f"{COMMAND}/on/withTag", "withTags")),
        (f"{COMMAND}/on/with_tags", 3, RenameKey(f"{COMMAND}/on/with_tags", "withTags")),
        (f"{COMMAND}/on/Entity", "Image", None),  # entity is there
        (f"{COMMAND}/withTags", ["a"], MoveMember(f"{COMMAND}/withTags", f"{COMMAND}/on/withTags")),
        (f"{COMMAND}/withTag", ["a"], MoveMember(f"{COMMAND}/withTag", f"{COMMAND}/on/withTags")),
        ("/instructions/0/withTags", ["a"], MoveMember("/instructions/0/withTags", f"{COMMAND}/on/withTags")),
        (f"{COMMAND}/entity", "Image", None),  # on has one
        (f"{COMMAND}/url", "/ui/x.html", None),  # the only element has one
        (f"{COMMAND}/on/parameters", {}, None),  # the command has them
        ("/instructions/0/capabilities/0/eligibleTags", True, None),  # there are no details
        ("/instructions/0/execution/shell", True, None),
        ("/settingz", {}, None),  # settings are there
        ("/withTags", ["a"], MoveMember("/withTags", f"{COMMAND}/on/withTags")),
        ("/withTags", "a", None),  # a note, because no tags are a text
        ("/throttlingPolicies", [POLICY], MoveMember("/throttlingPolicies", "/instructions/0/throttlingPolicies")),
        ("/throttlingPolicies", [3], None),
        (
            "/ui/elements/0/integration/isexternal",
            True,
            RenameKey("/ui/elements/0/integration/isexternal", "isExternal"),
        ),
        ("/ui/elements/0/integration/isexternal", "no", None),
        (
            "/ui/elements/0/isExternal",
            True,
            MoveMember("/ui/elements/0/isExternal", "/ui/elements/0/integration/isExternal"),
        ),
        ("/author", "Ada", None),
    ],
)
def test_a_member_is_renamed_or_moved_if_only_one_place_is_possible(pointer: str, value: object, edit: object) -> None:
    (found,) = findings_of((pointer, value))
    assert (found.on_key, found.edit) == (True, edit)


def test_a_member_is_not_moved_to_one_of_two_places() -> None:
    (found,) = findings_of(("/instructions/0/commands", WITH_TWO_COMMANDS), ("/instructions/0/withTags", ["a"]))
    assert (found.remedy, found.edit) == ("It belongs into on.", None)
    second = "/instructions/0/commands/1"
    (own,) = findings_of(("/instructions/0/commands", WITH_TWO_COMMANDS), (f"{second}/withTags", ["a"]))
    assert own.edit == MoveMember(f"{second}/withTags", f"{second}/on/withTags")


def test_one_of_two_members_takes_the_free_place() -> None:
    found = findings_of(("/instructions/0/withTags", ["a"]), (f"{COMMAND}/withTags", ["b"]))
    edits = {finding.pointer: finding.edit for finding in found}
    assert edits == {
        "/instructions/0/withTags": MoveMember("/instructions/0/withTags", f"{COMMAND}/on/withTags"),
        f"{COMMAND}/withTags": None,
    }
    renamed = findings_of((f"{COMMAND}/on/withTag", ["a"]), (f"{COMMAND}/withTags", ["b"]))
    assert [finding.edit is None for finding in renamed] == [True, False]


def test_two_misspelt_forms_of_one_member() -> None:
    found = findings_of((f"{COMMAND}/on/withTag", ["a"]), (f"{COMMAND}/on/WithTags", ["b"]))
    assert [finding.edit is None for finding in found] == [False, True]


def test_a_name_with_special_characters_has_its_pointer() -> None:
    found = manifests.findings(manifest_with().replace('"execution"', '"a/b~c": 1, "execution"'), FILES)
    assert [(finding.pointer, finding.value) for finding in found] == [("/instructions/0/a~1b~0c", "a/b~c")]


def test_findings_are_in_the_order_of_the_manifest() -> None:
    found = findings_of(
        (f"{COMMAND}/zebra", 1), ("/instructions/0/capabilities/0/apple", 1), ("/instructions/0/execution/x", 1)
    )
    assert [finding.pointer for finding in found] == [
        "/instructions/0/execution/x",
        "/instructions/0/capabilities/0/apple",
        f"{COMMAND}/zebra",
    ]


def test_suggestions_are_searched_for_a_few_members_only() -> None:
    found = findings_of(*((f"{COMMAND}/withTags{number}", 1) for number in range(30)))
    assert sum(finding.remedy is not None for finding in found) == 20
    notes = findings_of(*((f"/descriptio{number}", 1) for number in range(30)))
    assert len(notes) == 20
    both = findings_of(*((f"{home}/withTags{number}", 1) for number in range(15) for home in ("", COMMAND)))
    assert [sum(finding.remedy is not None for finding in each) for each in (notes, both)] == [20, 20]


def test_members_of_values_of_another_type_are_not_searched() -> None:
    found = findings_of(("/instructions", {"0": {"withTags": []}}), ("/runtimes", "x"), ("/ui", [{"elementz": 1}]))
    assert {finding.rule for finding in found} == {"schema.type"}


def test_a_note_is_not_moved_where_it_would_be_an_error() -> None:
    policy = {**POLICY, "events": ["image.created"]}  # which is not subscribed
    (found,) = findings_of(("/throttlingPolicies", [policy]))
    assert (found.level, found.remedy, found.edit) == ("warning", "It belongs into instructions.", None)


def test_an_edit_is_kept_in_a_manifest_that_has_errors_already() -> None:
    found = findings_of(("/withTags", ["a"]), ("/instructions/0/execution/executable", "sh"))
    assert [(finding.rule, finding.edit) for finding in found] == [
        ("manifest.executable", None),
        ("manifest.member", MoveMember("/withTags", f"{COMMAND}/on/withTags")),
    ]
