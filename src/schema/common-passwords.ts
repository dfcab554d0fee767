// The most common passwords, which are not allowed (OWASP ASVS 6.2.4). The list is long: it is loaded when the first password is chosen.
import type { Text } from "./text.ts";

/** The message for one of them, in browser and server alike. */
export const commonPassword: Text = [
  "该密码过于常见，容易被猜到，请更换",
  "This is one of the most common passwords and easily guessed; choose another",
];

/** Minimum length of a new password. */
export const shortestPassword = 8;

/**
 * The first entries of the list include more than the 3,000 of this length that ASVS requires; shorter ones matter where only a hash
 * arrives.
 */
const shortOnes = 10_000;

/** The list in small letters, commonest first: some 18,000 of at least eight characters, and the commonest of the shorter ones. */
export async function commonPasswords(): Promise<readonly string[]> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return dictionary["passwords-common"].filter((password, index) => password.length >= shortestPassword || index < shortOnes);
}

let cached: Promise<ReadonlySet<string>> | undefined;

/** Whether a typed password is one of them, ignoring case. */
export async function isCommonPassword(typed: string): Promise<boolean> {
  cached ??= commonPasswords().then((passwords) => new Set(passwords));
  return (await cached).has(typed.toLowerCase());
}
