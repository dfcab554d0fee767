// Kinds whose values have members of their own and are stored as JSON.
import type { FieldKind } from "../schema/field-kind.ts";

/** What the kinds have in common. */
export const structured = {
  given: "entered",
  labelKey: "none",
  canBeUnique: false,
  canNarrow: false,
  baseColumns: [],
  meaning: "other",
  tellsLength: false,
  copies: "suffix",
  searches: [],
} as const satisfies Partial<FieldKind>;
