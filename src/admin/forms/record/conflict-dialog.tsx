// Two people changed the same record: both values of each field that differs, what each did to every line that does, and a choice for each.
import { Button, Modal } from "antd";
import { useState, type ReactNode } from "react";
import { linesMember } from "#schema/entered-lines";
import type { ScreenField } from "#schema/screen";
import { inLanguage } from "#schema/text";
import type { FormDefinition, FormValues } from "../../inputs/values/form-definition.ts";
import { SaveButton } from "../dialogs/save-button.tsx";
import { colonOf, useFormTexts, useLanguage } from "../../i18n/language.ts";
import { ShownValue } from "../../../fields/shown-value.tsx";
import { changedFields, isSameValue } from "../../inputs/values/values.ts";
import { LineSide } from "./conflict-lines.tsx";
import { chosenLines, lineDifferences, offeredSide, type LineDifference, type Side } from "./line-differences.ts";

export interface Conflict {
  /** The values when the form was opened. */
  readonly before: FormValues;
  readonly mine: FormValues;
  readonly theirs: FormValues;
  /** Their record, with labels and the new version. */
  readonly record: FormValues;
  /** Why it was refused, where that need not be that others have changed something. */
  readonly reason: string | undefined;
}

interface ConflictDialogProps {
  readonly form: FormDefinition;
  readonly conflict: Conflict;
  /** My record, with the labels of what I had. */
  readonly record: FormValues;
  readonly onSettle: (values: FormValues) => void;
  readonly onBack: () => void;
}

/** Where only one side changed a field, that side's value is offered; where both did, mine. */
function offered(fields: readonly ScreenField[], { before, mine }: Conflict): Readonly<Record<string, Side>> {
  return Object.fromEntries(
    fields.map((field) => [field.name, isSameValue(field, before[field.name], mine[field.name]) ? "theirs" : "mine"]),
  );
}

/** What is chosen for a line goes by this name, beside the names of fields. */
const nameOfLine = ({ key }: LineDifference): string => `${linesMember} ${key}`;

/** The lines of a form in their versions. */
const linesOf = ({ before, mine, theirs }: Conflict) => ({
  before: before[linesMember],
  mine: mine[linesMember],
  theirs: theirs[linesMember],
});

export function ConflictDialog({ form, conflict, record, onSettle, onBack }: ConflictDialogProps): ReactNode {
  const texts = useFormTexts();
  const language = useLanguage();
  const linesField = form.field.get(linesMember);
  const fields = changedFields(form.editable, conflict.mine, conflict.theirs).filter((field) => field !== linesField);
  const lines = linesField === undefined ? [] : lineDifferences(linesField, linesOf(conflict));
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>(() => ({
    ...offered(fields, conflict),
    ...Object.fromEntries(lines.map((line) => [nameOfLine(line), offeredSide(line)])),
  }));
  const all = (side: Side) => setSides(Object.fromEntries(Object.keys(sides).map((name) => [name, side])));
  const settle = () => {
    const taken = fields.filter((field) => sides[field.name] === "theirs").map((field) => [field.name, conflict.theirs[field.name]]);
    const ofLines = Object.fromEntries(lines.map((line) => [line.key, sides[nameOfLine(line)]]));
    const kept = linesField === undefined ? {} : { [linesMember]: chosenLines(linesField, linesOf(conflict), ofLines) };
    onSettle({ ...conflict.mine, ...Object.fromEntries(taken), ...kept });
  };
  const choice = (name: string, label: string, side: Side, shown: ReactNode) => (
    <label className={sides[name] === side ? "tf-side tf-side-taken" : "tf-side"}>
      <input
        type="radio"
        name={`conflict-${name}`}
        checked={sides[name] === side}
        aria-label={`${label}${colonOf(language)}${side === "mine" ? texts.conflict.mine : texts.conflict.theirs}`}
        onChange={() => setSides({ ...sides, [name]: side })}
      />
      {shown}
    </label>
  );
  const recordOf = (side: Side) => (side === "mine" ? record : conflict.record);
  const choiceOfField = (field: ScreenField, side: Side) =>
    choice(
      field.name,
      inLanguage(field.label, language),
      side,
      <ShownValue field={field} value={conflict[side][field.name]} record={recordOf(side)} />,
    );
  const lineLabel = (line: LineDifference) => texts.conflict.line(inLanguage(linesField?.label ?? ["", ""], language), line.number);
  const choiceOfLine = (line: LineDifference, side: Side) =>
    choice(
      nameOfLine(line),
      lineLabel(line),
      side,
      linesField === undefined ? null : <LineSide field={linesField} difference={line} side={side} stored={recordOf(side)[linesMember]} />,
    );
  const isSame = fields.length === 0 && lines.length === 0;
  return (
    <Modal
      open
      className="tf-dialog"
      title={texts.conflict.title}
      width={760}
      maskClosable={false}
      onCancel={onBack}
      footer={[
        <Button key="back" onClick={onBack}>
          {texts.conflict.back}
        </Button>,
        <SaveButton key="save" onClick={settle}>
          {texts.conflict.save}
        </SaveButton>,
      ]}
    >
      {conflict.reason === undefined ? null : (
        <p className="tf-lead" role="alert">
          {conflict.reason}
        </p>
      )}
      <p className="tf-lead">{isSame ? texts.conflict.same : texts.conflict.lead}</p>
      {isSame ? null : (
        <table className="tf-conflict">
          <thead>
            <tr>
              <th scope="col">{texts.conflict.field}</th>
              <th scope="col">
                {texts.conflict.mine}{" "}
                <Button type="link" size="small" onClick={() => all("mine")}>
                  {texts.conflict.allMine}
                </Button>
              </th>
              <th scope="col">
                {texts.conflict.theirs}{" "}
                <Button type="link" size="small" onClick={() => all("theirs")}>
                  {texts.conflict.allTheirs}
                </Button>
              </th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field.name}>
                <th scope="row">{inLanguage(field.label, language)}</th>
                <td>{choiceOfField(field, "mine")}</td>
                <td>{choiceOfField(field, "theirs")}</td>
              </tr>
            ))}
            {lines.map((line) => (
              <tr key={nameOfLine(line)}>
                <th scope="row">{lineLabel(line)}</th>
                <td>{choiceOfLine(line, "mine")}</td>
                <td>{choiceOfLine(line, "theirs")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Modal>
  );
}
