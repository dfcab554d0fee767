// A value that is only shown: in the view of a record, and for fields that an edit does not change.
import type { ReactNode } from "react";
import type { ScreenField } from "#schema/screen";
import type { FormValues } from "./form-definition.ts";

interface ShownValueProps {
  readonly field: ScreenField;
  readonly value: unknown;
  readonly record: FormValues;
}
export function ShownValue({ value }: ShownValueProps): ReactNode {
  return <span>{String(value ?? "")}</span>;
}
