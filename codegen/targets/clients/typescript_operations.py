"""sdk/node/src/api/operations.ts: a method for each operation, for the kit and for the page."""

from __future__ import annotations

from collections.abc import Sequence

from codegen.model import JSON, Description, Operation, Parameter
from codegen.targets.clients.python_client import LINES, OWN, STREAM, media_type
from codegen.targets.clients.typescript_types import (
    ANYTHING,
    WIDTH,
    camel_name,
    doc_comment,
    header,
    literal,
    member,
    typescript_type,
)

MODELS = "models."

HEAD = """\
import type * as models from "./models.js";
import { type Message, Requests } from "./requests.js";

/** The operations of the service, one method each. What they refuse is thrown as `ApiError`. */
export abstract class Operations<Content> extends Requests<Content> {
"""


def render(description: Description) -> str:
    """A method for each operation: path parameters and a required body are positional, all others are options."""
    methods = "\n".join(_method(description, operation) for operation in description.operations)
    text = header("The operations of the service as methods.") + HEAD + methods + "}\n"
    return text if "<Message>" in text else text.replace("type Message, ", "")


def _method(description: Description, operation: Operation) -> str:
    result, helper = _response_type(description, operation)
    is_stream = result.startswith("AsyncGenerator")
    begin = f"  {'' if is_stream else 'async '}{operation.operation_id}("
    end = f"): {result if is_stream else f'Promise<{result}>'} {{"
    first, options, default = _arguments(description, operation)
    arguments = [*first, f"options: {{ {'; '.join(options)} }}{default}"] if options else first
    signature = f"{begin}{', '.join(arguments)}{end}"
    if len(signature) > WIDTH:
        lines = [f"    {one},\n" for one in first]
        lines += [_object("    options: ", options, f"{default},\n", "; ")] if options else []
        signature = f"{begin}\n{''.join(lines)}  {end}"
    text = doc_comment(f"{operation.summary}.\n\n{operation.description}".strip(), "  ")
    keyword = "await" if result == "void" else "return"
    return f"{text}{signature}\n{_call(operation, f'    {keyword} this.{helper}')}\n  }}\n"


def _call(operation: Operation, helper: str) -> str:
    path = operation.path
    for parameter in operation.parameters:
        if parameter.location == "path":
            path = path.replace(f"{{{parameter.name}}}", f"${{this.quoted({camel_name(parameter.name)})}}")
    path_literal = literal(path) if path == operation.path else f"`{path}`"
    begin = f"{helper}({literal(operation.method)}, {path_literal}"
    options = _request_options(operation)
    if not options:
        return f"{begin});"
    members = [f"{name}{{ {', '.join(inner)} }}" if inner else name for name, inner in options]
    line = f"{begin}, {{ {', '.join(members)} }});"
    if len(line) <= WIDTH:
        return line
    lines = [_object(f"      {name}", inner, ",\n", ", ") if inner else f"      {name},\n" for name, inner in options]
    return f"{begin}, {{\n{''.join(lines)}    }});"


def _object(begin: str, members: Sequence[str], end: str, between: str) -> str:
    """An object on one line if it fits, otherwise with a line for each member."""
    line = f"{begin}{{ {between.join(members)} }}{end}"
    if len(line) <= WIDTH + 1:
        return line
    indent = " " * (len(begin) - len(begin.lstrip()))
    return f"{begin}{{\n{''.join(f'{indent}  {one}{between.strip()}{chr(10)}' for one in members)}{indent}}}{end}"


def _arguments(description: Description, operation: Operation) -> tuple[list[str], list[str], str]:
    """(positional parameters, options, default of the options)."""
    first, options, is_required = [], [], False
    for parameter in operation.parameters:
        type_ = typescript_type(description, parameter.schema, inline_scalars=True, prefix=MODELS)
        if parameter.location == "path":
            first.append(f"{camel_name(parameter.name)}: {type_}")
        elif parameter.required and parameter.name != OWN:
            options.append(f"{camel_name(parameter.name)}: {type_}")
            is_required = True
        else:
            options.append(_optional(camel_name(parameter.name), type_))
    if operation.body:
        schema = operation.body.media.get(JSON)
        type_ = "Content" if schema is None else typescript_type(description, schema, prefix=MODELS)
        if operation.body.required:
            first.append(f"body: {type_}")
        else:
            options.append(_optional("body", type_))
        if schema is None:
            options.append(_optional("contentType", "string"))
    return first, options, "" if is_required else " = {}"


def _optional(name: str, type_: str) -> str:
    return f"{name}?: {type_}" if type_ == ANYTHING else f"{name}?: {type_} | undefined"


def _request_options(operation: Operation) -> list[tuple[str, list[str]]]:
    """The options of the method of the transport: each name, with its members if the option is an object."""
    arguments: list[tuple[str, list[str]]] = []
    for location, name in (("query", "query"), ("header", "headers")):
        parameters = [parameter for parameter in operation.parameters if parameter.location == location]
        if parameters:
            arguments.append((f"{name}: ", [f"{member(one.name)}: {_value(one)}" for one in parameters]))
    if operation.body:
        is_json, is_required = operation.body.media.get(JSON) is not None, operation.body.required
        body = "body" if is_required else "options.body"
        arguments.append((body if is_json and is_required else f"{'body' if is_json else 'content'}: {body}", []))
        if not is_json:
            arguments.append((f"contentType: options.contentType ?? {literal(media_type(operation))}", []))
    return arguments


def _value(parameter: Parameter) -> str:
    value = f"options.{camel_name(parameter.name)}"
    return f"this.own({value})" if parameter.name == OWN and parameter.required else value


def _response_type(description: Description, operation: Operation) -> tuple[str, str]:
    """(type, method of the transport) of the successful responses of an operation."""
    successes = [response for response in operation.responses if response.is_success]
    media = {name: schema for response in successes for name, schema in response.media.items()}
    if not media:
        return "void", "nothing"
    if LINES in media:
        return "AsyncGenerator<unknown>", "lines"
    if STREAM in media:
        return "AsyncGenerator<Message>", "messages"
    if JSON in media:
        type_ = typescript_type(description, media[JSON] or True, prefix=MODELS)
        is_always = all(response.media for response in successes)
        return (type_ if is_always or type_ == ANYTHING else f"{type_} | undefined"), "json"
    if set(media) == {"text/plain"}:
        return "string", "text"
    return "Uint8Array", "bytes"
