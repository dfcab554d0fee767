// Labels of references: those that came with the record, those that were picked from a list, and as a last resort one look-up.
import { partsOf, textOf } from "../../api/index.ts";
import { useChoiceLabels } from "../../data/queries/choice-lists.ts";
import { useFormTexts } from "../../i18n/language.ts";
import type { ScreenField, ScreenReference } from "#schema/screen";
import type { FormValues } from "./form-definition.ts";

/** Labels that a record carries for its reference: factoryId → factoryName, comma-joined where there are several. */
export function labelsOfRecord(field: ScreenField, record: FormValues): ReadonlyMap<string, string> {
  const values = partsOf(record[field.name]);
  const carried = field.labelKey === undefined ? "" : record[field.labelKey];
  const isSeveral = field.reference?.several === true || field.multiple === true;
  const labels = isSeveral ? partsOf(carried) : [textOf(carried)].filter(Boolean);
  // Names that contain a comma cannot be split, so they are looked up.
  return labels.length === values.length ? new Map(values.map((value, index) => [value, labels[index] ?? value])) : new Map();
}

type LabelOf = (value: string) => string;

/**
 * The labels of values. Ids mean nothing to users: a loading name is shown as an ellipsis, and a name they may not read as a note.
 */
export function useLabels(field: ScreenField, reference: ScreenReference, values: readonly string[], record: FormValues): LabelOf {
  const texts = useFormTexts();
  const carried = labelsOfRecord(field, record);
  const { labels, isSettled } = useChoiceLabels(
    reference,
    values.filter((value) => !carried.has(value)),
  );
  const unnamed = (value: string) => (reference.value !== "id" ? value : isSettled ? texts.unnamed(value) : "…");
  return (value) => carried.get(value) ?? labels.get(value) ?? unnamed(value);
}
