// Two people changed the same record: both values of each field that differs, and a choice for each.
import { Button, Modal } from "antd";
import { useState, type ReactNode } from "react";
import type { ScreenField } from "#schema/screen";
import { inLanguage } from "#schema/text";
import type { FormDefinition, FormValues } from "../../inputs/values/form-definition.ts";
import { SaveButton } from "../dialogs/save-button.tsx";
import { useFormTexts, useLanguage } from "../../i18n/language.ts";
import { ShownValue } from "../../../fields/shown-value.tsx";
import { changedFields, isSameValue } from "../../inputs/values/values.ts";

type Side = "mine" | "theirs";

export interface Conflict {
  /** The values when the form was opened. */
  readonly before: FormValues;
  readonly mine: FormValues;
  readonly theirs: FormValues;
  /** Their record, with labels and the new version. */
  readonly record: FormValues;
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

export function ConflictDialog({ form, conflict, record, onSettle, onBack }: ConflictDialogProps): ReactNode {
  const texts = useFormTexts();
  const language = useLanguage();
  const fields = changedFields(form.editable, conflict.mine, conflict.theirs);
  const [sides, setSides] = useState(() => offered(fields, conflict));
  const all = (side: Side) => setSides(Object.fromEntries(fields.map((field) => [field.name, side])));
  const settle = () => {
    const taken = fields.filter((field) => sides[field.name] === "theirs").map((field) => [field.name, conflict.theirs[field.name]]);
    onSettle({ ...conflict.mine, ...Object.fromEntries(taken) });
  };
  const choice = (field: ScreenField, side: Side) => {
    const label = side === "mine" ? texts.conflict.mine : texts.conflict.theirs;
    return (
      <label className={sides[field.name] === side ? "tf-side tf-side-taken" : "tf-side"}>
        <input
          type="radio"
          name={`conflict-${field.name}`}
          checked={sides[field.name] === side}
          aria-label={`${inLanguage(field.label, language)}：${label}`}
          onChange={() => setSides({ ...sides, [field.name]: side })}
        />
        <ShownValue
          field={field}
          value={side === "mine" ? conflict.mine[field.name] : conflict.theirs[field.name]}
          record={side === "mine" ? record : conflict.record}
        />
      </label>
    );
  };
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
      <p className="tf-lead">{fields.length === 0 ? texts.conflict.same : texts.conflict.lead}</p>
      {fields.length === 0 ? null : (
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
                <td>{choice(field, "mine")}</td>
                <td>{choice(field, "theirs")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Modal>
  );
}
