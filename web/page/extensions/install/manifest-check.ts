/** Findings of the validator of the service on a manifest. */

import { ApiError } from "../../../api/errors.js";
import type { DocumentFinding } from "../../../api/models.js";
import { service } from "../../session/service.js";

/** An error or a warning in a manifest, or in the package as a whole. */
export type Finding = Pick<DocumentFinding, "rule" | "severity" | "message"> & {
  readonly remedy?: string | undefined;
  readonly pointer?: string | undefined;
  readonly line?: number;
  readonly column?: number;
};

/** The findings on the text of a manifest. A validator that is busy has none; the installation judges again. */
export async function checkManifest(text: string): Promise<readonly Finding[]> {
  try {
    return (await service.validationCheck(text, { kind: "manifest" })).findings;
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}

/** A refusal of the service as a finding. */
export function findingOf({ rule, message, remedy, problem }: ApiError): Finding {
  return { rule, severity: "error", message, remedy, pointer: problem.pointer };
}
