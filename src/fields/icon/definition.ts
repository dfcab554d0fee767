// An icon of the product's own set, named.
import { z } from "zod";
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { textOptions, textual, type TextOptions } from "../textual.ts";
import { lineTraits } from "../traits.ts";

const iconKind = fieldKind({
  ...textual({ kind: "icon", name: ["图标", "Icon"], limit: 128, listed: true }),
  options: { max: textOptions.max, default: z.string().optional() },
  traits: { ...lineTraits, isIcon: true, cell: "own", width: 150, widget: "own", search: "widget" },
  searches: [],
  sample: () => "appstore",
});

interface IconOptions extends Pick<TextOptions, "max"> {
  /** The value of a new row. Default: nothing. */
  default?: string;
}

/** The name of an icon, chosen from a grid. Names of other systems are stored and drawn as a neutral icon. */
export const icon: Builder<string, IconOptions> = fieldOf(iconKind);
