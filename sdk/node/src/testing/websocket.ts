/** The server's side of a WebSocket, as far as the clients of Socket.IO use it: no extensions, no subprotocols.
 *
 * It stands here so that the tests of an extension need no package that the extension does not need.
 */

import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

/** What every server adds to the key of the client, as the protocol has it. */
const KEY_SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const LARGEST_MESSAGE = 33_554_432;
const CONTINUATION = 0;
const TEXT = 1;
const BINARY = 2;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

interface Frame {
  readonly isLast: boolean;
  readonly opcode: number;
  readonly content: Buffer;
}

/** What is done with what comes. */
export interface Hearer {
  text(text: string): void;
  binary(content: Buffer): void;
  /** Called once, however it ended. */
  gone(): void;
}

/** One connection. */
export class WebSocket {
  readonly #socket: Duplex;
  readonly #hearer: Hearer;
  readonly #parts: Buffer[] = [];
  #chunks: Buffer[] = [];
  #size = 0;
  #needed = 2;
  #opcode = TEXT;

  /** Accept the upgrade of a request. */
  constructor(request: IncomingMessage, socket: Duplex, head: Buffer, hearer: (made: WebSocket) => Hearer) {
    this.#socket = socket;
    this.#hearer = hearer(this);
    const key = `${request.headers["sec-websocket-key"] ?? ""}${KEY_SUFFIX}`;
    socket.write(
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
        `Sec-WebSocket-Accept: ${createHash("sha1").update(key).digest("base64")}\r\n\r\n`,
    );
    socket.on("error", () => socket.destroy());
    socket.once("close", () => this.#hearer.gone());
    socket.unshift(head);
    socket.on("data", (chunk: Buffer) => this.#came(chunk));
  }

  /** Send a text. */
  send(text: string): void {
    this.#write(TEXT, Buffer.from(text));
  }

  /** End it without a word, as when a network fails. */
  abort(): void {
    this.#socket.destroy();
  }

  #came(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    while (this.#size >= this.#needed && !this.#socket.destroyed) {
      const frame = this.#frame();
      if (frame !== undefined) {
        this.#take(frame);
      }
    }
  }

  /** The next frame, once it is all there; until then, how much is needed grows with what is known of it. */
  #frame(): Frame | undefined {
    const whole = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    this.#chunks = [whole];
    const [first, second] = [whole.readUInt8(0), whole.readUInt8(1)];
    const short = second & 0x7f;
    const begin = 2 + (short === 126 ? 2 : short === 127 ? 8 : 0) + 4;
    if (this.#size < begin) {
      this.#needed = begin;
      return undefined;
    }
    const length = short === 126 ? whole.readUInt16BE(2) : short === 127 ? Number(whole.readBigUInt64BE(2)) : short;
    if (length > LARGEST_MESSAGE || second < 0x80) {
      // what clients send is masked
      this.abort();
      return undefined;
    }
    if (this.#size < begin + length) {
      this.#needed = begin + length;
      return undefined;
    }
    const mask = whole.subarray(begin - 4, begin);
    const content = whole.subarray(begin, begin + length);
    for (let index = 0; index < length; index += 1) {
      content[index]! ^= mask[index & 3]!;
    }
    const rest = whole.subarray(begin + length);
    this.#chunks = [rest];
    this.#size = rest.length;
    this.#needed = 2;
    return { isLast: first >= 0x80, opcode: first & 0x0f, content };
  }

  #take(frame: Frame): void {
    if (frame.opcode === CLOSE) {
      this.#write(CLOSE, frame.content);
      this.#socket.end();
    } else if (frame.opcode === PING) {
      this.#write(PONG, frame.content);
    } else if (frame.opcode === TEXT || frame.opcode === BINARY || frame.opcode === CONTINUATION) {
      this.#opcode = frame.opcode === CONTINUATION ? this.#opcode : frame.opcode;
      this.#parts.push(frame.content);
      if (frame.isLast) {
        const content = Buffer.concat(this.#parts.splice(0));
        if (this.#opcode === TEXT) {
          this.#hearer.text(content.toString());
        } else {
          this.#hearer.binary(content);
        }
      }
    }
  }

  #write(opcode: number, content: Buffer): void {
    if (this.#socket.writable) {
      this.#socket.write(headOf(opcode, content.length));
      this.#socket.write(content);
    }
  }
}

function headOf(opcode: number, length: number): Buffer {
  const size = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const head = Buffer.alloc(size);
  head.writeUInt8(0x80 | opcode, 0);
  head.writeUInt8(size === 2 ? length : size === 4 ? 126 : 127, 1);
  if (size === 4) {
    head.writeUInt16BE(length, 2);
  } else if (size === 10) {
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return head;
}
