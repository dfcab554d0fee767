// The options of another screen's field as labels, where a hand-made page shows values of its own.
import type { ReactNode } from "react";
import { cellOf } from "../../../fields/cells.ts";
import type { ScreenField } from "../../../schema/screen.ts";
import type { Language } from "../../../schema/text.ts";

/** The label of a value of a field by its name; nothing where the field has no such option. */
export type OptionTag = (name: string, value: number) => ReactNode;

export function optionTags(fields: readonly ScreenField[], language: Language): OptionTag {
  const byName = new Map(fields.map((field) => [field.name, field]));
  return (name, value) => {
    const field = byName.get(name);
    if (field === undefined) return null;
    const cell = cellOf(field);
    const shown = { field, value, row: {}, language };
    return cell.text(shown) === "" ? null : <span key={name}>{cell.render?.(shown) ?? cell.text(shown)}</span>;
  };
}
