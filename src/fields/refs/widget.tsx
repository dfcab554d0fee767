// Several rows of another resource; nodes with check boxes where that is a tree.
import type { ReactNode } from "react";
import type { WidgetProps } from "../../admin/forms/values/field-scope.ts";
import { ReferenceSelect } from "../../admin/forms/inputs/reference-select.tsx";
import { TreeInput } from "../../admin/forms/inputs/tree-input.tsx";

export function Widget(props: WidgetProps): ReactNode {
  const source = props.field.reference?.source;
  return source === "tree" || source === "lazy-tree" ? <TreeInput {...props} /> : <ReferenceSelect {...props} />;
}
