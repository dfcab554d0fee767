// What matters most of a row, besides its name: in a card, and in the head of its page.
import { traitsOf } from "../../../fields/screen-traits.ts";
import type { ScreenField } from "../../../schema/screen.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { isPortrait } from "./columns.tsx";

/** Values of a card besides name and state; below a picture, which says most. */
const maxValues = 4;
const maxBelowPicture = 2;

export interface CardShape {
  readonly portrait: ScreenField | undefined;
  readonly status: ScreenField | undefined;
  readonly values: readonly ScreenField[];
}

/** What a card shows of the columns, in their order: when, how much, what people look for, and what comes first. */
export function cardShape(
  screen: Pick<ListViewModel, "title" | "status" | "date" | "mainColumns">,
  columns: readonly ScreenField[],
  isGallery = false,
  max: number = isGallery ? maxBelowPicture : maxValues,
): CardShape {
  const portrait = isGallery ? undefined : columns.find(isPortrait);
  const status = columns.find(({ name }) => name === screen.status && name !== screen.title);
  const isLook = (field: ScreenField) => traitsOf(field).files !== undefined || (isGallery && traitsOf(field).isIcon);
  const others = columns.filter((field) => field !== status && field.name !== screen.title && !isLook(field));
  const amounts = others.filter((field) => traitsOf(field).number === "decimal");
  const wanted = new Set([others.find(({ name }) => name === screen.date), amounts.find(({ sortable }) => sortable) ?? amounts[0]]);
  wanted.delete(undefined);
  if (isGallery) wanted.clear();
  const main = (screen.mainColumns ?? []).flatMap((name) => others.filter((field) => field.name === name));
  for (const field of [...main, ...others]) if (wanted.size < max) wanted.add(field);
  return { portrait, status, values: others.filter((field) => wanted.has(field)) };
}
