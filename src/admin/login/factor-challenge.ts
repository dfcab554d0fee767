// A sign-in whose first step succeeded and whose second one is asked for.
import { isRecord, textOf } from "../api/wire-data.ts";

export interface FactorChallenge {
  /** Names the sign-in that waits. */
  readonly challenge: string;
  /** How it may be completed: totp, sms, recovery. */
  readonly methods: readonly unknown[];
  /** Why codes by text, which the person has set up, cannot be sent; "" where nothing is in the way. */
  readonly smsRefusal: string;
}

/** The question in the answer to a request for a token; undefined where it asks for nothing. */
export function factorChallengeIn(body: unknown): FactorChallenge | undefined {
  if (!isRecord(body) || body["error"] !== "second_factor_required") return undefined;
  const { challenge, methods, sms_refusal: refusal } = body;
  return { challenge: textOf(challenge), methods: Array.isArray(methods) ? methods : [], smsRefusal: textOf(refusal) };
}
