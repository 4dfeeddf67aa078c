/** The server's side of Socket.IO over a WebSocket: revision 5 of its protocol, over revision 4 of Engine.IO's. */

import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { isObject } from "../configuration.js";
import { WebSocket } from "./websocket.js";

const PING_MILLISECONDS = 25_000;
const OPEN = "0";
const PING = "2";
const MESSAGE = "4";
const CONNECT = "0";
const DISCONNECT = "1";
const EVENT = "2";
const ACK = "3";
const BINARY_EVENT = "5";
const BINARY_ACK = "6";
/** The kind, how many attachments follow, the number that an acknowledgement has, and the JSON. */
const PACKET = /^([0-6])(?:(\d+)-)?(\d*)(.*)$/s;

interface Packet {
  readonly kind: string;
  readonly number: string;
  readonly data: unknown;
}

/** What a peer is asked when an event comes; what it returns, or resolves with, is the acknowledgement. */
export type Said = (peer: Peer, event: string, value: unknown) => unknown;

/** A client that is connected. */
export class Peer {
  /** Settled when it is not any more. */
  readonly gone: Promise<void>;
  isGone = false;
  readonly #socket: WebSocket;
  readonly #said: Said;
  readonly #heard = new Map<string, (answer: unknown) => void>();
  readonly #pinging: NodeJS.Timeout;
  #count = 0;
  #waiting: { packet: Packet; missing: number; attachments: Buffer[] } | undefined;

  /** Accept the upgrade of a request. */
  constructor(request: IncomingMessage, socket: Duplex, head: Buffer, said: Said) {
    this.#said = said;
    let end: () => void = () => undefined;
    this.gone = new Promise((resolve) => {
      end = resolve;
    });
    this.#pinging = setInterval(() => this.#socket.send(PING), PING_MILLISECONDS);
    this.#socket = new WebSocket(request, socket, head, () => ({
      text: (text) => this.#came(text),
      binary: (content) => this.#attached(content),
      gone: () => {
        clearInterval(this.#pinging);
        this.isGone = true;
        end();
      },
    }));
    const times = { pingInterval: PING_MILLISECONDS, pingTimeout: PING_MILLISECONDS };
    this.#socket.send(OPEN + JSON.stringify({ sid: randomUUID(), upgrades: [], ...times, maxPayload: 1e9 }));
  }

  /** Send an event; `heard` gets its acknowledgement, if it comes. */
  emit(event: string, value: unknown, heard: (answer: unknown) => void): void {
    const number = String((this.#count += 1));
    this.#heard.set(number, heard);
    this.#socket.send(`${MESSAGE}${EVENT}${number}${JSON.stringify([event, value])}`);
  }

  /** End the connection without a word. */
  cut(): void {
    this.#socket.abort();
  }

  #came(text: string): void {
    const [, kind = "", attachments, number = "", json = ""] = PACKET.exec(text.slice(1)) ?? [];
    if (!text.startsWith(MESSAGE) || kind === "") {
      return; // the answer to a ping, or a farewell
    }
    const packet = { kind, number, data: json === "" ? undefined : (JSON.parse(json) as unknown) };
    const missing = Number(attachments ?? 0);
    if ((kind === BINARY_EVENT || kind === BINARY_ACK) && missing > 0) {
      this.#waiting = { packet, missing, attachments: [] };
    } else {
      this.#take(packet);
    }
  }

  #attached(content: Buffer): void {
    const waiting = this.#waiting;
    if (waiting === undefined || waiting.attachments.push(content) < waiting.missing) {
      return;
    }
    this.#waiting = undefined;
    this.#take({ ...waiting.packet, data: filled(waiting.packet.data, waiting.attachments) });
  }

  #take({ kind, number, data }: Packet): void {
    if (kind === CONNECT) {
      this.#socket.send(MESSAGE + CONNECT + JSON.stringify({ sid: randomUUID() }));
    } else if (kind === DISCONNECT) {
      this.#heard.clear();
    } else if (!Array.isArray(data)) {
      this.cut();
    } else if (kind === ACK || kind === BINARY_ACK) {
      this.#heard.get(number)?.(data[0]);
      this.#heard.delete(number);
    } else {
      void this.#answer(number, String(data[0]), data[1]);
    }
  }

  async #answer(number: string, event: string, value: unknown): Promise<void> {
    const answer = await this.#said(this, event, value);
    if (number !== "") {
      this.#socket.send(`${MESSAGE}${ACK}${number}${JSON.stringify(answer === undefined ? [] : [answer])}`);
    }
  }
}

/** The data with its attachments in place. */
function filled(data: unknown, attachments: readonly Buffer[]): unknown {
  if (Array.isArray(data)) {
    return data.map((each) => filled(each, attachments));
  }
  if (!isObject(data)) {
    return data;
  }
  if (data["_placeholder"] === true) {
    return attachments[Number(data["num"])];
  }
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, filled(value, attachments)]));
}
