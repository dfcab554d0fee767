// How often codes may be looked up: so many times in a minute from one network address, and so many times one code from wherever; then each
// further look-up takes a captcha. Codes that nobody knows are counted like others, so that this tells nothing.
import { requireCaptcha } from "../../access/captcha-proof.ts";
import type { RequestContext } from "../../contract.ts";

interface LookupLimits {
  readonly ofAddress: number;
  readonly ofCode: number;
  /** The code with its tenant. */
  readonly code: string;
}

/** Counts a look-up of the caller's address, and of the code; where there were too many in this minute, it goes on with a captcha only. */
export async function countLookup(context: RequestContext, { ofAddress, ofCode, code }: LookupLimits): Promise<void> {
  const { address, countCall } = context;
  if (countCall === undefined) return;
  const isWithin = await Promise.all([countCall(`look-ups ${address}`, ofAddress), countCall(`look-ups of ${code}`, ofCode)]);
  if (isWithin.includes(false)) await requireCaptcha(context);
}
