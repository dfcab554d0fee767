// A decimal number, held as text so that nothing is rounded.
import type { ReactNode } from "react";
import type { WidgetProps } from "../../admin/forms/values/field-scope.ts";
import { NumberInput } from "../../admin/forms/inputs/number-input.tsx";

const asText = (text: string) => text;

export function Widget(props: WidgetProps): ReactNode {
  return <NumberInput {...props} isWhole={false} valueOf={asText} />;
}
