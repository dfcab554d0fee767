// Opens a form by itself, without a dialog, and drives it.
import { act, createRef } from "react";
import { formOf, type FormMode, type FormValues } from "#admin/inputs/values/form-definition.ts";
import { ResourceForm, type FormHandle } from "#admin/forms/form/resource-form.tsx";
import { initialValues, valuesOfRecord } from "#admin/inputs/values/values.ts";
import type { Screen } from "#schema/screen";
import { mount, settle, until } from "./support.tsx";

export interface OpenForm {
  readonly handle: FormHandle;
  readonly submitted: FormValues[];
  /** Hands over what inputs hold. */
  values(): Promise<FormValues>;
  isDirty(): Promise<boolean>;
  /** As Enter in a field does: the browser submits the form. */
  submit(): Promise<void>;
}

export interface Opening {
  readonly mode?: FormMode;
  readonly record?: FormValues;
  readonly preset?: FormValues;
}

/** The moment at which every form of a test opens. */
const opened = new Date(2025, 2, 1, 8, 0, 0);

export async function openForm(screen: Screen, { mode = "create", record = {}, preset = {} }: Opening = {}): Promise<OpenForm> {
  const form = formOf(screen, mode, { isAdministrator: false, preset, ...(mode === "edit" ? { record } : {}) });
  const before =
    mode === "edit"
      ? valuesOfRecord(screen.fields, record)
      : { ...valuesOfRecord(screen.fields, preset), ...initialValues(form.editable, preset, opened) };
  const initial = mode === "edit" ? Object.fromEntries(Object.entries(before).filter(([name]) => form.field.has(name))) : before;
  const submitted: FormValues[] = [];
  const ref = createRef<FormHandle>();
  await mount(
    <ResourceForm
      ref={ref}
      formId="f"
      form={form}
      initial={initial}
      before={before}
      record={mode === "edit" ? record : preset}
      onSubmit={(values) => submitted.push(values)}
    />,
  );
  await until("every widget is there", () => document.querySelector(".tf-widget-skeleton") === null);
  const handle = ref.current;
  if (handle === null) throw new Error("the form has no handle");
  return {
    handle,
    submitted,
    async values() {
      let values: FormValues = {};
      await act(async () => {
        values = handle.values();
      });
      return values;
    },
    async isDirty() {
      let isDirty = false;
      await act(async () => {
        isDirty = handle.isDirty();
      });
      return isDirty;
    },
    async submit() {
      await act(async () => handle.submit());
      await settle();
    },
  };
}
