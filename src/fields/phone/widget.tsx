// A telephone number; phones show their number pad.
import type { ReactNode } from "react";
import type { WidgetProps } from "../../admin/forms/values/field-scope.ts";
import { TextInput } from "../../admin/forms/inputs/text-input.tsx";

export function Widget(props: WidgetProps): ReactNode {
  return <TextInput {...props} type="tel" inputMode="tel" isProse={false} />;
}
