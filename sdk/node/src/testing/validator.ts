/** The engine that validates documents: Facetry's own, in a process that is started once. */

import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import type { Socket } from "node:net";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { isObject } from "../configuration.js";

const COMMAND = "FACETRY_COMMAND";
const PROGRAM = "facetry";
const TIMEOUT_SECONDS = 60;

/** The message without an engine. */
export const MISSING =
  `No validator was found. Put the program facetry on the PATH, or set ${COMMAND} to its command, ` +
  "such as `python -m facetry`.";

/** A document for the engine. */
export interface Request {
  readonly kind: "manifest" | "view-document";
  readonly text?: string;
  readonly base64?: string;
  readonly fileNames?: readonly string[];
  /** The absolute path of the folder of an extension. */
  readonly folder?: string;
}

/** Documents cannot be validated. The text says what to do. */
export class ValidatorError extends Error {
  override readonly name = "ValidatorError";
}

interface Waiting {
  readonly resolve: (answer: Readonly<Record<string, unknown>>) => void;
  readonly reject: (error: Error) => void;
}

/** A process of `facetry validate --lines`, which is started by the first request and ends with this one. */
export class Validator {
  readonly #command: readonly string[];
  readonly #waiting: Waiting[] = [];
  #process: ChildProcess | undefined;

  /** `command`: a program and its first arguments. */
  constructor(command: readonly string[]) {
    this.#command = [...command, "validate", "--lines"];
  }

  /** The answer to a request, which has `findings`. Throws `ValidatorError`. */
  async answer(request: Request): Promise<Readonly<Record<string, unknown>>> {
    const started = (this.#process ??= this.#start());
    const timer = setTimeout(() => started.kill("SIGKILL"), TIMEOUT_SECONDS * 1000);
    keepAlive(started, true);
    try {
      const answer = await new Promise<Readonly<Record<string, unknown>>>((resolve, reject) => {
        this.#waiting.push({ resolve, reject });
        started.stdin?.write(`${JSON.stringify(request)}\n`);
      });
      if (!Array.isArray(answer["findings"])) {
        throw new ValidatorError(String(answer["error"]));
      }
      return answer;
    } finally {
      clearTimeout(timer);
      if (this.#waiting.length === 0) {
        keepAlive(started, false);
      }
    }
  }

  /** End the process. */
  close(): void {
    this.#process?.kill("SIGKILL");
    this.#process = undefined;
  }

  #start(): ChildProcess {
    const [program = PROGRAM, ...rest] = this.#command;
    const line = this.#command.join(" ");
    const started = spawn(program, rest, { stdio: ["pipe", "pipe", "inherit"] });
    started.stdin.on("error", () => undefined); // it has ended, which the event "close" tells
    started.on("error", (error) => this.#end(started, `\`${line}\` cannot be run: ${error.message}. ${MISSING}`));
    const silent = `\`${line}\` gave no answer. ${COMMAND} needs the command of Facetry.`;
    started.on("close", () => this.#end(started, silent));
    createInterface({ input: started.stdout }).on("line", (text) => {
      try {
        const answer: unknown = JSON.parse(text);
        if (isObject(answer)) {
          this.#waiting.shift()?.resolve(answer);
          return;
        }
      } catch (error) {
        if (!(error instanceof SyntaxError)) {
          throw error;
        }
      }
      this.#end(started, `\`${line}\` is no validator.`);
    });
    return started;
  }

  /** Nothing that waits gets an answer any more. The next request starts another process. */
  #end(ended: ChildProcess, reason: string): void {
    if (this.#process === ended) {
      this.close();
      this.#waiting.splice(0).forEach((each) => each.reject(new ValidatorError(reason)));
    }
  }
}

/** Whether this process waits for the other one; without it, a test run ends while the other one is there. */
function keepAlive(process: ChildProcess, isAlive: boolean): void {
  const parts = [process, process.stdin as Socket | null, process.stdout as Socket | null];
  parts.forEach((part) => (isAlive ? part?.ref() : part?.unref()));
}

const started = new Map<string, Validator>();

/** The engine: the command of `FACETRY_COMMAND`, else the program `facetry`. Throws `ValidatorError` without one. */
export function validator(): Validator {
  const found = findValidator();
  if (found === undefined) {
    throw new ValidatorError(MISSING);
  }
  return found;
}

/** As `validator`; undefined without one. */
export function findValidator(): Validator | undefined {
  const configured = process.env[COMMAND] ?? "";
  const command = configured.trim() === "" ? (isOnPath() ? [PROGRAM] : []) : splitCommand(configured);
  if (command.length === 0) {
    return undefined;
  }
  const key = JSON.stringify(command);
  const found = started.get(key) ?? new Validator(command);
  started.set(key, found);
  return found;
}

/** The words of a command; those with spaces stand between quotation marks. */
function splitCommand(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, ...found]) => found.find((each) => each) ?? "");
}

function isOnPath(): boolean {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.some((folder) => {
    try {
      accessSync(join(folder, PROGRAM), constants.X_OK);
      return true;
    } catch {
      return false; // it is not in this folder
    }
  });
}
