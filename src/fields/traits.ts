// Traits that most kinds of field have, for the families of kinds to begin with.
import type { KindTraits, ScreenTraits } from "../schema/kind-traits.ts";

/** A value of its own, shown as text and typed as text. */
export const plainTraits = {
  isSecret: false,
  holdsRows: false,
  number: undefined,
  scale: undefined,
  temporal: undefined,
  files: undefined,
  isIcon: false,
  isOrdered: false,
  cell: "text",
  width: 160,
  widget: "text",
  input: {},
  rowWidth: 160,
  rowWidget: undefined,
  isWide: false,
  isGroup: false,
  search: "text",
  view: "cell",
  isLoggedAsText: false,
  paste: "text",
  tidies: undefined,
} as const satisfies KindTraits;

/** The same for a line of text. */
export const lineTraits = { ...plainTraits, tidies: "line" } as const satisfies KindTraits;

/** The same as screens know it. */
export const plainScreenTraits: ScreenTraits = { ...plainTraits, matchesPart: false, isChosen: false };
