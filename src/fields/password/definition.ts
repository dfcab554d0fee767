// A secret: written, never read back.
import { z } from "zod";
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { varchar, type ColumnKind } from "../column.ts";
import type { Members } from "../option-shapes.ts";
import { textOptions, textual, type TextOptions } from "../textual.ts";
import { plainTraits } from "../traits.ts";

export interface PasswordOptions extends Pick<TextOptions, "max" | "min"> {
  /**
   * `sign-in`: a person's password; the browser sends it transformed and the server keeps a slow salted hash. `secret`: a key of another
   * system, kept encrypted, because the server must use it itself. Default: `"secret"`.
   */
  use?: "sign-in" | "secret";
  /** The field that must hold the same: this one is its repetition, asked for on the screen and not stored. Default: none. */
  sameAs?: string;
}

/** A salted hash or a cipher text is longer than what was typed. Nobody can search by it. */
const column: ColumnKind = {
  columnType: () => "none",
  type: () => varchar(512),
  defaultOperator: "equal",
  toColumn: (value) => value,
  fromColumn: (value) => value,
};

export const passwordKind = fieldKind({
  ...textual({ kind: "password", name: ["密码", "Password"], limit: 256, listed: false }),
  options: {
    max: textOptions.max,
    min: textOptions.min,
    use: z.enum(["sign-in", "secret"]).optional(),
    sameAs: z.string().optional(),
  } satisfies Members<PasswordOptions>,
  screenOptions: ["max", "min", "use", "sameAs"],
  column,
  searches: [],
  canBeUnique: false,
  sample: (_field, context) => `Secret-${context.number}-word`,
  traits: { ...plainTraits, isSecret: true, cell: "nothing", width: 80, widget: "own", isLoggedAsText: true },
});

/** A secret. No answer ever contains it; an empty one in an update leaves the stored one as it is. */
export const password: Builder<string, PasswordOptions> = fieldOf(passwordKind);
