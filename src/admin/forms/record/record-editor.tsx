// The form of one record with its buttons: saves it, and keeps the input whatever the outcome.
import { useCreate, useOne, useUpdate } from "@refinedev/core";
import { Button } from "antd";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import type { Screen } from "#schema/screen";
import { inLanguage } from "#schema/text";
import { failureOf, textOf, type ApiFailure, type Row } from "../../api/index.ts";
import { useNotices } from "../../workspace/use-notices.ts";
import { ConflictDialog, type Conflict } from "./conflict-dialog.tsx";
import { DialogFoot, useSaveKey } from "../dialogs/dialog-frame.tsx";
import { FailureAlert } from "../dialogs/failure-alert.tsx";
import { isAboveForm } from "../dialogs/above-form.ts";
import { SaveButton } from "../dialogs/save-button.tsx";
import type { FormDefinition, FormValues } from "../../inputs/values/form-definition.ts";
import { useFormId } from "../form/form-id.ts";
import { useFormTexts, useLanguage } from "../../i18n/language.ts";
import { RestoredNote, useDraftOf, useDraft } from "./use-draft.tsx";
import { baseOfNew, baseOfRecord, suggestedFor, type RecordBase } from "./record-base.ts";
import { ResourceForm, type FormHandle } from "../form/resource-form.tsx";
import { release, useDirtyForm, type DirtyGuard } from "../dialogs/unsaved-guard.ts";
import { rowOf, valuesOfRecord } from "../../inputs/values/values.ts";

interface RecordEditorProps {
  readonly screen: Screen;
  readonly form: FormDefinition;
  /** The record to edit; undefined where one is created. */
  readonly loaded: Row | undefined;
  readonly preset: FormValues;
  /** Further initial values of a new record, which may be changed. */
  readonly suggestion?: FormValues;
  readonly guard: DirtyGuard;
  /** `isLast`: the person has nothing more to enter. `key`: of the record that was made. */
  readonly onSaved: (isLast: boolean, key: string | undefined) => void;
  readonly onCancel: () => void;
}

/** The form itself reports the outcome. */
const silent = { successNotification: false, errorNotification: false } as const;

interface Edition {
  readonly base: RecordBase;
  /** Counts up when the form begins anew. */
  readonly number: number;
}

/** Identifies the form of one record, for unsaved input from when a session ended. */
function draftName(screen: Screen, loaded: Row | undefined, preset: FormValues): string {
  return JSON.stringify([screen.name, loaded?.[screen.key] ?? "", preset]);
}

export function RecordEditor({ screen, form, loaded, preset, suggestion, guard, onSaved, onCancel }: RecordEditorProps): ReactNode {
  const texts = useFormTexts();
  const notices = useNotices();
  const { mutateAsync: create } = useCreate();
  const { mutateAsync: update } = useUpdate();
  const key = textOf(loaded?.[screen.key]);
  // Loaded when another user has changed the record in the meantime.
  const { query: current } = useOne({
    resource: screen.name,
    id: key,
    errorNotification: false,
    queryOptions: { enabled: false, retry: false },
  });
  const language = useLanguage();
  const linesLabel = screen.detailsCome === true ? undefined : screen.details?.label;
  const linesBelow = linesLabel === undefined ? "" : inLanguage(linesLabel, language);
  const formId = useFormId();
  const draft = draftName(screen, loaded, preset);
  const draftFrom = useDraftOf(draft);
  const [initialValues] = useState(() => ({ ...suggestedFor(screen, suggestion ?? {}), ...preset }));
  const [edition, setEdition] = useState<Edition>(() => {
    const base = loaded === undefined ? baseOfNew(screen, form, initialValues) : baseOfRecord(screen, form, loaded);
    return { base: { ...base, start: draftFrom(base.initial) }, number: 0 };
  });
  const [failure, setFailure] = useState<ApiFailure>();
  const [isSaving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<Conflict>();
  const handle = useRef<FormHandle>(null);
  const body = useRef<HTMLDivElement>(null);
  const isBusy = useRef(false);
  const isAnother = useRef(false);
  const { base } = edition;

  useDirtyForm(guard, handle);
  useDraft({ name: draft, form, initial: base.initial, handle, place: body, edition: edition.number });

  // Keyboard users can start at once. On a touch screen the focus would open an on-screen keyboard over half of the form.
  useEffect(() => {
    if (!matchMedia("(pointer: coarse)").matches) handle.current?.focusFirst();
  }, [edition.number]);

  const hadConflict = useRef(false);
  useEffect(() => {
    if (conflict === undefined && hadConflict.current) body.current?.focus();
    hadConflict.current = conflict !== undefined;
  }, [conflict]);

  const beginAnew = (next: RecordBase) => setEdition({ base: next, number: edition.number + 1 });
  const write = (values: FormValues, on: RecordBase) => {
    const row = rowOf(form, on.before, values);
    if (loaded === undefined) return create({ resource: screen.name, values: { ...preset, ...row }, ...silent });
    return update({ resource: screen.name, id: key, values: { ...row, version: on.record["version"] }, ...silent });
  };
  /** The answer to a stale version contains the differences; the record is reloaded for its labels and its lines. */
  const compare = async (values: FormValues, on: RecordBase) => {
    const { data: { data: record } = { data: {} } } = await current.refetch({ throwOnError: true });
    setConflict({ before: on.before, mine: values, theirs: valuesOfRecord(screen.fields, record), record });
  };
  const refuse = (error: unknown) => {
    const received = failureOf(error);
    const elsewhere = handle.current?.refuse(received.issues) ?? received.issues;
    // An error shown at its field is not repeated, and has the focus. Otherwise the focus was lost with the button, and Esc with it.
    if (elsewhere.length === received.issues.length) body.current?.focus();
    if (isAboveForm(received, elsewhere)) setFailure(received);
  };
  const save = async (values: FormValues, on: RecordBase) => {
    // A second click before the first is answered must not insert twice (docs/wire.md §10.8).
    if (isBusy.current) return;
    isBusy.current = true;
    setSaving(true);
    setFailure(undefined);
    try {
      const { data: written } = await write(values, on);
      notices.done(loaded === undefined ? texts.created : texts.updated);
      const isLast = !isAnother.current;
      if (isLast) release(guard);
      else beginAnew(baseOfNew(screen, form, initialValues));
      onSaved(isLast, loaded === undefined ? textOf(written[screen.key]) || undefined : undefined);
    } catch (error) {
      const isStale = failureOf(error).error === "staleVersion";
      const reason = isStale
        ? await compare(values, on).then(
            () => undefined,
            (unreached: unknown) => unreached,
          )
        : error;
      // The form must be interactive again before it can move the focus to a refused field.
      flushSync(() => setSaving(false));
      if (reason !== undefined) refuse(reason);
    } finally {
      isBusy.current = false;
      setSaving(false);
    }
  };
  const settle = (values: FormValues) => {
    if (conflict === undefined) return;
    const next = { ...baseOfRecord(screen, form, conflict.record), start: values };
    setConflict(undefined);
    beginAnew(next);
    void save(values, next);
  };
  const submit = (another: boolean) => {
    isAnother.current = another;
    if (!isBusy.current && conflict === undefined) handle.current?.submit();
  };
  useSaveKey(() => submit(false));

  return (
    <>
      <div ref={body} className="tf-dialog-body" tabIndex={-1} inert={isSaving} aria-busy={isSaving}>
        <FailureAlert failure={failure} hint={failure?.issues.length === 0 ? texts.saveFailed : undefined} />
        {base.start !== undefined && edition.number === 0 ? (
          <RestoredNote onDiscard={() => beginAnew({ ...base, start: undefined })} />
        ) : null}
        <ResourceForm
          key={edition.number}
          ref={handle}
          formId={formId}
          form={form}
          initial={base.initial}
          start={base.start}
          before={base.before}
          record={base.record}
          onSubmit={(values) => void save(values, base)}
        />
        {loaded === undefined && linesBelow !== "" ? <p className="tf-note">{texts.linesFollow(linesBelow)}</p> : null}
      </div>
      <DialogFoot>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        {loaded === undefined && screen.upsertBy === undefined ? (
          <Button disabled={isSaving} onClick={() => submit(true)}>
            {texts.saveAndNew}
          </Button>
        ) : null}
        {/* A submit button of the form, so that Enter in a field means it. */}
        <SaveButton
          htmlType="submit"
          form={formId}
          loading={isSaving}
          disabled={isSaving}
          title={texts.saveHint}
          onClick={() => void (isAnother.current = false)}
        >
          {texts.save}
        </SaveButton>
      </DialogFoot>
      {conflict === undefined ? null : (
        <ConflictDialog form={form} conflict={conflict} record={base.record} onSettle={settle} onBack={() => setConflict(undefined)} />
      )}
    </>
  );
}
