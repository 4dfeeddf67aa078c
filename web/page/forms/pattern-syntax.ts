/** The syntax of patterns: what stands for one character is left to the expressions of JavaScript. */

export type Test = (character: string) => boolean;

export type Expression =
  | { readonly kind: "character"; readonly test: Test }
  | { readonly kind: "place"; readonly isAt: (before: string, after: string) => boolean }
  | { readonly kind: "sequence"; readonly parts: readonly Expression[] }
  | { readonly kind: "choice"; readonly parts: readonly Expression[] }
  | { readonly kind: "repeat"; readonly part: Expression; readonly least: number; readonly most: number };

interface Flags {
  readonly i: boolean;
  readonly m: boolean;
  readonly s: boolean;
}

/** The pattern has something that is not read here. */
class UnreadError extends Error {}

const WORD = /^[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]$/u;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/uy;
const GROUP = /\((?:\?(?:<[^>=!]+>|([ims]*)(?:-([ims]+))?:))?/uy;
const ESCAPE = /\\(?:[dDwWsStnrfv]|c[A-Za-z]|x[\da-fA-F]{2}|u[\da-fA-F]{4}|u\{[\da-fA-F]+\})/uy;
const PROPERTY = /\\[pP]\{([A-Za-z\d_=]+)\}/uy;
const PUNCTUATION = /\\([^\p{L}\p{N}])/uy;
const NO_FLAGS: Flags = { i: false, m: false, s: false };

/** A pattern as an expression; `undefined` if it has what only the service reads. */
export function parsed(pattern: string): Expression | undefined {
  try {
    const reader = new Reader(pattern);
    const found = reader.choice(NO_FLAGS);
    return reader.isAtEnd ? found : undefined;
  } catch (error) {
    if (error instanceof UnreadError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

class Reader {
  #position = 0;

  constructor(readonly pattern: string) {}

  get isAtEnd(): boolean {
    return this.#position === this.pattern.length;
  }

  choice(flags: Flags): Expression {
    const parts = [this.#sequence(flags)];
    while (this.#takes("|")) parts.push(this.#sequence(flags));
    return { kind: "choice", parts };
  }

  #sequence(flags: Flags): Expression {
    const parts: Expression[] = [];
    while (!this.isAtEnd && !["|", ")"].includes(this.#next)) {
      const part = this.#part(flags);
      const quantifier = this.#match(QUANTIFIER);
      if (quantifier === undefined) parts.push(part);
      else if (part.kind === "place") throw new UnreadError();
      else parts.push(repeated(part, quantifier));
    }
    return { kind: "sequence", parts };
  }

  #part(flags: Flags): Expression {
    const next = this.#next;
    if (next === "(") return this.#group(flags);
    if (next === "[") return characterOf(this.#class(), flags);
    if (next === "\\") return this.#escape(flags);
    if ("*+?{}])".includes(next)) throw new UnreadError();
    this.#position += next.length;
    if (next === ".") return { kind: "character", test: (character) => flags.s || character !== "\n" };
    if (next === "^") return { kind: "place", isAt: (before) => before === "" || (flags.m && before === "\n") };
    if (next === "$") return { kind: "place", isAt: (_, after) => after === "" || (flags.m && after === "\n") };
    return literal(next, flags);
  }

  #group(flags: Flags): Expression {
    const [, on = "", off = ""] = this.#match(GROUP) ?? [];
    if (this.#next === "?") throw new UnreadError();
    const has = (flag: keyof Flags) => (flags[flag] || on.includes(flag)) && !off.includes(flag);
    const found = this.choice({ i: has("i"), m: has("m"), s: has("s") });
    if (!this.#takes(")")) throw new UnreadError();
    return found;
  }

  #escape(flags: Flags): Expression {
    const place = PLACES.get(this.pattern.slice(this.#position, this.#position + 2));
    if (place !== undefined) {
      this.#position += 2;
      return place;
    }
    const [escape, punctuation] = this.#escaped();
    return punctuation === undefined ? characterOf(escape, flags) : literal(punctuation, flags);
  }

  /** An escape as JavaScript writes it, and the character if it is one of punctuation. */
  #escaped(): readonly [string, string | undefined] {
    const simple = this.#match(ESCAPE);
    if (simple !== undefined) return [simple[0], undefined];
    const property = this.#match(PROPERTY);
    if (property !== undefined) return [propertyOf(property[0].slice(0, 2), property[1] ?? ""), undefined];
    const [, character] = this.#match(PUNCTUATION) ?? [];
    if (character === undefined) throw new UnreadError();
    return [escaped(character), character];
  }

  #class(): string {
    let source = "[";
    this.#position += 1;
    if (this.#takes("^")) source += "^";
    while (!this.#takes("]")) {
      if (this.isAtEnd) throw new UnreadError();
      if (this.#next === "\\") source += this.#escaped()[0];
      else {
        source += this.#next;
        this.#position += this.#next.length;
      }
    }
    return `${source}]`;
  }

  get #next(): string {
    return String.fromCodePoint(this.pattern.codePointAt(this.#position) ?? 0);
  }

  #takes(character: string): boolean {
    const found = this.pattern.startsWith(character, this.#position);
    if (found) this.#position += character.length;
    return found;
  }

  #match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#position;
    const found = expression.exec(this.pattern);
    if (found === null) return undefined;
    this.#position += found[0].length;
    return found;
  }
}

const isWord = (character: string) => WORD.test(character);
const PLACES: ReadonlyMap<string, Expression> = new Map<string, Expression>([
  ["\\b", { kind: "place", isAt: (before, after) => isWord(before) !== isWord(after) }],
  ["\\B", { kind: "place", isAt: (before, after) => isWord(before) === isWord(after) }],
  ["\\<", { kind: "place", isAt: (before, after) => !isWord(before) && isWord(after) }],
  ["\\>", { kind: "place", isAt: (before, after) => isWord(before) && !isWord(after) }],
]);

function repeated(part: Expression, quantifier: RegExpExecArray): Expression {
  const [, sign, least, comma, most] = quantifier;
  const { POSITIVE_INFINITY: endless } = Number;
  if (sign !== undefined)
    return { kind: "repeat", part, least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : endless };
  const end = comma === undefined ? Number(least) : most === "" ? endless : Number(most);
  return { kind: "repeat", part, least: Number(least), most: end };
}

function literal(character: string, flags: Flags): Expression {
  if (flags.i) return characterOf(escaped(character), flags);
  return { kind: "character", test: (each) => each === character };
}

function characterOf(source: string, flags: Flags): Expression {
  if (flags.i && source.includes("\\P")) throw new UnreadError(); // engines differ on what is not upper case without case
  const expression = new RegExp(`^${source}$`, flags.i ? "ui" : "u");
  return { kind: "character", test: (character) => expression.test(character) };
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** A property by its name, which may be written without regard to case. */
function propertyOf(escape: string, name: string): string {
  const title = name.toLowerCase().replace(/(?:^|_|=)\p{L}/gu, (each) => each.toUpperCase());
  for (const each of [name, title, name.toUpperCase(), `Script=${title}`]) {
    const source = `${escape}{${each}}`;
    try {
      new RegExp(source, "u");
      return source;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  throw new UnreadError();
}
