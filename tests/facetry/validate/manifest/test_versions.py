"""Versions: their order by Semantic Versioning 2.0.0, a comparison with an earlier manifest, and corrections."""

import pytest

from facetry.schema.edits import SetValue
from facetry.validate import manifests
from tests.facetry.validate.test_manifests import findings_of

ORDERED = """
0.9.9 1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.2 1.0.0-alpha.10 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11
1.0.0-rc.1 1.0.0 1.0.1-0 1.0.1 1.2.0 1.10.0 2.0.0-x.7.z.92 2.0.0 10.0.0
"""


def rules_of(version: object, base: object) -> list[str]:
    found = manifests.findings_against_base({"id": "a", "version": version}, {"id": "a", "version": base})
    return [f"{finding.rule} {finding.pointer} {finding.level}" for finding in found]


def test_a_version_has_to_be_above_that_of_the_base() -> None:
    for index, version in enumerate(ORDERED.split()):
        for other, base in enumerate(ORDERED.split()):
            assert rules_of(version, base) == ([] if index > other else ["manifest.version /version error"])


def test_metadata_of_a_build_does_not_raise_a_version() -> None:
    assert rules_of("1.0.0+2", "1.0.0+1") == ["manifest.version /version error"]
    assert rules_of("1.0.1+1", "1.0.0+2") == []


@pytest.mark.parametrize(("version", "base"), [("1", "1.0.0"), (None, "1.0.0"), ("1.0.0", 1), ("01.0.0", "2.0.0")])
def test_a_version_that_is_none_is_not_compared(version: object, base: object) -> None:
    assert rules_of(version, base) == []


def test_the_finding_names_both_versions() -> None:
    (same,) = manifests.findings_against_base({"id": "a", "version": "1.0.0"}, {"id": "a", "version": "1.0.0"})
    assert (same.value, same.remedy) == ("1.0.0", "Raise the version.")
    assert same.detail == "The version is that of the base, 1.0.0, although the extension has changed."
    (lower,) = manifests.findings_against_base({"id": "a", "version": "1.0.0"}, {"id": "a", "version": "1.0.1"})
    assert lower.detail == "The version is not above the base, 1.0.1, although the extension has changed."


def test_another_extension_and_no_object_are_not_compared() -> None:
    base = {"id": "a", "version": "1.0.0"}
    assert manifests.findings_against_base({"id": "b", "version": "0.1.0"}, base) == []
    assert manifests.findings_against_base([], base) == []
    assert manifests.findings_against_base(base, None) == []


def test_an_unchanged_extension_may_have_the_same_version() -> None:
    base = {"id": "a", "version": "1.0.0"}
    assert manifests.findings_against_base(dict(base), base, have_files_changed=False) == []
    for manifest in ({**base, "name": "New"}, {**base, "version": "0.9.0"}):
        assert len(manifests.findings_against_base(manifest, base, have_files_changed=False)) == 1


@pytest.mark.parametrize(
    ("version", "meant"),
    [
        ("v1.2.3", "1.2.3"),
        ("V1.2", "1.2.0"),
        ("1.2", "1.2.0"),
        ("3", "3.0.0"),
        ("=1.2.3", "1.2.3"),
        (" 1.2.3 ", "1.2.3"),
        ("1.2-beta.1", "1.2.0-beta.1"),
        ("1.2+7", "1.2.0+7"),
        ("1.2.3.4", None),
        ("01.2.3", None),
        ("latest", None),
        ("1.2.3-", None),
        ("1..3", None),
    ],
)
def test_a_version_with_one_meaning_is_corrected(version: str, meant: str | None) -> None:
    (found, *more) = findings_of(("/version", version))
    assert (found.rule, found.pointer) in {("schema.pattern", "/version"), ("schema.minLength", "/version")}
    assert found.edit == (None if meant is None else SetValue("/version", meant))
    assert meant is None or found.remedy == f"Did you mean {meant}?"
    assert {finding.pointer for finding in more} <= {"/version"}
    assert "Semantic Versioning 2.0.0" in " ".join(finding.detail for finding in [found, *more])
