/** The operations of the service: a client with a method for each, and the values that they take and give. */

export { Client } from "./client.js";
export { ApiError, UnreachableError } from "./errors.js";
export type * as models from "./models.js";
export type { Content, Fetch, Message, TransportOptions } from "./transport.js";
