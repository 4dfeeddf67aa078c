"""The published schemas at their addresses: what editors and web pages get."""

import json
from typing import Any

import pytest

from facetry.schema.published import DOCUMENTS

SCHEMAS = ("manifest-v3", "view-document-1.0")
FILES = ("backup-manifest-1", "library-export-1")


@pytest.mark.parametrize("name", [*SCHEMAS, *FILES])
def test_a_schema_is_served_byte_by_byte_and_revalidated(client: Any, name: str) -> None:
    address = f"/schemas/{name}.schema.json"
    (document,) = (each for each in DOCUMENTS if each.name == name)
    answer = client("GET", address, b"", {})
    assert (answer.status, answer.body) == (200, document.read())
    assert answer.headers["content-type"] == "application/schema+json"
    again = client("GET", address, b"", {"if-none-match": answer.headers["etag"]})
    assert (again.status, again.body, again.headers["access-control-allow-origin"]) == (304, b"", "*")


def test_the_list_leads_to_every_document(client: Any) -> None:
    entries = json.loads(client("GET", "/schemas/", b"", {}).body)
    assert [entry["name"] for entry in entries] == [*SCHEMAS, "openapi", "asyncapi", *FILES]
    for entry in entries:
        answer = client("GET", entry["url"], b"", {"origin": "https://editor.example"})
        permitted = None if entry["name"] == "openapi" else "*"
        assert (answer.status, answer.headers.get("access-control-allow-origin")) == (200, permitted), entry
        assert isinstance(json.loads(answer.body), dict)


def test_other_addresses_are_open_to_no_origin(client: Any) -> None:
    for address in ("/docs/", "/docs/page.js", "/openapi.json", "/schemas/openapi.schema.json", "/schemas", "/ping"):
        answer = client("GET", address, b"", {"origin": "https://editor.example"})
        assert "access-control-allow-origin" not in answer.headers, address


@pytest.mark.parametrize(
    "address", ["/schemas/..", "/schemas/../openapi.json", "/schemas/manifest-v3", "/schemas/%2e%2e/"]
)
def test_other_addresses_below_schemas_are_unknown(client: Any, address: str) -> None:
    assert client("GET", address, b"", {}).status == 404
