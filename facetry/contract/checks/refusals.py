"""The example requests: valid ones succeed, invalid ones are refused by their rule, and refused ones change nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import httpx

from facetry.contract.context import Context
from facetry.contract.example_requests.examples import ATTACHMENT, HOME, SIGNATURES, Example, examples
from facetry.contract.example_requests.operation_requests import SCANNING
from facetry.contract.example_requests.packages import archive
from facetry.contract.fixtures.snapshot import snapshot

_WITHOUT_EXTENSIONS: Final = "it would run the extensions of the service on images of others"
_LARGEST_DETAIL: Final = 160


def check(context: Context) -> None:
    """Send all examples of the chosen operations."""
    context.fixture.renew()
    known = context.fixture.of_examples()
    context.report.progress("invalid examples")
    before = snapshot(context.fixture)
    for example in examples("invalid"):
        if example.operation.operation_id in context.chosen:
            _invalid(context, example, known)
    _unchanged(context, before, "refused requests")
    context.report.progress("valid examples")
    for example in examples("valid"):
        if example.operation.operation_id in context.chosen:
            reason = _impossible(context, example, known)
            if reason:
                context.report.skip(f"the example {example}", reason)
            else:
                _valid(context, example, known)


def _invalid(context: Context, example: Example, known: Mapping[Any, Any]) -> None:
    ready = example.on(known)
    answer = context.client.request(ready.operation.method, ready.target(), **ready.request_options())
    name = example.operation.operation_id
    context.refuses("example.invalid", name, f"the invalid example {example.name}", answer, 400, example.rule)


def _valid(context: Context, example: Example, known: Mapping[Any, Any]) -> None:
    fixture, name = context.fixture, example.operation.operation_id
    fixture.renew()
    known = {**known, ATTACHMENT: fixture.requests.attachment}
    if name in SCANNING | {"repositoryStoreImage", "imageDelete"}:
        fixture.requests.settled()
    if name == "imageDelete":
        fixture.requests.images.append(fixture.new_image())
    if name.startswith("extension") and name not in {"extensionInstall", "extensionUninstall", "extensionUnregister"}:
        context.client.put(f"/extension/{fixture.requests.installed}/changeState?state=enabled")
    if example.query.get("state") == "enabled" and name == "extensionChangeState":
        context.client.put(f"/extension/{fixture.requests.installed}/changeState?state=paused")
    ready = example.on({**known, **fixture.requests.used_up(example.operation)})
    options = ready.request_options()
    if example.operation.takes_archive:
        new = f"{fixture.prefix}-e"
        options["content"] = archive(new if name == "extensionInstall" else fixture.requests.installed)
    answer = context.client.request(ready.operation.method, ready.target(), **options)
    if answer.status_code == 409:
        context.report.skip(f"the example {example}", f"the present state forbids it: {context.excerpt(answer)}")
        return
    right = answer.status_code in example.operation.successes
    detail = f"the valid example {example.name} is answered {answer.status_code}: {context.excerpt(answer)}"
    context.expect(right, "example.valid", name, detail, answer)
    _undo(context, name, answer)


def _undo(context: Context, name: str, answer: httpx.Response) -> None:
    """Remove what the next example would be in conflict with."""
    record = context.value(answer)
    if not answer.is_success:
        return
    if name in {"repositoryCreate", "repositoryEnsure", "repositoryUpdate"} and isinstance(record, dict):
        context.fixture.requests.settled()
        context.client.delete(f"/repository/{record.get('id')}/delete")
    elif name == "collectionCreate" and isinstance(record, dict):
        context.client.delete(f"/collection/{record.get('id')}/delete")
    elif name == "extensionInstall":
        context.client.delete(f"/extension/{context.fixture.prefix}-e/uninstall")
    elif name in {"repositoryStoreImage", "repositoryRenameImage"} and isinstance(record, dict):
        _forget(context, name, record)
    elif name == "repositoryStartOrStop":
        context.client.put("/repository/startOrStop?isStart=true")


def _forget(context: Context, name: str, record: Mapping[str, Any]) -> None:
    """Delete a stored image, or give a renamed one another name: the next example may take the same name."""
    fixture = context.fixture
    if name == "repositoryStoreImage":
        context.client.delete(f"/image/{record.get('id')}/delete")
        return
    query = {"imageId": fixture.image, "nameWithoutExtension": f"{fixture.prefix}-0"}
    context.client.put(f"/repository/{fixture.requests.repository}/renameImage", params=query)


def _impossible(context: Context, example: Example, known: Mapping[Any, Any]) -> str:
    """The reason why a valid example cannot succeed here; empty if it can."""
    operation = example.operation
    reason = context.fixture.requests.impossible(operation.operation_id)
    if reason:
        return reason
    if HOME not in known and HOME in str([example.query, example.body]) and operation.operation_id != "imageSearchIds":
        return "it needs a folder of the service: give --pictures"
    if operation.operation_id == "imageSearchRunCapabilities" and "extensionIds" not in example.query:
        return _WITHOUT_EXTENSIONS
    if operation.operation_id == "media" and not set(SIGNATURES.values()) <= known.keys():
        return "media URLs of this key are not those of the master key, for which the examples stand"
    if "collection" in context.fixture.requests.missing and "collectionId" in str([example.query, example.body]):
        return context.fixture.requests.missing["collection"]
    if _asks_for_text(example.body):
        return "it needs an extension that computes embeddings of texts"
    return ""


def _asks_for_text(value: Any) -> bool:
    if isinstance(value, dict):
        similarity = value.get("similarity")
        return (isinstance(similarity, dict) and "text" in similarity) or any(map(_asks_for_text, value.values()))
    return isinstance(value, list) and any(map(_asks_for_text, value))


def _unchanged(context: Context, before: Mapping[str, Any], what: str) -> None:
    after = snapshot(context.fixture)
    for path, shown in before.items():
        detail = (
            f"{what} changed {path}: {str(shown)[:_LARGEST_DETAIL]} became {str(after.get(path))[:_LARGEST_DETAIL]}"
        )
        context.expect(after.get(path) == shown, "refusal.effect", "", detail)
