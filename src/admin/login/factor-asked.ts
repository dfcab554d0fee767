// A sign-in whose first step succeeded and whose second one is asked for.
import { isRecord, textOf } from "../api/record.ts";

export interface FactorAsked {
  /** Names the sign-in that waits. */
  readonly challenge: string;
}

/** The question in the answer to a request for a token; undefined where it asks for nothing. */
export function factorAskedIn(body: unknown): FactorAsked | undefined {
  if (!isRecord(body) || body["error"] !== "second_factor_required") return undefined;
  return { challenge: textOf(body["challenge"]) };
}
