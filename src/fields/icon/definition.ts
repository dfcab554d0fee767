// An icon of the product's own set, named.
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { textual, type TextOptions } from "../textual.ts";

/** The name of an icon, chosen from a grid. Names of other systems are kept and drawn as a neutral one. */
export const icon: Builder<string, Pick<TextOptions, "max" | "default">> = fieldOf("icon");

export const iconKind = fieldKind({
  ...textual({ kind: "icon", limit: 128, listed: true }),
  searches: [],
  sample: () => "appstore",
});
