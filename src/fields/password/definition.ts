// A secret: written, never read back.
import { z } from "zod";
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { varchar, type ColumnKind } from "../column.ts";
import type { Members } from "../option-shapes.ts";
import { textOptions, textual, type TextOptions } from "../textual.ts";
import { plainTraits } from "../traits.ts";

interface PasswordOptions extends Pick<TextOptions, "max" | "min"> {
  /**
   * `sign-in`: a person's password; the browser sends it transformed and the server stores a slow salted hash. `secret`: a key of another
   * system, stored encrypted, because the server must use it itself. Default: `"secret"`.
   */
  use?: "sign-in" | "secret";
  /** The field that must hold the same: this one is its repetition, asked for on the screen and not stored. Default: none. */
  confirms?: string;
}

const defaultMax = 256;
const defaultLength = 512;
/** Of a sealed text: its prefix, and its number and tag before they are written in base64 (src/server/auth/secret-storage.ts). */
const sealing = { prefix: 8, bytes: 28 } as const;
/** The most that UTF-8 needs for one character. */
const characterBytes = 4;

/** A salted hash or a cipher text is longer than what was typed. Nobody can search by it. */
const column: ColumnKind = {
  columnType: () => "none",
  type: ({ data }) => {
    const max = "max" in data && typeof data.max === "number" ? data.max : defaultMax;
    const sealed = sealing.prefix + Math.ceil(((sealing.bytes + characterBytes * max) * 4) / 3);
    // Of keys as long as those of RSA; others have had room enough from the beginning.
    return varchar(max > defaultMax ? sealed : defaultLength);
  },
  defaultOperator: "equal",
  toColumn: (value) => value,
  fromColumn: (value) => value,
};

const passwordKind = fieldKind({
  ...textual({ kind: "password", name: ["密码", "Password"], limit: defaultMax, listed: false }),
  options: {
    max: textOptions.max,
    min: textOptions.min,
    use: z.enum(["sign-in", "secret"]).optional(),
    confirms: z.string().optional(),
  } satisfies Members<PasswordOptions>,
  screenOptions: ["max", "min", "use", "confirms"],
  column,
  searches: [],
  canBeUnique: false,
  sample: (_field, context) => `Secret-${context.number}-word`,
  traits: { ...plainTraits, isSecret: true, cell: "nothing", width: 80, widget: "own", isLoggedAsText: true },
});

/** A secret. No answer contains it; an empty value in an update keeps the stored one. */
export const password: Builder<string, PasswordOptions> = fieldOf(passwordKind);
