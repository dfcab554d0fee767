// What somebody entered of a record that can be edited no more: shown so that it can be copied, until it is given up.
import { Alert, Button } from "antd";
import { useState, type ReactNode } from "react";
import { linesMember } from "#schema/entered-lines";
import type { Screen, ScreenField } from "#schema/screen";
import { inLanguage } from "#schema/text";
import { isNothing, ShownValue } from "../../../fields/shown-value.tsx";
import { isRecord, textOf, type Row } from "../../api/index.ts";
import { session } from "../../api/session.ts";
import { colonOf, useFormTexts, useLanguage } from "../../i18n/language.ts";
import { enteredCells } from "./line-differences.ts";
import { draftOf, forgetDraft, recordDraft } from "./drafts.ts";
import { basisRecordIn } from "./basis-record.ts";

interface LeftDraftProps {
  readonly screen: Screen;
  readonly record: Row;
  /** It was given up. */
  readonly onGivenUp: () => void;
}

const rowsIn = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** A value; of a reference that was chosen meanwhile nothing is known but its key, which tells nobody anything. */
function Entered({ field, value, record }: { readonly field: ScreenField; readonly value: unknown; readonly record: Row }): ReactNode {
  const language = useLanguage();
  const isUnnamed = field.labelKey !== undefined && textOf(record[field.name]) !== textOf(value);
  if (isNothing(value) || isUnnamed) return null;
  return (
    <span className="tf-line-value">
      {inLanguage(field.label, language)}
      {colonOf(language)}
      <ShownValue field={field} value={value} record={record} />
    </span>
  );
}

export function LeftDraft({ screen, record, onGivenUp }: LeftDraftProps): ReactNode {
  const texts = useFormTexts();
  const name = recordDraft(screen, record, {});
  const [draft, setDraft] = useState(() => draftOf(name, session()?.user.userId ?? "", {}));
  if (draft === undefined) return null;
  const before = { ...record, ...basisRecordIn(draft) };
  const fields = screen.fields.filter((field) => field.name in draft);
  const storedLines = new Map(rowsIn(before[linesMember]).map((row) => [textOf(row["id"]), row]));
  const cells = screen.lines === undefined ? [] : enteredCells(screen.lines);
  const giveUp = () => {
    forgetDraft(name);
    setDraft(undefined);
    onGivenUp();
  };
  return (
    <Alert
      className="tf-alert"
      type="warning"
      showIcon
      role="alert"
      message={texts.leftOver}
      description={
        <ul className="tf-left-draft">
          {fields.map((field) => (
            <li key={field.name}>
              <Entered field={field} value={draft[field.name]} record={before} />
            </li>
          ))}
          {rowsIn(draft[linesMember]).map((row, place) => (
            <li key={place}>
              {cells.map((cell) => (
                <Entered key={cell.name} field={cell} value={row[cell.name]} record={storedLines.get(textOf(row["id"])) ?? row} />
              ))}
            </li>
          ))}
        </ul>
      }
      action={
        <Button size="small" onClick={giveUp}>
          {texts.giveUp}
        </Button>
      }
    />
  );
}
