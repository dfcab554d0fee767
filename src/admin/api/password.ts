// How a password travels: as the back-end expects it, never as it was typed unless the back-end wants just that (docs/wire.md §3.1).
import i18next from "i18next";
import { commonPassword, isCommonPassword } from "../../schema/common-passwords.ts";
import { inLanguage } from "../../schema/text.ts";
import { ApiFailure } from "./failure.ts";
import { settings } from "../browser/settings.ts";

/** What a password is sent for: a token, or to be chosen, proved or changed. */
type PasswordUse = keyof typeof settings.passwords;

/** The password as it is sent to the server. The algorithm is loaded on first use. */
export async function transformPassword(typed: string, use: PasswordUse): Promise<string> {
  switch (settings.passwords[use]) {
    case "md5":
      return (await import("js-md5")).md5(typed);
    case "sm2":
      // In the order C1C2C3. Some back-ends want the leading 04 of the point, which the library leaves out, and none minds it.
      return `04${(await import("sm-crypto-v2")).sm2.doEncrypt(typed, settings.passwordKey, 0)}`;
    case "plain":
      return typed;
  }
}

/** A new password as it is sent. Throws an {@link ApiFailure} for its field when it is one of the most common; loads the list for that. */
export async function transformChosenPassword(typed: string, field: string): Promise<string> {
  if (await isCommonPassword(typed)) {
    const message = inLanguage(commonPassword, i18next.language === "en" ? "en" : "zh");
    throw new ApiFailure({
      status: 0,
      code: 0,
      error: "invalid",
      message,
      issues: [{ code: "notAllowed", path: [field], parameters: {}, message }],
    });
  }
  return transformPassword(typed, "chosen");
}
