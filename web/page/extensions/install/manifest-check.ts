/** What the validator of the service says about a manifest. */

import { ApiError } from "../../../api/errors.js";
import { Transport } from "../../../api/transport.js";
import { service } from "../../shell/service.js";

/** An error or a warning in a manifest, or in the package. */
export interface Finding {
  readonly rule: string;
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly remedy?: string | undefined;
  readonly pointer?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

class Validator extends Transport {
  check(text: string): Promise<{ readonly findings: readonly Finding[] }> {
    const request = { query: { kind: "manifest" }, content: text, contentType: "text/plain" };
    return this.json("POST", "/validation/check", request);
  }
}

/** The findings on the text of a manifest. A validator that does not answer has none; the installation judges again. */
export async function checkManifest(text: string): Promise<readonly Finding[]> {
  try {
    return (await new Validator(service.base).check(text)).findings;
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}

/** A refusal of the service as a finding. */
export function findingOf({ rule, message, remedy, problem }: ApiError): Finding {
  return { rule, severity: "error", message, remedy, pointer: problem.pointer };
}
