// How often codes may be looked up: so many times in a minute from one network address, and so many times one code from wherever; then each
// further look-up takes a captcha. Codes that nobody knows are counted like others, so that this tells nothing.
import { requireCaptcha } from "../../access/captcha-proof.ts";
import type { RequestContext } from "../../contract.ts";
import type { Database } from "../../store/database.ts";

/** Addresses counted apart; what comes beyond them shares one count, so that many addresses cannot fill the memory. */
const maxAddresses = 50_000;
const others = "others";
/** Codes counted apart; whoever asks for more of them at random does not lock out those who hold a product. */
const maxCodes = 50_000;

interface Minute {
  readonly name: string;
  readonly addresses: Map<string, number>;
  readonly codes: Map<string, number>;
}

/** The minute under way, of each server. */
const minutes = new WeakMap<Database, Minute>();

function countOf(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}

interface LookupLimits {
  readonly ofAddress: number;
  readonly ofCode: number;
  /** The code with its tenant. */
  readonly code: string;
}

/** Counts a look-up of the caller's address, and of the code; where there were too many in this minute, it goes on with a captcha only. */
export async function countLookup(context: RequestContext, { ofAddress, ofCode, code }: LookupLimits): Promise<void> {
  const name = context.now().slice(0, 16);
  let minute = minutes.get(context.database);
  if (minute?.name !== name) minutes.set(context.database, (minute = { name, addresses: new Map(), codes: new Map() }));
  const { addresses, codes } = minute;
  const fromAddress = countOf(addresses, addresses.has(context.address) || addresses.size < maxAddresses ? context.address : others);
  const forCode = codes.has(code) || codes.size < maxCodes ? countOf(codes, code) : 0;
  if (fromAddress > ofAddress || forCode > ofCode) await requireCaptcha(context);
}
