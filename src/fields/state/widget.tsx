// A life cycle: moved by actions only, so a form shows it; a search chooses one of its states.
import type { ReactNode } from "react";
import { useFieldScope, type WidgetProps } from "../../admin/inputs/values/field-scope.ts";
import { OptionsWidget, ShownWidget } from "../shared-widgets.tsx";

export function Widget(props: WidgetProps): ReactNode {
  return useFieldScope().place === "search" ? <OptionsWidget {...props} /> : <ShownWidget {...props} />;
}
