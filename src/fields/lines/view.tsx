// Rows that belong to a record, as a table.
import { lazy, Suspense, type ReactNode } from "react";
import type { ShownValueProps } from "../../admin/forms/view/shown-value.tsx";

const LinesView = lazy(async () => ({ default: (await import("../../admin/forms/view/lines-view.tsx")).LinesView }));

export function View({ field, value, record }: ShownValueProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <LinesView field={field} rows={value} stored={record[field.name]} />
    </Suspense>
  );
}
