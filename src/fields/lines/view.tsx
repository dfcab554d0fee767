// Rows that belong to a record, as a table.
import { lazy, Suspense, type ReactNode } from "react";
import type { ShownValueProps } from "../shown-value.tsx";

const LinesView = lazy(async () => ({ default: (await import("./view-rows.tsx")).LinesView }));

export function View({ field, value, record }: ShownValueProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <LinesView field={field} rows={value} stored={record[field.name]} />
    </Suspense>
  );
}
