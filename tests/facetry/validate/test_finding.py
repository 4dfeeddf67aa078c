"""Findings as faults of a request, and as findings on a larger document."""

from facetry.errors import Fault, FaultKind
from facetry.schema.edits import AddMember, RenameKey, SetValue
from facetry.schema.violations import Violation
from facetry.validate.finding import Finding, below, fault_in_text, finding_of, without_conflicts

BAD: FaultKind = FaultKind.BAD_PARAMETER


def test_a_finding_becomes_a_fault_and_a_fault_a_finding() -> None:
    finding = Finding(rule="a.b", pointer="/x", detail="Wrong.", value="1", remedy="Correct it.")
    fault = Fault(kind=BAD, rule="a.b", detail="Wrong.", pointer="/x", value="1", remedy="Correct it.")
    assert finding.fault == fault
    assert finding_of(fault) == finding
    assert (finding.level, finding.on_key, finding.offset, finding.length, finding.edit) == (
        "error",
        False,
        None,
        0,
        None,
    )
    assert finding_of(Fault(kind=BAD, rule="a.b", detail="Wrong.")).pointer == ""


def test_a_violation_keeps_its_edit_and_whether_it_is_on_the_key() -> None:
    for on_key in (False, True):
        violation = Violation(kind=BAD, rule="a", detail="", pointer="/x", on_key=on_key, edit=RenameKey("/x", "y"))
        assert (finding_of(violation).on_key, finding_of(violation).edit) == (on_key, RenameKey("/x", "y"))
        inside = finding_of(violation, "/0/a")
        assert (inside.pointer, inside.edit) == ("/0/a/x", RenameKey("/0/a/x", "y"))


def test_a_finding_on_a_part_is_one_on_the_whole() -> None:
    finding = Finding(rule="a", pointer="/x", detail="", edit=SetValue("/x", 1))
    assert below(finding, "/p") == Finding(rule="a", pointer="/p/x", detail="", edit=SetValue("/p/x", 1))
    assert below(Finding(rule="a", pointer="", detail=""), "/p") == Finding(rule="a", pointer="/p", detail="")


def test_a_member_that_a_renaming_makes_is_not_added() -> None:
    def finding(edit: AddMember | RenameKey | None) -> Finding:
        return Finding(rule="a", pointer="", detail="", edit=edit)

    renamed = RenameKey("/p/nmae", "name")
    assert without_conflicts([finding(AddMember("/p", "name", 1)), finding(renamed), finding(None)]) == [
        finding(None),
        finding(renamed),
        finding(None),
    ]
    for other in (AddMember("/q", "name", 1), AddMember("/p", "title", 1), AddMember("", "name", 1)):
        assert without_conflicts([finding(other), finding(renamed)]) == [finding(other), finding(renamed)]


def test_a_fault_of_a_text_names_its_place_in_the_text() -> None:
    def placed(rule: str, pointer: str) -> Fault:
        fault = Fault(kind=BAD, rule=rule, detail="Wrong.", pointer=pointer, value="1")
        return fault_in_text(fault, pointer="/0/value", label="recipe")

    assert placed("schema.type", "/prompt").detail == "Wrong. The fault is at /prompt of the recipe."
    assert placed("schema.type", "").detail == "Wrong. The fault is at the root of the recipe."
    assert placed("json.syntax", "").detail == "Wrong."
    assert {(fault.pointer, fault.value) for fault in (placed("json.syntax", ""), placed("a", "/b"))} == {
        ("/0/value", "1")
    }
