"""Rules on who may call an operation. They fail closed: what is not said is a fault."""

from __future__ import annotations

from collections.abc import Iterator

from codegen.lint.rule import Fault, rule
from codegen.model import Description

SCHEMES = ("bearer", "apiKey")
FACETS = (":tag:write", ":feature:write", ":embedding:write")


@rule("scope.present")
def present(description: Description) -> Iterator[Fault]:
    """An operation names its scopes, or says why it has none: x-public without a key, x-any-key with any key."""
    for operation in description.operations:
        place = description.bundle.place(operation.pointer)
        public, any_key = (_reason(operation.marks.get(mark)) for mark in ("x-public", "x-any-key"))
        if operation.security is None:
            yield place, "there is no security", "name a scope, or write `security: []` with `x-public: <reason>`"
        elif public != (not operation.secured):
            yield place, "`security: []` and `x-public: <reason>` go together", "write both or none"
        elif any_key != (operation.secured and not operation.scopes):
            yield place, "an empty list of scopes and `x-any-key: <reason>` go together", "name a scope or the reason"


@rule("scope.schemes")
def schemes(description: Description) -> Iterator[Fault]:
    """A secured operation takes both schemes, with the same scopes."""
    for operation in description.operations:
        if operation.security:
            pairs = [(scheme, scopes) for one in operation.security for scheme, scopes in one.items()]
            alone = all(len(one) == 1 for one in operation.security)
            if not alone or [scheme for scheme, _ in pairs] != [*SCHEMES] or len({scopes for _, scopes in pairs}) != 1:
                remedy = "write `security: [{bearer: [SCOPE]}, {apiKey: [SCOPE]}]` with equal lists"
                yield description.bundle.place(operation.pointer), "the two schemes do not ask for the same", remedy


@rule("scope.known")
def known(description: Description) -> Iterator[Fault]:
    """Every scope stands in schemas/Scope.yaml."""
    for operation in description.operations:
        for scope in operation.scopes:
            if scope not in description.scopes:
                place = description.bundle.place(operation.pointer)
                yield place, f"the scope {scope} does not exist", "take one of schemas/Scope.yaml or add it there"


@rule("scope.distinct")
def distinct(description: Description) -> Iterator[Fault]:
    """No scope is named twice, in schemas/Scope.yaml or by an operation."""
    if len(set(description.scopes)) != len(description.scopes):
        yield description.bundle.place("/components/schemas/Scope"), "a scope stands twice", "remove one"
    for operation in description.operations:
        if any(len(set(scopes)) != len(scopes) for one in operation.security or () for scopes in one.values()):
            yield description.bundle.place(operation.pointer), "a scope stands twice", "remove one"


@rule("owner.named")
def owner(description: Description) -> Iterator[Fault]:
    """An operation that writes facets has `x-owner`: the parameter that must be the caller's own extension id,
    or list it alone."""
    for operation in description.operations:
        place = description.bundle.place(operation.pointer)
        named = operation.marks.get("x-owner")
        if named is None:
            if any(scope.endswith(FACETS) for scope in operation.scopes):
                yield place, "it writes facets of an extension that it does not name", "add `x-owner: <parameter>`"
        elif named not in [parameter.name for parameter in operation.parameters]:
            yield place, f"x-owner names {named!r}, which is no parameter", "name a parameter of the operation"
        else:
            parameter = next(parameter for parameter in operation.parameters if parameter.name == named)
            if not parameter.required and parameter.schema.get("type") != "array":
                yield place, f"the owner {named} may be left out", "make the parameter required"


def _reason(mark: object) -> bool:
    return isinstance(mark, str) and bool(mark.strip())
