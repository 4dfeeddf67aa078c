"""Checks the consistency of the parts of a manifest, beyond what a JSON Schema can express.

The parts may be of any JSON type here. Parts that violate the schema are skipped, because the schema reports them.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final
from urllib.parse import unquote

from facetry.errors import printable_text
from facetry.schema.violations import suggest
from facetry.validate.finding import Finding

RUNTIME_MACROS: Final[Mapping[str, str]] = {"${node}": "node", "${python}": "python", "${venvPython}": "python"}
"""Macros for the program of a runtime, and the name of that runtime."""
VALUE_MACROS: Final = ("${extensionId}", "${extensionDirectoryPath}", "${webServicesBaseUrl}")
"""The other macros, which need no runtime."""
CAPABILITY_TOPICS: Final[Mapping[str, str]] = {
    "image.tags": "image.computeTags",
    "image.features": "image.computeFeatures",
    "image.embeddings": "image.computeEmbeddings",
    "text.embeddings": "text.computeEmbeddings",
}
"""The topic of the event that requests the results of a capability."""
EMBEDDING_CAPABILITIES: Final = ("image.embeddings", "text.embeddings")
"""The capabilities whose results are vectors."""
COMMAND_TOPICS: Final[Mapping[str, str]] = {
    "Process": "process.runCommand",
    "Images": "image.runCommand",
    "Image": "image.runCommand",
}
"""The topic of the event that delivers a command, by the entity of the command."""
MANUAL: Final = "MANUAL.md"
ICONS: Final = ("icon.svg", "icon.png")

_MAX_CANDIDATES: Final = 100
_FOLDER_MACRO: Final = "${extensionDirectoryPath}"
_MACRO_PATTERN: Final = re.compile(r"\$\{[^}]*\}?")
_PROGRAM_PATTERN: Final = re.compile(r"(?!-)[A-Za-z0-9_.+@/-]+")
_SHELLS: Final = frozenset(
    {"sh", "ash", "bash", "busybox", "cmd", "csh", "dash", "env", "fish", "ksh", "powershell", "pwsh", "tcsh", "zsh"}
)
_WEB_ADDRESS: Final = re.compile(r"https?://")

JsonObject = Mapping[str, Any]


def inconsistencies(manifest: JsonObject, file_names: Collection[str] | None) -> Iterator[Finding]:
    """All inconsistencies. `file_names` are the files of the extension; None when they are not known."""
    runtime_list = manifest.get("runtimes")
    runtimes = (
        [runtime.get("environment") for _, runtime in indexed_objects(runtime_list)]
        if isinstance(runtime_list, list)
        else None
    )
    identifier = manifest.get("id")
    if isinstance(identifier, str):
        yield from _check_identifier(identifier, "/id")
    for number, item in indexed_objects(manifest.get("instructions")):
        pointer = f"/instructions/{number}"
        events = {event for event in items_of(item.get("events")) if isinstance(event, str)}
        yield from _check_execution(item.get("execution"), f"{pointer}/execution", runtimes)
        yield from _check_capabilities(item, pointer, events)
        yield from _check_policies(item, pointer, events)
        yield from _check_commands(item, pointer, events)
    yield from _check_duplicates(_command_ids(manifest), "command")
    elements = [
        (f"/ui/elements/{number}", element)
        for number, element in indexed_objects(member_of(manifest.get("ui"), "elements"))
    ]
    yield from _check_duplicates([(f"{pointer}/id", element.get("id")) for pointer, element in elements], "element")
    candidates = sorted(file_names or ())[:_MAX_CANDIDATES]
    for pointer, uri in [
        *_icon_references(manifest),
        *((f"{pointer}/url", element.get("url")) for pointer, element in elements),
    ]:
        if isinstance(uri, str):
            file_findings = list(_check_file_reference(uri, pointer, file_names, candidates))
            candidates = [] if file_findings else candidates  # searching a suggestion is slow, so it is done once
            yield from file_findings
    if file_names is not None:
        yield from _check_recommended_files(file_names)


def indexed_objects(value: Any) -> Iterator[tuple[int, JsonObject]]:
    """The objects of an array, with their indexes."""
    return ((index, item) for index, item in enumerate(items_of(value)) if isinstance(item, dict))


def items_of(value: Any) -> list[Any]:
    """The items of what should be an array."""
    return value if isinstance(value, list) else []


def member_of(value: Any, name: str) -> Any:
    """A member of what should be an object."""
    return value.get(name) if isinstance(value, dict) else None


def _finding(name: str, pointer: str, detail: str, value: object, remedy: str | None = None) -> Finding:
    return Finding(
        rule=f"manifest.{name}", pointer=pointer, detail=detail, value=printable_text(str(value)), remedy=remedy
    )


def _check_identifier(identifier: str, pointer: str) -> Iterator[Finding]:
    if identifier.startswith("-"):
        detail = "An identifier must not begin with a hyphen, because programs would read it as an option."
        yield _finding("id", pointer, detail, identifier, "Begin with a letter or a digit.")


def _check_duplicates(identifiers: list[tuple[str, Any]], kind: str) -> Iterator[Finding]:
    seen: set[str] = set()
    for pointer, identifier in identifiers:
        if not isinstance(identifier, str):
            continue
        yield from _check_identifier(identifier, pointer)
        if identifier in seen:
            detail = f"Another {kind} has the same identifier. Each {kind} needs its own."
            yield _finding("duplicate", pointer, detail, identifier)
        seen.add(identifier)


def _command_ids(manifest: JsonObject) -> list[tuple[str, Any]]:
    return [
        (f"/instructions/{number}/commands/{index}/id", command.get("id"))
        for number, item in indexed_objects(manifest.get("instructions"))
        for index, command in indexed_objects(item.get("commands"))
    ]


def _icon_references(manifest: JsonObject) -> Iterator[tuple[str, Any]]:
    for number, item in indexed_objects(manifest.get("instructions")):
        for index, command in indexed_objects(item.get("commands")):
            yield f"/instructions/{number}/commands/{index}/ui/iconUri", member_of(command.get("ui"), "iconUri")


def _check_execution(execution: Any, pointer: str, runtimes: Collection[Any] | None) -> Iterator[Finding]:
    executable = member_of(execution, "executable")
    if isinstance(executable, str):
        macro_findings = list(_check_macros(executable, f"{pointer}/executable", runtimes))
        yield from macro_findings or _check_program(executable, f"{pointer}/executable")
    for index, argument in enumerate(items_of(member_of(execution, "arguments"))):
        if isinstance(argument, str):
            yield from _check_macros(argument, f"{pointer}/arguments/{index}", runtimes)


def _check_macros(text: str, pointer: str, runtimes: Collection[Any] | None) -> Iterator[Finding]:
    """A finding for the first macro of a text that cannot be replaced."""
    for macro in _MACRO_PATTERN.findall(text):
        if macro in RUNTIME_MACROS and runtimes is not None and RUNTIME_MACROS[macro] not in runtimes:
            detail = f"The macro needs the runtime {RUNTIME_MACROS[macro]}, which the manifest does not declare."
            yield _finding("runtime", pointer, detail, macro, "Add it to runtimes.")
            return
        if macro not in RUNTIME_MACROS and macro not in VALUE_MACROS:
            macros = [*RUNTIME_MACROS, *VALUE_MACROS]
            remedy = suggest(macro, macros) or f"Use one of {', '.join(macros)}."
            yield _finding("macro", pointer, "There is no such macro.", macro, remedy)
            return


def _check_program(text: str, pointer: str) -> Iterator[Finding]:
    steps = text.removeprefix(_FOLDER_MACRO).split("/")
    if text in RUNTIME_MACROS:
        return
    if (
        not _PROGRAM_PATTERN.fullmatch(text.removeprefix(_FOLDER_MACRO))
        or not steps[-1]
        or len(steps) == 1
        or ".." in steps
    ):
        detail = "The executable must be a macro or the path of a program, such as ./bin/tool, without .. in it."
        yield _finding("executable", pointer, detail, text, "Put arguments into the member arguments.")
    elif steps[-1].lower().removesuffix(".exe") in _SHELLS:
        detail = "Programs are started without a shell."
        yield _finding("executable", pointer, detail, text, "Name the program itself.")


def _check_capabilities(item: JsonObject, pointer: str, events: Collection[str]) -> Iterator[Finding]:
    for index, capability in indexed_objects(item.get("capabilities")):
        identifier = capability.get("id")
        topic = CAPABILITY_TOPICS.get(identifier) if isinstance(identifier, str) else None
        if topic is not None and topic not in events:
            detail = f"The capability needs the event {topic}, which is missing in events."
            yield _finding("capability", f"{pointer}/capabilities/{index}/id", detail, identifier, "Add the event.")
        if "vectorSpace" in capability and topic is not None and identifier not in EMBEDDING_CAPABILITIES:
            detail = "Only image.embeddings and text.embeddings have a vector space."
            yield _finding(
                "capability", f"{pointer}/capabilities/{index}/vectorSpace", detail, identifier, "Remove it."
            )


def _check_policies(item: JsonObject, pointer: str, events: Collection[str]) -> Iterator[Finding]:
    for index, policy in indexed_objects(item.get("throttlingPolicies")):
        policy_pointer = f"{pointer}/throttlingPolicies/{index}"
        for number, event in enumerate(items_of(policy.get("events"))):
            if isinstance(event, str) and event not in events:
                detail = "The policy limits an event that is missing in events."
                remedy = "Add the event, or remove it from the policy."
                yield _finding("throttling", f"{policy_pointer}/events/{number}", detail, event, remedy)


def _check_commands(item: JsonObject, pointer: str, events: Collection[str]) -> Iterator[Finding]:
    for index, command in indexed_objects(item.get("commands")):
        entity = member_of(command.get("on"), "entity")
        topic = COMMAND_TOPICS.get(entity) if isinstance(entity, str) else None
        if topic is not None and topic not in events:
            detail = f"The command needs the event {topic}, which is missing in events."
            yield _finding("command", f"{pointer}/commands/{index}/on/entity", detail, entity, "Add the event.")


def _check_file_reference(
    uri: str, pointer: str, file_names: Collection[str] | None, candidates: Sequence[str]
) -> Iterator[Finding]:
    if _WEB_ADDRESS.match(uri):
        return
    raw = re.split("[?#]", uri, maxsplit=1)[0].removeprefix("/")
    steps = [unquote(step, errors="replace") for step in raw.split("/")]
    if any(step in (".", "..") or not _is_plain_step(step) for step in steps):
        detail = "The path must lead to a file of the extension, without . and .. in it."
        yield _finding("path", pointer, detail, uri)
    elif file_names is not None and "/".join(steps) not in file_names:
        yield _finding("file", pointer, "The extension has no such file.", uri, suggest("/".join(steps), candidates))


def _is_plain_step(step: str) -> bool:
    return step.isprintable() and not set(step) & set("/\\:\ufffd")


def _check_recommended_files(file_names: Collection[str]) -> Iterator[Finding]:
    for rule, files, remedy in (
        ("manual", (MANUAL,), f"Describe in {MANUAL} what the extension does."),
        ("icon", ICONS, f"Add {' or '.join(ICONS)}."),
    ):
        if not any(file in file_names for file in files):
            detail = f"The extension has no {' or '.join(files)}."
            yield Finding(rule=f"manifest.{rule}", pointer="", detail=detail, level="warning", remedy=remedy)
