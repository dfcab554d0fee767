// How often one address may call what is open to anybody: whoever looks up codes, tenants or captchas by the thousand is slowed down.
import { isIPv6 } from "node:net";
import { ApiError } from "../http/errors.ts";
import type { Clock } from "../store/clock.ts";

/** Calls of one address in a minute, in one process. Many people may stand behind one address. */
export const usualPublicCalls = 600;
const windowMs = 60_000;
/** A bound on memory; whoever has more addresses than this begins anew. */
const rememberedAddresses = 20_000;

const tooManyCalls = () => new ApiError(429, "tooManyCalls", ["操作过于频繁，请稍后再试", "Too many requests; try again in a minute"]);

/** Whoever has an IPv6 network has all addresses of it: the first half counts. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes(".")) return address;
  const [head = "", tail = ""] = address.split("::");
  const [front, back] = [head, tail].map((part) => (part === "" ? [] : part.split(":")));
  const missing = address.includes("::") ? 8 - (front?.length ?? 0) - (back?.length ?? 0) : 0;
  return [...(front ?? []), ...Array.from({ length: missing }, () => "0"), ...(back ?? [])].slice(0, 4).join(":");
}

/** Counts a call; throws when the address has had its share of this minute. */
export type CountPublicCall = (address: string) => void;

export function createPublicLimit(clock: Clock, calls = usualPublicCalls): CountPublicCall {
  let counts = new Map<string, number>();
  let window = 0;
  return (address) => {
    const now = Math.floor(clock.milliseconds() / windowMs);
    if (now !== window || counts.size >= rememberedAddresses) [window, counts] = [now, new Map()];
    const network = networkOf(address);
    const count = (counts.get(network) ?? 0) + 1;
    counts.set(network, count);
    if (count > calls) throw tooManyCalls();
  };
}
