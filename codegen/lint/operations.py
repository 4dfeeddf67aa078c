"""Rules on the names of operations and their arguments."""

from __future__ import annotations

from collections.abc import Iterator

from codegen.lint.rule import Fault, rule
from codegen.model import Description

TAKEN = ("self", "call", "body")


@rule("operation.id")
def operation_id(description: Description) -> Iterator[Fault]:
    """The operationId is the camelCase of the path without its parameters, but for one that spans segments."""
    for operation in description.operations:
        spanning = ["{" + parameter.name + "}" for parameter in operation.parameters if parameter.spans_segments]
        segments = [
            segment.strip("{}")
            for segment in operation.path.split("/")
            if segment and (not segment.startswith("{") or segment in spanning)
        ]
        expected = "".join(segment[0].upper() + segment[1:] for segment in segments)
        expected = expected[:1].lower() + expected[1:]
        if operation.operation_id != expected:
            message = f"{operation.method} {operation.path} has the operationId {operation.operation_id!r}"
            yield operation.pointer, message, f"rename it to {expected}, after the path"


@rule("operation.family")
def operation_family(description: Description) -> Iterator[Fault]:
    """An operation has one tag, its family: the name of its file, listed in `tags` of openapi.yaml."""
    tag_names = [tag["name"] for tag in description.document.get("tags", ())]
    for operation in description.operations:
        place = operation.pointer
        file = description.bundle.place(place).partition("#")[0].rpartition("/")[2].removesuffix(".yaml")
        if operation.tags != (file,):
            yield place, f"the tags {list(operation.tags)} are not the name of the file", f"write `tags: [{file}]`"
        elif file not in tag_names:
            yield (
                place,
                f"openapi.yaml does not list the tag {file}",
                f"add `{{name: {file}, description: …}}` to its `tags`",
            )
    for name in tag_names:
        if name not in description.families:
            yield "/tags", f"no operation has the tag {name}", "remove it from `tags`"


@rule("operation.described")
def operation_described(description: Description) -> Iterator[Fault]:
    """An operation has a summary of one line and a description."""
    for operation in description.operations:
        place = operation.pointer
        if not operation.summary or "\n" in operation.summary.strip() or len(operation.summary) > 80:
            yield place, "the operation has no summary of one line", "write one of at most 80 characters"
        if not operation.description:
            yield place, "the operation has no description", "write what it does and when it refuses a request"


@rule("parameter.argument")
def parameter_argument(description: Description) -> Iterator[Fault]:
    """The parameters of an operation have different argument names."""
    for operation in description.operations:
        names = set(TAKEN)
        for parameter in operation.parameters:
            if parameter.argument in names:
                yield (
                    parameter.pointer,
                    f"the argument {parameter.argument} of the handler {operation.function} already exists",
                    "rename the parameter",
                )
            names.add(parameter.argument)
