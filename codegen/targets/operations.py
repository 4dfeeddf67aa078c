"""generated/operations.py: a Protocol for each family of handlers, and the table of operations."""

from __future__ import annotations

from codegen.annotation import annotation, component_name, literal
from codegen.finding import Finding, SpecError
from codegen.formatting import formatted
from codegen.header import header
from codegen.model import JSON, Answer, Description, Operation, Parameter, Schema, python_name

IMPORTS = """
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Generic, Literal, Protocol, TypeVar
from uuid import UUID

from pydantic import TypeAdapter

from generated import models

C = TypeVar("C", contravariant=True)
"""

UPLOAD = '''
class Upload(Protocol):
    """A request body that is not JSON."""

    @property
    def path(self) -> Path:
        """A regular file that holds it; removed when the handler has returned, unless it was moved away."""
        ...

    @property
    def size(self) -> int:
        """Its bytes."""
        ...
'''

SIGNATURE = '''
@dataclass(frozen=True, slots=True)
class Signature:
    """An operation as its handler must be: compared with `inspect.signature` at start-up."""

    operation_id: str
    method: str
    path: str
    family: str
    function: str
    arguments: tuple[str, ...]
'''


def render(description: Description) -> str:
    """A handler with a wrong name, argument or type fails the type checker against these Protocols."""
    return formatted(
        header("What each handler must be: a Protocol per family, and the table of operations.")
        + IMPORTS
        + UPLOAD
        + "".join(_protocol(description, family) for family in description.families)
        + _handlers(description)
        + SIGNATURE
        + _table(description)
        + _bodies(description)
    )


def class_name(family: str) -> str:
    """The Protocol of a family: `image-tags` → ImageTagsOperations."""
    return "".join(word.capitalize() for word in family.split("-")) + "Operations"


def _protocol(description: Description, family: str) -> str:
    methods = "\n".join(_method(description, operation) for operation in description.families[family])
    head = f'class {class_name(family)}(Protocol[C]):\n    """The handlers of specs/paths/{family}.yaml."""'
    return f"\n{head}\n\n{methods}\n"


def _method(description: Description, operation: Operation) -> str:
    arguments = [_argument(description, parameter) for parameter in operation.parameters]
    if operation.body:
        arguments.append(f"body: {_body(description, operation)}")
    keywords = f", *, {', '.join(arguments)}" if arguments else ""
    summary = operation.summary.replace("\\", "\\\\").replace('"', '\\"')
    return (
        f"    async def {operation.function}(self, call: C, /{keywords}) -> {_result(description, operation)}:\n"
        f'        """{operation.method} {operation.path}: {summary}"""\n        ...\n'
    )


def _argument(description: Description, parameter: Parameter) -> str:
    place = description.bundle.place(parameter.pointer)
    typed = annotation(description, parameter.schema, place, plain=True)
    default = description.followed(parameter.schema).get("default")
    if parameter.required:
        return f"{parameter.argument}: {typed}"
    if default is None:
        return f"{parameter.argument}: {typed} | None = None"
    if isinstance(default, list | dict):
        raise SpecError(Finding(place, "parameter.default", "the default is mutable", "leave it out"))
    return f"{parameter.argument}: {typed} = {literal(default)}"


def _body(description: Description, operation: Operation) -> str:
    assert operation.body  # noqa: S101 -- asked by the caller
    place = description.bundle.place(operation.body.pointer)
    schema = operation.body.media.get(JSON)
    if operation.body.binary:
        typed = "Upload"
    elif schema is None or len(operation.body.media) > 1:
        message = "the body is neither JSON alone nor bytes alone"
        raise SpecError(Finding(place, "body.media-type", message, f"describe it as {JSON}, or without that"))
    else:
        typed = annotation(description, schema, place)
    return typed if operation.body.required else f"{typed} | None = None"


def _result(description: Description, operation: Operation) -> str:
    """The type of what the handler returns; `object` when the answer is not JSON and stands for itself."""
    good = [answer for answer in operation.answers if answer.good]
    return " | ".join(dict.fromkeys(_answer(description, answer) for answer in good)) or "None"


def _answer(description: Description, answer: Answer) -> str:
    if not answer.media:
        return "None"
    schema = answer.media.get(JSON)
    if schema is None or len(answer.media) > 1:
        return "object"
    return annotation(description, schema, description.bundle.place(answer.pointer))


def _handlers(description: Description) -> str:
    names = {family: python_name(family) for family in description.families}
    fields = "".join(f"    {name}: {class_name(family)}[C]\n" for family, name in names.items())
    entries = "".join(
        f"            {literal(operation.operation_id)}: self.{names[operation.family]}.{operation.function},\n"
        for operation in description.operations
    )
    return f'''
@dataclass(frozen=True)
class Handlers(Generic[C]):
    """The handlers of every family; a module of functions is one. `C` is what each handler gets first."""

{fields}
    def by_operation(self) -> Mapping[str, Callable[..., Awaitable[object]]]:
        """The handler of each operationId."""
        return {{
{entries}        }}
'''


def _table(description: Description) -> str:
    rows = "".join(f"    {literal(o.operation_id)}: {_signature(o)},\n" for o in description.operations)
    return f"\nOPERATIONS: Final[Mapping[str, Signature]] = {{\n{rows}}}\n"


def _signature(operation: Operation) -> str:
    arguments = [parameter.argument for parameter in operation.parameters] + (["body"] if operation.body else [])
    facts = (operation.operation_id, operation.method, operation.path, operation.family, operation.function)
    listed = ", ".join(literal(argument) for argument in arguments) + ("," if len(arguments) == 1 else "")
    return f"Signature({', '.join(literal(fact) for fact in facts)}, ({listed}))"


def _bodies(description: Description) -> str:
    rows = ""
    for operation in description.operations:
        schema = operation.body and operation.body.media.get(JSON)
        if schema and "$ref" in schema and _holds_objects(description, schema):
            rows += f"    {literal(operation.operation_id)}: TypeAdapter(models.{component_name(schema)}),\n"
    return (
        f"\nBODIES: Final[Mapping[str, TypeAdapter[Any]]] = {{\n{rows}}}\n"
        '"""The operations whose body is handed over as a model or a list of models, and what makes it."""\n'
    )


def _holds_objects(description: Description, schema: Schema) -> bool:
    whole = description.followed(schema)
    if whole.get("type") == "array" and isinstance(whole.get("items"), dict):
        return _holds_objects(description, whole["items"])
    return whole.get("type") == "object"
