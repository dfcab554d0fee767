// How a password travels: as the back-end expects it, never as it was typed unless the back-end wants just that (contract §3.1).
import { settings } from "../settings.ts";

/** The password as it is sent to the server. The algorithm is loaded when the first password is. */
export async function transformPassword(typed: string): Promise<string> {
  switch (settings.password) {
    case "md5":
      return (await import("js-md5")).md5(typed);
    case "sm2":
      // Some back-ends want the leading 04 of the point, which the library leaves out.
      return `04${(await import("sm-crypto-v2")).sm2.doEncrypt(typed, settings.passwordKey, 1)}`;
    case "plain":
      return typed;
  }
}
