/** How operations are sent from a page: by fetch, with the cookie of the session, relative to the address of the page. */

import { ApiError, errorOf, isAbort, UnreachableError } from "./errors.js";
import { linesOf, type Message, messagesOf } from "./streams.js";

export type { Message } from "./streams.js";

/** The body of an upload. */
export type Content = Blob | string;

interface Request {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly content?: Content | undefined;
  readonly contentType?: string;
}

/** Says that a request comes from a script of this page. Scripts of other sites cannot send it. */
const PAGE_HEADER = { "X-Facetry-Page": "1" };
const SECONDS = 60;
/** Streams of the service send something every 15 seconds. */
const SILENCE_SECONDS = 40;
const ATTEMPTS = 3;
const MAX_PAUSE_SECONDS = 5;
/** The service has done nothing, and may do it later. */
const BUSY = new Set([429, 503]);

/** Sends requests to one service. */
export class Transport {
  constructor(
    /** The address of the service, with a slash at its end. */
    readonly base: string,
    /** Called when the service does not take the session. */
    private readonly onSignedOut: () => void = () => {},
    private readonly signal?: AbortSignal,
    /** How long an answer may take. */
    private readonly seconds = SECONDS,
  ) {}

  /** The same client, whose requests end with a signal, and whose answers may take some time. */
  until(signal: AbortSignal, seconds = this.seconds): this {
    const Client = this.constructor as new (...parts: ConstructorParameters<typeof Transport>) => this;
    return new Client(this.base, this.onSignedOut, signal, seconds);
  }

  protected quoted(value: string | number): string {
    return encodeURIComponent(value);
  }

  protected own(extensionId: string | undefined): string {
    if (extensionId === undefined) throw new TypeError("The operation needs an extensionId.");
    return extensionId;
  }

  protected async nothing(method: string, path: string, request: Request = {}): Promise<void> {
    await (await this.#send(method, path, request)).arrayBuffer();
  }

  protected async json<T>(method: string, path: string, request: Request = {}): Promise<T> {
    const text = await this.text(method, path, request);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  }

  protected async text(method: string, path: string, request: Request = {}): Promise<string> {
    return (await this.#send(method, path, request)).text();
  }

  protected async bytes(method: string, path: string, request: Request = {}): Promise<Uint8Array> {
    return new Uint8Array(await (await this.#send(method, path, request)).arrayBuffer());
  }

  /** The JSON values of an answer, one a line, as they come. */
  protected async *lines(method: string, path: string, request: Request = {}): AsyncGenerator<unknown> {
    for await (const line of this.#stream(method, path, request)) if (line !== "") yield JSON.parse(line);
  }

  /** Server-sent events, as they come. */
  protected messages(method: string, path: string, request: Request = {}): AsyncGenerator<Message> {
    return messagesOf(this.#stream(method, path, request));
  }

  async *#stream(method: string, path: string, request: Request): AsyncGenerator<string> {
    const response = await this.#send(method, path, request, Number.POSITIVE_INFINITY);
    try {
      yield* linesOf(response, SILENCE_SECONDS);
    } catch (error) {
      throw isAbort(error) ? error : new UnreachableError(error);
    }
  }

  async #send(method: string, path: string, request: Request, seconds = this.seconds): Promise<Response> {
    const [address, init] = this.#request(method, path, request);
    for (let attempt = 1; ; attempt++) {
      const response = await this.#attempt(address, init, request.content === undefined ? seconds : Infinity);
      if (response.ok) return response;
      if (!BUSY.has(response.status) || attempt === ATTEMPTS) {
        if (response.status === 401) this.onSignedOut();
        throw await errorOf(response);
      }
      await pause(Math.min(Number(response.headers.get("Retry-After") ?? 1) || 1, MAX_PAUSE_SECONDS), this.signal);
    }
  }

  async #attempt(address: string, init: RequestInit, seconds: number): Promise<Response> {
    const signals = this.signal === undefined ? [] : [this.signal];
    if (Number.isFinite(seconds)) signals.push(AbortSignal.timeout(seconds * 1_000));
    try {
      return await fetch(address, { ...init, signal: AbortSignal.any(signals) });
    } catch (error) {
      if (isAbort(error) || error instanceof ApiError) throw error;
      throw new UnreachableError(error);
    }
  }

  #request(
    method: string,
    path: string,
    { query, headers, body, content, contentType }: Request,
  ): [string, RequestInit] {
    const address = new URL(path.replace(/^\//, ""), this.base);
    for (const [name, value] of present(query)) {
      for (const each of Array.isArray(value) ? value : [value]) address.searchParams.append(name, String(each));
    }
    const sent: Record<string, string> = { ...PAGE_HEADER };
    for (const [name, value] of present(headers)) sent[name] = String(value);
    if (content !== undefined) sent["Content-Type"] = contentType ?? "application/octet-stream";
    else if (body !== undefined) sent["Content-Type"] = "application/json";
    const init: RequestInit = {
      method,
      headers: sent,
      credentials: "same-origin",
      cache: "no-store",
      redirect: "error",
    };
    if (content !== undefined) init.body = content;
    else if (body !== undefined) init.body = JSON.stringify(body);
    return [address.href, init];
  }
}

function present(members: Readonly<Record<string, unknown>> = {}): [string, unknown][] {
  return Object.entries(members).filter(([, value]) => value !== undefined && value !== null);
}

async function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1_000);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
