// What a control tells of its field to everybody: by its colour, and to those who hear it. One place for all inputs.
import type { WidgetProps } from "../values/field-scope.ts";

export function stateOf({ isInvalid, describedBy, ariaLabel }: WidgetProps) {
  return {
    status: isInvalid ? ("error" as const) : undefined,
    "aria-invalid": isInvalid || undefined,
    "aria-describedby": describedBy,
    "aria-label": ariaLabel,
  };
}

/**
 * The same with whether a value is required. antd's selects write this on the frame around their input, where it is not allowed: see
 * required-input.ts.
 */
export function stateAndDuty(props: WidgetProps) {
  return { ...stateOf(props), "aria-required": props.field.required !== undefined || undefined };
}
