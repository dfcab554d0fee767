// Values of attributes to be read, each by the name of its attribute and of what it belongs to.
import type { ReactNode } from "react";
import { textOf, type Row } from "../../admin/api/wire-data.ts";
import type { ScreenField } from "../../schema/screen.ts";
import { ShownValue } from "../shown-value.tsx";
import { entriesOf, keyOf } from "./entries.ts";
import "./attributes.css";

interface EntryListProps {
  /** The field that holds the values. */
  readonly field: ScreenField;
  readonly entries: readonly Row[];
  /** The values as loaded, with the names of what they refer to. */
  readonly stored: unknown;
}

/** The members that say what a value belongs to, then its attribute. */
const names = ["rawMaterialId", "processStepId", "attrId"];

export function EntryList({ field, entries, stored }: EntryListProps): ReactNode {
  const loaded = new Map(entriesOf(stored).map((entry) => [keyOf(entry), entry]));
  const member = (name: string) => field.fields?.find((one) => one.name === name);
  return (
    <dl className="tf-grid tf-grid-long tf-view">
      {entries.map((entry) => {
        const key = keyOf(entry);
        const record = loaded.get(key) ?? entry;
        const shown = (name: string) => {
          const of = member(name);
          return of === undefined || ["", "-1"].includes(textOf(entry[name])) ? undefined : (
            <ShownValue field={of} value={entry[name]} record={record} />
          );
        };
        const label = names.flatMap((name) => {
          const part = shown(name);
          return part === undefined ? [] : [{ name, part }];
        });
        return (
          <div key={key} className="tf-cell">
            <dt className="tf-label">
              {label.map(({ name, part }, index) => (
                <span key={name}>
                  {index === 0 ? "" : " / "}
                  {part}
                </span>
              ))}
            </dt>
            <dd className="tf-value">{shown("attrValueId") ?? shown("attrValue") ?? ""}</dd>
          </div>
        );
      })}
    </dl>
  );
}
