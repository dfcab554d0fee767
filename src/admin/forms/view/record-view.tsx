// One record to be read: every field that the view has, with its label.
import { isVisibleIn } from "#schema/field";
import type { ReactNode } from "react";
import type { Screen } from "#schema/screen";
import { inLanguage } from "#schema/text";
import { traitsOf } from "../../../fields/screen-traits.ts";
import { shownFields } from "../../inputs/values/conditions.ts";
import type { FormValues } from "../../inputs/values/form-definition.ts";
import { useLanguage } from "../../inputs/language.ts";
import { ShownValue, UnseenValue } from "../../../fields/shown-value.tsx";
import { decidedFields, hiddenFieldsIn } from "../../inputs/values/hidden-fields.ts";
import { valuesOfRecord } from "../../inputs/values/values.ts";
import { gridClass } from "./field-grid.ts";
import "../forms.css";

interface RecordViewProps {
  readonly screen: Screen;
  readonly record: FormValues;
  readonly isAdministrator: boolean;
}

export function RecordView({ screen, record, isAdministrator }: RecordViewProps): ReactNode {
  const language = useLanguage();
  const unseen = hiddenFieldsIn(record);
  const fields = decidedFields(
    screen.fields.filter((field) => isVisibleIn(field, "view") && (isAdministrator || field.administratorOnly !== true)),
    unseen,
    record,
  );
  const values = valuesOfRecord(screen.fields, record);
  const shown = shownFields(fields, values);
  return (
    <div className="tf-form">
      <dl className={`${gridClass(shown.size)} tf-view`}>
        {fields
          .filter((field) => shown.has(field.name))
          .map((field) => (
            <div key={field.name} className={traitsOf(field).isWide ? "tf-cell tf-cell-wide" : "tf-cell"} data-field={field.name}>
              <dt className="tf-label">{inLanguage(field.label, language)}</dt>
              <dd className="tf-value">
                {unseen.has(field.name) ? <UnseenValue /> : <ShownValue field={field} value={values[field.name]} record={record} />}
              </dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
