/** Patterns of schemas, as the service reads them (docs/manifest.md). They are matched in time that is linear in the
 * text: the engine of the browser could be kept busy for hours by a pattern from a stranger.
 */

import { type Expression, parsed, type Test } from "./pattern-syntax.js";

type Step =
  | { readonly kind: "character"; readonly test: Test }
  | { readonly kind: "place"; readonly isAt: (before: string, after: string) => boolean }
  | { readonly kind: "split"; readonly targets: readonly number[] }
  | { readonly kind: "end" };

const MAX_STEPS = 20_000;
const MAX_WORK = 4_000_000;
const MAX_KEPT = 64;
const programs = new Map<string, readonly Step[] | undefined>();

/** Whether a pattern is found in a text; `undefined` if only the service can say so. */
export function matches(pattern: string, text: string): boolean | undefined {
  const program = programOf(pattern);
  const characters = [...text];
  if (program === undefined || program.length * (characters.length + 1) > MAX_WORK) return undefined;
  let reached = new Set<number>();
  for (let index = 0; index <= characters.length; index++) {
    const before = characters[index - 1] ?? "";
    const after = characters[index] ?? "";
    const next = new Set<number>();
    const pending = [...reached, 0]; // a match may begin at each character
    const seen = new Set<number>();
    for (let position = pending.pop(); position !== undefined; position = pending.pop()) {
      const step = program[position];
      if (step === undefined || seen.has(position)) continue;
      seen.add(position);
      if (step.kind === "end") return true;
      if (step.kind === "split") pending.push(...step.targets);
      else if (step.kind === "place") {
        if (step.isAt(before, after)) pending.push(position + 1);
      } else if (after !== "" && step.test(after)) next.add(position + 1);
    }
    reached = next;
  }
  return false;
}

function programOf(pattern: string): readonly Step[] | undefined {
  if (programs.has(pattern)) return programs.get(pattern);
  const expression = parsed(pattern);
  const steps: Step[] = [];
  const program =
    expression !== undefined && compiled(expression, steps) ? [...steps, { kind: "end" } as const] : undefined;
  if (programs.size >= MAX_KEPT) programs.clear();
  programs.set(pattern, program);
  return program;
}

/** Adds the steps of an expression. Whether there are not too many. */
function compiled(expression: Expression, steps: Step[]): boolean {
  if (steps.length > MAX_STEPS) return false;
  if (expression.kind === "character" || expression.kind === "place") return steps.push(expression) > 0;
  if (expression.kind === "sequence") return expression.parts.every((part) => compiled(part, steps));
  if (expression.kind === "choice") return expression.parts.length > 0 && compiledChoice(expression.parts, steps);
  const { part, least, most } = expression;
  for (let count = 0; count < least; count++) if (!compiled(part, steps)) return false;
  if (most === Number.POSITIVE_INFINITY) {
    const start = steps.length;
    return optional(steps, () => compiled(part, steps) && steps.push({ kind: "split", targets: [start] }) > 0);
  }
  for (let count = least; count < most; count++) if (!optional(steps, () => compiled(part, steps))) return false;
  return true;
}

function compiledChoice(parts: readonly Expression[], steps: Step[]): boolean {
  const [first, ...others] = parts;
  if (first === undefined) return true;
  if (others.length === 0) return compiled(first, steps);
  const split = steps.push({ kind: "end" }) - 1;
  if (!compiled(first, steps)) return false;
  const jump = steps.push({ kind: "end" }) - 1;
  steps[split] = { kind: "split", targets: [split + 1, steps.length] };
  if (!compiledChoice(others, steps)) return false;
  steps[jump] = { kind: "split", targets: [steps.length] };
  return true;
}

function optional(steps: Step[], compile: () => boolean): boolean {
  const split = steps.push({ kind: "end" }) - 1;
  if (!compile()) return false;
  steps[split] = { kind: "split", targets: [split + 1, steps.length] };
  return true;
}
