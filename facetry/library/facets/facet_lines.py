"""Facet lines: all that extensions wrote on an image as JSON objects, for exports and for the trash."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import Connection

from facetry.library.facets import attachments, embeddings, feature_values, features, tags
from facetry.store.work import Work
from generated import models

FacetLine = dict[str, Any]
"""An attachment, the tags or the features of an extension, or an embedding. `kind` and `extension` are always there.
The schema is that of exports, in `specs/documents/`. The values of an embedding are an array of numpy.
"""


def lines_of(connection: Connection, keys: Sequence[int]) -> Iterator[tuple[int, list[FacetLine]]]:
    """The lines of each image, by its key. Attachments come before the features that refer to them."""
    written_tags, written_features = tags.written_on(connection, keys), features.written_on(connection, keys)
    for key in keys:
        lines = list(_attachments(connection, key))
        for extension, values in written_tags.get(key, ()):
            lines.append({"kind": "tags", "extension": extension, "values": values})
        for extension, found in written_features.get(key, ()):
            documents = [each.model_dump(mode="json", by_alias=True, exclude_none=True) for each in found]
            lines.append({"kind": "features", "extension": extension, "values": documents})
        for extension, name, vector in embeddings.stored_on(connection, key):
            lines.append({"kind": "embedding", "extension": extension, "name": name, "values": vector})
        yield key, lines


class FacetWriter:
    """Writes the lines of one image."""

    def __init__(self, work: Work, image: UUID) -> None:
        self._work = work
        self._image = image
        self._uris: dict[str, str] = {}
        """The attachments that were written: their URIs in the lines, and here."""

    def write(self, line: FacetLine) -> None:
        """Write what the line says. Raises the faults of a request that writes it, among them 400 for an extension that
        is not registered, `binascii.Error`, and `ValidationError` of pydantic.
        """
        extension, work = line["extension"], self._work
        match line["kind"]:
            case "attachment":
                data = base64.b64decode(line["data"], validate=True)
                self._uris[line["uri"]] = attachments.put(
                    work, self._image, extension, line["uri"], line["mimeType"], data, line["created"]
                )
            case "tags":
                tags.replace(work, self._image, extension, line["values"])
            case "features":
                values = [models.ImageFeature.model_validate(self._with_uri(each)) for each in line["values"]]
                feature_values.check_features(values)
                features.replace(work, self._image, extension, values)
            case "embedding":
                vector = models.ImageEmbedding.model_validate({"name": line["name"], "values": line["values"]})
                embeddings.replace(work, self._image, extension, [vector])

    def _with_uri(self, feature: dict[str, Any]) -> dict[str, Any]:
        if feature["format"] != "binary":
            return feature
        return {**feature, "value": self._uris.get(feature["value"], feature["value"])}


def _attachments(connection: Connection, image: int) -> Iterator[FacetLine]:
    for extension, uri, created in attachments.of_image(connection, image):
        content = attachments.content(connection, uri)
        yield {
            "kind": "attachment",
            "extension": extension,
            "uri": uri,
            "mimeType": content.media_type,
            "created": created,
            "data": base64.b64encode(content.data).decode(),
        }
