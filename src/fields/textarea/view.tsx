// Text of several lines as it was written; the record of a change as a table; what programs exchanged laid out.
import { lazy, Suspense, type ReactNode } from "react";
import { textOf } from "../../admin/api/index.ts";
import type { ShownValueProps } from "../shown-value.tsx";
import { readChanges } from "../../schema/changes.ts";

const ChangesView = lazy(async () => ({ default: (await import("./view-changes.tsx")).ChangesView }));

/** JSON laid out; any other text as it is. */
function laidOut(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

export function View({ field, value }: ShownValueProps): ReactNode {
  const changes = field.view === "changes" ? readChanges(textOf(value)) : undefined;
  if (changes !== undefined)
    return (
      <Suspense fallback={null}>
        <ChangesView record={changes} />
      </Suspense>
    );
  if (field.view === "code" && textOf(value) !== "") return <pre className="tf-code tf-json">{laidOut(textOf(value))}</pre>;
  return <div className="tf-paragraphs">{textOf(value)}</div>;
}
