// The commonest passwords, which nobody may choose (OWASP ASVS 6.2.4). The list is long: it is loaded when the first password is chosen.
import type { Text } from "./text.ts";

/** Said of one of them, by browser and server alike. */
export const commonPassword: Text = [
  "该密码过于常见，容易被猜到，请更换",
  "This is one of the most common passwords and easily guessed; choose another",
];

/** Fewest characters of a password that somebody chooses. */
export const shortestPassword = 8;

/** More than the 3,000 of this length that ASVS asks for are among the first of the list; shorter ones matter where only a hash arrives. */
const shortOnes = 10_000;

/** The list in small letters, commonest first: some 18,000 of at least eight characters, and the commonest of the shorter ones. */
export async function commonPasswords(): Promise<readonly string[]> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return dictionary["passwords-common"].filter((password, index) => password.length >= shortestPassword || index < shortOnes);
}

let cached: Promise<ReadonlySet<string>> | undefined;

/** Whether a password as it was typed is one of them, in whatever case. */
export async function isCommonPassword(typed: string): Promise<boolean> {
  cached ??= commonPasswords().then((passwords) => new Set(passwords));
  return (await cached).has(typed.toLowerCase());
}
