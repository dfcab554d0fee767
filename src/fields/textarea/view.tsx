// Text of several lines as it was written; the record of a change as a table.
import { lazy, Suspense, type ReactNode } from "react";
import { textOf } from "../../admin/api/index.ts";
import type { ShownValueProps } from "../shown-value.tsx";
import { readChanges } from "../../schema/changes.ts";

const ChangesView = lazy(async () => ({ default: (await import("./view-changes.tsx")).ChangesView }));

export function View({ field, value }: ShownValueProps): ReactNode {
  const changes = field.view === "changes" ? readChanges(textOf(value)) : undefined;
  if (changes !== undefined)
    return (
      <Suspense fallback={null}>
        <ChangesView record={changes} />
      </Suspense>
    );
  return <div className="tf-paragraphs">{textOf(value)}</div>;
}
