// Addresses of mails as people type them.
import type { Text } from "#schema/text";
import { emailPattern } from "../../../../fields/contact-patterns.ts";

/** Most receivers of one mail, copies included. */
export const mostReceivers = 50;
const longestAddress = 254;
const pattern = new RegExp(emailPattern, "u");

/** The addresses of a list, each once. */
export function addressesIn(list: string | null | undefined): readonly string[] {
  const parts = (list ?? "").split(/[,;，；\s]+/u).filter((part) => part !== "");
  return [...new Map(parts.map((part) => [part.toLowerCase(), part])).values()];
}

/** What is wrong with a list of addresses; undefined where nothing is. */
export function problemOfAddresses(list: readonly string[], most = mostReceivers): Text | undefined {
  const wrong = list.find((address) => address.length > longestAddress || !pattern.test(address));
  if (wrong !== undefined) return [`“${wrong.slice(0, 80)}”不是有效的邮箱地址`, `“${wrong.slice(0, 80)}” is not an e-mail address`];
  if (list.length > most) return [`收件人不能超过 ${most} 个`, `No more than ${most} receivers`];
  return undefined;
}
