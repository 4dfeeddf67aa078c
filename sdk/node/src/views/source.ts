/** The text of each part of a JSON text, so that parts can be written as they were. */

/** A JSON value with its place in a text. */
export interface Source {
  readonly raw: string;
  /** The members of an object. */
  readonly members?: ReadonlyMap<string, Source>;
  /** The items of an array. */
  readonly items?: readonly Source[];
}

const TOKEN = /"[^"\\]*(?:\\[^][^"\\]*)*"|[[\]{},:]|[^\s"[\]{},:]+/g;

/** The value of a JSON text. Throws `SyntaxError` for a text that is none, and `RangeError` for a deep one. */
export function sourceOf(text: string): Source {
  JSON.parse(text); // the rest relies on it
  const tokens = text.matchAll(TOKEN);
  const next = (): RegExpExecArray => tokens.next().value as RegExpExecArray;

  function read(token: RegExpExecArray): Source {
    switch (token[0]) {
      case "{":
        return readObject(token.index);
      case "[":
        return readArray(token.index);
      default:
        return { raw: token[0] };
    }
  }

  function readObject(start: number): Source {
    const members = new Map<string, Source>();
    let token = next();
    while (token[0] !== "}") {
      const name = JSON.parse(token[0]) as string;
      next(); // the colon
      if (members.has(name)) {
        throw new SyntaxError(`an object has the key ${token[0]} twice`);
      }
      members.set(name, read(next()));
      token = next();
      token = token[0] === "," ? next() : token;
    }
    return { raw: text.slice(start, token.index + 1), members };
  }

  function readArray(start: number): Source {
    const items: Source[] = [];
    let token = next();
    while (token[0] !== "]") {
      items.push(read(token));
      token = next();
      token = token[0] === "," ? next() : token;
    }
    return { raw: text.slice(start, token.index + 1), items };
  }

  return read(next());
}
