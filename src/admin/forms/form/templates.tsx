// The layout of a form: light templates instead of the theme's, which render every field again on each change.
import { helpId, type ErrorListProps, type FieldTemplateProps, type ObjectFieldTemplateProps } from "@rjsf/utils";
import { Fragment, type ReactNode } from "react";
import { inLanguage, meets } from "#schema/text";
import type { ScreenField } from "#schema/screen";
import { traitsOf } from "../../../fields/screen-traits.ts";
import { shownFields } from "../../inputs/values/conditions.ts";
import { labelId } from "../../inputs/field-ids.ts";
import { isFixedNow } from "../../inputs/values/form-definition.ts";
import { useFormSession } from "./form-session.ts";
import { focusPath } from "./focus.ts";
import { colonOf, useFormTexts, useLanguage } from "../../i18n/language.ts";
import { ShownValue, HiddenValue } from "../../../fields/shown-value.tsx";
import { pathOfProperty } from "../validation/validator.ts";
import { useStored } from "../../inputs/values/value-store.ts";
import { cellClasses, gridClass, sectionsOf } from "../view/field-grid.ts";

interface FieldFrameProps {
  readonly id: string;
  readonly field: ScreenField;
  /** The rendered problem; undefined without one. */
  readonly errors: ReactNode;
  readonly children: ReactNode;
}

/** Label, widget, help and error of one field. */
function FieldFrame({ id, field, errors, children }: FieldFrameProps): ReactNode {
  const language = useLanguage();
  const label = inLanguage(field.label, language);
  const { scope } = useFormSession();
  const { requiredWhen } = field;
  const isNeeded = useStored(scope.shown, (values) => requiredWhen !== undefined && meets(requiredWhen.when, values));
  const required = field.required === undefined && !isNeeded ? "" : " tf-required";
  return (
    <div className={errors === undefined ? "tf-field" : "tf-field tf-field-bad"} data-field={field.name}>
      {traitsOf(field).isGroup ? (
        <span className={`tf-label${required}`} id={labelId(id)}>
          {label}
        </span>
      ) : (
        <label className={`tf-label${required}`} id={labelId(id)} htmlFor={id}>
          {label}
        </label>
      )}
      {children}
      {field.help === undefined ? null : (
        <div className="tf-help" id={helpId(id)}>
          {inLanguage(field.help, language)}
        </div>
      )}
      {errors === undefined ? null : <div className="tf-error">{errors}</div>}
    </div>
  );
}

/** rjsf's frame of a field; the root object has none, so that a change does not render all fields. */
export function FieldTemplate({ fieldPathId, id, rawErrors, errors, children }: FieldTemplateProps): ReactNode {
  const { form } = useFormSession();
  const field = fieldPathId.path.length === 1 ? form.field.get(String(fieldPathId.path[0])) : undefined;
  if (field === undefined) return children;
  return (
    <FieldFrame id={id} field={field} errors={(rawErrors ?? []).length > 0 ? errors : undefined}>
      {children}
    </FieldFrame>
  );
}

/** A field that this form shows but does not change. */
function FixedField({ field }: { readonly field: ScreenField }): ReactNode {
  const language = useLanguage();
  const texts = useFormTexts();
  const { form, scope } = useFormSession();
  const isHidden = form.hidden.has(field.name);
  const value = useStored(scope.shown, (values) => values[field.name]);
  const why = field.fixed === true ? texts.fixed : isFixedNow(field, scope.record) ? texts.fixedNow : undefined;
  return (
    <div className="tf-field" data-field={field.name} title={scope.isEdit && !isHidden ? why : undefined}>
      <span className="tf-label">{inLanguage(field.label, language)}</span>
      <div className="tf-fixed">{isHidden ? <HiddenValue /> : <ShownValue field={field} value={value} record={scope.record} />}</div>
      {field.help === undefined ? null : <div className="tf-help">{inLanguage(field.help, language)}</div>}
    </div>
  );
}

/** All fields of the form in order and sections: one column, two where space permits; fields with an unmet condition are absent. */
export function ObjectFieldTemplate({ properties }: ObjectFieldTemplateProps): ReactNode {
  const { form, scope } = useFormSession();
  // rjsf renders this template after each change of a value, and values change nowhere else.
  const shown = shownFields(form.fields, scope.values.get());
  const contents = new Map(properties.map((property) => [property.name, property.content]));
  const language = useLanguage();
  const sections = sectionsOf(
    form.fields.filter((field) => shown.has(field.name)),
    form.headings,
  );
  return sections.map(({ heading, fields }) => {
    const classes = cellClasses(fields);
    const grid = (
      <div className={gridClass(shown.size)}>
        {fields.map((field, index) => (
          <div key={field.name} className={classes[index]}>
            {contents.get(field.name) ?? <FixedField field={field} />}
          </div>
        ))}
      </div>
    );
    if (heading === undefined) return <Fragment key="">{grid}</Fragment>;
    return (
      <fieldset key={heading[0]} className="tf-section">
        <legend>{inLanguage(heading, language)}</legend>
        {grid}
      </fieldset>
    );
  });
}

/** The summary of problems above the form after a failed submit; each entry leads to its field. */
export function ErrorSummary({ errors }: ErrorListProps): ReactNode {
  const texts = useFormTexts();
  const language = useLanguage();
  const session = useFormSession();
  if (!session.isSubmitted || errors.length === 0) return null;
  const sentences = errors.map((error) => ({ path: pathOfProperty(error.property), text: error.message ?? "" }));
  return (
    <div className="tf-summary" role="alert">
      <strong>{texts.summary(sentences.length)}</strong>
      <ul>
        {sentences.slice(0, 20).map(({ path, text }) => (
          <li key={path.join(".") + text}>
            <button type="button" className="tf-link" onClick={() => focusPath(session, path)}>
              {summaryText({ fields: session.form.fields, path, text, rowText: texts.row, language })}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface SummaryEntry {
  readonly fields: readonly ScreenField[];
  readonly path: readonly (string | number)[];
  readonly text: string;
  readonly rowText: (number: number, label: string) => string;
  readonly language: "zh" | "en";
}

/** The sentence, with the row it belongs to where that is inside lines. */
function summaryText({ fields, path, text, rowText, language }: SummaryEntry): string {
  const [name, index] = path;
  if (typeof index !== "number") return text;
  const lines = fields.find((field) => field.name === name);
  return `${rowText(index + 1, lines === undefined ? "" : inLanguage(lines.label, language))}${colonOf(language)}${text}`;
}
