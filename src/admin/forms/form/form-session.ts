// The state of one open form in addition to rjsf's: touched fields, the server's refusals, how values are set.
import { createContext, useContext } from "react";
import type { FieldIssue } from "../../api/failure.ts";
import { sentenceOf } from "#schema/sentence";
import type { Language } from "#schema/text";
import { createFieldScope, type FieldScope } from "../../inputs/values/field-scope.ts";
import { fieldsWithDependents, withFormulaValues } from "../../inputs/values/formula-values.ts";
import { clearedBy } from "../../inputs/values/cleared.ts";
import type { FormDefinition, FormValues } from "../../inputs/values/form-definition.ts";
import { issuesOf } from "../validation/issues.ts";
import { changedFields, definedOnly, isSameValue } from "../../inputs/values/values.ts";

/** One problem, as it is shown. */
export interface Problem {
  readonly code: string;
  readonly path: readonly (string | number)[];
  readonly sentence: string;
}

/** Sets a value in rjsf; it is available after the next render. */
type Give = (value: unknown, name: string) => void;

export interface FormSession {
  /** Id of the form element, and the beginning of the ids inside. */
  readonly formId: string;
  readonly form: FormDefinition;
  readonly scope: FieldScope;
  /** The record's values when it was loaded, of every field of the screen; the initial ones for a new record. */
  readonly before: FormValues;
  /** The server's refusals, until the field is edited or the next submit. */
  refused: readonly FieldIssue[];
  /** Takes a value from a widget: passes it to rjsf, and clears dependent fields. */
  commit(name: string, value: unknown): void;
  /** Takes note that a field was left as it was. Whether there is something to say about it now. */
  leave(name: string): boolean;
  /** rjsf, once it is rendered. */
  give: Give;
  /** From the first submit on, every issue is shown; before, only issues of edited fields. */
  isSubmitted: boolean;
  /** The problems to show now, in the order of the fields. */
  problems(values: FormValues, language: Language): readonly Problem[];
  /** Commits pending input, and returns whether any value differs from the start. */
  isDirty(): boolean;
}

interface SessionStart {
  readonly formId: string;
  readonly form: FormDefinition;
  /** The values that count as unchanged. */
  readonly initial: FormValues;
  /** The initial values, where they differ from the record: unsaved input of the last attempt. */
  readonly start?: FormValues;
  readonly before: FormValues;
  /** The record as loaded, with labels of references. */
  readonly record: FormValues;
}

export function createFormSession({ formId, form, initial, start = initial, before, record }: SessionStart): FormSession {
  const fixed = Object.fromEntries(Object.entries(before).filter(([name]) => !form.field.has(name)));
  const following = (values: FormValues) => withFormulaValues(form.formulas, form.named, values);
  const scope = createFieldScope({
    place: "form",
    isEdit: form.mode === "edit",
    fields: form.fields,
    values: following({ ...fixed, ...start }),
    watched: fieldsWithDependents(form.formulas, form.fields),
    follow: following,
    record,
  });
  const touched = new Set<string>();
  const session: FormSession = {
    formId,
    form,
    scope,
    before,
    refused: [],
    give: () => undefined,
    isSubmitted: false,
    commit(name, value) {
      const field = form.field.get(name);
      const values = scope.values.get();
      touched.add(name);
      const isOther = field === undefined || !isSameValue(field, values[name], value);
      const cleared = isOther ? clearedBy(form.editable, name, values) : [];
      const next = { ...values, [name]: value, ...Object.fromEntries(cleared.map((one) => [one, undefined])) };
      scope.values.set(following(next));
      const edited = new Set([name, ...cleared]);
      session.refused = session.refused.filter((issue) => !edited.has(String(issue.path[0])));
      session.give(value, name);
      for (const one of cleared) session.give(undefined, one);
    },
    leave(name) {
      if (session.isSubmitted || touched.has(name) || !form.field.has(name)) return false;
      touched.add(name);
      return issuesOf(form, before, editedValues(session)).some((issue) => issue.path[0] === name);
    },
    problems(values, language) {
      const parts = [...scope.parts.values()].flatMap((one) => one.issues());
      const issues = [
        ...issuesOf(form, before, values).filter((issue) => session.isSubmitted || touched.has(String(issue.path[0]))),
        ...parts.filter(({ isTouched }) => session.isSubmitted || isTouched).map(({ issue }) => issue),
      ];
      const order = new Map(form.editable.map((field, index) => [field.name, index]));
      const placeOf = (problem: Problem) => order.get(String(problem.path[0])) ?? order.size;
      return [
        ...issues.map((issue) => ({ code: issue.code, path: issue.path, sentence: sentenceOf(issue, language) })),
        ...session.refused.map((issue) => ({ code: issue.code, path: issue.path, sentence: issue.message })),
      ].sort((left, right) => placeOf(left) - placeOf(right));
    },
    isDirty() {
      scope.pending.flush();
      return changedFields(form.editable, initial, scope.values.get()).length > 0;
    },
  };
  return session;
}

/** The values of the fields that the form edits. */
export function editedValues({ form, scope }: FormSession): FormValues {
  const values = scope.values.get();
  return Object.fromEntries(form.editable.flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]]])));
}

/** The same as they are sent: complete where a widget has several inputs. */
export function completeValues(session: FormSession): FormValues {
  const sent = [...session.scope.parts].map(([name, parts]) => [name, parts.sent()] as const);
  return definedOnly({ ...editedValues(session), ...Object.fromEntries(sent) });
}

const FormSessionContext = createContext<FormSession | undefined>(undefined);
export const FormSessionProvider = FormSessionContext.Provider;

/** The session of the form around. Throws outside of one. */
export function useFormSession(): FormSession {
  const session = useContext(FormSessionContext);
  if (session === undefined) throw new Error("a part of a form stands outside of ResourceForm");
  return session;
}
