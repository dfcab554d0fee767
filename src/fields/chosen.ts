// What the kinds of field that are chosen from a fixed or maintained list have in common.
import type { FieldKind } from "../schema/field-kind.ts";
import type { KindTraits } from "../schema/kind-traits.ts";
import { plainTraits } from "./traits.ts";

export const chosen = {
  listed: true,
  isLong: () => false,
  given: "selected",
  labelKey: "none",
  canNarrow: true,
  meaning: "other",
  tellsLength: false,
  copies: "suffix",
} as const satisfies Partial<FieldKind>;

/** Their traits. */
export const chosenTraits = {
  ...plainTraits,
  cell: "options",
  width: 110,
  search: "widget",
  rowWidth: 140,
} as const satisfies Partial<KindTraits>;
