// A life cycle: moved by actions only, so a form shows it; a search chooses one of its states.
import type { ReactNode } from "react";
import { useFieldScope, type WidgetProps } from "../../admin/forms/values/field-scope.ts";
import { ShownValue } from "../../admin/forms/view/shown-value.tsx";
import { OptionsWidget } from "../shared-widgets.tsx";

export function Widget(props: WidgetProps): ReactNode {
  const { place, record } = useFieldScope();
  return place === "search" ? <OptionsWidget {...props} /> : <ShownValue field={props.field} value={props.value} record={record} />;
}
