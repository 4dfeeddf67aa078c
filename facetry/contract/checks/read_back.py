"""What was written can be read again: features, collections, settings, keys, repositories, attachments and pictures."""

from __future__ import annotations

from typing import Any

from facetry.contract.context import Context
from facetry.contract.example_requests.pictures import picture

_CHECK = "write.read-back"


def check(context: Context) -> None:
    """Write something through each family of operations and read it."""
    for operations, run in (
        (("imageSetFeatures", "imageEnsureFeatures", "imageGetFeatures"), _features),
        (("collectionCreate", "collectionGet", "collectionUpdate", "collectionDelete"), _collections),
        (("extensionSetSettings", "extensionGetSettings"), _settings),
        (("apiSecretCreate", "apiSecretGet", "apiSecretDelete", "apiSecretSelf"), _keys),
        (("repositoryUpdate", "repositoryGet"), _repositories),
        (("imageAttachmentCreate", "imageAttachmentDownload"), _attachments),
        (("repositoryStoreImage", "imageDownload", "imageGet"), _pictures),
    ):
        if context.wants(*operations):
            run(context)


def _feature(type: str, format: str, value: Any, name: str) -> dict[str, Any]:
    return {"type": type, "format": format, "value": value, "name": name}


def _features(context: Context) -> None:
    image, query = context.fixture.image, {"extensionId": context.fixture.writers[0]}
    first, second = _feature("other", "string", "first", "a"), _feature("other", "integer", 7, "b")
    third = _feature("other", "string", "third", "a")
    for way, operation, sent, wanted in (
        ("set", "imageSetFeatures", [first, second], [first, second]),
        ("ensure", "imageEnsureFeatures", [third], [third, second]),
        ("set", "imageSetFeatures", [second], [second]),
        ("set", "imageSetFeatures", [], []),
    ):
        answer = context.client.put(f"/image/{image}/{way}Features", params=query, json=sent)
        context.succeeds(_CHECK, operation, answer)
        found = context.client.get(f"/image/{image}/getFeatures", params=query)
        shown = [{name: each.get(name) for name in first} for each in context.records(found, "features")]
        right = sorted(map(str, shown)) == sorted(map(str, wanted))
        detail = f"after {way}Features with {len(sent)} values, getFeatures shows {shown!r:.200}, not {wanted!r:.200}"
        context.expect(right, _CHECK, operation, detail, found)


def _collections(context: Context) -> None:
    name = f"{context.fixture.prefix} read back"
    made = context.client.post("/collection/create", params={"name": name}, json={"criteria": {"formats": ["PNG"]}})
    record = context.record(made)
    if not context.succeeds(_CHECK, "collectionCreate", made) or "id" not in record:
        return
    path = f"/collection/{record['id']}"
    _shows(context, "collectionCreate", f"{path}/get", {"name": name})
    changed = context.client.put(f"{path}/update", params={"name": f"{name} 2"})
    if context.succeeds(_CHECK, "collectionUpdate", changed):
        _shows(context, "collectionUpdate", f"{path}/get", {"name": f"{name} 2"})
    context.succeeds(_CHECK, "collectionDelete", context.client.delete(f"{path}/delete"))
    gone = context.client.get(f"{path}/get")
    context.refuses(_CHECK, "collectionDelete", "reading a deleted collection", gone, 404)


def _settings(context: Context) -> None:
    path = f"/extension/{context.fixture.requests.installed}"
    answer = context.client.put(f"{path}/setSettings", json={"value": {"threshold": 0.25}})
    if context.succeeds(_CHECK, "extensionSetSettings", answer):
        found = context.client.get(f"{path}/getSettings")
        detail = "after setSettings with a threshold of 0.25, getSettings does not show it"
        context.expect("0.25" in found.text, _CHECK, "extensionSetSettings", detail, found)


def _keys(context: Context) -> None:
    query = {"type": "key", "name": f"{context.fixture.prefix} read back", "scope": "image:read"}
    made = context.client.post("/apiSecret/create", params=query)
    record = context.record(made)
    if not context.succeeds(_CHECK, "apiSecretCreate", made) or "id" not in record:
        return
    headers = {"Authorization": f"Bearer {record.get('value')}"}
    own = context.service.anonymous.get("/apiSecret/self", headers=headers)
    scopes = context.record(own).get("scopes")
    detail = f"a new key with the scope image:read has the scopes {scopes}, not that one"
    context.expect(scopes == ["image:read"], _CHECK, "apiSecretCreate", detail, own)
    again = context.client.get(f"/apiSecret/{record['id']}/get")
    detail = "the value of a key can be read again"
    context.expect(str(record.get("value")) not in again.text, _CHECK, "apiSecretGet", detail, again)
    deleted = context.client.delete(f"/apiSecret/{record['id']}/delete")
    context.succeeds(_CHECK, "apiSecretDelete", deleted)
    refused = context.service.anonymous.get("/apiSecret/self", headers=headers)
    context.refuses(_CHECK, "apiSecretDelete", "a deleted key", refused, 401)


def _repositories(context: Context) -> None:
    context.fixture.requests.settled()
    path = f"/repository/{context.fixture.requests.repository}"
    name = f"{context.fixture.prefix} renamed"
    if context.succeeds(_CHECK, "repositoryUpdate", context.client.put(f"{path}/update", params={"name": name})):
        _shows(context, "repositoryUpdate", f"{path}/get", {"name": name})


def _attachments(context: Context) -> None:
    data = picture("PNG", seed=77)
    query = {"imageId": context.fixture.image, "extensionId": context.fixture.writers[0], "mimeType": "image/png"}
    headers = {"Content-Type": "image/png"}
    made = context.client.post("/imageAttachment/create", params=query, content=data, headers=headers)
    if context.succeeds(_CHECK, "imageAttachmentCreate", made):
        uri = str(context.value(made)).replace(":", "%3A").replace("/", "%2F")
        got = context.client.get(f"/imageAttachment/{uri}/download")
        detail = f"an attachment of {len(data)} bytes is downloaded with {len(got.content)} other bytes"
        context.expect(got.content == data, _CHECK, "imageAttachmentDownload", detail, got)


def _pictures(context: Context) -> None:
    data, name = picture("PNG", seed=88), f"{context.fixture.prefix}-stored"
    target = f"/repository/{context.fixture.requests.repository}/storeImage"
    query, headers = {"nameWithoutExtension": name}, {"Content-Type": "image/png"}
    made = context.client.post(target, params=query, content=data, headers=headers)
    record = context.record(made)
    if not context.succeeds(_CHECK, "repositoryStoreImage", made) or "id" not in record:
        return
    path = f"/image/{record['id']}"
    _shows(context, "repositoryStoreImage", f"{path}/get", {"id": record["id"], "format": "PNG"})
    got = context.client.get(f"{path}/download")
    detail = f"a stored picture of {len(data)} bytes is downloaded with {len(got.content)} other bytes"
    context.expect(got.content == data, _CHECK, "imageDownload", detail, got)
    tag = got.headers.get("etag")
    if tag is not None:
        fresh = context.client.get(f"{path}/download", headers={"If-None-Match": tag})
        detail = f"a download with If-None-Match is answered {fresh.status_code}, not 304"
        context.expect(fresh.status_code == 304, "http.revalidation", "imageDownload", detail, fresh)
    context.client.delete(f"{path}/delete")


def _shows(context: Context, operation: str, target: str, members: dict[str, Any]) -> None:
    answer = context.client.get(target)
    found = context.value(answer)
    shown = {name: found.get(name) for name in members} if isinstance(found, dict) else found
    detail = f"what was written is not what {target.rpartition('/')[2]} shows: {shown!r:.200}, not {members!r:.200}"
    context.expect(shown == members, _CHECK, operation, detail, answer)
