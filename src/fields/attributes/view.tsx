// Values of attributes to be read; those without a value are not shown.
import { lazy, Suspense, type ReactNode } from "react";
import type { ShownValueProps } from "../shown-value.tsx";
import { entriesOf, hasValue } from "./entries.ts";

const EntryList = lazy(async () => ({ default: (await import("./entry-list.tsx")).EntryList }));

export function View({ field, value, record }: ShownValueProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <EntryList field={field} entries={entriesOf(value).filter(hasValue)} stored={record[field.name]} />
    </Suspense>
  );
}
