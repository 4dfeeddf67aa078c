/** How requests are sent: over HTTP, with the key of the extension, and again when the service is busy. */

import { setTimeout as pause } from "node:timers/promises";
import { stringify } from "../json.js";
import { type ApiError, UnreachableError, apiError } from "./errors.js";
import { Operations } from "./operations.js";
import { type RequestOptions, type Message, parametersOf } from "./requests.js";
import { linesOf, messagesOf } from "./streams.js";

/** A body that is no JSON. */
export type Content = Uint8Array | Blob | AsyncIterable<Uint8Array>;

/** The `fetch` of the platform, unless a test gives another one. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How a client is made. */
export interface TransportOptions {
  /** What operations take for their extension when none is given. */
  readonly extensionId?: string | undefined;
  /** Seconds without a byte of an answer until it fails. */
  readonly timeout?: number | undefined;
  /** For tests. */
  readonly fetch?: Fetch | undefined;
}

const ATTEMPTS = 4;
const MAX_WAIT = 10;
/** For a body that is no JSON to be sent, and for the answer to begin. */
const SENDING_SECONDS = 600;
/** The service did nothing, and may do it later. */
const BUSY: readonly number[] = [429, 503];
const PROBLEM_CHARACTERS = 65_536;
/** Errors of connections that were never open: nothing was sent. */
const UNSENT: readonly unknown[] = [
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "UND_ERR_CONNECT_TIMEOUT",
];

/** The operations of one service, with one key. */
export class Client extends Operations<Content> {
  readonly #url: string;
  readonly #timeout: number;
  readonly #fetch: Fetch;
  readonly #open = new Set<AbortController>();
  #key: string;
  #isClosed = false;

  constructor(url: string, key: string, options: TransportOptions = {}) {
    super();
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

  protected async bytes(method: string, path: string, options: RequestOptions<Content> = {}): Promise<Uint8Array> {
    return this.#send(method, path, options, async (answer, onChunk) => {
      const parts: Uint8Array[] = [];
      for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
        onChunk();
        parts.push(part);
      }
      return Uint8Array.from(Buffer.concat(parts));
    });
  }

  protected messages(method: string, path: string, options: RequestOptions<Content> = {}): AsyncGenerator<Message> {
    return messagesOf(this.textLines(method, path, options));
  }

  /** Wait before the next attempt. */
  protected async pause(seconds: number): Promise<void> {
    await pause(seconds * 1000);
  }

  protected async *textLines(
    method: string,
    path: string,
    options: RequestOptions<Content> = {},
  ): AsyncGenerator<string> {
    const answer = await this.#send(method, path, options, async (response) => response);
    try {
      yield* linesOf(answer);
    } catch (error) {
      throw new UnreachableError(reasonOf(error), { cause: error });
    }
  }

  /** What the good answer is read as. What was surely not done is tried again when the body can be sent again. */
  async #send<T>(
    method: string,
    path: string,
    options: RequestOptions<Content>,
    read: (answer: Response, onChunk: () => void) => Promise<T>,
  ): Promise<T> {
    const { url, init } = this.#request(method, path, options);
    const { content } = options;
    const isRepeatable = content === undefined || content instanceof Uint8Array || content instanceof Blob;
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === ATTEMPTS || !isRepeatable;
      const wait = Math.min(0.1 * 2 ** attempt, MAX_WAIT);
      const outcome = await this.#attempt(url, init, read);
      if ("value" in outcome) {
        return outcome.value;
      }
      const { error, retryAfter } = outcome;
      const isUnsent =
        error instanceof UnreachableError
          ? method === "GET" || UNSENT.includes(codeOf(error.cause))
          : BUSY.includes(error.status);
      if (isLast || !isUnsent || this.#isClosed) {
        throw error;
      }
      await this.pause(retryDelay(retryAfter, wait));
    }
  }

  async #attempt<T>(
    url: string,
    init: RequestInit,
    read: (answer: Response, onChunk: () => void) => Promise<T>,
  ): Promise<{ value: T } | { error: ApiError; retryAfter: string | null }> {
    if (this.#isClosed) {
      return { error: new UnreachableError("the client is closed"), retryAfter: null };
    }
    const controller = new AbortController();
    const timeout = init.duplex === undefined ? this.#timeout : SENDING_SECONDS * 1000;
    const timer = setTimeout(() => controller.abort(new Error("no answer in time")), timeout);
    this.#open.add(controller);
    try {
      const headers = { ...(init.headers as Record<string, string>), Authorization: `Bearer ${this.#key}` };
      const answer = await this.#fetch(url, { ...init, headers, signal: controller.signal, redirect: "manual" });
      if (answer.ok) {
        return { value: await read(answer, () => timer.refresh()) };
      }
      const problem = (await answer.text()).slice(0, PROBLEM_CHARACTERS);
      return { error: apiError(answer.status, problem), retryAfter: answer.headers.get("Retry-After") };
    } catch (error) {
      return { error: new UnreachableError(reasonOf(error), { cause: error }), retryAfter: null };
    } finally {
      clearTimeout(timer);
      this.#open.delete(controller);
    }
  }

  #request(method: string, path: string, options: RequestOptions<Content>): { url: string; init: RequestInit } {
    const query = new URLSearchParams(parametersOf(options.query));
    const headers = Object.fromEntries(parametersOf(options.headers));
    const init: RequestInit = { method, headers };
    if (options.content !== undefined) {
      headers["Content-Type"] = options.contentType ?? "application/octet-stream";
      init.body = options.content as NonNullable<RequestInit["body"]>;
      init.duplex = "half";
    } else if (options.body !== undefined) {
      headers["Content-Type"] = "application/json";
      init.body = stringify(options.body);
    }
    return { url: `${this.#url}${path}${query.size > 0 ? `?${query.toString()}` : ""}`, init };
  }
}

function retryDelay(header: string | null, defaultDelay: number): number {
  return header !== null && /^[0-9]+$/.test(header) ? Math.min(Number(header), MAX_WAIT) : defaultDelay;
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
