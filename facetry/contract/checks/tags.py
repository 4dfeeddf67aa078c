"""Tags: the transitions of the sentinel, the isolation of extensions, distinct pairs, searches, and limits."""

from __future__ import annotations

from typing import Any, Final

import httpx

from facetry.contract.context import Context
from facetry.contract.judgement.conformance import SENTINEL
from generated.limits import TAG_SET_MAX_ITEMS as MAX_TAGS
from generated.limits import TAG_VALUE_MAX_LENGTH

_CHARACTERS: Final = "az-AZ_09.:;/"
_REFUSED: Final = ("", "a b", "a\u0000b", "é", "a|b", "a,b", "a\n", "a" * (TAG_VALUE_MAX_LENGTH + 1))


def check(context: Context) -> None:
    """Run all checks of tags."""
    if not context.wants("imageSetTags", "imageEnsureTags", "imageGetTags", "imageGetAllTags", "repositoryTags"):
        return
    _transitions(context)
    _isolation(context)
    _limits(context)
    _values(context)
    _distinct(context)


def _set(context: Context, values: Any, writer: int = 0, way: str = "set", image: str = "") -> httpx.Response:
    query = {"extensionId": context.fixture.writers[writer % len(context.fixture.writers)]}
    target = f"/image/{image or context.fixture.image}/{way}Tags"
    return context.client.put(target, params=query, json=values)


def _get(context: Context, writer: int = 0, image: str = "") -> list[Any]:
    query = {"extensionId": context.fixture.writers[writer % len(context.fixture.writers)]}
    answer = context.client.get(f"/image/{image or context.fixture.image}/getTags", params=query)
    found = context.value(answer)
    return found if isinstance(found, list) else []


def _expect_tags(context: Context, operation: str, what: str, wanted: list[str], writer: int = 0) -> None:
    found = _get(context, writer)
    right = sorted(map(str, found)) == sorted(wanted)
    context.expect(right, "tag.transition", operation, f"{what}: getTags returns {found!r:.200}, not {wanted!r:.200}")


def _transitions(context: Context) -> None:
    """The table of the interface: what set and ensure make of the tags and of the sentinel."""
    steps: tuple[tuple[str, list[str], list[str]], ...] = (
        ("set", ["one", "two"], ["one", "two"]),
        ("set", [], []),
        ("ensure", ["three"], ["three"]),
        ("ensure", ["four", "three"], ["three", "four"]),
        ("set", ["five"], ["five"]),
        ("ensure", ["five"], ["five"]),
        ("set", [], []),
        ("set", [], []),
        ("set", ["six"], ["six"]),
    )
    before = "the beginning"
    for way, values, wanted in steps:
        operation = "imageSetTags" if way == "set" else "imageEnsureTags"
        answer = _set(context, values, way=way)
        context.expect(
            answer.status_code == 204 and not answer.content,
            "tag.transition",
            operation,
            f"{way}Tags with {len(values)} values is answered {answer.status_code} with {len(answer.content)} bytes",
            answer,
        )
        _expect_tags(context, operation, f"{way}Tags {values!r} after {before}", wanted)
        if not wanted:
            _nowhere(context)
        before = f"{way}Tags {values!r}"


def _nowhere(context: Context) -> None:
    """An image without tags shows none: neither in the list of all tags nor in a search."""
    writer, image = context.fixture.writers[0], context.fixture.image
    listed = context.client.get(f"/image/{image}/getAllTags")
    own = [each for each in context.records(listed) if each.get("id") == writer]
    detail = f"getAllTags shows {own!r:.200} after setTags [], not nothing"
    context.expect(not own, "tag.sentinel", "imageGetAllTags", detail, listed)
    body = {"filter": {"origin": {"kind": "images", "ids": [image]}}}
    found = context.client.post("/image/search/tags", params={"extensionIds": writer}, json=body)
    tags = [each["tags"] for each in context.records(found) if each.get("tags")]
    detail = f"search/tags shows {tags!r:.200} after setTags [], not nothing"
    context.expect(not tags, "tag.sentinel", "imageSearchTags", detail, found)


def _isolation(context: Context) -> None:
    """What one extension writes changes nothing of another."""
    if len(context.fixture.writers) < 2:
        context.report.skip("isolation of extensions", "it needs two extensions: give --extension twice")
        return
    _set(context, ["mine"], writer=0)
    _set(context, ["theirs"], writer=1)
    _expect_tags(context, "imageSetTags", "setTags of another extension", ["mine"], writer=0)
    _set(context, [], writer=1)
    _expect_tags(context, "imageSetTags", "setTags [] of another extension", ["mine"], writer=0)
    _set(context, ["more"], writer=1, way="ensure")
    _expect_tags(context, "imageEnsureTags", "ensureTags of another extension", ["mine"], writer=0)


def _limits(context: Context) -> None:
    """256 tags are accepted and 257 are not, in one request and in total; 64 characters are accepted and 65 are not."""
    many = [f"t{number}" for number in range(MAX_TAGS + 1)]
    for way, operation in (("set", "imageSetTags"), ("ensure", "imageEnsureTags")):
        _set(context, [])
        context.succeeds("tag.limit", operation, _set(context, many[:MAX_TAGS], way=way))
        _expect_tags(context, operation, f"{way}Tags with {MAX_TAGS} values", many[:MAX_TAGS])
        context.refuses("tag.limit", operation, f"{MAX_TAGS + 1} values", _set(context, many, way=way))
        _expect_tags(context, operation, f"a refused {way}Tags", many[:MAX_TAGS])
    beyond = _set(context, ["one-more"], way="ensure")
    context.refuses("tag.limit", "imageEnsureTags", f"one value beside {MAX_TAGS}", beyond)
    _expect_tags(context, "imageEnsureTags", "a refused ensureTags", many[:MAX_TAGS])
    _set(context, [])


def _values(context: Context) -> None:
    longest = ("x" * TAG_VALUE_MAX_LENGTH)[: TAG_VALUE_MAX_LENGTH - len(_CHARACTERS)] + _CHARACTERS
    for way, operation in (("set", "imageSetTags"), ("ensure", "imageEnsureTags")):
        context.succeeds("tag.value", operation, _set(context, [longest, "A", "a"], way=way))
        _expect_tags(context, operation, f"{way}Tags with the longest value", [longest, "A", "a"])
        for value in (*_REFUSED, SENTINEL):
            answer = _set(context, ["fine", value], way=way)
            context.refuses("tag.value", operation, f"the value {value!r:.40}", answer)
        context.refuses("tag.duplicate", operation, "a value twice", _set(context, ["b", "b"], way=way))
        _expect_tags(context, operation, f"a refused {way}Tags", [longest, "A", "a"])
    context.refuses("tag.limit", "imageEnsureTags", "no value", _set(context, [], way="ensure"))


def _distinct(context: Context) -> None:
    """Lists of pairs have each pair once, however many images have it."""
    value, writer = f"{context.fixture.prefix}.shared", context.fixture.writers[0]
    images = [context.fixture.image, context.fixture.new_image()]
    for image in images:
        _set(context, [value], image=image)
    answer = context.client.get("/repository/tags")
    found = [each for each in context.records(answer) if each == {"id": writer, "value": value}]
    detail = f"a tag of {len(images)} images is listed {len(found)} times, not once"
    context.expect(len(found) == 1, "tag.distinct", "repositoryTags", detail, answer)
    context.client.delete(f"/image/{images[1]}/delete")
    _set(context, [])
    answer = context.client.get("/repository/tags")
    left = [each for each in context.records(answer) if each.get("value") == value]
    detail = "a tag is listed although no image has it any more"
    context.expect(not left, "tag.distinct", "repositoryTags", detail, answer)
