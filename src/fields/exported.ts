// How the values of a field are written into exported files, from what its kind says of itself.
import type { OwnExportForm } from "../schema/field-kind.ts";
import { choicesOf, kindOf } from "../schema/kinds.ts";
import type { FieldModel } from "../schema/model.ts";
import type { Text } from "../schema/text.ts";
import { jobState } from "./job-view.ts";

/**
 * option: the names of its options; label: the names of the rows or entries that it refers to; number, day, moment, clock: typed cells; rows:
 * how many there are; json: as it is written; text: as it is.
 */
export type ExportForm = OwnExportForm | "option" | "label" | "number" | "day" | "moment" | "clock" | "rows" | "json" | "text";

/** The form of a field's values in an exported file. */
export function exportFormOf(field: FieldModel): ExportForm {
  const { exported } = kindOf(field.data);
  if (exported !== undefined) return exported;
  if (choicesOf(field) !== undefined) return "option";
  if (field.labelKey !== undefined) return "label";
  const { number, temporal, holdsRows } = field.traits;
  if (holdsRows) return "rows";
  if (temporal !== undefined) return temporal;
  if (number !== undefined) return "number";
  return field.wire === "json" ? "json" : "text";
}

/** Digits behind the point of a number. */
export function exportScaleOf({ data, traits }: FieldModel): number | undefined {
  if (traits.number !== "decimal") return undefined;
  return "scale" in data && typeof data.scale === "number" ? data.scale : traits.scale;
}

/** Several names in one cell, as lists show them. */
export const betweenNames = "，";

/** The states of a job by name. */
export const jobStateNames: Readonly<Record<number, Text>> = {
  [jobState.waiting]: ["等待中", "Waiting"],
  [jobState.running]: ["执行中", "Running"],
  [jobState.succeeded]: ["已完成", "Done"],
  [jobState.failed]: ["失败", "Failed"],
  [jobState.cancelled]: ["已取消", "Cancelled"],
};

const entities: Readonly<Record<string, string>> = { "&nbsp;": " ", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };

/** The entities that texts of HTML hold, in the order in which they are read: an ampersand last. */
export const htmlEntities: readonly (readonly [entity: string, character: string])[] = Object.entries(entities);

/** The words of a piece of HTML. */
export function wordsOf(html: string): string {
  let text = html.replaceAll(/<[^>]*>/g, " ");
  for (const [entity, character] of htmlEntities) text = text.replaceAll(entity, character);
  return text.replaceAll(/\s+/g, " ").trim();
}
