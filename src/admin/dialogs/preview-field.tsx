// The field of a preview by which somebody chooses what is previewed.
import { useId, type ComponentProps, type ReactNode } from "react";
import { inLanguage } from "#schema/text";
import { SearchField } from "../forms/index.tsx";
import { useLanguage } from "../i18n/language.ts";

interface PreviewFieldProps {
  readonly field: ComponentProps<typeof SearchField>["field"];
  /** "" while nothing is chosen. */
  readonly value: string;
  readonly className: string;
  readonly onChange: (value: string) => void;
}

export function PreviewField({ field, value, className, onChange }: PreviewFieldProps): ReactNode {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id}>{inLanguage(field.label, useLanguage())}</label>
      <SearchField
        id={id}
        field={field}
        value={value === "" ? undefined : value}
        onChange={(next) => onChange(typeof next === "string" ? next : "")}
      />
    </div>
  );
}
