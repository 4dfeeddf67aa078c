/** Refusals of the service as errors. */

import type { Problem } from "@api/models.js";

/** A refusal of the service: an RFC 9457 problem document. */
export class ApiError extends Error {
  override readonly name: string = "ApiError";

  constructor(
    /** The HTTP status; 0 if there was no answer. */
    readonly status: number,
    readonly problem: Partial<Problem>,
  ) {
    super(problem.detail ?? problem.title ?? `The service answered with the status ${status}.`);
  }

  /** The rule that the request breaks, `http` if the answer does not name one. */
  get rule(): string {
    return this.problem.rule ?? "http";
  }

  get remedy(): string | undefined {
    return this.problem.remedy;
  }
}

/** The service did not answer. */
export class UnreachableError extends ApiError {
  override readonly name = "UnreachableError";

  constructor(override readonly cause: unknown) {
    super(0, {
      detail: "The service does not answer.",
      remedy: "See whether it runs, and whether this device has a connection to it.",
    });
  }
}

/** The error of an answer. */
export async function errorOf(response: Response): Promise<ApiError> {
  const isProblem = response.headers.get("Content-Type")?.startsWith("application/problem+json") === true;
  return new ApiError(response.status, isProblem ? ((await response.json()) as Partial<Problem>) : {});
}

/** Whether an error only says that its caller gave the request up. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
