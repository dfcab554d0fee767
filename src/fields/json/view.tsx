// Structured data, laid out.
import type { ReactNode } from "react";
import type { ShownValueProps } from "../shown-value.tsx";

export function View({ value }: ShownValueProps): ReactNode {
  return <pre className="tf-code tf-json">{JSON.stringify(value, null, 2)}</pre>;
}
