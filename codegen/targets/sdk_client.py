"""sdk/python/facetry_extension/api/client.py: a method for each operation."""

from __future__ import annotations

from codegen.annotation import literal
from codegen.formatting import formatted
from codegen.header import header
from codegen.model import JSON, Description, Operation, Parameter
from codegen.targets.sdk_models import docstring
from codegen.targets.sdk_types import ANYTHING, typed, used

OWN = "extensionId"
"""The query parameter that is the extension of the client unless another one is given."""
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
    """Arguments of the path and the body come first, all others by name."""
    methods = "".join(_method(description, operation) for operation in description.operations)
    names = "".join(f"    {name},\n" for name in used(description))
    return formatted(
        header("The operations of the service as methods.") + IMPORTS.format(names=names) + CLASS + methods
    )


def _method(description: Description, operation: Operation) -> str:
    kind, result, helper = _answer(description, operation)
    arguments = _arguments(description, operation)
    stars = [f"{name}: {type_}" for name, type_, default in arguments["first"] if not default]
    stars += [f"{name}: {type_} = {default}" for name, type_, default in arguments["first"] if default]
    named = [f"{name}: {type_}{f' = {default}' if default else ''}" for name, type_, default in arguments["named"]]
    listed = ", ".join(["self", *stars, *(["*", *named] if named else [])])
    text = f"{operation.summary}.\n\n{operation.description}".strip()
    path = operation.path
    places = {parameter.name: parameter.argument for parameter in operation.parameters if parameter.location == "path"}
    for name, argument in places.items():
        path = path.replace(f"{{{name}}}", f"{{self._quoted({argument})}}")
    call = [literal(operation.method), f"f{literal(path)}" if places else literal(path), *_sent(operation)]
    begin = "def" if kind == "stream" else "async def"
    asked = f"self.{helper}({', '.join(call)})"
    steps = {
        "stream": f"return {asked}",
        "nothing": f"await {asked}",
        "json": f"answer: {result} = await {asked}\n        return answer",
    }
    return (
        f"\n    {begin} {operation.function}({listed}) -> {result}:\n{docstring(text, '        ')}"
        f"        {steps.get(kind, f'return await {asked}')}\n"
    )


def _arguments(description: Description, operation: Operation) -> dict[str, list[tuple[str, str, str]]]:
    first, named = [], []
    for parameter in operation.parameters:
        type_ = typed(description, parameter.schema, plain=True)
        if parameter.location == "path":
            first.append((parameter.argument, type_, ""))
        elif parameter.required and parameter.name != OWN:
            named.append((parameter.argument, type_, ""))
        else:
            named.append((parameter.argument, type_ if type_ == ANYTHING else f"{type_} | None", "None"))
    if operation.body:
        schema = operation.body.media.get(JSON)
        type_ = "Content" if schema is None else typed(description, schema)
        needed = operation.body.required
        first.append(("body", type_ if needed or type_ == ANYTHING else f"{type_} | None", "" if needed else "None"))
        if schema is None:
            named.append(("content_type", "str", literal(media_type(operation))))
    return {"first": first, "named": named}


def media_type(operation: Operation) -> str:
    media = operation.body.media if operation.body else {}
    return BYTES if BYTES in media else next(iter(media), BYTES)


def _sent(operation: Operation) -> list[str]:
    """What the helper is given beside method and path."""
    query = [parameter for parameter in operation.parameters if parameter.location == "query"]
    headers = [parameter for parameter in operation.parameters if parameter.location == "header"]
    given = []
    if query:
        given.append(f"query={{{', '.join(f'{literal(one.name)}: {_value(one)}' for one in query)}}}")
    if headers:
        given.append(f"headers={{{', '.join(f'{literal(one.name)}: {one.argument}' for one in headers)}}}")
    if operation.body:
        is_json = operation.body.media.get(JSON) is not None
        given.append("body=body" if is_json else "content=body, content_type=content_type")
    return given


def _value(parameter: Parameter) -> str:
    is_own = parameter.name == OWN and parameter.required
    return f"self._own({parameter.argument})" if is_own else parameter.argument


def _answer(description: Description, operation: Operation) -> tuple[str, str, str]:
    """(kind, type, method of the transport) of what the operation answers with."""
    good = [answer for answer in operation.answers if answer.good]
    media = {name: schema for answer in good for name, schema in answer.media.items()}
    if not media:
        return "nothing", "None", "_call"
    if LINES in media:
        return "stream", "AsyncIterator[Any]", "_lines"
    if STREAM in media:
        return "stream", "AsyncIterator[Message]", "_messages"
    if JSON in media:
        type_ = typed(description, media[JSON] or True)
        is_always = all(answer.media for answer in good)
        return "json", type_ if is_always or type_ == ANYTHING else f"{type_} | None", "_json"
    if set(media) == {"text/plain"}:
        return "text", "str", "_text"
    return "bytes", "bytes", "_bytes"
