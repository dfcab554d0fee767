// The state of a field's control, visible by colour and announced to screen readers. One place for all inputs.
import type { WidgetProps } from "./values/field-scope.ts";

export function stateOf({ isInvalid, describedBy, ariaLabel }: WidgetProps) {
  return {
    status: isInvalid ? ("error" as const) : undefined,
    "aria-invalid": isInvalid || undefined,
    "aria-describedby": describedBy,
    "aria-label": ariaLabel,
  };
}

/**
 * The same including whether a value is required. antd's selects write this on the frame around their input, where it is not allowed: see
 * required-input.ts.
 */
export function stateAndRequired(props: WidgetProps) {
  return { ...stateOf(props), "aria-required": props.field.required !== undefined || undefined };
}
