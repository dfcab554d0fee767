// Structured data as text, checked to be JSON when it is left, and laid out on request.
import { Button } from "antd";
import type { ReactNode } from "react";
import { useDraftValue } from "../../admin/inputs/values/draft-value.ts";
import type { WidgetProps } from "../../admin/inputs/values/field-scope.ts";
import { useFormTexts } from "../../admin/i18n/language.ts";
import { InputLines } from "../../admin/inputs/form-only.ts";

/** The text of a value; a value that is text is what was typed and is no JSON. */
function textOfValue(value: unknown): string {
  return value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

interface Parsed {
  readonly value: unknown;
  /** The line near which the text stops being JSON; 0 where that is not known. */
  readonly wrongLine?: number;
}

/** What a text holds. Text that is no JSON stays text: the check refuses it, and nothing typed is lost. */
export function parseJson(text: string): Parsed {
  if (text.trim() === "") return { value: undefined };
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const position = /position (\d+)/.exec(error.message)?.[1];
    return { value: text, wrongLine: position === undefined ? 0 : text.slice(0, Number(position)).split("\n").length };
  }
}

const options = { rows: 6, emptyValue: "" };

export function Widget(props: WidgetProps): ReactNode {
  const { id, value, onChange, isDisabled, describedBy } = props;
  const texts = useFormTexts();
  const { text, edit, finish } = useDraftValue(textOfValue(value), (typed) => onChange(parseJson(typed).value));
  const parsed = parseJson(text);
  const isShape = parsed.value === undefined || (typeof parsed.value === "object" && parsed.value !== null);
  const note =
    parsed.wrongLine === undefined
      ? isShape
        ? ""
        : texts.json.mustBe
      : parsed.wrongLine > 0
        ? texts.json.wrongAt(parsed.wrongLine)
        : texts.json.wrong;
  const noteId = `${id}__note`;
  return (
    <div className="tf-area">
      <InputLines
        of={props}
        value={text}
        options={options}
        onChange={(typed) => edit(String(typed))}
        onBlur={finish}
        control={{ className: "tf-code", spellCheck: false, "aria-describedby": [describedBy, noteId].filter(Boolean).join(" ") }}
      />
      <div className="tf-area-foot">
        <span id={noteId} className="tf-note" role="status">
          {note}
        </span>
        <Button
          size="small"
          disabled={isDisabled || parsed.wrongLine !== undefined || parsed.value === undefined}
          onClick={() => edit(JSON.stringify(parsed.value, null, 2))}
        >
          {texts.json.format}
        </Button>
      </div>
    </div>
  );
}
