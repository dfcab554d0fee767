// The names of other records as plain links to their pages, in columns and in cards.
import { Fragment, type ReactNode } from "react";
import { plainText, type CellValue } from "../../../fields/cell.ts";
import { RecordPageLink } from "../../../fields/record-page-link.tsx";
import type { ScreenField } from "../../../schema/screen.ts";
import { partsOf, textOf } from "../../api/wire-data.ts";
import { addressBelow } from "../../workspace/record-address.ts";

/** The address of the list of a resource; undefined for those whose menu does not have it. */
export type ListOf = (resource: string) => string | undefined;

/** The address that the pages of the records are below to which a field refers; undefined where they have none. */
export function referencedList({ reference, wire }: ScreenField, listOf: ListOf): string | undefined {
  // The address of a record has its id.
  if (reference?.record !== "page" || reference.value !== "id" || (wire !== "id" && wire !== "list")) return undefined;
  return listOf(reference.resource);
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The records with their names; undefined where it does not show which of the names is whose, such as of one with a comma in it. */
function namedRecords({ field, value, row }: CellValue, text: string): readonly Named[] | undefined {
  if (field.wire === "id") return [{ id: textOf(value), name: text }];
  const names = plainText(row[field.labelKey ?? ""]).split(",");
  const ids = partsOf(value);
  return names.length === ids.length ? ids.map((id, place) => ({ id, name: names[place]?.trim() ?? "" })) : undefined;
}

/** What stands in a cell for the records that a value names; `text` is the cell as a text. */
export function referenceCell(shown: CellValue, text: string, list: string): ReactNode {
  if (text === "") return null;
  const records = namedRecords(shown, text);
  if (records === undefined) return text;
  return records.map(({ id, name }, place) => (
    <Fragment key={id}>
      {place > 0 && "，"}
      <RecordPageLink href={addressBelow(list, id)} isReference>
        {name}
      </RecordPageLink>
    </Fragment>
  ));
}
