"""Rules on the names of operations and their arguments."""

from __future__ import annotations

from collections.abc import Iterator

from codegen.lint.rule import Fault, rule
from codegen.model import Description

TAKEN = ("self", "call", "body")


@rule("operation.id")
def operation_id(description: Description) -> Iterator[Fault]:
    """The operationId is the camelCase of the path without its parameters."""
    for operation in description.operations:
        segments = [segment for segment in operation.path.split("/") if segment and not segment.startswith("{")]
        wanted = "".join(segment[0].upper() + segment[1:] for segment in segments)
        wanted = wanted[:1].lower() + wanted[1:]
        if operation.operation_id != wanted:
            message = f"{operation.method} {operation.path} has the operationId {operation.operation_id!r}"
            yield description.bundle.place(operation.pointer), message, f"name it {wanted}"


@rule("operation.family")
def family(description: Description) -> Iterator[Fault]:
    """An operation has one tag, its family, which is the name of its file and listed in openapi.yaml."""
    listed = [tag["name"] for tag in description.document.get("tags", ())]
    for operation in description.operations:
        place = description.bundle.place(operation.pointer)
        file = place.partition("#")[0].rpartition("/")[2].removesuffix(".yaml")
        if operation.tags != (file,):
            yield place, f"the tags are {list(operation.tags)}", f"write `tags: [{file}]`, after the file"
        elif file not in listed:
            yield place, f"openapi.yaml does not list the tag {file}", "add it to `tags:` with a description"
    for name in listed:
        if name not in description.families:
            yield description.bundle.place("/tags"), f"no operation has the tag {name}", "remove it"


@rule("operation.described")
def described(description: Description) -> Iterator[Fault]:
    """An operation has a summary of one line and a description."""
    for operation in description.operations:
        place = description.bundle.place(operation.pointer)
        if not operation.summary or "\n" in operation.summary.strip() or len(operation.summary) > 80:
            yield place, "there is no summary of one line", "write one of at most 80 characters"
        if not operation.description:
            yield place, "there is no description", "say what it does and when it refuses"


@rule("parameter.argument")
def argument(description: Description) -> Iterator[Fault]:
    """Each parameter is an argument of its own for the handler."""
    for operation in description.operations:
        seen = set(TAKEN)
        for parameter in operation.parameters:
            if parameter.argument in seen:
                place = description.bundle.place(parameter.pointer)
                yield (
                    place,
                    f"the argument {parameter.argument} of {operation.function} is taken",
                    "rename the parameter",
                )
            seen.add(parameter.argument)
