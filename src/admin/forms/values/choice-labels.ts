// Labels of references: those that came with the record, those seen in lists of choices, and as a last resort one look-up.
import { useEffect, useState } from "react";
import { choices, onSession, partsOf, session, textOf, type Choice } from "../../api/index.ts";
import type { ScreenField, ScreenReference } from "#schema/screen";
import type { FormValues } from "./form-definition.ts";

/** Labels seen on this page, by what is referred to and value. A row of lines that scrolls out of view and back finds its own again. */
const seen = new Map<string, string>();
let seenBy = session()?.user.userId;

// Values such as a tenant's number mean other things to other people.
onSession(() => {
  const now = session()?.user.userId;
  if (now !== seenBy) seen.clear();
  seenBy = now;
});

function keyOf(reference: ScreenReference, value: string): string {
  return `${reference.path} ${reference.value} ${reference.show} ${value}`;
}

export function rememberLabels(reference: ScreenReference, list: readonly Choice[]): void {
  for (const choice of list) {
    seen.set(keyOf(reference, choice.value), choice.label);
    if (choice.children !== undefined) rememberLabels(reference, choice.children);
  }
}

/** Labels that a record carries for its reference: factoryId → factoryName, comma-joined where there are several. */
export function labelsOfRecord(field: ScreenField, record: FormValues): ReadonlyMap<string, string> {
  const values = partsOf(record[field.name]);
  const carried = field.labelKey === undefined ? "" : record[field.labelKey];
  const isSeveral = field.reference?.several === true || field.multiple === true;
  const labels = isSeveral ? partsOf(carried) : [textOf(carried)].filter(Boolean);
  // Names that hold a comma themselves cannot be told apart: then they are looked up.
  return labels.length === values.length ? new Map(values.map((value, index) => [value, labels[index] ?? value])) : new Map();
}

export type LabelOf = (value: string) => string | undefined;

/** The labels of held values; undefined until one is known. */
export function useLabels(field: ScreenField, reference: ScreenReference, held: readonly string[], record: FormValues): LabelOf {
  const [, drawAgain] = useState(0);
  const carried = labelsOfRecord(field, record);
  const labelOf: LabelOf = (value) => carried.get(value) ?? seen.get(keyOf(reference, value));
  const unknown = held.filter((value) => labelOf(value) === undefined).join(",");
  useEffect(() => {
    if (unknown === "") return undefined;
    let isWanted = true;
    choices(reference, { ids: unknown.split(",") }).then(
      (found) => {
        rememberLabels(reference, found);
        if (isWanted && found.length > 0) drawAgain((times) => times + 1);
      },
      // Without the right to look it up the value itself is shown.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [reference, unknown]);
  return labelOf;
}
