// Formatted text as its editor draws it.
import { lazy, Suspense, type ReactNode } from "react";
import { textOf } from "../../admin/api/index.ts";
import type { ShownValueProps } from "../shown-value.tsx";

const RichtextView = lazy(async () => ({ default: (await import("../html-view.tsx")).RichtextView }));

export function View({ value }: ShownValueProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <RichtextView html={textOf(value)} />
    </Suspense>
  );
}
