"""What the parts of a manifest say of one another, beyond what a schema can hold.

The parts of a manifest may be of any shape here: what is not as the schema wants it is passed over, for the schema
tells of it.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final
from urllib.parse import unquote

from facetry.errors import shown
from facetry.schema.violations import meant
from facetry.validate.finding import Finding

MACROS: Final[Mapping[str, str]] = {"${node}": "node", "${python}": "python", "${venvPython}": "python"}
"""What stands for the program of a runtime."""
VALUES: Final = ("${extensionId}", "${extensionDirectoryPath}", "${webServicesBaseUrl}")
"""The other macros, which need no runtime."""
TOPICS: Final[Mapping[str, str]] = {
    "image.tags": "image.computeTags",
    "image.features": "image.computeFeatures",
    "image.embeddings": "image.computeEmbeddings",
    "text.embeddings": "text.computeEmbeddings",
}
"""The topic that asks for what a capability computes."""
COMMANDS: Final[Mapping[str, str]] = {
    "Process": "process.runCommand",
    "Images": "image.runCommand",
    "Image": "image.runCommand",
}
"""The topic that tells of a command on an entity."""
MANUAL: Final = "MANUAL.md"
ICONS: Final = ("icon.svg", "icon.png")

_GUESSED: Final = 100
_FOLDER: Final = "${extensionDirectoryPath}"
_MACRO: Final = re.compile(r"\$\{[^}]*\}?")
_PROGRAM: Final = re.compile(r"(?!-)[A-Za-z0-9_.+@/-]+")
_SHELLS: Final = frozenset(
    {"sh", "ash", "bash", "busybox", "cmd", "csh", "dash", "env", "fish", "ksh", "powershell", "pwsh", "tcsh", "zsh"}
)
_ADDRESS: Final = re.compile(r"https?://")

Object = Mapping[str, Any]


def inconsistencies(manifest: Object, names: Collection[str] | None) -> Iterator[Finding]:
    """Everything that does not fit together; `names` are the files of the extension, None when they are not known."""
    declared = manifest.get("runtimes")
    runtimes = [runtime.get("environment") for _, runtime in objects(declared)] if isinstance(declared, list) else None
    identifier = manifest.get("id")
    if isinstance(identifier, str):
        yield from _named(identifier, "/id")
    for number, item in objects(manifest.get("instructions")):
        pointer = f"/instructions/{number}"
        events = {event for event in listed(item.get("events")) if isinstance(event, str)}
        yield from _execution(item.get("execution"), f"{pointer}/execution", runtimes)
        yield from _capabilities(item, pointer, events)
        yield from _policies(item, pointer, events)
        yield from _commands(item, pointer, events)
    yield from _repeated(_command_ids(manifest), "command")
    elements = [
        (f"/ui/elements/{number}", element) for number, element in objects(member(manifest.get("ui"), "elements"))
    ]
    yield from _repeated([(f"{pointer}/id", element.get("id")) for pointer, element in elements], "element")
    known = sorted(names or ())[:_GUESSED]
    for pointer, uri in [*_icons(manifest), *((f"{pointer}/url", element.get("url")) for pointer, element in elements)]:
        if isinstance(uri, str):
            told = list(_file(uri, pointer, names, known))
            known = [] if told else known  # looking for what was meant takes a while
            yield from told
    if names is not None:
        yield from _missing(names)


def objects(value: Any) -> Iterator[tuple[int, Object]]:
    """The objects of an array, with their indexes."""
    return ((index, item) for index, item in enumerate(listed(value)) if isinstance(item, dict))


def listed(value: Any) -> list[Any]:
    """The items of what should be an array."""
    return value if isinstance(value, list) else []


def member(value: Any, name: str) -> Any:
    """A member of what should be an object."""
    return value.get(name) if isinstance(value, dict) else None


def _finding(name: str, pointer: str, detail: str, value: object, remedy: str | None = None) -> Finding:
    return Finding(rule=f"manifest.{name}", pointer=pointer, detail=detail, value=shown(str(value)), remedy=remedy)


def _named(identifier: str, pointer: str) -> Iterator[Finding]:
    if identifier.startswith("-"):
        detail = "An identifier must not begin with a hyphen, which programs take for an option."
        yield _finding("id", pointer, detail, identifier, "Begin with a letter or a digit.")


def _repeated(identifiers: list[tuple[str, Any]], what: str) -> Iterator[Finding]:
    seen: set[str] = set()
    for pointer, identifier in identifiers:
        if not isinstance(identifier, str):
            continue
        yield from _named(identifier, pointer)
        if identifier in seen:
            detail = f"The extension has two of this identifier: each {what} needs one of its own."
            yield _finding("duplicate", pointer, detail, identifier)
        seen.add(identifier)


def _command_ids(manifest: Object) -> list[tuple[str, Any]]:
    return [
        (f"/instructions/{number}/commands/{index}/id", command.get("id"))
        for number, item in objects(manifest.get("instructions"))
        for index, command in objects(item.get("commands"))
    ]


def _icons(manifest: Object) -> Iterator[tuple[str, Any]]:
    for number, item in objects(manifest.get("instructions")):
        for index, command in objects(item.get("commands")):
            yield f"/instructions/{number}/commands/{index}/ui/iconUri", member(command.get("ui"), "iconUri")


def _execution(execution: Any, pointer: str, runtimes: Collection[Any] | None) -> Iterator[Finding]:
    executable = member(execution, "executable")
    if isinstance(executable, str):
        unknown = list(_macros(executable, f"{pointer}/executable", runtimes))
        yield from unknown or _program(executable, f"{pointer}/executable")
    for index, argument in enumerate(listed(member(execution, "arguments"))):
        if isinstance(argument, str):
            yield from _macros(argument, f"{pointer}/arguments/{index}", runtimes)


def _macros(text: str, pointer: str, runtimes: Collection[Any] | None) -> Iterator[Finding]:
    """The first macro of a text that cannot be replaced."""
    for macro in _MACRO.findall(text):
        if macro in MACROS and runtimes is not None and MACROS[macro] not in runtimes:
            detail = f"The manifest declares no runtime {MACROS[macro]}, which the macro stands for."
            yield _finding("runtime", pointer, detail, macro, "Add it to runtimes.")
            return
        if macro not in MACROS and macro not in VALUES:
            known = [*MACROS, *VALUES]
            remedy = meant(macro, known) or f"Take one of {', '.join(known)}."
            yield _finding("macro", pointer, "There is no such macro.", macro, remedy)
            return


def _program(text: str, pointer: str) -> Iterator[Finding]:
    steps = text.removeprefix(_FOLDER).split("/")
    if text in MACROS:
        return
    if not _PROGRAM.fullmatch(text.removeprefix(_FOLDER)) or not steps[-1] or len(steps) == 1 or ".." in steps:
        detail = "The executable must be a macro or the path of a program, such as ./bin/tool, without .. on the way."
        yield _finding("executable", pointer, detail, text, "Put what it is given into arguments.")
    elif steps[-1].lower().removesuffix(".exe") in _SHELLS:
        detail = "Programs are started without a shell."
        yield _finding("executable", pointer, detail, text, "Name the program itself.")


def _capabilities(item: Object, pointer: str, events: Collection[str]) -> Iterator[Finding]:
    for index, capability in objects(item.get("capabilities")):
        identifier = capability.get("id")
        topic = TOPICS.get(identifier) if isinstance(identifier, str) else None
        if topic is not None and topic not in events:
            detail = f"The capability is asked for by {topic}, which is not among the events."
            yield _finding("capability", f"{pointer}/capabilities/{index}/id", detail, identifier, "Add the event.")


def _policies(item: Object, pointer: str, events: Collection[str]) -> Iterator[Finding]:
    for index, policy in objects(item.get("throttlingPolicies")):
        place = f"{pointer}/throttlingPolicies/{index}"
        if not policy.keys() & {"durationInMilliseconds", "maximumCount"}:
            detail = "The policy has neither durationInMilliseconds nor maximumCount, so that it limits nothing."
            yield _finding("policy", place, detail, f"an object of {len(policy)} properties")
        for number, event in enumerate(listed(policy.get("events"))):
            if isinstance(event, str) and event not in events:
                detail = "The event that is limited is not among the events."
                yield _finding("throttling", f"{place}/events/{number}", detail, event, "Add the event, or leave it.")


def _commands(item: Object, pointer: str, events: Collection[str]) -> Iterator[Finding]:
    for index, command in objects(item.get("commands")):
        entity = member(command.get("on"), "entity")
        topic = COMMANDS.get(entity) if isinstance(entity, str) else None
        if topic is not None and topic not in events:
            detail = f"The command is told by {topic}, which is not among the events."
            yield _finding("command", f"{pointer}/commands/{index}/on/entity", detail, entity, "Add the event.")


def _file(uri: str, pointer: str, names: Collection[str] | None, known: Sequence[str]) -> Iterator[Finding]:
    if _ADDRESS.match(uri):
        return
    raw = re.split("[?#]", uri, maxsplit=1)[0].removeprefix("/")
    steps = [unquote(step, errors="replace") for step in raw.split("/")]
    if any(step in (".", "..") or not _is_plain(step) for step in steps):
        detail = "The path must lead to a file of the extension, without . and .. on the way."
        yield _finding("path", pointer, detail, uri)
    elif names is not None and "/".join(steps) not in names:
        yield _finding("file", pointer, "The extension has no such file.", uri, meant("/".join(steps), known))


def _is_plain(step: str) -> bool:
    return step.isprintable() and not set(step) & set("/\\:\ufffd")


def _missing(names: Collection[str]) -> Iterator[Finding]:
    for rule, files, remedy in (
        ("manual", (MANUAL,), f"Tell people in {MANUAL} what the extension does."),
        ("icon", ICONS, f"Add {' or '.join(ICONS)}."),
    ):
        if not any(file in names for file in files):
            detail = f"The extension has no {' or '.join(files)}."
            yield Finding(rule=f"manifest.{rule}", pointer="", detail=detail, level="warning", remedy=remedy)
