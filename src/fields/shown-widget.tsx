// The widget of kinds whose values the server alone writes: a form shows them.
import type { ReactNode } from "react";
import { useFieldScope, type WidgetProps } from "../admin/forms/values/field-scope.ts";
import { ShownValue } from "../admin/forms/view/shown-value.tsx";

export function ShownWidget({ field, value }: WidgetProps): ReactNode {
  const { record } = useFieldScope();
  return <ShownValue field={field} value={value} record={record} />;
}
