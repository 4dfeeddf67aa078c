/** Answers that come bit by bit: lines of text, and server-sent events. */

import type { Message } from "@api/requests.js";

/** The lines of an answer, as they come. Throws if nothing comes for `seconds`. */
export async function* linesOf(response: Response, seconds: number): AsyncGenerator<string> {
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await within(seconds, reader.read());
      if (done) break;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
    if (rest !== "") yield rest;
  } finally {
    void reader.cancel().catch(() => undefined); // the stream may have failed, which its reader has seen
  }
}

/** Server-sent events from their lines. One without data says which place in the log the stream has reached; the packages
 * for this drop such events, and so their ids.
 */
export async function* messagesOf(lines: AsyncIterable<string>): AsyncGenerator<Message> {
  let message = { event: "message", data: "", id: "" };
  for await (const line of lines) {
    if (line === "") {
      if (message.id !== "" || message.data !== "") yield message;
      message = { event: "message", data: "", id: "" };
      continue;
    }
    const [, name, value = ""] = /^(event|data|id): ?(.*)$/.exec(line) ?? [];
    if (name === "data") message.data += message.data === "" ? value : `\n${value}`;
    else if (name === "event") message.event = value;
    else if (name === "id") message.id = value;
  }
}

async function within<T>(seconds: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The service has sent nothing for ${seconds} s.`)), seconds * 1_000);
  });
  try {
    return await Promise.race([promise, silence]);
  } finally {
    clearTimeout(timer);
  }
}
