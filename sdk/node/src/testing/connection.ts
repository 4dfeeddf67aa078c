/** A connection of the extension to the fake service. */

import { randomUUID } from "node:crypto";
import type { Socket } from "socket.io";
import type { Values } from "../extension.js";

export const TIMEOUT_SECONDS = 10;

/** How an event is sent; `seconds` is for its answer. */
export interface SendOptions {
  readonly isActivity?: boolean;
  readonly seconds?: number;
}

/** The extension is not connected, or the connection was closed before it answered. */
export class NotConnectedError extends Error {
  override readonly name = "NotConnectedError";
}

/** The extension did not answer, or was not ready, in time. */
export class LateError extends Error {
  override readonly name = "LateError";
}

/** A connection, from its first message to its end. */
export class Connection {
  /** Settled when it is closed. */
  readonly closed: Promise<void>;

  constructor(readonly socket: Socket) {
    this.closed = new Promise((resolve) => socket.once("disconnect", () => resolve()));
  }

  /** Send an event; its acknowledgement. Throws `NotConnectedError` and `LateError`. */
  async request(channel: string, value: Values, options: SendOptions = {}): Promise<unknown> {
    const { isActivity = false, seconds = TIMEOUT_SECONDS } = options;
    if (!this.socket.connected) {
      throw new NotConnectedError("the extension is not connected");
    }
    const event = { channel, contextId: randomUUID(), milliseconds: Date.now(), value };
    return new Promise((resolve, reject) => {
      const reason = `${channel} was not answered within ${seconds} seconds`;
      const timer = setTimeout(() => reject(new LateError(reason)), seconds * 1000);
      void this.closed.then(() => {
        clearTimeout(timer);
        reject(new NotConnectedError("the connection went"));
      });
      this.socket.emit("events", isActivity ? { ...event, isActivity } : event, (answer: unknown) => {
        clearTimeout(timer);
        resolve(answer);
      });
    });
  }

  /** Close it without a message, as when a network fails. */
  async cut(): Promise<void> {
    this.socket.request.socket.destroy();
    await this.closed;
  }
}
