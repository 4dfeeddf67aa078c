"""Searches: order, pages, total counts, and images that are gone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import httpx

from facetry.contract.context import Context
from facetry.contract.judgement.conformance import SENTINEL
from facetry.schema.text_forms import name_key

_SEARCHES = {
    "imageSearchIds": "/image/search/ids",
    "imageSearchImages": "/image/search/images",
    "imageSearchSummaries": "/image/search/summaries",
    "imageSearchTags": "/image/search/tags",
}


def check(context: Context) -> None:
    """Run all checks of searches, and of deleting an image."""
    for operation, path in _SEARCHES.items():
        if context.wants(operation):
            _order_and_pages(context, operation, path)
    if context.wants("imageSearchTags", "imageSearchIds"):
        _tags(context)
    if context.wants("imageDelete"):
        _deleting(context)


@dataclass(frozen=True, slots=True)
class _Found:
    """The ids of the items in an answer, and its total count."""

    ids: list[str]
    total: Any
    answer: httpx.Response


def _ask(context: Context, path: str, **body: Any) -> _Found:
    """Search in the repository of the run."""
    origin = {"kind": "repositories", "ids": [context.fixture.requests.repository]}
    wanted = {"filter": {"origin": origin, **body.pop("filter", {})}, **body}
    answer = context.client.post(path, json=wanted)
    ids = [str(each.get("id") if isinstance(each, dict) else each) for each in context.listed(answer)]
    return _Found(ids, context.record(answer).get("totalCount"), answer)


def _order_and_pages(context: Context, operation: str, path: str) -> None:
    """Items come by name, each page continues the one before, and the total count ignores the range."""

    def expect(is_right: object, check: str, detail: str, found: _Found) -> None:
        context.expect(is_right, check, operation, detail, found.answer)

    names = {}
    for image in context.fixture.requests.images:
        names[image] = str(context.record(context.client.get(f"/image/{image}/get")).get("name", ""))
    whole = _ask(context, path, range={"take": 1_000})
    count = len(whole.ids)
    expect(whole.total == count, "search.total", f"the total is {whole.total}, not {count} as the items are", whole)
    missing = [image for image in names if image not in whole.ids]
    expect(not missing, "search.completeness", f"{len(missing)} images are not found: {missing[:3]}", whole)
    repeated = count - len(set(whole.ids))
    expect(not repeated, "search.distinct", f"{repeated} items are found twice, not once", whole)
    ascending = [names[image] for image in whole.ids if image in names]
    expect(
        ascending == sorted(ascending, key=name_key),
        "search.order",
        f"without a sorting, items come as {ascending}",
        whole,
    )
    for skip in range(0, count, 3):
        page = _ask(context, path, range={"take": 3, "skip": skip})
        detail = f"the total is {page.total} with a range of 3, not {count} as without"
        expect(page.total == count, "search.total", detail, page)
        right = page.ids == whole.ids[skip : skip + 3]
        expect(right, "search.pages", f"the page of 3 items behind {skip} is not that part of the whole", page)
    sorting = {"property": "name", "isAscending": False}
    descending = _ask(context, path, filter={"sorting": sorting}, range={"take": 1_000})
    down = [names[image] for image in descending.ids if image in names]
    right = down == sorted(down, key=name_key, reverse=True) and len(down) == len(names)
    expect(right, "search.order", f"with descending names, items come as {down}", descending)


def _tags(context: Context) -> None:
    """Criteria of tags find exactly the images that have them, and refuse the sentinel."""
    writer, image = context.fixture.writers[0], context.fixture.image
    tag = f"{context.fixture.prefix}:found"
    context.client.put(f"/image/{image}/setTags", params={"extensionId": writer}, json=[tag, "other"])
    for operator, values, wanted in (
        ("or", [tag, "no-image-has-this"], [image]),
        ("and", [tag, "no-image-has-this"], []),
        ("and", [tag], [image]),
    ):
        criteria = {"criteria": {"tags": {"values": values, "operator": operator}}}
        for operation in ("imageSearchIds", "imageSearchTags"):
            if context.wants(operation):
                found = _ask(context, _SEARCHES[operation], filter=criteria)
                detail = f"{operator} of {len(values)} tags finds {len(found.ids)} images, not {len(wanted)}"
                context.expect(found.ids == wanted, "search.tags", operation, detail, found.answer)
    body = {"filter": {"criteria": {"tags": {"values": [SENTINEL]}}}}
    for operation in ("imageSearchIds", "imageSearchTags"):
        if context.wants(operation):
            answer = context.client.post(_SEARCHES[operation], json=body)
            context.refuses("tag.sentinel", operation, "a search for the sentinel", answer)
    context.client.put(f"/image/{image}/setTags", params={"extensionId": writer}, json=[])


def _deleting(context: Context) -> None:
    """A deleted image is gone, with its tags and vectors."""
    image, writer = context.fixture.new_image(), context.fixture.writers[0]
    tag = f"{context.fixture.prefix}:deleted"
    context.client.put(f"/image/{image}/setTags", params={"extensionId": writer}, json=[tag])
    answer = context.client.delete(f"/image/{image}/delete")
    context.succeeds("image.deletion", "imageDelete", answer)
    for view in ("get", "getAllTags", "getAllEmbeddings"):
        shown = context.client.get(f"/image/{image}/{view}")
        detail = f"{view} of a deleted image is answered {shown.status_code}, not 404"
        context.expect(shown.status_code == 404, "image.deletion", "imageDelete", detail, shown)
    again = context.client.delete(f"/image/{image}/delete")
    context.refuses("image.deletion", "imageDelete", "deleting an image again", again, 404)
    found = _ask(context, "/image/search/ids", range={"take": 1_000})
    detail = "a search finds a deleted image"
    context.expect(image not in found.ids, "image.deletion", "imageDelete", detail, found.answer)
    listed = context.client.get("/repository/tags")
    left = [each for each in context.records(listed) if each.get("value") == tag]
    context.expect(not left, "image.deletion", "imageDelete", "a tag of a deleted image is still listed", listed)
