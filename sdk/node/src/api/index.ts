/** The operations of the service: a client with a method for each, and the values that they take and give. */

export { Client, type Content, type Fetch, type TransportOptions } from "./client.js";
export { ApiError, UnreachableError } from "./errors.js";
export type * as models from "./models.js";
export type { Message } from "./requests.js";
