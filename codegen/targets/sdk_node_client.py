"""sdk/node/src/api/client.ts: a method for each operation."""

from __future__ import annotations

from collections.abc import Sequence

from codegen.model import JSON, Description, Operation, Parameter
from codegen.targets.sdk_client import LINES, OWN, STREAM, media_type
from codegen.targets.sdk_node_types import ANYTHING, WIDTH, camel_name, header, literal, member, told, typed

MODELS = "models."

HEAD = """\
import type * as models from "./models.js";
import { type Content, type Message, Transport } from "./transport.js";

/** The operations of the service, one method each. What they refuse is thrown as `ApiError`. */
export class Client extends Transport {
"""


def render(description: Description) -> str:
    """Arguments of the path and a body that has to be there come first, all others by name."""
    methods = "\n".join(_method(description, operation) for operation in description.operations)
    text = header("The operations of the service as methods.") + HEAD + methods + "}\n"
    return text if "<Message>" in text else text.replace("type Message, ", "")


def _method(description: Description, operation: Operation) -> str:
    result, helper = _answer(description, operation)
    is_stream = result.startswith("AsyncGenerator")
    begin = f"  {'' if is_stream else 'async '}{operation.operation_id}("
    end = f"): {result if is_stream else f'Promise<{result}>'} {{"
    first, options, absent = _arguments(description, operation)
    given = [*first, f"options: {{ {'; '.join(options)} }}{absent}"] if options else first
    signature = f"{begin}{', '.join(given)}{end}"
    if len(signature) > WIDTH:
        lines = [f"    {one},\n" for one in first]
        lines += [_braced("    options: ", options, f"{absent},\n", "; ")] if options else []
        signature = f"{begin}\n{''.join(lines)}  {end}"
    text = told(f"{operation.summary}.\n\n{operation.description}".strip(), "  ")
    keyword = "await" if result == "void" else "return"
    return f"{text}{signature}\n{_call(operation, f'    {keyword} this.{helper}')}\n  }}\n"


def _call(operation: Operation, helper: str) -> str:
    path = operation.path
    for parameter in operation.parameters:
        if parameter.location == "path":
            path = path.replace(f"{{{parameter.name}}}", f"${{this.quoted({camel_name(parameter.name)})}}")
    quoted = literal(path) if path == operation.path else f"`{path}`"
    begin = f"{helper}({literal(operation.method)}, {quoted}"
    sent = _sent(operation)
    if not sent:
        return f"{begin});"
    members = [f"{name}{{ {', '.join(inner)} }}" if inner else name for name, inner in sent]
    line = f"{begin}, {{ {', '.join(members)} }});"
    if len(line) <= WIDTH:
        return line
    lines = [_braced(f"      {name}", inner, ",\n", ", ") if inner else f"      {name},\n" for name, inner in sent]
    return f"{begin}, {{\n{''.join(lines)}    }});"


def _braced(begin: str, members: Sequence[str], end: str, between: str) -> str:
    """An object on one line when it fits, else with a line for each member."""
    line = f"{begin}{{ {between.join(members)} }}{end}"
    if len(line) <= WIDTH + 1:
        return line
    indent = " " * (len(begin) - len(begin.lstrip()))
    return f"{begin}{{\n{''.join(f'{indent}  {one}{between.strip()}{chr(10)}' for one in members)}{indent}}}{end}"


def _arguments(description: Description, operation: Operation) -> tuple[list[str], list[str], str]:
    """(those that come first, those of the options, what follows the options)."""
    first, named, is_needed = [], [], False
    for parameter in operation.parameters:
        type_ = typed(description, parameter.schema, plain=True, prefix=MODELS)
        if parameter.location == "path":
            first.append(f"{camel_name(parameter.name)}: {type_}")
        elif parameter.required and parameter.name != OWN:
            named.append(f"{camel_name(parameter.name)}: {type_}")
            is_needed = True
        else:
            named.append(_free(camel_name(parameter.name), type_))
    if operation.body:
        schema = operation.body.media.get(JSON)
        type_ = "Content" if schema is None else typed(description, schema, prefix=MODELS)
        if operation.body.required:
            first.append(f"body: {type_}")
        else:
            named.append(_free("body", type_))
        if schema is None:
            named.append(_free("contentType", "string"))
    return first, named, "" if is_needed else " = {}"


def _free(name: str, type_: str) -> str:
    return f"{name}?: {type_}" if type_ == ANYTHING else f"{name}?: {type_} | undefined"


def _sent(operation: Operation) -> list[tuple[str, list[str]]]:
    """What the helper is given beside method and path: members, and the members of those that are objects."""
    given: list[tuple[str, list[str]]] = []
    for location, name in (("query", "query"), ("header", "headers")):
        found = [parameter for parameter in operation.parameters if parameter.location == location]
        if found:
            given.append((f"{name}: ", [f"{member(one.name)}: {_value(one)}" for one in found]))
    if operation.body:
        is_json, is_needed = operation.body.media.get(JSON) is not None, operation.body.required
        body = "body" if is_needed else "options.body"
        given.append((body if is_json and is_needed else f"{'body' if is_json else 'content'}: {body}", []))
        if not is_json:
            given.append((f"contentType: options.contentType ?? {literal(media_type(operation))}", []))
    return given


def _value(parameter: Parameter) -> str:
    value = f"options.{camel_name(parameter.name)}"
    return f"this.own({value})" if parameter.name == OWN and parameter.required else value


def _answer(description: Description, operation: Operation) -> tuple[str, str]:
    """(type, method of the transport) of what the operation answers with."""
    good = [answer for answer in operation.answers if answer.good]
    media = {name: schema for answer in good for name, schema in answer.media.items()}
    if not media:
        return "void", "nothing"
    if LINES in media:
        return "AsyncGenerator<unknown>", "lines"
    if STREAM in media:
        return "AsyncGenerator<Message>", "messages"
    if JSON in media:
        type_ = typed(description, media[JSON] or True, prefix=MODELS)
        is_always = all(answer.media for answer in good)
        return (type_ if is_always or type_ == ANYTHING else f"{type_} | undefined"), "json"
    if set(media) == {"text/plain"}:
        return "string", "text"
    return "Uint8Array", "bytes"
