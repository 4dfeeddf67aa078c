"""Searches: order, pages, total counts, and images that are gone."""

from __future__ import annotations

from typing import Any

from facetry.contract.context import Context
from facetry.contract.judgement.conformance import SENTINEL

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


def _ask(context: Context, path: str, **body: Any) -> tuple[list[Any], Any]:
    """The ids of the items, and the total count."""
    origin = {"kind": "repositories", "ids": [context.fixture.requests.repository]}
    wanted = {"filter": {"origin": origin, **body.pop("filter", {})}, **body}
    found = context.value(context.client.post(path, json=wanted))
    items = found.get("items", []) if isinstance(found, dict) else []
    ids = [each.get("id") if isinstance(each, dict) else each for each in items]
    return ids, found.get("totalCount") if isinstance(found, dict) else None


def _order_and_pages(context: Context, operation: str, path: str) -> None:
    """Items come by name, each page continues the one before, and the total count ignores the range."""
    names = {}
    for image in context.fixture.requests.images:
        record = context.value(context.client.get(f"/image/{image}/get"))
        names[image] = str(record.get("name", "")) if isinstance(record, dict) else ""
    everything, total = _ask(context, path, range={"take": 1_000})
    context.expect(total == len(everything), "search.total", operation, f"the total is {total} for {len(everything)}")
    missing = [image for image in names if image not in everything]
    context.expect(not missing, "search.completeness", operation, f"{len(missing)} images are not found")
    repeated = len(everything) - len(set(map(str, everything)))
    context.expect(not repeated, "search.distinct", operation, f"{repeated} items are found twice")
    ascending = [names[image].casefold() for image in everything if image in names]
    context.expect(
        ascending == sorted(ascending), "search.order", operation, "items without a sorting are not ordered by name"
    )
    pages: list[Any] = []
    for skip in range(0, len(everything), 3):
        page, page_total = _ask(context, path, range={"take": 3, "skip": skip})
        pages += page
        context.expect(
            page_total == len(everything),
            "search.total",
            operation,
            f"the total is {page_total} with a range of 3, and {len(everything)} without",
        )
    context.expect(pages == everything, "search.pages", operation, "pages of 3 are not the whole in its order")
    sorting = {"property": "name", "isAscending": False}
    descending, _ = _ask(context, path, filter={"sorting": sorting}, range={"take": 1_000})
    names_down = [names[image].casefold() for image in descending if image in names]
    context.expect(
        names_down == sorted(names_down, reverse=True) and len(names_down) == len(names),
        "search.order",
        operation,
        "items sorted by descending names are not in that order",
    )


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
                found, _ = _ask(context, _SEARCHES[operation], filter=criteria)
                detail = f"{operator} of {len(values)} tags finds {len(found)} images, not {len(wanted)}"
                context.expect(found == wanted, "search.tags", operation, detail)
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
    found, _ = _ask(context, "/image/search/ids", range={"take": 1_000})
    context.expect(image not in found, "image.deletion", "imageDelete", "a search finds a deleted image")
    listed = context.value(context.client.get("/repository/tags"))
    left = [each for each in listed or [] if isinstance(each, dict) and each.get("value") == tag]
    context.expect(not left, "image.deletion", "imageDelete", "a tag of a deleted image is still listed")
