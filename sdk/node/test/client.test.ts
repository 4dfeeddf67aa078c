/** The client: what it sends, what it makes of answers, and its patience. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { UnreachableError } from "facetry-extension";
import { ApiError, Client, type Message } from "facetry-extension/api";

const IMAGE = "7f1c9a52-3d8e-4b60-9c41-0a5be2d4f613";

type Answerer = (request: Request) => Response | Promise<Response>;

/** A client that notes its pauses instead of making them, and shows what is inside. */
class Noting extends Client {
  readonly requests: Request[] = [];
  readonly pauses: number[] = [];

  constructor(answer: Answerer) {
    const fetch = async (url: string, init: RequestInit): Promise<Response> => {
      const request = new Request(url, init);
      this.requests.push(request.clone());
      return answer(request);
    };
    super("http://facetry.test/", "the-key", { extensionId: "me", fetch });
  }

  override async pause(seconds: number): Promise<void> {
    this.pauses.push(seconds);
  }

  events(): AsyncGenerator<Message> {
    return this.messages("GET", "/events");
  }

  get asked(): string[] {
    return this.requests.map((request) => `${request.method} ${request.url.replace("http://facetry.test", "")}`);
  }
}

/** A client whose requests are answered one after the other. */
function answering(...answers: (Response | Error)[]): Noting {
  return new Noting(() => {
    const next = answers.shift();
    if (next instanceof Response) {
      return next;
    }
    throw next ?? new Error("one request too many");
  });
}

function done(): Response {
  return new Response(null, { status: 204 });
}

function failed(code: string): Error {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
}

test("a request has key, query and body", async () => {
  const client = answering(done());
  assert.equal(await client.imageSetTags(IMAGE, ["sky"]), undefined);
  assert.deepEqual(client.asked, [`PUT /image/${IMAGE}/setTags?extensionId=me`]);
  const [request] = client.requests;
  assert.equal(request?.headers.get("Authorization"), "Bearer the-key");
  assert.equal(request?.headers.get("Content-Type"), "application/json");
  assert.deepEqual(await request?.json(), ["sky"]);
});

test("what is absent is not sent, and lists are repeated", async () => {
  const client = answering(Response.json([]), done());
  await client.repositoryTagCounts({ extensionIds: ["a", "b"], text: undefined });
  await client.repositoryStartOrStop({ isStart: true });
  assert.deepEqual(client.asked, [
    "GET /repository/tagCounts?extensionIds=a&extensionIds=b",
    "PUT /repository/startOrStop?isStart=true",
  ]);
});

test("a path is quoted", async () => {
  const client = answering(new Response("x"));
  await client.imageAttachmentDownload("attachment://7");
  assert.deepEqual(client.asked, ["GET /imageAttachment/attachment%3A%2F%2F7/download"]);
});

test("bytes go and come as they are", async () => {
  const client = new Noting(async (request) => new Response(Buffer.from(await request.arrayBuffer()).reverse()));
  assert.deepEqual(await client.imageConvert(Uint8Array.of(1, 2, 255), { format: "PNG" }), Uint8Array.of(255, 2, 1));
  assert.equal(client.requests[0]?.headers.get("Content-Type"), "application/octet-stream");
  async function* parts(): AsyncGenerator<Uint8Array> {
    yield Uint8Array.of(1, 2);
    yield Uint8Array.of(3);
  }
  assert.deepEqual(await client.imageConvert(parts(), { format: "PNG" }), Uint8Array.of(3, 2, 1));
});

test("a text is a text", async () => {
  assert.equal(await answering(new Response("pöng")).miscellaneousPing(), "pöng");
});

test("another extension can be named, and one has to be", async () => {
  const client = answering(Response.json([]));
  await client.imageGetTags(IMAGE, { extensionId: "you" });
  assert.deepEqual(client.asked, [`GET /image/${IMAGE}/getTags?extensionId=you`]);
  client.extensionId = undefined;
  await assert.rejects(client.imageGetTags(IMAGE), /name the extension/);
});

test("numbers that JSON has none of are not sent", async () => {
  const client = answering();
  const embedding = { name: "look", values: [Number.NaN] };
  await assert.rejects(client.imageSetEmbeddings(IMAGE, [embedding]), RangeError);
  assert.deepEqual(client.asked, []);
});

test("a refusal says what was wrong", async () => {
  const problem = { status: 400, rule: "schema.pattern", detail: "No tag.", pointer: "/0", requestId: "r1" };
  const client = answering(Response.json(problem, { status: 400 }));
  await assert.rejects(client.imageSetTags(IMAGE, ["no tag"]), (error) => {
    assert.ok(error instanceof ApiError);
    const { status, rule, detail, pointer, requestId, remedy } = error;
    assert.deepEqual({ status, rule, detail, pointer, requestId }, problem);
    assert.equal(remedy, undefined);
    assert.equal(error.message, "400 schema.pattern: No tag.");
    return true;
  });
});

for (const content of ["", "<html>", "[]", '{"detail": 7}', "\ud800"]) {
  test(`an error that is no problem document: ${JSON.stringify(content)}`, async () => {
    const refused = answering(new Response(content, { status: 502 })).imageGet(IMAGE);
    await assert.rejects(refused, { name: "ApiError", status: 502, rule: "http" });
  });
}

test("a redirection is not followed", async () => {
  const client = answering(new Response(null, { status: 302, headers: { Location: "/" } }));
  await assert.rejects(client.imageGet(IMAGE), { status: 302, rule: "http" });
  assert.equal(client.requests[0]?.redirect, "manual");
});

test("a busy service is asked again", async () => {
  const client = answering(
    new Response(null, { status: 503, headers: { "Retry-After": "5" } }),
    new Response(null, { status: 429, headers: { "Retry-After": "soon" } }),
    done(),
  );
  await client.imageSetTags(IMAGE, []);
  assert.deepEqual(client.pauses, [5, 0.4]);
  assert.equal(client.asked.length, 3);
});

test("patience ends", async () => {
  const client = new Noting(() => new Response(null, { status: 503 }));
  await assert.rejects(client.imageGet(IMAGE), { status: 503 });
  assert.equal(client.pauses.length, 3);
});

test("what may have been done is not done again", async () => {
  const client = answering(failed("UND_ERR_SOCKET"), failed("ECONNREFUSED"), Response.json({ id: 1 }));
  await assert.rejects(client.collectionCreate({}, { name: "new" }), (error) => {
    assert.ok(error instanceof UnreachableError && error instanceof ApiError);
    assert.deepEqual([error.status, error.rule, error.detail], [0, "service.unreachable", "UND_ERR_SOCKET"]);
    return true;
  });
  assert.deepEqual(client.pauses, []);
  assert.deepEqual(await client.collectionCreate({}, { name: "new" }), { id: 1 });
});

test("what only reads is asked again", async () => {
  const client = answering(failed("UND_ERR_SOCKET"), Response.json({ id: IMAGE }));
  assert.deepEqual(await client.imageGet(IMAGE), { id: IMAGE });
});

test("a body that is read once is sent once", async () => {
  async function* parts(): AsyncGenerator<Uint8Array> {
    yield Uint8Array.of(1);
  }
  const client = new Noting(() => new Response(null, { status: 503 }));
  await assert.rejects(client.imageFormat(parts()), ApiError);
  assert.equal(client.asked.length, 1);
});

test("an answer that never comes is given up", async () => {
  const silent = (_: string, { signal }: RequestInit): Promise<Response> =>
    new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  const client = new Client("http://facetry.test", "key", { timeout: 0.05, fetch: silent });
  await assert.rejects(client.collectionCreate({}, { name: "new" }), { detail: "no answer in time" });
  const slow = new Client("http://facetry.test", "key", { fetch: silent });
  const asked = assert.rejects(slow.collectionCreate({}, { name: "new" }), UnreachableError);
  slow.close();
  await asked;
  await assert.rejects(slow.miscellaneousPing(), { detail: "the client is closed" });
});

/** An answer that comes in these parts. */
function streamed(...parts: string[]): Response {
  return new Response(
    new ReadableStream({
      start(controller) {
        parts.forEach((part) => controller.enqueue(Buffer.from(part)));
        controller.close();
      },
    }),
  );
}

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const found = [];
  for await (const each of values) {
    found.push(each);
  }
  return found;
}

test("lines come one by one", async () => {
  const refusal = Response.json({ rule: "x" }, { status: 400 });
  const client = answering(streamed(`"${IMAGE}"\n\n{"total`, 'Count": 1}\r\n7'), refusal);
  assert.deepEqual(await all(client.imageSearchIdStream({})), [IMAGE, { totalCount: 1 }, 7]);
  await assert.rejects(all(client.imageSearchIdStream({})), { rule: "x" });
});

test("events come one by one", async () => {
  const body = ": hello\n\nid: 7\nevent: image.created\ndata: {\ndata: }\n\nevent: lost\n\ndata:plain\n\n";
  assert.deepEqual(await all(answering(streamed(body)).events()), [
    { event: "image.created", data: "{\n}", id: "7" },
    { event: "message", data: "plain", id: "7" },
  ]);
});
