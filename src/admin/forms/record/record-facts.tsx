// What the dialog of an action shows of its row (`shows` of its definition), so that people see what they decide about.
import type { ReactNode } from "react";
import type { Screen } from "#schema/screen";
import { inLanguage } from "#schema/text";
import { ShownValue, HiddenValue } from "../../../fields/shown-value.tsx";
import type { Row } from "../../api/index.ts";
import { useLanguage } from "../../i18n/language.ts";
import { hiddenFieldsIn } from "../../inputs/values/hidden-fields.ts";
import { valuesOfRecord } from "../../inputs/values/values.ts";

interface RecordFactsProps {
  readonly screen: Pick<Screen, "fields">;
  readonly names: readonly string[];
  readonly record: Row;
}

export function RecordFacts({ screen, names, record }: RecordFactsProps): ReactNode {
  const language = useLanguage();
  const hidden = hiddenFieldsIn(record);
  const fields = names.flatMap((name) => screen.fields.filter((field) => field.name === name));
  const values = valuesOfRecord(fields, record);
  return (
    <dl className="tf-facts">
      {fields.map((field) => (
        <div key={field.name} data-field={field.name}>
          <dt>{inLanguage(field.label, language)}</dt>
          <dd>{hidden.has(field.name) ? <HiddenValue /> : <ShownValue field={field} value={values[field.name]} record={record} />}</dd>
        </div>
      ))}
    </dl>
  );
}
