"""generated/operations.py: a Protocol for each family of handlers, and the table of operations."""

from __future__ import annotations

from codegen.annotation import annotation, component_name, literal
from codegen.finding import SpecError
from codegen.formatting import format_python
from codegen.header import header
from codegen.model import JSON, Description, Operation, Parameter, Response, Schema, python_name
from codegen.targets.answers import answer_type, is_plain

IMPORTS = """
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Generic, Literal, Protocol, TypeVar
from uuid import UUID

from pydantic import PlainValidator, TypeAdapter

from generated import answers, models

C = TypeVar("C", contravariant=True)
"""

UPLOAD = '''
class Upload(Protocol):
    """A request body that is not JSON."""

    @property
    def path(self) -> Path:
        """A regular file with the body; removed after the handler has returned, unless the handler moved it."""
        ...

    @property
    def size(self) -> int:
        """The size of the body in bytes."""
        ...
'''

SIGNATURE = '''
@dataclass(frozen=True, slots=True)
class Signature:
    """The required signature of a handler, compared with `inspect.signature` at start-up."""

    operation_id: str
    method: str
    path: str
    family: str
    function: str
    arguments: tuple[str, ...]
'''


def render(description: Description) -> str:
    """Protocols and tables. The type checker compares each handler with its Protocol: name, arguments and types."""
    return format_python(
        header("A Protocol for each family of handlers, and the table of operations.")
        + IMPORTS
        + UPLOAD
        + "".join(_protocol(description, family) for family in description.families)
        + _handlers(description)
        + SIGNATURE
        + _table(description)
        + _bodies(description)
    )


def class_name(family: str) -> str:
    """The name of the Protocol of a family: `image-tags` has ImageTagsOperations."""
    return "".join(word.capitalize() for word in family.split("-")) + "Operations"


def _protocol(description: Description, family: str) -> str:
    methods = "\n".join(_method(description, operation) for operation in description.families[family])
    head = f'class {class_name(family)}(Protocol[C]):\n    """The handlers of specs/paths/{family}.yaml."""'
    return f"\n{head}\n\n{methods}\n"


def _method(description: Description, operation: Operation) -> str:
    arguments = [_argument(description, parameter) for parameter in operation.handled_parameters]
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
    type_ = annotation(description, parameter.schema, place, inline_scalars=True)
    default = description.dereference(parameter.schema).get("default")
    if parameter.required:
        return f"{parameter.argument}: {type_}"
    if default is None:
        return f"{parameter.argument}: {type_} | None = None"
    if isinstance(default, list | dict):
        raise SpecError(
            place,
            "parameter.default",
            "the default is an array or object",
            "remove it; a handler cannot have a mutable default",
        )
    return f"{parameter.argument}: {type_} = {literal(default)}"


def _body(description: Description, operation: Operation) -> str:
    assert operation.body  # noqa: S101 -- the caller has checked it
    place = description.bundle.place(operation.body.pointer)
    schema = operation.body.media.get(JSON)
    if operation.body.is_binary:
        type_ = "Upload"
    elif schema is None or len(operation.body.media) > 1:
        message = "the body has JSON and other media types"
        raise SpecError(place, "body.media-type", message, f"describe only {JSON}, or no JSON")
    else:
        type_ = annotation(description, schema, place)
    return type_ if operation.body.required else f"{type_} | None = None"


def _result(description: Description, operation: Operation) -> str:
    """The type of the result of the handler; `object` if the response is not JSON."""
    successes = [response for response in operation.responses if response.is_success]
    return " | ".join(dict.fromkeys(_response_type(description, response) for response in successes)) or "None"


def _response_type(description: Description, response: Response) -> str:
    if not response.media:
        return "None"
    schema = response.media.get(JSON)
    if schema is None or len(response.media) > 1:
        return "object"
    if is_plain(description, schema):
        return answer_type(schema)
    return annotation(description, schema, description.bundle.place(response.pointer))


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
    """The handlers of all families, each a module of functions. `C` is the type of their first argument."""

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
    arguments = [parameter.argument for parameter in operation.handled_parameters] + (
        ["body"] if operation.body else []
    )
    values = (operation.operation_id, operation.method, operation.path, operation.family, operation.function)
    argument_list = ", ".join(literal(argument) for argument in arguments) + ("," if len(arguments) == 1 else "")
    return f"Signature({', '.join(literal(fact) for fact in values)}, ({argument_list}))"


def _bodies(description: Description) -> str:
    rows = ""
    for operation in description.operations:
        schema = operation.body and operation.body.media.get(JSON)
        if schema and "$ref" in schema and _holds_objects(description, schema):
            rows += f"    {literal(operation.operation_id)}: TypeAdapter({_adapted(description, schema)}),\n"
    return (
        f"\nBODIES: Final[Mapping[str, TypeAdapter[Any]]] = {{\n{rows}}}\n"
        '"""The adapter that converts a body to a model or a list of models, by operation."""\n'
    )


def _adapted(description: Description, schema: Schema) -> str:
    """The type of the adapter of a body. A model with a vector is made without validation: the schema has validated the
    body, and validating it again would copy each number.
    """
    target = description.dereference(schema)
    if target.get("type") == "array" and _has_vector(description, description.dereference(target["items"])):
        return f"list[{_adapted(description, target['items'])}]"
    name = f"models.{component_name(schema)}"
    if _has_vector(description, target):
        return f"Annotated[{name}, PlainValidator(lambda value: {name}.model_construct(**value))]"
    return name


def _has_vector(description: Description, schema: Schema) -> bool:
    members = schema.get("properties", {}).values()
    return any(description.dereference(member).get("x-vector") for member in members)


def _holds_objects(description: Description, schema: Schema) -> bool:
    target = description.dereference(schema)
    if target.get("type") == "array" and isinstance(target.get("items"), dict):
        return _holds_objects(description, target["items"])
    return target.get("type") == "object"
