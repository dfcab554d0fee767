// A form rendered from a FormDefinition through rjsf, with our templates, our widgets and our validator; the one file that uses an
// experimental option of rjsf.
import type { RegistryFieldsType, RJSFSchema, RJSFValidationError, TemplatesType, UiSchema, ValidatorType } from "@rjsf/utils";
import { useEffect, useImperativeHandle, useMemo, useRef, useState, type FormEvent, type ReactNode, type Ref } from "react";
import { flushSync } from "react-dom";
import type { FieldIssue } from "../../api/failure.ts";
import { FieldErrorTemplate, Form } from "../../inputs/rjsf-parts.ts";
import { FieldScopeContext } from "../../inputs/values/field-scope.ts";
import type { FormDefinition, FormValues } from "../../inputs/values/form-definition.ts";
import { completeValues, createFormSession, editedValues, FormSessionProvider } from "./form-session.ts";
import { focusPath } from "./focus.ts";
import { useFieldBlur } from "./field-blur.ts";
import { beginWaiting } from "./waiting-forms.ts";
import { KindField } from "./kind-field.tsx";
import { useLanguage } from "../../i18n/language.ts";
import { ErrorSummary, FieldTemplate, ObjectFieldTemplate } from "./templates.tsx";
import { createValidator, pathOfProperty } from "../validation/validator.ts";
import "../forms.css";

/** The form's methods for the dialog around it. */
export interface FormHandle {
  /** Hands over what inputs still hold, and gives the values of the edited fields. */
  values(): FormValues;
  isDirty(): boolean;
  /** As if Save had been clicked. */
  submit(): void;
  /** Shows the server's refusals at their fields; returns those that belong to no field of this form. */
  refuse(issues: readonly FieldIssue[]): readonly FieldIssue[];
  focusFirst(): void;
}

interface ResourceFormProps {
  readonly formId: string;
  readonly form: FormDefinition;
  /** The values that count as unchanged. */
  readonly initial: FormValues;
  /** The initial values, where they differ from the record: unsaved input of the last attempt. */
  readonly start?: FormValues | undefined;
  /** The values of all fields of the loaded record; those of `initial` for a new one. */
  readonly before: FormValues;
  /** The record as loaded, with the labels of its references. */
  readonly record: FormValues;
  /** Receives values that keep every rule the browser knows. */
  readonly onSubmit: (values: FormValues) => void;
  readonly ref?: Ref<FormHandle>;
}

const fields: RegistryFieldsType<FormValues> = { kind: KindField };
const templates: Partial<TemplatesType<FormValues>> = {
  FieldErrorTemplate,
  FieldTemplate,
  ObjectFieldTemplate,
  ErrorListTemplate: ErrorSummary,
};
const defaults = { arrayMinItems: { populate: "never" }, emptyObjectFields: "skipDefaults", allOf: "skipDefaults" } as const;

const reportedBySummary = () => undefined;

/**
 * The schema that rjsf renders: the shapes of the values. Which fields are required, and when, is decided by the validator and the
 * templates.
 */
function renderedSchema(form: FormDefinition): RJSFSchema {
  // The subset is draft 7, which is what rjsf's type describes.
  return { type: "object", properties: form.schema.properties } as RJSFSchema;
}

function uiSchemaOf(form: FormDefinition): UiSchema<FormValues> {
  const one = { "ui:field": "kind", "ui:fieldReplacesAnyOrOneOf": true };
  return {
    "ui:submitButtonOptions": { norender: true },
    "ui:order": form.editable.map((field) => field.name),
    ...Object.fromEntries(form.editable.map((field) => [field.name, one])),
  };
}

/** A form of a screen or of an action. */
export function ResourceForm({ formId, form, initial, start, before, record, onSubmit, ref }: ResourceFormProps): ReactNode {
  const language = useLanguage();
  const [session] = useState(() => createFormSession({ formId, form, initial, before, record, ...(start === undefined ? {} : { start }) }));
  const rjsf = useRef<Form<FormValues>>(null);
  const schema = useMemo(() => renderedSchema(form), [form]);
  const uiSchema = useMemo(() => uiSchemaOf(form), [form]);
  const spoken = useRef(language);
  const validator = useMemo<ValidatorType<FormValues>>(
    () => createValidator((values) => session.problems(values, spoken.current)),
    [session],
  );
  const started = useMemo(() => editedValues(session), [session]);
  // rjsf types a change as the whole form, also where a path leads to a part of it.
  session.give = (value, name) => rjsf.current?.onChange(value as FormValues, [name]);

  const flush = () => {
    // Inside flushSync, so that rjsf holds every value before its own submit handler reads them.
    if (!session.scope.pending.isEmpty) flushSync(() => session.scope.pending.flush());
  };
  useImperativeHandle(ref, () => ({
    values() {
      flush();
      return editedValues(session);
    },
    isDirty: () => session.isDirty(),
    submit() {
      const element = document.getElementById(formId);
      if (element instanceof HTMLFormElement) element.requestSubmit();
    },
    refuse(issues) {
      session.refused = issues.filter((issue) => session.form.field.has(String(issue.path[0])));
      // Shows them and leads to the first, like a submit that the browser refuses itself.
      rjsf.current?.validateForm();
      return issues.filter((issue) => !session.refused.includes(issue));
    },
    focusFirst() {
      const [first] = form.editable;
      if (first !== undefined) focusPath(session, [first.name]);
    },
  }));

  const isWaiting = useRef(false);
  const beforeSubmit = (event: FormEvent) => {
    if (!(event.target instanceof HTMLFormElement) || event.target.id !== formId) return;
    session.isSubmitted = true;
    // The server decides again; its earlier refusals do not block the submit.
    session.refused = [];
    flush();
    const settled = session.scope.pending.settle();
    if (settled === undefined) return;
    // What is looked up belongs to what is saved.
    event.preventDefault();
    event.stopPropagation();
    if (isWaiting.current) return;
    isWaiting.current = true;
    const end = beginWaiting(formId);
    const form = event.target;
    void settled.then(() => {
      isWaiting.current = false;
      end();
      if (form.isConnected) form.requestSubmit();
    });
  };

  const isLeading = useRef(true);
  useEffect(() => {
    if (spoken.current === language) return;
    spoken.current = language;
    // Messages are created when values are checked, so they are checked again; the focus stays.
    isLeading.current = false;
    rjsf.current?.validateForm();
    isLeading.current = true;
  }, [language]);
  const leave = useFieldBlur((name) => {
    if (!session.leave(name)) return;
    isLeading.current = false;
    rjsf.current?.validateForm();
    isLeading.current = true;
  });
  const focusError = (error: RJSFValidationError) => (isLeading.current ? focusPath(session, pathOfProperty(error.property)) : undefined);

  return (
    <FormSessionProvider value={session}>
      <FieldScopeContext value={session.scope}>
        <div className="tf-form" onSubmitCapture={beforeSubmit} onBlur={leave}>
          <Form<FormValues>
            ref={rjsf}
            id={formId}
            idPrefix={formId}
            schema={schema}
            uiSchema={uiSchema}
            validator={validator}
            fields={fields}
            templates={templates}
            initialFormData={started}
            experimental_defaultFormStateBehavior={defaults}
            liveValidate="onChange"
            noHtml5Validate
            showErrorList="top"
            focusOnFirstError={focusError}
            // The summary shows it; without a handler rjsf would write to the console.
            onError={reportedBySummary}
            onSubmit={() => onSubmit(completeValues(session))}
          />
        </div>
      </FieldScopeContext>
    </FormSessionProvider>
  );
}
