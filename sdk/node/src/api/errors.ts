/** Errors of requests. */

import { isObject } from "../configuration.js";
import type { Problem } from "./models.js";

const DETAIL_CHARACTERS = 500;

/** What a refusal may have besides its rule. */
export type RefusalDetails = Partial<Record<"pointer" | "parameter" | "remedy" | "requestId", string | undefined>>;

/** The service refused a request. Programs go by `status` and `rule`; `detail` is for people. */
export class ApiError extends Error {
  override readonly name: string = "ApiError";
  /** The HTTP status. */
  readonly status: number;
  /** The rule that was broken, as a dotted word. */
  readonly rule: string;
  /** What is wrong, in a sentence. */
  readonly detail: string;
  /** The JSON Pointer of the offending place in the body. */
  readonly pointer: string | undefined;
  /** The name of the offending parameter. */
  readonly parameter: string | undefined;
  /** What to do about it. */
  readonly remedy: string | undefined;
  /** The request in the log of the service. */
  readonly requestId: string | undefined;

  constructor(status: number, rule: string, detail: string, details: RefusalDetails = {}, options?: ErrorOptions) {
    super(`${status} ${rule}: ${detail}`, options);
    this.status = status;
    this.rule = rule;
    this.detail = detail;
    this.pointer = details.pointer;
    this.parameter = details.parameter;
    this.remedy = details.remedy;
    this.requestId = details.requestId;
  }
}

/** There was no answer: the service is not there, or went away meanwhile. */
export class UnreachableError extends ApiError {
  override readonly name: string = "UnreachableError";

  constructor(reason: string, options?: ErrorOptions) {
    super(0, "service.unreachable", reason, {}, options);
  }
}

/** The error that an answer stands for; one that is no problem document has the rule `http`. */
export function apiError(status: number, body: string): ApiError {
  const problem = problemIn(body);
  if (problem === undefined) {
    return new ApiError(status, "http", body.slice(0, DETAIL_CHARACTERS));
  }
  return new ApiError(status, problem.rule, text(problem.detail) ?? "", {
    pointer: text(problem.pointer),
    parameter: text(problem.parameter),
    remedy: text(problem.remedy),
    requestId: text(problem.requestId),
  });
}

function problemIn(body: string): (Partial<Problem> & Pick<Problem, "rule">) | undefined {
  try {
    const found: unknown = JSON.parse(body);
    return isObject(found) && typeof found["rule"] === "string" ? { ...found, rule: found["rule"] } : undefined;
  } catch {
    return undefined; // the answer is no JSON
  }
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
