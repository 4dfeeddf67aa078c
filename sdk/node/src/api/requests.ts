/** What the operations are made of. How requests are sent is the matter of each client. */

/** What an operation sends besides its method and its path. */
export interface RequestOptions<Content> {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly content?: Content | undefined;
  readonly contentType?: string;
}

/** One event of a stream of events. */
export interface Message {
  readonly event: string;
  readonly data: string;
  readonly id: string;
}

/** Requests, by what their answers are read as. `Content` is a body that is no JSON. */
export abstract class Requests<Content> {
  /** What operations take for their extension when none is given. */
  extensionId: string | undefined;

  protected abstract bytes(method: string, path: string, options?: RequestOptions<Content>): Promise<Uint8Array>;

  /** Server-sent events, as they come. */
  protected abstract messages(method: string, path: string, options?: RequestOptions<Content>): AsyncGenerator<Message>;

  /** The lines of an answer, as they come. */
  protected abstract textLines(method: string, path: string, options?: RequestOptions<Content>): AsyncGenerator<string>;

  protected async nothing(method: string, path: string, options?: RequestOptions<Content>): Promise<void> {
    await this.bytes(method, path, options);
  }

  protected async text(method: string, path: string, options?: RequestOptions<Content>): Promise<string> {
    return new TextDecoder().decode(await this.bytes(method, path, options));
  }

  protected async json<T>(method: string, path: string, options?: RequestOptions<Content>): Promise<T> {
    const text = await this.text(method, path, options);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  }

  /** JSON values, one a line, as they come. */
  protected async *lines(method: string, path: string, options?: RequestOptions<Content>): AsyncGenerator<unknown> {
    for await (const line of this.textLines(method, path, options)) {
      if (line.trim() !== "") {
        yield JSON.parse(line);
      }
    }
  }

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
}

/** The parameters that have a value, as texts. One with several values is there for each of them. */
export function parametersOf(parameters: Readonly<Record<string, unknown>> = {}): [string, string][] {
  const entries = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null);
  return entries.flatMap(([name, value]) => [value].flat().map((each): [string, string] => [name, String(each)]));
}
