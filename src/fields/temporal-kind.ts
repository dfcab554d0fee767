// What the kinds of field that hold days, moments and times of day have in common.
import { z } from "zod";
import type { FieldKind } from "../schema/field-kind.ts";
import type { KindTraits } from "../schema/kind-traits.ts";
import { searchMode, type Members } from "./option-shapes.ts";
import type { TimeOptions } from "./temporal.ts";
import { plainTraits } from "./traits.ts";

export const temporal = {
  options: { search: searchMode, default: z.literal("now").optional() } satisfies Members<TimeOptions>,
  screenOptions: [],
  wire: () => "time",
  listed: true,
  searches: ["range", "equal"],
  isLong: () => false,
  given: "selected",
  labelKey: "none",
  canNarrow: false,
  meaning: "other",
  tellsLength: false,
  copies: "suffix",
  asks: "nothing",
} as const satisfies Partial<FieldKind>;

/** Their traits. */
export const temporalTraits = {
  ...plainTraits,
  cell: "digits",
  widget: "temporal",
  search: "widget",
  paste: "temporal",
} as const satisfies Partial<KindTraits>;
