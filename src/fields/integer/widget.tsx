// A whole number.
import type { ReactNode } from "react";
import type { WidgetProps } from "../../admin/forms/values/field-scope.ts";
import { NumberInput } from "../../admin/forms/inputs/number-input.tsx";

export function Widget(props: WidgetProps): ReactNode {
  return <NumberInput {...props} isWhole valueOf={Number} />;
}
