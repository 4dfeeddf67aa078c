"""Embeddings: names at their limit, the length of vectors, replacing, and deleting."""

from __future__ import annotations

from typing import Any

import httpx

from facetry.contract.context import Context
from generated.limits import EMBEDDING_NAME_MAX_LENGTH


def check(context: Context) -> None:
    """Run all checks of embeddings."""
    if not context.wants("imageSetEmbeddings", "imageGetEmbeddings", "imageDeleteEmbeddings"):
        return
    longest = "n" * EMBEDDING_NAME_MAX_LENGTH
    name = f"{context.fixture.prefix}-vector"
    _put(context, [(longest, [1.0, 0.5])], "a name of the greatest length")
    for wrong in (longest + "n", "", "a b", "a.b", "a\u0000"):
        context.refuses(
            "embedding.name", "imageSetEmbeddings", f"the name {wrong!r:.40}", _set(context, [(wrong, [1.0, 0.5])])
        )
    _put(context, [(name, [0.25, 0.5, 1.0])], "a new vector")
    _expect(context, {longest: 2, name: 3}, "after two vectors")
    for count in (2, 4):
        answer = _set(context, [(name, [0.5] * count)])
        context.refuses("embedding.length", "imageSetEmbeddings", f"{count} values where vectors have 3", answer)
    context.refuses("embedding.length", "imageSetEmbeddings", "no values", _set(context, [(f"{name}-0", [])]))
    other = context.fixture.new_image()
    answer = _set(context, [(name, [0.5] * 4)], image=other)
    context.refuses("embedding.length", "imageSetEmbeddings", "4 values on another image where vectors have 3", answer)
    _expect(context, {longest: 2, name: 3}, "after refused vectors")
    _put(context, [(name, [1.0, 0.5, 0.25])], "a replaced vector")
    _expect(context, {longest: 2, name: 3}, "after a replaced vector", {name: [1.0, 0.5, 0.25]})
    _isolation(context, name)
    target = f"/image/{context.fixture.image}/deleteEmbeddings"
    answer = context.client.put(target, params={"extensionId": context.fixture.writers[0]})
    context.succeeds("embedding.delete", "imageDeleteEmbeddings", answer)
    _expect(context, {}, "after deleteEmbeddings")
    context.client.delete(f"/image/{other}/delete")


def _set(context: Context, vectors: list[tuple[str, list[float]]], writer: int = 0, image: str = "") -> httpx.Response:
    query = {"extensionId": context.fixture.writers[writer]}
    body = [{"name": name, "values": values} for name, values in vectors]
    return context.client.put(f"/image/{image or context.fixture.image}/setEmbeddings", params=query, json=body)


def _put(context: Context, vectors: list[tuple[str, list[float]]], what: str, writer: int = 0) -> None:
    answer = _set(context, vectors, writer)
    detail = f"{what}: the answer is {answer.status_code}"
    context.expect(answer.status_code == 204, "embedding.set", "imageSetEmbeddings", detail, answer)


def _expect(
    context: Context, lengths: dict[str, int], what: str, exactly: dict[str, list[float]] | None = None, writer: int = 0
) -> None:
    """The names and the lengths of the vectors of a writer, others than those that were there before."""
    query = {"extensionId": context.fixture.writers[writer]}
    answer = context.client.get(f"/image/{context.fixture.image}/getEmbeddings", params=query)
    values: dict[str, list[Any]] = {}
    for each in context.records(answer, "embeddings"):
        vector = each.get("values")
        values[str(each.get("name"))] = vector if isinstance(vector, list) else []
    values.pop("likeness", None)  # of the examples
    right = {name: len(each) for name, each in values.items()} == lengths
    detail = f"{what}: getEmbeddings returns vectors named {sorted(values)}, not {sorted(lengths)}"
    context.expect(right, "embedding.read-back", "imageGetEmbeddings", detail, answer)
    for name, wanted in (exactly or {}).items():
        detail = f"{what}: the values are {values.get(name)}, not {wanted}"
        context.expect(values.get(name) == wanted, "embedding.read-back", "imageGetEmbeddings", detail, answer)


def _isolation(context: Context, name: str) -> None:
    """The same name of another extension is another collection, with a length of its own."""
    if len(context.fixture.writers) < 2:
        return
    _put(context, [(name, [0.5] * 5)], "the same name of another extension with another length", writer=1)
    _expect(context, {name: 5}, "of another extension", writer=1)
    context.client.put(
        f"/image/{context.fixture.image}/deleteEmbeddings", params={"extensionId": context.fixture.writers[1]}
    )
    _expect(context, {}, "after deleteEmbeddings of another extension", writer=1)
