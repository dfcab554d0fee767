// One record to be read: every field that the view has, with its label; empty ones once they are asked for.
import { isVisibleIn } from "#schema/field";
import { useState, type ReactNode } from "react";
import type { Screen, ScreenField } from "#schema/screen";
import { inLanguage } from "#schema/text";
import { shownFields } from "../../inputs/values/conditions.ts";
import { headingsOf, type FormValues } from "../../inputs/values/form-definition.ts";
import { useFormTexts, useLanguage } from "../../i18n/language.ts";
import { isNothing, ShownValue, HiddenValue } from "../../../fields/shown-value.tsx";
import { withDecidableConditions, hiddenFieldsIn } from "../../inputs/values/hidden-fields.ts";
import { valuesOfRecord } from "../../inputs/values/values.ts";
import { cellClass, gridClass, sectionsOf } from "./field-grid.ts";
import "../forms.css";

/** More empty fields than these are left out at first. */
const maxEmptyShown = 2;

interface RecordViewProps {
  readonly screen: Screen;
  readonly record: FormValues;
  readonly isAdministrator: boolean;
  /** The rows of `details` have a list of their own beside it. */
  readonly hasLines?: boolean;
}

export function RecordView({ screen, record, isAdministrator, hasLines = false }: RecordViewProps): ReactNode {
  const language = useLanguage();
  const hidden = hiddenFieldsIn(record);
  const fields = withDecidableConditions(
    screen.fields.filter(
      (field) =>
        isVisibleIn(field, "view") && (isAdministrator || field.administratorOnly !== true) && !(hasLines && field.inDetails === true),
    ),
    hidden,
    record,
  );
  const values = valuesOfRecord(screen.fields, record);
  const texts = useFormTexts();
  const shown = shownFields(fields, values);
  const [isWhole, setWhole] = useState(false);
  const isEmpty = (field: ScreenField) => !hidden.has(field.name) && isNothing(values[field.name]);
  const all = fields.filter((field) => shown.has(field.name));
  const empty = all.filter(isEmpty).length;
  // A few say that there is nothing; many would be all that one sees.
  const leavesOut = empty > maxEmptyShown;
  const seen = leavesOut && !isWhole ? all.filter((field) => !isEmpty(field)) : all;
  return (
    <div className="tf-form">
      {sectionsOf(seen, headingsOf(screen)).map(({ heading, fields: own }) => (
        <section key={heading?.[0] ?? ""} className={heading === undefined ? undefined : "tf-section"}>
          {heading !== undefined && <h3>{inLanguage(heading, language)}</h3>}
          <dl className={`${gridClass(seen.length)} tf-view`}>
            {own.map((field) => (
              <div key={field.name} className={cellClass(field)} data-field={field.name}>
                <dt className="tf-label">{inLanguage(field.label, language)}</dt>
                <dd className="tf-value">
                  {hidden.has(field.name) ? <HiddenValue /> : <ShownValue field={field} value={values[field.name]} record={record} leads />}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {leavesOut && (
        <button type="button" className="tf-more" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? texts.withoutEmpty : texts.withEmpty(empty)}
        </button>
      )}
    </div>
  );
}
