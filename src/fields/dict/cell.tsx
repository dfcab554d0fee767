// An entry of a dictionary, by its name: the one that came with the row, else that of the dictionary, which is asked for once.
import { useDictionary } from "../../admin/data/queries/dictionary.ts";
import { labelText, plainText, type Cell, type CellValue } from "../cell.ts";

function hasLabel({ field, row }: CellValue): boolean {
  return field.labelKey !== undefined && plainText(row[field.labelKey]) !== "";
}

function DictionaryName({ cell: { field, value } }: { readonly cell: CellValue }) {
  const entries = useDictionary(field.dictionary, field.business === true);
  const keys = Array.isArray(value) ? value.map(plainText) : [plainText(value)];
  return <>{keys.map((key) => entries?.find((entry) => entry.value === key)?.label ?? key).join("，")}</>;
}

/** A name that did not come with the row is read afterwards, and is wider than the key that is measured instead, px. */
const aroundKey = 30;

export const cell: Cell = {
  text: labelText,
  render: (value) => (hasLabel(value) ? labelText(value) : <DictionaryName cell={value} />),
  around: aroundKey,
};
