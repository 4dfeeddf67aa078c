/** How operations are sent from a page: by fetch, with the cookie of the session, relative to the address of the page. */

import { Operations } from "@api/operations.js";
import { type RequestOptions, type Message, parametersOf } from "@api/requests.js";
import { ApiError, errorOf, isAbort, UnreachableError } from "./errors.js";
import { linesOf, messagesOf } from "./streams.js";

/** The body of an upload. */
export type Content = Blob | string;

type Request = RequestOptions<Content>;

/** Says that a request comes from a script of this page. Scripts of other sites cannot send it. */
const PAGE_HEADER = { "X-Facetry-Page": "1" };
const SECONDS = 60;
/** Streams of the service send something every 15 seconds. */
const SILENCE_SECONDS = 40;
const ATTEMPTS = 3;
const MAX_PAUSE_SECONDS = 5;
/** The service has done nothing, and may do it later. */
const BUSY = new Set([429, 503]);

/** The operations of one service. */
export class Client extends Operations<Content> {
  constructor(
    /** The address of the service, with a slash at its end. */
    readonly base: string,
    /** Called when the service does not take the session. */
    private readonly onSignedOut: () => void = () => {},
    private readonly signal?: AbortSignal,
    /** How long an answer may take. */
    private readonly seconds = SECONDS,
  ) {
    super();
  }

  /** The same client, whose requests end with a signal, and whose answers may take some time. */
  until(signal: AbortSignal, seconds = this.seconds): Client {
    return new Client(this.base, this.onSignedOut, signal, seconds);
  }

  protected async bytes(method: string, path: string, request: Request = {}): Promise<Uint8Array> {
    return new Uint8Array(await (await this.#send(method, path, request)).arrayBuffer());
  }

  protected messages(method: string, path: string, request: Request = {}): AsyncGenerator<Message> {
    return messagesOf(this.textLines(method, path, request));
  }

  protected async *textLines(method: string, path: string, request: Request = {}): AsyncGenerator<string> {
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
    for (const [name, value] of parametersOf(query)) address.searchParams.append(name, value);
    const sent: Record<string, string> = { ...PAGE_HEADER, ...Object.fromEntries(parametersOf(headers)) };
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

async function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1_000);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
