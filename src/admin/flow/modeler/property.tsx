// Inputs of the panel: they keep what is typed until they are left, so that one edit is one step of undo.
import { Input } from "antd";
import { useEffect, useId, useState, type ChangeEvent, type ReactNode } from "react";

interface TextPropertyProps {
  readonly label: string;
  readonly value: string;
  readonly help?: string;
  /** Why the text is refused; "" where it is not. */
  readonly problem?: string;
  readonly isCode?: boolean;
  /** Several lines. */
  readonly isTall?: boolean;
  readonly onCommit: (text: string) => void;
}

export function TextProperty({ label, value, help, problem = "", isCode = false, isTall = false, onCommit }: TextPropertyProps): ReactNode {
  const id = useId();
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const commit = () => {
    if (text !== value) onCommit(text);
  };
  const note = problem === "" ? help : problem;
  const control = {
    id,
    value: text,
    autoComplete: "off",
    spellCheck: !isCode,
    status: problem === "" ? ("" as const) : ("error" as const),
    "aria-invalid": problem !== "",
    "aria-describedby": note === undefined ? undefined : `${id}_note`,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => setText(event.target.value),
    onBlur: commit,
  };
  return (
    <div className="tm-property">
      <label htmlFor={id}>{label}</label>
      {isTall ? <Input.TextArea rows={3} {...control} /> : <Input {...control} onPressEnter={commit} />}
      {note !== undefined && (
        <small id={`${id}_note`} className={problem === "" ? "tm-soft" : "tm-property-problem"} role={problem === "" ? undefined : "alert"}>
          {note}
        </small>
      )}
    </div>
  );
}

/** A control with its label. `render` is given the id that the label points to. */
export function Property({ label, render }: { readonly label: string; readonly render: (id: string) => ReactNode }): ReactNode {
  const id = useId();
  return (
    <div className="tm-property">
      <label htmlFor={id}>{label}</label>
      {render(id)}
    </div>
  );
}
