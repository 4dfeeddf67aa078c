"""The client of the Node SDK, in a separate process, against a real server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.extensions.node_sdk import built, output
from tests.support.extensions.npm import NEEDS_NPM
from tests.support.imaging.pictures import write_pictures
from tests.support.services.servers import Server, running_server

pytestmark = [pytest.mark.e2e, NEEDS_NPM]

PROGRAM = """
import { ApiError, views } from "facetry-extension";
import { Client } from "facetry-extension/api";

const [url, key] = process.argv.slice(1);
const api = new Client(url, key, { extensionId: "client" });
const hex = (bytes, length) => Buffer.from(bytes.subarray(0, length)).toString("hex");
const refusal = async (asked) => {
  try {
    await asked;
  } catch (error) {
    return error instanceof ApiError ? [error.status, error.rule, error.pointer ?? null] : String(error);
  }
};
const results = { ping: await api.miscellaneousPing(), ready: (await api.readyz()).state };
const page = await api.imageSearchIds({ range: { take: 2, skip: 0 } });
results.page = [page.items.length, page.totalCount];
results.stream = 0;
for await (const each of api.imageSearchIdStream({})) results.stream += typeof each === "string" ? 1 : 0;
const [image, other] = page.items;
results.image = (await api.imageGet(image)).id === image;
const picture = await api.imageDownload(image, { width: 32, format: "PNG" });
results.picture = hex(picture, 4);
results.format = await api.imageFormat(picture);
async function* parts() { yield picture.subarray(0, 50); yield picture.subarray(50); }
results.converted = hex(await api.imageConvert(parts(), { format: "JPEG", quality: 50 }), 3);
await api.imageSetTags(image, ["sky", "sea"]);
await api.imageEnsureTags(image, ["sun"]);
results.tags = await api.imageGetTags(image);
results.counts = await api.repositoryTagCounts({ text: "su", extensionIds: ["client"], count: 5 });
const actions = [views.externalLink("Map", "https://example.org/")];
const card = views.card("Sky", [views.numberStars(3)], { actions });
const feature = { type: "annotation", format: "ui", name: "card", value: views.toText(card) };
await api.imageSetFeatures(image, [feature]);
results.feature = JSON.parse((await api.imageGetFeatures(image))[0].value);
await api.imageSetEmbeddings(image, [{ name: "look", values: [1, 0] }]);
await api.imageSetEmbeddings(other, [{ name: "look", values: [0, 1] }]);
const found = await api.imageClosestImages(image, { name: "look", count: 2 });
results.closest = found.map((each) => [each.image.id === other, each.distance]);
results.refused = await refusal(api.imageSetTags(image, ["fine", "no tag!"]));
results.unknown = await refusal(api.imageGet("00000000-0000-4000-8000-000000000000"));
const filter = { criteria: { tags: { values: ["sun"] } } };
const made = await api.collectionCreate(filter, { name: "Sunny", comment: "a b&c" });
results.collection = [made.name, made.comment];
results.deleted = (await api.collectionDelete(made.id)) === undefined;
console.log(JSON.stringify(results));
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    write_pictures(tmp_path / "pictures", 4)
    with running_server(tmp_path, [tmp_path / "pictures"]) as running:
        running.run_command("extension", "register", "client")
        yield running


def test_the_client_calls_operations_of_every_kind(server: Server) -> None:
    assert output("node", "--input-type=module", "-e", PROGRAM, server.url, server.key, folder=built()) == {
        "ping": "pong",
        "ready": "ready",
        "page": [2, 4],
        "stream": 4,
        "image": True,
        "picture": "89504e47",
        "format": {"value": "PNG"},
        "converted": "ffd8ff",
        "tags": ["sea", "sky", "sun"],
        "counts": [{"id": "client", "value": "sun", "count": 1}],
        "feature": {
            "schemaVersion": "1.0",
            "title": "Sky",
            "elements": [{"type": "number-stars", "value": 3}],
            "actions": [{"type": "external-link", "label": "Map", "url": "https://example.org/"}],
        },
        "closest": [[True, 1]],
        "refused": [400, "schema.pattern", "/1"],
        "unknown": [404, "image.unknown", None],
        "collection": ["Sunny", "a b&c"],
        "deleted": True,
    }
