/** Answers that come bit by bit. */

/** A line without its end. */
export type Line = string;

/** One event of a stream of events. */
export interface Message {
  readonly event: string;
  readonly data: string;
  readonly id: string;
}

/** The lines of an answer, as they come. */
export async function* linesOf(answer: Response): AsyncGenerator<Line> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    const lines = (rest + decoder.decode(part, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines.map((line) => line.replace(/\r$/, ""));
  }
  rest += decoder.decode();
  if (rest !== "") {
    yield rest;
  }
}

/** The events that lines are made of. */
export async function* messagesOf(lines: AsyncIterable<Line>): AsyncGenerator<Message> {
  let event = "";
  let id = "";
  let data: string[] = [];
  for await (const line of lines) {
    const [, name, value] = /^([^:]*):? ?(.*)$/s.exec(line) ?? ["", "", ""];
    if (line === "") {
      if (data.length > 0) {
        yield { event: event || "message", data: data.join("\n"), id };
      }
      event = "";
      data = [];
    } else if (name === "data") {
      data.push(value ?? "");
    } else if (name === "event") {
      event = value ?? "";
    } else if (name === "id") {
      id = value ?? "";
    }
  }
}
