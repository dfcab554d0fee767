// A finding of the checks over the definitions: a file, a stable code, the path in the definition, the problem and its remedy.

import type { FindingCode } from "./finding-codes.ts";

export type { FindingCode };

/** `information` does not fail the check. */
type Level = "error" | "information";

interface Message {
  /** The problem. */
  readonly problem: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** Names of members from the top of the definition: ["fields", "shopId", "within"]. */
export type Place = readonly (string | number)[];

export interface Finding {
  readonly file: string;
  readonly code: FindingCode;
  readonly level: Level;
  readonly place: Place;
  readonly message: Message;
  /** Line of the place in its file, from 1; added by who can read files. */
  readonly line?: number;
}

/** A finding of one definition, before its file is known. */
export interface UnplacedFinding {
  readonly code: FindingCode;
  readonly level: Level;
  readonly place: Place;
  readonly message: Message;
}

/** An error at a path of the checked definition. */
export function errorAt(code: FindingCode, place: Place, problem: string, remedy: string): UnplacedFinding {
  return { code, level: "error", place, message: { problem, remedy } };
}

/** A hint at a path of the checked definition, which is right without it too. */
export function informationAt(code: FindingCode, place: Place, problem: string, remedy: string): UnplacedFinding {
  return { code, level: "information", place, message: { problem, remedy } };
}

/** The finding with its file. */
export function inFile(file: string, finding: UnplacedFinding): Finding {
  return { file, ...finding };
}
