// An e-mail address.
import type { ReactNode } from "react";
import type { WidgetProps } from "../../admin/forms/values/field-scope.ts";
import { TextInput } from "../../admin/forms/inputs/text-input.tsx";

export function Widget(props: WidgetProps): ReactNode {
  // Not type=email: browsers rewrite what is typed there (blanks, international domains) before the page sees it.
  return <TextInput {...props} inputMode="email" isProse={false} />;
}
