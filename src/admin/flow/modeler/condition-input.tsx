// An expression while it is typed: checked by the parser of the server, with the names that it may read as completions.
import { AutoComplete, Input } from "antd";
import { useEffect, useId, useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { clashReason } from "../../../process/deployable.ts";
import { ExpressionError, parseTemplate } from "../../../process/expressions.ts";
import { inLanguage } from "../../../schema/text.ts";
import { useLanguage } from "../../i18n/language.ts";
import { completed, wordAt } from "./completion.ts";
import type { VariableName } from "./vocabulary.ts";

interface ConditionInputProps {
  readonly label: string;
  readonly help?: string;
  readonly value: string;
  readonly names: readonly VariableName[];
  /** Whether `${` and `}` may be left out around the whole. */
  readonly isBare?: boolean;
  readonly isTall?: boolean;
  readonly onCommit: (text: string) => void;
}

/** Why a text cannot be used, in the language of the page; "" where it can. */
function problemOf(
  text: string,
  isBare: boolean,
  names: readonly VariableName[],
  say: (text: readonly [string, string]) => string,
): string {
  if (text.trim() === "") return "";
  try {
    const source = isBare && !/^\s*[$#]\{/u.test(text) ? `\${${text}}` : text;
    const template = parseTemplate(source);
    const unknown = [...template.names].find((read) => names.every(({ name }) => name !== read));
    if (unknown !== undefined) return say([`未知变量 ${unknown}`, `There is no variable ${unknown}`]);
    const types = new Map(names.flatMap(({ name, type }) => (type === undefined ? [] : [[name, type] as const])));
    const [clash] = template.clashes(types);
    return clash === undefined ? "" : say(clashReason(clash));
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return say(error.reason);
  }
}

export function ConditionInput({ label, help, value, names, isBare = false, isTall = false, onCommit }: ConditionInputProps): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const [text, setText] = useState(value);
  const [place, setPlace] = useState(0);
  useEffect(() => setText(value), [value]);
  const problem = problemOf(text, isBare, names, (problem) => inLanguage(problem, language));
  const word = wordAt(text, place);
  const fitting = names.filter(
    ({ name, label: says }) =>
      word === "" ||
      name.toLowerCase().includes(word.toLowerCase()) ||
      inLanguage(says, language).toLowerCase().includes(word.toLowerCase()),
  );
  const options = fitting.map(({ name, label: says, of }) => ({
    value: name,
    label: (
      <span className="tm-name-option">
        <code>{name}</code>
        <span>
          {inLanguage(says, language)}
          {of === undefined ? "" : ` · ${inLanguage(of, language)}`}
        </span>
      </span>
    ),
  }));
  const note = problem === "" ? help : problem;
  const control = { spellCheck: false, "aria-label": label, "aria-invalid": problem !== "", "aria-describedby": `${id}_note` };
  return (
    <div className="tm-property">
      <label htmlFor={id}>{label}</label>
      <AutoComplete
        id={id}
        className={isTall ? "tm-property-tall" : ""}
        value={text}
        options={options}
        popupMatchSelectWidth={280}
        defaultActiveFirstOption={false}
        status={problem === "" ? "" : "error"}
        onSearch={setText}
        onSelect={(name: string) => setText(completed(text, place, name, isBare))}
        onBlur={() => text !== value && onCommit(text)}
      >
        {isTall ? (
          <Input.TextArea
            rows={3}
            {...control}
            onInput={(event) => setPlace(event.currentTarget.selectionStart)}
            onSelect={(event) => setPlace(event.currentTarget.selectionStart)}
          />
        ) : (
          <Input
            {...control}
            onInput={(event) => setPlace(event.currentTarget.selectionStart ?? 0)}
            onSelect={(event) => setPlace(event.currentTarget.selectionStart ?? 0)}
          />
        )}
      </AutoComplete>
      <small id={`${id}_note`} className={problem === "" ? "tm-soft" : "tm-property-problem"} role={problem === "" ? undefined : "alert"}>
        {note ?? t("modeler.names")}
      </small>
    </div>
  );
}
