// Text of several lines, which says how much of it there may be.
import type { ReactNode } from "react";
import { lengthOf } from "../../schema/json-schema-subset.ts";
import { useDraftValue } from "../../admin/inputs/values/draft-value.ts";
import { useFieldScope, type WidgetProps } from "../../admin/inputs/values/field-scope.ts";
import { useFormTexts } from "../../admin/i18n/language.ts";
import { InputLines } from "../../admin/inputs/form-only.ts";
import { tidyText, trimmed } from "../../admin/inputs/text-input.tsx";

/** Most characters of this kind where the field does not say (definition.ts). */
const defaultMax = 2000;

const options = { rows: 3, emptyValue: "" };

export function Widget(props: WidgetProps): ReactNode {
  const { field, value, onChange } = props;
  const texts = useFormTexts();
  const { preview } = useFieldScope();
  const { text, edit, finish } = useDraftValue(
    typeof value === "string" ? value : "",
    (typed) => onChange(trimmed(field, typed)),
    (typed) => tidyText(field, typed),
    (typed) => preview(field.name, trimmed(field, typed)),
  );
  const max = field.max ?? defaultMax;
  const length = lengthOf(text);
  return (
    <div className="tf-area">
      <InputLines of={props} value={text} options={options} onChange={(typed) => edit(String(typed))} onBlur={finish} />
      {/* What is pasted is never cut off: the count turns red, and the check says so. */}
      <span className={length > max ? "tf-count tf-count-over" : "tf-count"} aria-hidden="true">
        {texts.count(length, max)}
      </span>
    </div>
  );
}
