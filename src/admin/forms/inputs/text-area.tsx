// Text of several lines, which says how much of it there may be.
import TextareaWidget from "@rjsf/antd/lib/widgets/TextareaWidget/index.js";
import type { ReactNode } from "react";
import { lengthOf } from "#schema/json-schema-subset";
import { useDraftValue } from "../values/draft-value.ts";
import type { WidgetProps } from "../values/field-scope.ts";
import { useFormTexts } from "../language.ts";
import { trimmed } from "./text-input.tsx";
import { themed } from "./themed.tsx";

/** An input of several lines. */
export const InputLines = themed(TextareaWidget);

/** Most characters of this kind where the field does not say (`src/fields/textarea`). */
const usualMax = 2000;

const options = { rows: 3, emptyValue: "" };

export function TextArea(props: WidgetProps): ReactNode {
  const { field, value, onChange } = props;
  const texts = useFormTexts();
  const { text, edit, finish } = useDraftValue(typeof value === "string" ? value : "", (typed) => onChange(trimmed(typed)), (typed) => typed.trim());
  const max = field.max ?? usualMax;
  const length = lengthOf(text);
  return (
    <div className="tf-area">
      <InputLines of={props} value={text} options={options} onChange={(typed) => edit(String(typed))} onBlur={finish} />
      {/* What is pasted is never cut off: the count turns red, and the check says so. */}
      <span className={length > max ? "tf-count tf-count-over" : "tf-count"} aria-hidden="true">{texts.count(length, max)}</span>
    </div>
  );
}
