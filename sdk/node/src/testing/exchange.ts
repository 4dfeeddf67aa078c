/** Requests over HTTP, and what they are answered with. */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Call, Refusal } from "./library.js";

/** What a request asks for, once all of it is there. */
export async function callOf(request: IncomingMessage, base: string): Promise<Call> {
  const url = new URL(request.url ?? "/", base);
  const content = Buffer.concat((await request.toArray()) as Buffer[]);
  const isJson = (request.headers["content-type"] ?? "").startsWith("application/json");
  return {
    operation: url.pathname.replace(/\/+$/, "").split("/").at(-1) ?? "",
    method: request.method ?? "GET",
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    body: isJson && content.length > 0 ? (JSON.parse(content.toString()) as unknown) : undefined,
  };
}

/** Answer with bytes, a text, a JSON value, or nothing. */
export function respond(response: ServerResponse, status: number, value: unknown): void {
  if (value instanceof Uint8Array) {
    response.writeHead(status, { "Content-Type": "image/png" }).end(value);
  } else if (typeof value === "string") {
    response.writeHead(status, { "Content-Type": "text/plain" }).end(value);
  } else if (value === undefined) {
    response.writeHead(status).end();
  } else {
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(value));
  }
}

/** Answer with a problem document. */
export function refuse(response: ServerResponse, refusal: Refusal): void {
  const { status, rule, detail, pointer } = refusal;
  const type = `/docs/rules/${rule}`;
  const problem = { type, title: "Refused", status, detail, message: detail, code: 3, rule, pointer };
  response.writeHead(status, { "Content-Type": "application/problem+json" }).end(JSON.stringify(problem));
}
