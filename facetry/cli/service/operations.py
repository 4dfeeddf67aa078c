"""Subcommands that pass their arguments to one operation, as the description of the API says."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from facetry.cli.opening import print_message
from facetry.cli.service.output import print_json
from facetry.cli.service.verbs import add_verb, confirm, path_of, read_body

if TYPE_CHECKING:
    from facetry.authoring.service import ServiceClient

Identify = Callable[["ServiceClient", argparse.Namespace], object]
"""Finds the id in the path of an operation. Raises `CommandError` for a name that nothing has."""


def add_operation(
    verbs: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    operation: str,
    summary: str,
    details: str = "",
    *,
    given: Mapping[str, str] | None = None,
    identify: Identify | None = None,
    question: str = "",
    done: str = "",
    show: Callable[[Any], None] | None = None,
) -> argparse.ArgumentParser:
    """Declare a subcommand. Arguments with the names of the operation's parameters are their values, beside the `given`
    ones; `body` is the file of the JSON body. Without `identify`, the id in the path is the argument `id`.

    `question` is asked before. `show` prints the answer for people, and adds `--json`; without it, `done` is printed.
    Both texts may name arguments, and `done` also `answer`.
    """

    def run(service: ServiceClient, arguments: argparse.Namespace) -> None:
        method, path, parameters = _described(operation)
        if "{id}" in path:
            id = arguments.id if identify is None else identify(service, arguments)
            path = path.replace("/{id}", path_of(id))
        if question:
            confirm(arguments, question.format_map(vars(arguments)))
        values = {each: _text(getattr(arguments, each, None)) for each in parameters} | dict(given or {})
        file = getattr(arguments, "body", None)
        answer = service.send_json(method, path, None if file is None else read_body(file), **values)
        if show is None:
            print_message(done.format_map({**vars(arguments), "answer": answer}))
        elif arguments.json:
            print_json(answer)
        else:
            show(answer)

    return add_verb(verbs, name, run, summary, details, has_json=show is not None, is_destructive=bool(question))


def _described(operation: str) -> tuple[str, str, list[str]]:
    """The method and the path of an operation, and the names of its parameters in the query."""
    from facetry.cli.names import description

    document = description()
    method, path, described = next(
        (method.upper(), path, item[method])
        for path, item in document["paths"].items()
        for method in item
        if method != "parameters" and item[method]["operationId"] == operation
    )
    shared = document["components"]["parameters"]
    parameters = [
        shared[each["$ref"].rpartition("/")[2]] if "$ref" in each else each for each in described.get("parameters", ())
    ]
    return method, path, [each["name"] for each in parameters if each["in"] == "query"]


def _text(value: object) -> object:
    """The value of an argument in a query; None for an argument that is not given."""
    return "true" if value is True else None if value is False or value == [] else value
