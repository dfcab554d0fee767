// Unsaved input of a form over a reload and over the end of a session: what the form begins with, and the note that says so.
import { Alert, Button } from "antd";
import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import type { ScreenField } from "#schema/screen";
import { traitsOf } from "../../../fields/screen-traits.ts";
import type { Row } from "../../api/index.ts";
import { session } from "../../api/session.ts";
import { useFormTexts } from "../../i18n/language.ts";
import type { FormDefinition, FormValues } from "../../inputs/values/form-definition.ts";
import { changedFields } from "../../inputs/values/values.ts";
import type { FormHandle } from "../form/resource-form.tsx";
import { draftOf, forgetDraft, watchForm } from "./drafts.ts";

/** Whether a field's value may lie in the browser's storage. */
export const isStorable = (field: ScreenField): boolean => !traitsOf(field).isSecret && field.sensitive !== true;

/** A row without what may not lie in the browser's storage. */
export function storableRow(fields: readonly ScreenField[], row: Row): Row {
  const left = new Set(fields.filter((field) => !isStorable(field)).flatMap(({ name, labelKey }) => [name, labelKey ?? name]));
  return Object.fromEntries(Object.entries(row).filter(([name]) => !left.has(name)));
}

/** What was left of a form, and initial values where nothing was; read once, when the form opens. */
export function useDraftOf(name: string): (initial: FormValues) => FormValues | undefined {
  const [owner] = useState(() => session()?.user.userId ?? "");
  return (initial) => draftOf(name, owner, initial);
}

interface DraftForm {
  /** Identifies the form: of which record, of which action. */
  readonly name: string;
  readonly form: FormDefinition;
  /** The values that count as unchanged. */
  readonly initial: FormValues;
  readonly handle: RefObject<FormHandle | null>;
  /** The element that the form stands in. */
  readonly place: RefObject<Element | null>;
  /** Counts up when the form begins anew. */
  readonly edition: number;
  /** What is kept beside the values, to tell later what others have changed. `isStored` as for the values. */
  readonly basis?: (isStored: boolean) => FormValues;
}

/** Keeps what the form holds when it is lost unasked. */
export function useDraft({ name, form, initial, handle, place, edition, basis }: DraftForm): void {
  const latest = useRef(basis);
  latest.current = basis;
  const [owner] = useState(() => session()?.user.userId ?? "");
  useEffect(() => {
    forgetDraft(name);
    // Held on to: the references are empty while the form's tab is hidden.
    const { current } = handle;
    const element = place.current;
    if (current === null || element === null) return;
    watchForm(element, {
      form: name,
      owner,
      unsaved: (isStored) => {
        if (!current.isDirty()) return undefined;
        const values = current.values();
        const storable = isStored ? form.editable.filter(isStorable) : form.editable;
        const changed = changedFields(storable, initial, values).map((field) => [field.name, values[field.name] ?? null] as const);
        return { ...Object.fromEntries(changed), ...latest.current?.(isStored) };
      },
    });
  }, [name, owner, form, initial, handle, place, edition]);
}

/** Says that a form begins with unsaved input, and takes it back. */
export function RestoredNote({ onDiscard }: { readonly onDiscard: () => void }): ReactNode {
  const texts = useFormTexts();
  return (
    <Alert
      className="tf-alert"
      type="info"
      showIcon
      message={texts.restored}
      action={
        <Button size="small" onClick={onDiscard}>
          {texts.discardRestored}
        </Button>
      }
    />
  );
}
