"""Checks the consistency of the parts of a manifest, beyond what a JSON Schema can express.

The parts may be of any JSON type here. Parts that violate the schema are skipped, because the schema reports them.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final
from urllib.parse import unquote

from facetry.schema.edits import AddItem, Edit, SetValue
from facetry.schema.similarity import certain_match, suggest
from facetry.validate.finding import Finding
from facetry.validate.manifest.parts import (
    CAPABILITY_TOPICS,
    COMMAND_TOPICS,
    EMBEDDING_CAPABILITIES,
    FOLDER_MACRO,
    RUNTIME_MACROS,
    VALUE_MACROS,
    JsonObject,
    commands_of,
    finding,
    indexed_objects,
    instructions_of,
    items_of,
    member_of,
)

MANUAL: Final = "MANUAL.md"
ICONS: Final = ("icon.svg", "icon.png")

_MAX_CANDIDATES: Final = 100
_MACRO_PATTERN: Final = re.compile(r"\$\{[^}]*\}?")
_PROGRAM_PATTERN: Final = re.compile(r"(?!-)[A-Za-z0-9_.+@/-]+")
_SHELLS: Final = frozenset(
    {"sh", "ash", "bash", "busybox", "cmd", "csh", "dash", "env", "fish", "ksh", "powershell", "pwsh", "tcsh", "zsh"}
)
_ITEM_NAMES: Final = frozenset({*RUNTIME_MACROS.values(), *CAPABILITY_TOPICS.values(), *COMMAND_TOPICS.values()})
"""Runtimes and topics that may be added to a list. None of them is a misspelt form of another one."""
_WEB_ADDRESS: Final = re.compile(r"https?://")


def inconsistencies(manifest: JsonObject, file_names: Collection[str] | None) -> Iterator[Finding]:
    """All inconsistencies. `file_names` are the files of the extension; None when they are not known."""
    identifier = manifest.get("id")
    if isinstance(identifier, str):
        yield from _check_identifier(identifier, "/id")
    runtimes = _runtimes(manifest)
    instructions = instructions_of(manifest)
    additions = _Additions()
    for pointer, item in instructions:
        events = [event for event in items_of(item.get("events")) if isinstance(event, str)]
        yield from _check_execution(item.get("execution"), f"{pointer}/execution", runtimes, additions)
        yield from _check_capabilities(item, pointer, events, additions)
        yield from _check_policies(item, pointer, events)
        yield from _check_commands(item, pointer, events, additions)
    commands = [command for pointer, item in instructions for command in commands_of(item, pointer)]
    yield from _check_duplicates([(f"{pointer}/id", command.get("id")) for pointer, command in commands], "command")
    elements = [
        (f"/ui/elements/{number}", element)
        for number, element in indexed_objects(member_of(manifest.get("ui"), "elements"))
    ]
    yield from _check_duplicates([(f"{pointer}/id", element.get("id")) for pointer, element in elements], "element")
    candidates = sorted(file_names or ())[:_MAX_CANDIDATES]
    for pointer, uri in [
        *((f"{pointer}/ui/iconUri", member_of(command.get("ui"), "iconUri")) for pointer, command in commands),
        *((f"{pointer}/url", element.get("url")) for pointer, element in elements),
    ]:
        if isinstance(uri, str):
            file_findings = list(_check_file_reference(uri, pointer, file_names, candidates))
            candidates = [] if file_findings else candidates  # searching a suggestion is slow, so it is done once
            yield from file_findings
    if file_names is not None:
        yield from _check_recommended_files(file_names)


def _runtimes(manifest: JsonObject) -> list[Any] | None:
    """The names of the runtimes; None when they are no list."""
    runtimes = manifest.get("runtimes")
    return (
        [runtime.get("environment") for _, runtime in indexed_objects(runtimes)] if isinstance(runtimes, list) else None
    )


class _Additions:
    """The edits that add missing items to lists of one manifest: one for each item."""

    def __init__(self) -> None:
        self._offered: set[tuple[str, str]] = set()

    def edit(self, pointer: str, name: str, present: Any, item: Any = None) -> Edit | None:
        """The edit that adds an item, by default its name, to the list at a pointer. None if the names that are
        `present` are no list, if one of them may be a misspelt form of it, and after the first time.
        """
        if not isinstance(present, list):
            return None
        unknown = [other for other in present if isinstance(other, str) and other not in _ITEM_NAMES]
        if (pointer, name) in self._offered or any(certain_match(other, [name]) for other in unknown):
            return None
        self._offered.add((pointer, name))
        return AddItem(pointer, name if item is None else item)


def _check_identifier(identifier: str, pointer: str) -> Iterator[Finding]:
    if identifier.startswith("-"):
        detail = "An identifier must not begin with a hyphen, because programs would read it as an option."
        yield finding("id", pointer, detail, identifier, remedy="Begin with a letter or a digit.")


def _check_duplicates(identifiers: list[tuple[str, Any]], kind: str) -> Iterator[Finding]:
    seen: set[str] = set()
    for pointer, identifier in identifiers:
        if not isinstance(identifier, str):
            continue
        yield from _check_identifier(identifier, pointer)
        if identifier in seen:
            detail = f"Another {kind} has the same identifier. Each {kind} needs its own."
            yield finding("duplicate", pointer, detail, identifier)
        seen.add(identifier)


def _check_execution(
    execution: Any, pointer: str, runtimes: Sequence[Any] | None, additions: _Additions
) -> Iterator[Finding]:
    executable = member_of(execution, "executable")
    if isinstance(executable, str):
        macro_findings = list(_check_macros(executable, f"{pointer}/executable", runtimes, additions))
        yield from macro_findings or _check_program(executable, f"{pointer}/executable")
    for index, argument in enumerate(items_of(member_of(execution, "arguments"))):
        if isinstance(argument, str):
            yield from _check_macros(argument, f"{pointer}/arguments/{index}", runtimes, additions)


def _check_macros(text: str, pointer: str, runtimes: Sequence[Any] | None, additions: _Additions) -> Iterator[Finding]:
    """A finding for the first macro of a text that cannot be replaced."""
    for macro in _MACRO_PATTERN.findall(text):
        if macro in RUNTIME_MACROS and runtimes is not None and RUNTIME_MACROS[macro] not in runtimes:
            detail = f"The macro needs the runtime {RUNTIME_MACROS[macro]}, which the manifest does not declare."
            name = RUNTIME_MACROS[macro]
            edit = additions.edit("/runtimes", name, runtimes, {"environment": name})
            yield finding("runtime", pointer, detail, macro, remedy="Add it to runtimes.", edit=edit)
            return
        if macro not in RUNTIME_MACROS and macro not in VALUE_MACROS:
            macros = [*RUNTIME_MACROS, *VALUE_MACROS]
            remedy = suggest(macro, macros) or f"Use one of {', '.join(macros)}."
            match = certain_match(macro, macros)
            is_plain = match is not None and re.fullmatch(r"\$\{[A-Za-z_-]*\}?", macro) is not None
            edit = SetValue(pointer, text.replace(macro, str(match))) if is_plain else None
            yield finding("macro", pointer, "There is no such macro.", macro, remedy=remedy, edit=edit)
            return


def _check_program(text: str, pointer: str) -> Iterator[Finding]:
    steps = text.removeprefix(FOLDER_MACRO).split("/")
    if text in RUNTIME_MACROS:
        return
    if (
        not _PROGRAM_PATTERN.fullmatch(text.removeprefix(FOLDER_MACRO))
        or not steps[-1]
        or len(steps) == 1
        or ".." in steps
    ):
        detail = "The executable must be a macro or the path of a program, such as ./bin/tool, without .. in it."
        yield finding("executable", pointer, detail, text, remedy="Put arguments into the member arguments.")
    elif steps[-1].lower().removesuffix(".exe") in _SHELLS:
        detail = "Programs are started without a shell."
        yield finding("executable", pointer, detail, text, remedy="Name the program itself.")


def _check_capabilities(
    item: JsonObject, pointer: str, events: Sequence[str], additions: _Additions
) -> Iterator[Finding]:
    for index, capability in indexed_objects(item.get("capabilities")):
        identifier = capability.get("id")
        topic = CAPABILITY_TOPICS.get(identifier) if isinstance(identifier, str) else None
        if topic is not None and topic not in events:
            detail = f"The capability needs the event {topic}, which is missing in events."
            place = f"{pointer}/capabilities/{index}/id"
            edit = additions.edit(f"{pointer}/events", topic, item.get("events"))
            yield finding("capability", place, detail, identifier, remedy="Add the event.", edit=edit)
        if "vectorSpace" in capability and topic is not None and identifier not in EMBEDDING_CAPABILITIES:
            detail = "Only image.embeddings and text.embeddings have a vector space."
            place = f"{pointer}/capabilities/{index}/vectorSpace"
            yield replace(finding("capability", place, detail, identifier, remedy="Remove it."), on_key=True)


def _check_policies(item: JsonObject, pointer: str, events: Sequence[str]) -> Iterator[Finding]:
    for index, policy in indexed_objects(item.get("throttlingPolicies")):
        policy_pointer = f"{pointer}/throttlingPolicies/{index}"
        for number, event in enumerate(items_of(policy.get("events"))):
            if isinstance(event, str) and event not in events:
                detail = "The policy limits an event that is missing in events."
                remedy = "Add the event, or remove it from the policy."
                yield finding("throttling", f"{policy_pointer}/events/{number}", detail, event, remedy=remedy)


def _check_commands(item: JsonObject, pointer: str, events: Sequence[str], additions: _Additions) -> Iterator[Finding]:
    for index, command in indexed_objects(item.get("commands")):
        entity = member_of(command.get("on"), "entity")
        topic = COMMAND_TOPICS.get(entity) if isinstance(entity, str) else None
        if topic is not None and topic not in events:
            detail = f"The command needs the event {topic}, which is missing in events."
            place = f"{pointer}/commands/{index}/on/entity"
            edit = additions.edit(f"{pointer}/events", topic, item.get("events"))
            yield finding("command", place, detail, entity, remedy="Add the event.", edit=edit)


def _check_file_reference(
    uri: str, pointer: str, file_names: Collection[str] | None, candidates: Sequence[str]
) -> Iterator[Finding]:
    if _WEB_ADDRESS.match(uri):
        return
    raw = re.split("[?#]", uri, maxsplit=1)[0].removeprefix("/")
    steps = [unquote(step, errors="replace") for step in raw.split("/")]
    if any(step in (".", "..") or not _is_plain_step(step) for step in steps):
        detail = "The path must lead to a file of the extension, without . and .. in it."
        shorter = re.sub(r"^(?:\./)+(?=[^./%])", "/", uri)
        is_mended = shorter != uri and not any(step in (".", "..") for step in shorter.split("/"))
        edit = SetValue(pointer, shorter) if is_mended else None
        yield finding("path", pointer, detail, uri, edit=edit)
    elif file_names is not None and "/".join(steps) not in file_names:
        yield finding(
            "file", pointer, "The extension has no such file.", uri, remedy=suggest("/".join(steps), candidates)
        )


def _is_plain_step(step: str) -> bool:
    return step.isprintable() and not set(step) & set("/\\:\ufffd")


def _check_recommended_files(file_names: Collection[str]) -> Iterator[Finding]:
    for rule, files, remedy in (
        ("manual", (MANUAL,), f"Describe in {MANUAL} what the extension does."),
        ("icon", ICONS, f"Add {' or '.join(ICONS)}."),
    ):
        if not any(file in file_names for file in files):
            detail = f"The extension has no {' or '.join(files)}."
            yield finding(rule, "", detail, remedy=remedy, level="warning")
