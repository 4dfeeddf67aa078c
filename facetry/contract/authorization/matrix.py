"""The authorization matrix: every operation, with no key, wrong keys, keys of other scopes, and keys of extensions."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any, Final

import httpx

from facetry.contract.authorization import extension_keys
from facetry.contract.authorization.credentials import Credential, Keyring, bearer
from facetry.contract.context import Context
from facetry.contract.description import Operation, every_scope, operations
from facetry.contract.errors import SetupError
from facetry.contract.example_requests.operation_requests import Requests
from facetry.contract.fixtures.snapshot import snapshot
from facetry.contract.traffic.exchange import WRONG_KEY

_CHECK: Final = "auth.matrix"
_FOREIGN: Final = "extension.foreign"


def check(context: Context, extension_key: str | None) -> None:
    """Send every chosen operation with every key. `extension_key` is the key of an extension; without one, the run
    starts an extension, which hands its key over.
    """
    chosen = [operation for operation in operations() if operation.operation_id in context.chosen]
    _extensions(context, chosen, extension_key)
    keys = Keyring(context.service.cleaner, context.service.key, f"{context.fixture.prefix} key ")
    try:
        refused, granted = _credentials(context, keys, chosen)
        before = snapshot(context.fixture)
        for operation in chosen:
            target, body = context.fixture.requests.of(operation, is_refused=True)
            for credential in refused:
                _refused(context, operation, target, body, credential)
            for credential in (each for each in granted if not each.grants(operation.scopes)):
                _refused(context, operation, target, body, credential)
        after = snapshot(context.fixture)
        for path, shown in before.items():
            context.expect(after[path] == shown, "refusal.effect", "", f"requests without a right changed {path}")
        for operation in chosen:
            _granted(context, operation, granted)
    finally:
        for number in keys.created:
            context.service.cleaner.delete(f"/apiSecret/{number}/delete")


def _credentials(context: Context, keys: Keyring, chosen: list[Operation]) -> tuple[list[Credential], list[Credential]]:
    """Credentials that no operation accepts, and keys with few scopes."""
    refused = [
        Credential("no key"),
        Credential("a bad key", bearer(WRONG_KEY)),
        Credential("a bad key as X-API-KEY", (("X-API-KEY", WRONG_KEY),)),
    ]
    if not context.service.offers("apiSecretCreate"):
        context.report.skip("keys with few scopes", "the service does not offer apiSecretCreate")
        return refused, []
    good = keys.create()[1]
    basic = base64.b64encode(f"user:{good}".encode()).decode()
    context.report.secrets |= {good[:-1], basic}
    refused += [
        Credential("a cut key", bearer(good[:-1])),
        Credential("a key as the password of Basic", (("Authorization", f"Basic {basic}"),)),
    ]
    if context.service.offers("apiSecretSelf", "apiSecretDelete"):
        refused.append(Credential("a revoked key", bearer(keys.revoked())))
    granted = []
    for scopes in sorted({operation.scopes for operation in chosen if operation.scopes}, key=sorted):
        words = ", ".join(sorted(scopes))
        granted.append(Credential(f"a key with only {words}", bearer(keys.create(scopes)[1]), scopes=scopes))
        others = every_scope() - scopes - {"all"} - _aliases(scopes)
        granted.append(Credential(f"a key without {words}", bearer(keys.create(others)[1]), scopes=others))
    context.report.secrets |= keys.values
    context.report.parts[_CHECK] += len(granted)
    return refused, granted


def _aliases(scopes: frozenset[str]) -> frozenset[str]:
    """Other names of the same scopes."""
    return (
        frozenset({"image:embedding:write", "image:embeddings:write"})
        if any("embedding" in each for each in scopes)
        else frozenset()
    )


def _refused(context: Context, operation: Operation, target: str, body: dict[str, Any], credential: Credential) -> None:
    """401 without a valid key, 403 without the scope. A public operation answers anybody."""
    answer = _send(context, operation, target, body, credential)
    name = operation.operation_id
    if operation.public:
        detail = f"{credential.name}: a public operation is answered {answer.status_code}"
        context.expect(answer.status_code not in {401, 403} or name.startswith("ui"), _CHECK, name, detail, answer)
        return
    if not credential.scopes:
        context.refuses(_CHECK, name, credential.name, answer, 401)
    elif operation.scopes:
        context.refuses(_CHECK, name, credential.name, answer, 403, "scope.missing")


def _granted(context: Context, operation: Operation, keys: list[Credential]) -> None:
    """The first key with the needed scopes and, if there is one, no others."""
    fitting = sorted((key for key in keys if key.grants(operation.scopes)), key=lambda key: len(key.scopes))
    reason = context.fixture.requests.impossible(operation.operation_id)
    if reason or not fitting or operation.public:
        if reason:
            context.report.skip(f"{operation.operation_id} with a key", reason)
        return
    if operation.operation_id == "imageDelete":
        context.fixture.requests.images.append(context.fixture.new_image())
    target, body = context.fixture.requests.of(operation, is_refused=False)
    answer = _send(context, operation, target, body, fitting[0])
    if answer.status_code == 409:  # the key was accepted
        reason = f"the present state forbids it: {context.excerpt(answer)}"
        context.report.skip(f"{operation.operation_id} with a key", reason)
        return
    right = answer.status_code in operation.successes
    detail = f"{fitting[0].name} is answered {answer.status_code}: {context.excerpt(answer)}"
    context.expect(right, _CHECK, operation.operation_id, detail, answer)
    if operation.operation_id == "repositoryStartOrStop":
        context.client.put("/repository/startOrStop?isStart=true")


def _send(
    context: Context, operation: Operation, target: str, body: dict[str, Any], credential: Credential
) -> httpx.Response:
    headers = [*credential.headers, *body.get("headers", {}).items()]
    return context.service.anonymous.request(operation.method, target, **(body | {"headers": headers}))


def _extensions(context: Context, chosen: list[Operation], extension_key: str | None) -> None:
    """A key of an extension writes in the extension's own name, and in no other."""
    owned = [operation for operation in chosen if operation.owner is not None]
    if not owned:
        return
    needed = {"apiSecretSelf"} if extension_key else {"apiSecretSelf", *extension_keys.OPERATIONS}
    lacking = sorted(needed - context.service.offered)
    if lacking:
        context.report.skip("keys of extensions", f"the service does not offer {', '.join(lacking)}")
        return
    try:
        with extension_keys.key_of_extension(context, extension_key) as (owner, key, scopes):
            context.report.secrets.add(key)
            for operation, is_own in _in_names(owned):
                if operation.scopes <= scopes:
                    _by_extension(context, operation, Credential("", bearer(key)), owner if is_own else None)
    except SetupError as error:
        context.report.skip("keys of extensions", str(error))


def _in_names(owned: list[Operation]) -> Iterator[tuple[Operation, bool]]:
    for operation in owned:
        yield operation, False
        yield operation, True


def _by_extension(context: Context, operation: Operation, credential: Credential, owner: str | None) -> None:
    requests: Requests = context.fixture.requests
    name = operation.operation_id
    if owner is not None and requests.impossible(name):
        return
    own, installed = requests.owner, requests.installed
    try:
        if owner is not None:
            requests.owner = requests.installed = owner
        target, body = requests.of(operation, is_refused=True)
    finally:
        requests.owner, requests.installed = own, installed
    answer = _send(context, operation, target, body, credential)
    if answer.status_code == 401:
        raise SetupError("the key of the extension ended before all operations were tested")
    if owner is None:
        context.refuses(_CHECK, name, "a key of another extension", answer, 403, _FOREIGN)
    else:
        detail = f"a key of the extension itself is answered {answer.status_code}: {context.excerpt(answer)}"
        context.expect(answer.is_success, _CHECK, name, detail, answer)
