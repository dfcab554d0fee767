// The title of a row that the server names, so a form shows it; a search looks for a part of it.
import type { ReactNode } from "react";
import { TextInput } from "../../admin/forms/inputs/text-input.tsx";
import { useFieldScope, type WidgetProps } from "../../admin/forms/values/field-scope.ts";
import { ShownWidget } from "../shown-widget.tsx";

export function Widget(props: WidgetProps): ReactNode {
  const { place } = useFieldScope();
  return place === "search" ? <TextInput {...props} /> : <ShownWidget {...props} />;
}
