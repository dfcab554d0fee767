// A whole number outside of forms, such as a limit or the columns of a sheet: read as forms read numbers. What is none of its range stays as it
// was typed, with a sentence that says what is allowed, and counts for nothing.
import { Input } from "antd";
import { useId, useState, type ReactNode } from "react";
import { numberMessage } from "#schema/number-message";
import { inLanguage } from "#schema/text";
import { writtenNumberIn, wholeOf } from "#schema/written-number";
import { useLanguage } from "../i18n/language.ts";

interface WholeNumberProps {
  readonly id?: string;
  /** Its name, where no label with its id is beside it. */
  readonly name?: string;
  readonly value: number | undefined;
  readonly min: number;
  readonly max: number;
  readonly suffix?: string;
  /** It may be empty: undefined is handed on then. */
  readonly isOptional?: boolean;
  readonly onChange: (value: number | undefined) => void;
}

export function WholeNumber({ id, name, value, min, max, suffix, isOptional = false, onChange }: WholeNumberProps): ReactNode {
  const language = useLanguage();
  const note = useId();
  // Of what was typed and is not the value.
  const [typed, setTyped] = useState<string>();
  const valueOf = (text: string): number | undefined => {
    const whole = wholeOf(writtenNumberIn(text) ?? "");
    return typeof whole === "number" && whole >= min && whole <= max && text.trim() !== "" ? whole : undefined;
  };
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    // It was changed elsewhere, as by an undo: what was typed is of the past.
    if (typed !== undefined && valueOf(typed) !== value) setTyped(undefined);
  }
  const isWrong = typed !== undefined && valueOf(typed) === undefined && !(isOptional && typed.trim() === "");
  return (
    <span className="tf-whole-number">
      <Input
        {...(id === undefined ? {} : { id })}
        {...(name === undefined ? {} : { "aria-label": name })}
        className="tf-number"
        inputMode="numeric"
        autoComplete="off"
        suffix={suffix}
        value={typed ?? value?.toString() ?? ""}
        {...(isWrong ? { status: "error" as const, "aria-invalid": true, "aria-describedby": note } : {})}
        onChange={({ target }) => {
          setTyped(target.value);
          const next = valueOf(target.value);
          if (next !== undefined || (isOptional && target.value.trim() === "")) onChange(next);
        }}
        onBlur={() => {
          if (!isWrong) setTyped(undefined);
        }}
      />
      {isWrong && (
        <span id={note} className="tf-whole-number-note" role="alert">
          {inLanguage(numberMessage(undefined, { number: "whole", scale: undefined, min, max }) ?? ["", ""], language)}
        </span>
      )}
    </span>
  );
}
