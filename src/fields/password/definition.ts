// A secret: written, never read back.
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { textual, type TextOptions } from "../textual.ts";

export interface PasswordOptions extends Pick<TextOptions, "max" | "min"> {
  /**
   * sign-in: a person's password; the browser sends it transformed (contract §3.1) and the server keeps a slow salted hash.
   * secret (default): a key of another system; kept encrypted, because the server must use it itself.
   */
  use?: "sign-in" | "secret";
  /** The field that must hold the same: this one is its repetition, asked for on the screen and not stored. */
  sameAs?: string;
}

/** A secret. No answer ever contains it; an empty one in an update leaves the stored one as it is. */
export const password: Builder<string, PasswordOptions> = fieldOf("password");

const base = textual({ kind: "password", limit: 256, listed: false });
export const passwordKind = fieldKind({ ...base, searches: [], sample: (_field, context) => `Secret-${context.number}-word` });
