/** How the operations are asked: HTTP with the key of the extension, and patience with a service that is busy. */

import { setTimeout as pause } from "node:timers/promises";
import { jsonOf } from "../json.js";
import { ApiError, UnreachableError, apiError } from "./errors.js";
import { type Line, linesOf, messagesOf } from "./streams.js";

/** A body that is no JSON. */
export type Content = Uint8Array | Blob | AsyncIterable<Uint8Array>;

/** What asks: that of the platform, unless a test gives another one. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How a client is made. */
export interface TransportOptions {
  /** What operations take for their extension when none is given. */
  readonly extensionId?: string | undefined;
  /** For how many seconds nothing may be heard of an answer. */
  readonly timeout?: number | undefined;
  /** For tests. */
  readonly fetch?: Fetch | undefined;
}

/** What an operation sends beside its method and its path. */
interface Given {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly content?: Content | undefined;
  readonly contentType?: string;
}

export type { Message } from "./streams.js";

const ATTEMPTS = 4;
const LONGEST_WAIT = 10;
/** For a body that is no JSON to be sent, and for the answer to begin. */
const SENDING_SECONDS = 600;
/** The service did nothing, and may do it later. */
const BUSY: readonly number[] = [429, 503];
const PROBLEM_CHARACTERS = 65_536;
/** What a connection that never came to be is told by: nothing was sent. */
const UNDONE: readonly unknown[] = [
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "UND_ERR_CONNECT_TIMEOUT",
];

/** One service, one key. */
export class Transport {
  extensionId: string | undefined;
  readonly #url: string;
  readonly #timeout: number;
  readonly #fetch: Fetch;
  readonly #open = new Set<AbortController>();
  #key: string;
  #isClosed = false;

  constructor(url: string, key: string, options: TransportOptions = {}) {
    this.extensionId = options.extensionId;
    this.#url = url.replace(/\/+$/, "");
    this.#key = key;
    this.#timeout = (options.timeout ?? 60) * 1000;
    this.#fetch = options.fetch ?? fetch;
  }

  /** Use this key from now on. */
  use(key: string): void {
    this.#key = key;
  }

  /** End the requests that go on, and refuse all others. */
  close(): void {
    this.#isClosed = true;
    for (const each of this.#open) {
      each.abort();
    }
  }

  // What the operations are made of.

  protected quoted(value: string | number): string {
    return encodeURIComponent(String(value).toWellFormed());
  }

  protected own(extensionId: string | undefined): string {
    const chosen = extensionId ?? this.extensionId;
    if (chosen === undefined) {
      throw new TypeError("name the extension: { extensionId: … }");
    }
    return chosen;
  }

  protected async nothing(method: string, path: string, given: Given = {}): Promise<void> {
    await this.bytes(method, path, given);
  }

  protected async json<T>(method: string, path: string, given: Given = {}): Promise<T> {
    const text = await this.text(method, path, given);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  }

  protected async text(method: string, path: string, given: Given = {}): Promise<string> {
    return new TextDecoder().decode(await this.bytes(method, path, given));
  }

  protected async bytes(method: string, path: string, given: Given = {}): Promise<Uint8Array> {
    return this.#sent(method, path, given, async (answer, heard) => {
      const parts: Uint8Array[] = [];
      for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
        heard();
        parts.push(part);
      }
      return Uint8Array.from(Buffer.concat(parts));
    });
  }

  /** JSON values, one a line, as they come. */
  protected async *lines(method: string, path: string, given: Given = {}): AsyncGenerator<unknown> {
    for await (const line of this.#streamed(method, path, given)) {
      if (line.trim() !== "") {
        yield JSON.parse(line);
      }
    }
  }

  /** Server-sent events, as they come. */
  protected messages(method: string, path: string, given: Given = {}): ReturnType<typeof messagesOf> {
    return messagesOf(this.#streamed(method, path, given));
  }

  /** Wait before the next attempt. */
  protected async pause(seconds: number): Promise<void> {
    await pause(seconds * 1000);
  }

  async *#streamed(method: string, path: string, given: Given): AsyncGenerator<Line> {
    const answer = await this.#sent(method, path, given, async (begun) => begun);
    try {
      yield* linesOf(answer);
    } catch (error) {
      throw new UnreachableError(reasonOf(error), { cause: error });
    }
  }

  /** What the good answer is read as. What was surely not done is tried again when the body can be sent again. */
  async #sent<T>(
    method: string,
    path: string,
    given: Given,
    read: (answer: Response, heard: () => void) => Promise<T>,
  ): Promise<T> {
    const { url, init } = this.#request(method, path, given);
    const { content } = given;
    const isRepeatable = content === undefined || content instanceof Uint8Array || content instanceof Blob;
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === ATTEMPTS || !isRepeatable;
      const wait = Math.min(0.1 * 2 ** attempt, LONGEST_WAIT);
      const asked = await this.#attempt(url, init, read);
      if ("value" in asked) {
        return asked.value;
      }
      const { fault, retryAfter } = asked;
      const isUndone =
        fault instanceof UnreachableError
          ? method === "GET" || UNDONE.includes(codeOf(fault.cause))
          : BUSY.includes(fault.status);
      if (isLast || !isUndone || this.#isClosed) {
        throw fault;
      }
      await this.pause(waitOf(retryAfter, wait));
    }
  }

  async #attempt<T>(
    url: string,
    init: RequestInit,
    read: (answer: Response, heard: () => void) => Promise<T>,
  ): Promise<{ value: T } | { fault: ApiError; retryAfter: string | null }> {
    if (this.#isClosed) {
      return { fault: new UnreachableError("the client is closed"), retryAfter: null };
    }
    const controller = new AbortController();
    const patience = init.duplex === undefined ? this.#timeout : SENDING_SECONDS * 1000;
    const silence = setTimeout(() => controller.abort(new Error("no answer in time")), patience);
    this.#open.add(controller);
    try {
      const headers = { ...(init.headers as Record<string, string>), Authorization: `Bearer ${this.#key}` };
      const answer = await this.#fetch(url, { ...init, headers, signal: controller.signal, redirect: "manual" });
      if (answer.ok) {
        return { value: await read(answer, () => silence.refresh()) };
      }
      const problem = (await answer.text()).slice(0, PROBLEM_CHARACTERS);
      return { fault: apiError(answer.status, problem), retryAfter: answer.headers.get("Retry-After") };
    } catch (error) {
      return { fault: new UnreachableError(reasonOf(error), { cause: error }), retryAfter: null };
    } finally {
      clearTimeout(silence);
      this.#open.delete(controller);
    }
  }

  #request(method: string, path: string, given: Given): { url: string; init: RequestInit } {
    const query = new URLSearchParams();
    for (const [name, value] of present(given.query)) {
      for (const each of Array.isArray(value) ? value : [value]) {
        query.append(name, String(each));
      }
    }
    const headers = Object.fromEntries(present(given.headers).map(([name, value]) => [name, String(value)]));
    const init: RequestInit = { method, headers };
    if (given.content !== undefined) {
      headers["Content-Type"] = given.contentType ?? "application/octet-stream";
      init.body = given.content as NonNullable<RequestInit["body"]>;
      init.duplex = "half";
    } else if (given.body !== undefined) {
      headers["Content-Type"] = "application/json";
      init.body = jsonOf(given.body);
    }
    return { url: `${this.#url}${path}${query.size > 0 ? `?${query.toString()}` : ""}`, init };
  }
}

function present(members: Readonly<Record<string, unknown>> = {}): [string, unknown][] {
  return Object.entries(members).filter(([, value]) => value !== undefined && value !== null);
}

function waitOf(asked: string | null, otherwise: number): number {
  return asked !== null && /^[0-9]+$/.test(asked) ? Math.min(Number(asked), LONGEST_WAIT) : otherwise;
}

/** `fetch` tells why it failed in the cause of its error. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error;
}

function codeOf(error: unknown): unknown {
  return (causeOf(error) as { code?: unknown } | undefined)?.code;
}

function reasonOf(error: unknown): string {
  const cause = causeOf(error);
  return cause instanceof Error ? cause.message || String(codeOf(cause) ?? cause.name) : String(cause);
}
