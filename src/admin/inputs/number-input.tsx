// A number as text: no rounding, right-aligned, thousands grouped while it is not edited. What is no number stays as it was typed, for
// validation to tell: "1.5万" must not become 1.5.
import { useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { inLanguage } from "#schema/text";
import { writtenNumberIn } from "#schema/written-number";
import { groupThousands } from "./values/decimals.ts";
import { useDraftValue } from "./values/draft-value.ts";
import { useFieldScope, type WidgetProps } from "./values/field-scope.ts";
import { useLanguage } from "../i18n/language.ts";
import { InputLine, lineOptions } from "./text-input.tsx";

interface NumberInputProps extends WidgetProps {
  readonly isWhole: boolean;
  /** The form's value for a number as text. */
  readonly valueOf: (text: string) => unknown;
  readonly prefix?: ReactNode;
}

const read = (typed: string): string => writtenNumberIn(typed) ?? typed.trim();

export function NumberInput(props: NumberInputProps): ReactNode {
  const { field, value, onChange, isWhole, valueOf } = props;
  const language = useLanguage();
  const [isEdited, setEdited] = useState(false);
  const isByPointer = useRef(false);
  // Without its grouping the text is another one, of which nothing is selected: whoever comes to a number by a key replaces it by what they type.
  const whole = useRef<HTMLInputElement>(undefined);
  useLayoutEffect(() => {
    if (isEdited) whole.current?.select();
    whole.current = undefined;
  }, [isEdited]);
  const given = typeof value === "number" || typeof value === "string" ? String(value) : "";
  const { preview } = useFieldScope();
  const valueFor = (text: string) => (text === "" ? undefined : writtenNumberIn(text) === undefined ? text : valueOf(text));
  const { text, edit, finish } = useDraftValue(
    given,
    (typed) => onChange(valueFor(typed)),
    read,
    (typed) => preview(field.name, valueFor(typed)),
  );
  return (
    <InputLine
      of={props}
      type="text"
      value={isEdited ? text : groupThousands(text)}
      options={lineOptions}
      onFocus={() => {
        const element = document.activeElement;
        if (!isByPointer.current && element instanceof HTMLInputElement) whole.current = element;
        setEdited(true);
      }}
      onChange={(typed) => edit(String(typed))}
      onBlur={() => {
        isByPointer.current = false;
        setEdited(false);
        finish();
      }}
      control={{
        className: "tf-number",
        inputMode: isWhole && (field.min ?? -1) >= 0 ? "numeric" : "decimal",
        prefix: props.prefix,
        onPointerDown: () => void (isByPointer.current = true),
        suffix: field.unit === undefined ? undefined : inLanguage(field.unit, language),
      }}
    />
  );
}
