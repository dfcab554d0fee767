// Addresses of mails as people type them.
import type { Text } from "#schema/text";
import { emailPattern } from "../../../../fields/contact-patterns.ts";

/** Most receivers of one mail, copies included. */
export const maxReceivers = 50;
const maxAddressLength = 254;
const pattern = new RegExp(emailPattern, "u");

/** The addresses of a list, each once. */
export function addressesIn(list: string | null | undefined): readonly string[] {
  const parts = (list ?? "").split(/[,;，；\s]+/u).filter((part) => part !== "");
  return [...new Map(parts.map((part) => [part.toLowerCase(), part])).values()];
}

/** What is wrong with a list of addresses; undefined where nothing is. */
export function problemOfAddresses(list: readonly string[], max = maxReceivers): Text | undefined {
  const wrong = list.find((address) => address.length > maxAddressLength || !pattern.test(address));
  if (wrong !== undefined) return [`“${wrong.slice(0, 80)}”不是有效的邮箱地址`, `“${wrong.slice(0, 80)}” is not an e-mail address`];
  if (list.length > max) return [`收件人不能超过 ${max} 个`, `No more than ${max} receivers`];
  return undefined;
}
