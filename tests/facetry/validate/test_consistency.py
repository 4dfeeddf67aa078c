"""Parts of manifests that do not fit together: the places, the remedies and the edits of their findings."""

from typing import Any

import pytest

from facetry.schema.edits import AddItem, SetValue
from tests.facetry.validate.test_manifests import BASE, FILES, findings_of

ITEM = "/instructions/0"
COMMAND = f"{ITEM}/commands/0"
EXECUTION = f"{ITEM}/execution"
SECOND: dict[str, Any] = {**BASE["instructions"][0]["commands"][0], "id": "second"}


def errors(*changes: tuple[str, object], **options: Any) -> list[Any]:
    return [finding for finding in findings_of(*changes, **options) if finding.level == "error"]


@pytest.mark.parametrize(
    ("capability", "topic"),
    [
        ("image.tags", "image.computeTags"),
        ("image.features", "image.computeFeatures"),
        ("image.embeddings", "image.computeEmbeddings"),
        ("text.embeddings", "text.computeEmbeddings"),
    ],
)
def test_a_capability_without_its_event(capability: str, topic: str) -> None:
    capabilities = (f"{ITEM}/capabilities", [{"id": capability}])
    (found,) = errors(capabilities, (f"{ITEM}/events", ["image.runCommand", "image.created"]))
    assert (found.rule, found.pointer, found.value) == ("manifest.capability", f"{ITEM}/capabilities/0/id", capability)
    assert found.detail == f"The capability needs the event {topic}, which is missing in events."
    assert (found.remedy, found.edit) == ("Add the event.", AddItem(f"{ITEM}/events", topic))
    assert findings_of(capabilities, (f"{ITEM}/events", ["image.runCommand", topic])) == []


def test_an_event_is_added_once() -> None:
    events = (f"{ITEM}/events", ["image.computeTags"])
    first, second = errors(events, (f"{ITEM}/commands", [BASE["instructions"][0]["commands"][0], SECOND]))
    assert (first.rule, first.pointer) == ("manifest.command", f"{COMMAND}/on/entity")
    assert (first.value, first.edit) == ("Images", AddItem(f"{ITEM}/events", "image.runCommand"))
    assert (second.pointer, second.edit) == (f"{ITEM}/commands/1/on/entity", None)


def test_each_program_gets_its_own_event() -> None:
    program = {**BASE["instructions"][0], "events": ["image.created"]}
    other = {**program, "commands": [SECOND]}
    edits = [finding.edit for finding in errors(("/instructions", [program, other]))]
    assert edits == [
        AddItem(f"/instructions/{number}/events", topic)
        for number in (0, 1)
        for topic in ("image.computeTags", "image.runCommand")
    ]


def test_an_event_is_not_added_beside_a_misspelt_form_of_it() -> None:
    found = errors((f"{ITEM}/events", ["image.computeTag", "image.runCommand"]))
    assert [(finding.rule, finding.edit) for finding in found] == [
        ("schema.enum", SetValue(f"{ITEM}/events/0", "image.computeTags")),
        ("manifest.capability", None),
    ]


def test_an_event_is_added_beside_a_similar_one() -> None:
    capabilities = [{"id": "image.embeddings"}, {"id": "text.embeddings"}]
    events = ["image.computeEmbeddings", "image.runCommand"]
    (found,) = errors((f"{ITEM}/capabilities", capabilities), (f"{ITEM}/events", events))
    assert found.edit == AddItem(f"{ITEM}/events", "text.computeEmbeddings")
    (process,) = errors((f"{COMMAND}/on/entity", "Process"))
    assert process.edit == AddItem(f"{ITEM}/events", "process.runCommand")


def test_no_event_is_added_to_what_is_no_list() -> None:
    found = errors((f"{ITEM}/events", "image.created"))
    assert {finding.rule for finding in found} == {"schema.type", "manifest.capability", "manifest.command"}
    assert all(finding.edit is None for finding in found if finding.rule != "schema.type")


def test_a_vector_space_of_another_capability_is_reported_at_its_name() -> None:
    (found,) = errors((f"{ITEM}/capabilities/0/vectorSpace", "clip"))
    assert (found.rule, found.pointer) == ("manifest.capability", f"{ITEM}/capabilities/0/vectorSpace")
    assert (found.on_key, found.value, found.remedy) == (True, "image.tags", "Remove it.")
    for capability, topic in (
        ("image.embeddings", "image.computeEmbeddings"),
        ("text.embeddings", "text.computeEmbeddings"),
    ):
        capabilities = (f"{ITEM}/capabilities", [{"id": capability, "vectorSpace": "clip"}])
        assert errors(capabilities, (f"{ITEM}/events", [topic, "image.runCommand"])) == []


def test_a_policy_over_an_event_that_is_not_subscribed() -> None:
    policy = {"events": ["image.computeTags", "image.created"], "durationInMilliseconds": 1, "maximumCount": 1}
    (found,) = errors((f"{ITEM}/throttlingPolicies", [policy]))
    place = f"{ITEM}/throttlingPolicies/0/events/1"
    assert (found.rule, found.pointer, found.value, found.edit) == ("manifest.throttling", place, "image.created", None)
    assert found.remedy == "Add the event, or remove it from the policy."


@pytest.mark.parametrize(
    ("executable", "runtimes", "edit"),
    [
        ("${node}", [{"environment": "python"}], AddItem("/runtimes", {"environment": "node"})),
        ("${venvPython}", [], AddItem("/runtimes", {"environment": "python"})),
        ("${node}", [{"environment": "nod"}], None),
        ("${python}", [{"environment": "Python"}], None),
    ],
)
def test_a_macro_of_a_runtime_that_is_not_declared(executable: str, runtimes: object, edit: object) -> None:
    program = {"executable": executable, "arguments": ["main.py"]}
    found = [f for f in errors((EXECUTION, program), ("/runtimes", runtimes)) if f.rule == "manifest.runtime"]
    assert [(f.pointer, f.value, f.remedy) for f in found] == [
        (f"{EXECUTION}/executable", executable, "Add it to runtimes.")
    ]
    assert found[0].edit == edit


def test_a_runtime_is_added_once() -> None:
    program = {"executable": "${node}", "arguments": ["${node}", "a ${node}"]}
    found = errors((EXECUTION, program))
    places = [f"{EXECUTION}/{place}" for place in ("executable", "arguments/0", "arguments/1")]
    assert [finding.pointer for finding in found] == places
    assert [finding.edit is None for finding in found] == [False, True, True]


def test_runtimes_that_are_no_list_leave_macros_alone() -> None:
    assert {finding.rule for finding in errors(("/runtimes", "python"))} == {"schema.type"}
    assert {finding.rule for finding in errors(("/runtimes", {}), (EXECUTION, {"executable": "${node}"}))} == {
        "schema.type",
        "schema.required",
    }


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("${pyton}", "${python}"),
        ("${Python}", "${python}"),
        ("--id=${extensionID}!", "--id=${extensionId}!"),
        ("${python", "${python}"),
        ("${${python}", None),
        ("${HOME}", None),
        ("${extensionFolder}", None),
    ],
)
def test_an_unknown_macro(text: str, mended: str | None) -> None:
    place = f"{EXECUTION}/arguments/1"
    (found,) = errors((f"{EXECUTION}/arguments", ["main.py", text, "x"]))
    assert (found.rule, found.pointer) == ("manifest.macro", place)
    assert found.edit == (None if mended is None else SetValue(place, mended))


def test_the_remedy_of_an_unknown_macro_names_all_macros() -> None:
    (found,) = errors((f"{EXECUTION}/arguments", ["main.py", "${x}"]))
    assert found.value == "${x}"
    assert found.remedy == (
        "Use one of ${node}, ${python}, ${venvPython}, ${extensionId}, ${extensionDirectoryPath}, "
        "${webServicesBaseUrl}."
    )


def test_one_text_has_one_finding_on_macros() -> None:
    found = errors((f"{EXECUTION}/arguments", ["main.py", "${node} ${x}", "${y} ${z}"]))
    assert [(finding.rule, finding.value) for finding in found] == [
        ("manifest.runtime", "${node}"),
        ("manifest.macro", "${y}"),
    ]
    (executable,) = errors((f"{EXECUTION}/executable", "${x}"))
    assert executable.rule == "manifest.macro"


@pytest.mark.parametrize(
    ("executable", "is_valid"),
    [
        ("./bin/tool", True),
        ("bin/tool", True),
        ("/usr/bin/tool", True),
        ("${extensionDirectoryPath}/tool", True),
        ("tool", False),
        ("bin/", False),
        ("./a b", False),
        ("-x/y", False),
        ("bin/../tool", False),
        ("${python}3", False),
        ("${extensionId}/tool", False),
        ("bin/sh", False),
        ("bin/BASH.exe", False),
        ("bin/shell", True),
    ],
)
def test_programs(executable: str, *, is_valid: bool) -> None:
    found = errors((EXECUTION, {"executable": executable, "arguments": []}))
    assert [finding.rule for finding in found] == ([] if is_valid else ["manifest.executable"])
    assert is_valid or (found[0].pointer, found[0].value) == (f"{EXECUTION}/executable", executable)


@pytest.mark.parametrize(
    ("uri", "mended"),
    [
        ("./icons/convert.svg", "/icons/convert.svg"),
        ("././icons/convert.svg", "/icons/convert.svg"),
        ("../icons/convert.svg", None),
        ("./../icons/convert.svg", None),
        ("./icons/../convert.svg", None),
        ("./%2e%2e/convert.svg", None),
        ("icons/./convert.svg", None),
    ],
)
def test_a_path_that_may_leave_the_extension(uri: str, mended: str | None) -> None:
    place = f"{COMMAND}/ui/iconUri"
    (found,) = errors((place, uri))
    assert (found.rule, found.pointer, found.value) == ("manifest.path", place, uri)
    assert found.edit == (None if mended is None else SetValue(place, mended))


def test_duplicates_are_reported_at_each_later_one() -> None:
    first = BASE["instructions"][0]["commands"][0]
    other = {**BASE["instructions"][0], "commands": [SECOND, first]}
    found = errors(
        (f"{ITEM}/commands", [first, first, SECOND]),
        ("/instructions", [{**BASE["instructions"][0], "commands": [first, first, SECOND]}, other]),
    )
    assert [(finding.rule, finding.pointer, finding.value) for finding in found] == [
        ("manifest.duplicate", f"{ITEM}/commands/1/id", "convert"),
        ("manifest.duplicate", "/instructions/1/commands/0/id", "second"),
        ("manifest.duplicate", "/instructions/1/commands/1/id", "convert"),
    ]
    assert found[0].detail == "Another command has the same identifier. Each command needs its own."
    element = {**BASE["ui"]["elements"][0], "id": "convert"}
    (page,) = errors(("/ui/elements", [element, element]))
    assert (page.pointer, page.detail) == (
        "/ui/elements/1/id",
        "Another element has the same identifier. Each element needs its own.",
    )
    assert errors(("/ui/elements", [element])) == []


def test_identifiers_that_programs_would_read_as_options() -> None:
    found = errors(("/id", "-a"), (f"{COMMAND}/id", "-b"), ("/ui/elements/0/id", "--c"))
    assert [(finding.rule, finding.pointer, finding.value) for finding in found] == [
        ("manifest.id", "/id", "-a"),
        ("manifest.id", f"{COMMAND}/id", "-b"),
        ("manifest.id", "/ui/elements/0/id", "--c"),
    ]


def test_only_the_first_missing_file_gets_a_suggestion() -> None:
    elements = [{**BASE["ui"]["elements"][0], "id": f"e{n}", "url": f"/ui/my pag{n}.html"} for n in range(2)]
    elements = [{**element, "url": str(element["url"]).replace(" ", "%20")} for element in elements]
    first, second = errors(("/ui/elements", elements))
    assert (first.remedy, second.remedy) == ("Did you mean ui/my page.html?", None)
    assert [finding.pointer for finding in (first, second)] == ["/ui/elements/0/url", "/ui/elements/1/url"]


def test_an_icon_may_be_of_either_kind() -> None:
    names = [name for name in FILES if name != "icon.png"]
    assert [f.rule for f in findings_of(file_names=(*names, "icon.svg"))] == []
    (icon,) = findings_of(file_names=tuple(names))
    assert (icon.rule, icon.level, icon.pointer) == ("manifest.icon", "warning", "")
    assert (icon.detail, icon.remedy) == ("The extension has no icon.svg or icon.png.", "Add icon.svg or icon.png.")
