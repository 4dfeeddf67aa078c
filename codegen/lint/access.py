"""Rules on who may call an operation. They fail closed: a missing statement is a fault."""

from __future__ import annotations

from collections.abc import Iterator

from codegen.lint.rule import Fault, rule
from codegen.model import Description

SCHEMES = ("bearer", "apiKey")
FACETS = (":tag:write", ":feature:write", ":embedding:write")


@rule("scope.present")
def scope_present(description: Description) -> Iterator[Fault]:
    """An operation names its scopes, or says why it has none: x-public without a key, x-any-key with any key."""
    for operation in description.operations:
        place = operation.pointer
        public, any_key = (_reason(operation.x_members.get(mark)) for mark in ("x-public", "x-any-key"))
        if operation.security is None:
            yield (
                place,
                "the operation has no `security`",
                "name a scope, or write `security: []` with `x-public: <reason>`",
            )
        elif public != (not operation.is_secured):
            yield place, "only one of `security: []` and `x-public: <reason>` is there", "write both or none"
        elif any_key != (operation.is_secured and not operation.scopes):
            yield (
                place,
                "only one of an empty list of scopes and `x-any-key: <reason>` is there",
                "write both, or name a scope",
            )


@rule("scope.schemes")
def scope_schemes(description: Description) -> Iterator[Fault]:
    """A secured operation accepts both schemes, with the same scopes."""
    for operation in description.operations:
        if operation.security:
            pairs = [(scheme, scopes) for one in operation.security for scheme, scopes in one.items()]
            is_single = all(len(one) == 1 for one in operation.security)
            if (
                not is_single
                or [scheme for scheme, _ in pairs] != [*SCHEMES]
                or len({scopes for _, scopes in pairs}) != 1
            ):
                remedy = "write `security: [{bearer: [SCOPE]}, {apiKey: [SCOPE]}]` with equal lists"
                yield operation.pointer, "`security` does not have both schemes with the same scopes", remedy


@rule("scope.known")
def scope_known(description: Description) -> Iterator[Fault]:
    """Every scope of an operation is listed in schemas/Scope.yaml."""
    for operation in description.operations:
        for scope in operation.scopes:
            if scope not in description.scopes:
                message, remedy = f"the scope {scope} does not exist", "write one of schemas/Scope.yaml or add it there"
                yield operation.pointer, message, remedy


@rule("scope.distinct")
def scope_distinct(description: Description) -> Iterator[Fault]:
    """No scope is named twice, in schemas/Scope.yaml or by an operation."""
    if len(set(description.scopes)) != len(description.scopes):
        yield "/components/schemas/Scope", "a scope is listed twice", "remove one of the two"
    for operation in description.operations:
        if any(len(set(scopes)) != len(scopes) for one in operation.security or () for scopes in one.values()):
            yield operation.pointer, "a scope is listed twice", "remove one of the two"


@rule("owner.named")
def owner_named(description: Description) -> Iterator[Fault]:
    """An operation that writes facets has `x-owner`: the parameter that has to be the extension id of the caller, or a
    list of nothing else."""
    for operation in description.operations:
        place = operation.pointer
        owner = operation.x_members.get("x-owner")
        if owner is None:
            if any(scope.endswith(FACETS) for scope in operation.scopes):
                yield (
                    place,
                    "the operation writes facets, but no parameter is named as their owner",
                    "add `x-owner: <parameter>`",
                )
        elif owner not in [parameter.name for parameter in operation.parameters]:
            yield (
                place,
                f"x-owner names {owner!r}, which is no parameter",
                "write the name of a parameter of the operation",
            )
        else:
            parameter = next(parameter for parameter in operation.parameters if parameter.name == owner)
            if not parameter.required and parameter.schema.get("type") != "array":
                yield place, f"the parameter {owner} of x-owner is optional", "add `required: true` to the parameter"


def _reason(mark: object) -> bool:
    return isinstance(mark, str) and bool(mark.strip())
