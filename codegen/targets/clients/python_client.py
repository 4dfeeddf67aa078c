"""sdk/python/facetry_extension/api/client.py: a method for each operation."""

from __future__ import annotations

from codegen.annotation import literal
from codegen.formatting import format_python
from codegen.header import header
from codegen.model import JSON, Description, Operation, Parameter
from codegen.targets.clients.python_models import docstring
from codegen.targets.clients.python_types import ANYTHING, python_type, used_components

OWN = "extensionId"
"""The query parameter whose default is the extension of the client."""
BYTES = "application/octet-stream"
LINES = "application/x-ndjson"
STREAM = "text/event-stream"

IMPORTS = """
from collections.abc import AsyncIterator
from typing import Any, Literal

from facetry_extension.api.models import (
{names}
)
from facetry_extension.api.transport import Content, Message, Transport

"""

CLASS = '''
class Client(Transport):
    """The operations of the service, one method each. What they refuse is raised as `ApiError`."""
'''


def render(description: Description) -> str:
    """A method for each operation: path parameters and body are positional, all others keyword-only."""
    methods = "".join(_method(description, operation) for operation in description.operations)
    names = "".join(f"    {name},\n" for name in used_components(description))
    return format_python(
        header("The operations of the service as methods.") + IMPORTS.format(names=names) + CLASS + methods
    )


def _method(description: Description, operation: Operation) -> str:
    kind, result, helper = _response_type(description, operation)
    arguments = _arguments(description, operation)
    positional = [f"{name}: {type_}" for name, type_, default in arguments["first"] if not default]
    positional += [f"{name}: {type_} = {default}" for name, type_, default in arguments["first"] if default]
    keyword_only = [
        f"{name}: {type_}{f' = {default}' if default else ''}" for name, type_, default in arguments["named"]
    ]
    parameter_list = ", ".join(["self", *positional, *(["*", *keyword_only] if keyword_only else [])])
    text = f"{operation.summary}.\n\n{operation.description}".strip()
    path = operation.path
    in_path = {parameter.name: parameter.argument for parameter in operation.parameters if parameter.location == "path"}
    for name, argument in in_path.items():
        path = path.replace(f"{{{name}}}", f"{{self._quoted({argument})}}")
    call = [
        literal(operation.method),
        f"f{literal(path)}" if in_path else literal(path),
        *_request_arguments(operation),
    ]
    begin = "def" if kind == "stream" else "async def"
    request = f"self.{helper}({', '.join(call)})"
    steps = {
        "stream": f"return {request}",
        "nothing": f"await {request}",
        "json": f"answer: {result} = await {request}\n        return answer",
    }
    return (
        f"\n    {begin} {operation.function}({parameter_list}) -> {result}:\n{docstring(text, '        ')}"
        f"        {steps.get(kind, f'return await {request}')}\n"
    )


def _arguments(description: Description, operation: Operation) -> dict[str, list[tuple[str, str, str]]]:
    first, keyword_only = [], []
    for parameter in operation.parameters:
        type_ = python_type(description, parameter.schema, inline_scalars=True)
        if parameter.location == "path":
            first.append((parameter.argument, type_, ""))
        elif parameter.required and parameter.name != OWN:
            keyword_only.append((parameter.argument, type_, ""))
        else:
            keyword_only.append((parameter.argument, type_ if type_ == ANYTHING else f"{type_} | None", "None"))
    if operation.body:
        schema = operation.body.media.get(JSON)
        type_ = "Content" if schema is None else python_type(description, schema)
        is_required = operation.body.required
        first.append(
            ("body", type_ if is_required or type_ == ANYTHING else f"{type_} | None", "" if is_required else "None")
        )
        if schema is None:
            keyword_only.append(("content_type", "str", literal(media_type(operation))))
    return {"first": first, "named": keyword_only}


def media_type(operation: Operation) -> str:
    media = operation.body.media if operation.body else {}
    return BYTES if BYTES in media else next(iter(media), BYTES)


def _request_arguments(operation: Operation) -> list[str]:
    """The arguments of the method of the transport, besides method and path."""
    query = [parameter for parameter in operation.parameters if parameter.location == "query"]
    headers = [parameter for parameter in operation.parameters if parameter.location == "header"]
    arguments = []
    if query:
        arguments.append(f"query={{{', '.join(f'{literal(one.name)}: {_value(one)}' for one in query)}}}")
    if headers:
        arguments.append(f"headers={{{', '.join(f'{literal(one.name)}: {one.argument}' for one in headers)}}}")
    if operation.body:
        is_json = operation.body.media.get(JSON) is not None
        arguments.append("body=body" if is_json else "content=body, content_type=content_type")
    return arguments


def _value(parameter: Parameter) -> str:
    is_own = parameter.name == OWN and parameter.required
    return f"self._own({parameter.argument})" if is_own else parameter.argument


def _response_type(description: Description, operation: Operation) -> tuple[str, str, str]:
    """(kind, type, method of the transport) of the successful responses of an operation."""
    successes = [response for response in operation.responses if response.is_success]
    media = {name: schema for response in successes for name, schema in response.media.items()}
    if not media:
        return "nothing", "None", "_call"
    if LINES in media:
        return "stream", "AsyncIterator[Any]", "_lines"
    if STREAM in media:
        return "stream", "AsyncIterator[Message]", "_messages"
    if JSON in media:
        type_ = python_type(description, media[JSON] or True)
        is_always = all(response.media for response in successes)
        return "json", type_ if is_always or type_ == ANYTHING else f"{type_} | None", "_json"
    if set(media) == {"text/plain"}:
        return "text", "str", "_text"
    return "bytes", "bytes", "_bytes"
