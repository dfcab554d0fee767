// Rate limits per minute: per address for public calls, per user for all others. Slows down users who look up codes,
// tenants or customers by the thousand (OWASP ASVS 2.4.1).
import { isIPv6 } from "node:net";
import { ApiError } from "../http/errors.ts";
import type { CountCall } from "./call-counts.ts";

/** Public calls of one address per minute. Many users may share one address. */
export const defaultPublicCalls = 600;
/** Calls of one user per minute, on all their devices: many times what a screen needs, and fifty a second for programs. */
export const defaultOwnCalls = 3000;

const tooManyCalls = () => new ApiError(429, "tooManyCalls", ["操作过于频繁，请稍后再试", "Too many requests; try again in a minute"]);

/** An IPv6 customer owns a whole network of addresses, so only the first half counts. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes(".")) return address;
  const [head = "", tail = ""] = address.split("::");
  const [front, back] = [head, tail].map((part) => (part === "" ? [] : part.split(":")));
  const missing = address.includes("::") ? 8 - (front?.length ?? 0) - (back?.length ?? 0) : 0;
  return [...(front ?? []), ...Array.from({ length: missing }, () => "0"), ...(back ?? [])].slice(0, 4).join(":");
}

/** Counts a call; throws when the limit of this minute is exceeded. */
type Count = (caller: string) => Promise<void>;

export interface CallLimits {
  /** Counts a public call, by its address. */
  readonly countPublicCall: Count;
  /** Counts a call of a signed-in user, by their id. */
  readonly countOwnCall: Count;
}

/** `publicCalls` of an address and `ownCalls` of a person are admitted in each minute. */
export function createCallLimits(
  countCall: CountCall,
  { publicCalls = defaultPublicCalls, ownCalls = defaultOwnCalls }: { readonly publicCalls?: number; readonly ownCalls?: number } = {},
): CallLimits {
  const limit = (kind: string, calls: number): Count => {
    return async (caller) => {
      if (!(await countCall(`${kind} ${caller}`, calls))) throw tooManyCalls();
    };
  };
  const countAddress = limit("public", publicCalls);
  return { countPublicCall: (address) => countAddress(networkOf(address)), countOwnCall: limit("own", ownCalls) };
}
