// The dialog of an action: asks for its values, or only for confirmation, and runs it.
import { Alert, Button } from "antd";
import { useMemo, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import type { Screen, ScreenAction, ScreenField } from "#schema/screen";
import { inLanguage } from "#schema/text";
import { useIsAdministrator } from "../../access/use-rights.ts";
import { failureOf, type ApiFailure, type Row } from "../../api/index.ts";
import { useNotices } from "../../workspace/use-notices.ts";
import { sentForApproval, useAction } from "../../data/queries/writes.ts";
import { DialogFoot, DialogFrame, useSaveKey } from "../dialogs/dialog-frame.tsx";
import { FailureAlert } from "../dialogs/failure-alert.tsx";
import { isAboveForm } from "../dialogs/above-form.ts";
import { formOfAction, type FormValues } from "../../inputs/values/form-definition.ts";
import { useFormId } from "../form/form-id.ts";
import { ChosenFilesContext, createChosenFiles } from "../../inputs/upload/chosen-files.ts";
import { useFormTexts, useLanguage } from "../../i18n/language.ts";
import { ResourceForm, type FormHandle } from "../form/resource-form.tsx";
import { RestoredNote, useDraftOf, useDraft } from "../record/use-draft.tsx";
import { RecordFacts } from "../record/record-facts.tsx";
import { RecordTitle } from "../record/record-title.tsx";
import { RouteGuard } from "../dialogs/route-guard.tsx";
import { SubmitButton } from "../dialogs/submit-button.tsx";
import { release, useDirtyForm, useDirtyGuard, useUnsavedGuard } from "../dialogs/unsaved-guard.ts";
import { initialOfAction, isSameValue, rowOf } from "../../inputs/values/values.ts";

export interface ActionDialogProps {
  readonly screen: Screen;
  readonly action: ScreenAction;
  /** Keys of the rows it is for; none for one of the toolbar. */
  readonly ids: readonly string[];
  /** The row, for a row action: fields of its own that the action asks for begin with its values. */
  readonly record?: Row;
  /** The rows, where they are loaded and the action takes another field than the key. */
  readonly rows?: readonly Row[];
  /** Called to close the dialog; `done` tells whether the action was run. */
  readonly onClose: (done: boolean) => void;
}

/** The values that all of the rows share; they narrow the choices of dependent fields. */
function sharedBy(fields: readonly ScreenField[], [first = {}, ...others]: readonly Row[]): FormValues {
  const alike = fields.filter(
    (field) => field.name in first && others.every((row) => isSameValue(field, row[field.name], first[field.name])),
  );
  return Object.fromEntries(alike.map(({ name }) => [name, first[name]]));
}

/** Files on their way. */
interface Sending {
  readonly percent: number;
  readonly stop: () => void;
}

const formWidth = 560;
const questionWidth = 416;

export function ActionDialog({ screen, action, ids, record, rows, onClose }: ActionDialogProps): ReactNode {
  const texts = useFormTexts();
  const language = useLanguage();
  const notices = useNotices();
  const formId = useFormId();
  const isAdministrator = useIsAdministrator() === true;
  const form = useMemo(() => formOfAction(action, isAdministrator), [action, isAdministrator]);
  const only = ids.length > 1 ? undefined : record;
  const initial = useMemo<FormValues>(() => initialOfAction(action, form.editable, only, new Date()), [action, form, only]);
  const draft = JSON.stringify([screen.name, action.name, ids]);
  const draftFrom = useDraftOf(draft);
  // Files are not kept: a dialog that sends them with its call begins empty.
  const [start, setStart] = useState(() => (action.send === "multipart" ? undefined : draftFrom(initial)));
  const act = useAction();
  const [failure, setFailure] = useState<ApiFailure>();
  const [isCalling, setCalling] = useState(false);
  // Files of this dialog go with its call.
  const [chosen] = useState(() => (action.send === "multipart" ? createChosenFiles() : undefined));
  const [sending, setSending] = useState<Sending>();
  const handle = useRef<FormHandle>(null);
  const body = useRef<HTMLDivElement>(null);
  const isBusy = useRef(false);
  const guard = useDirtyGuard();
  const { ask, mayClose } = useUnsavedGuard(guard);
  useDirtyForm(guard, handle);
  useDraft({ name: draft, form, initial, handle, place: body, edition: start === undefined ? 1 : 0 });
  const hasForm = form.fields.length > 0;
  const acted = useMemo(() => rows ?? (record === undefined ? [] : [record]), [rows, record]);
  const shared = useMemo(() => sharedBy(screen.fields, acted), [screen, acted]);
  // A value that is asked for is not the row's of the same name.
  const sharedBeside = useMemo(() => Object.fromEntries(Object.entries(shared).filter(([name]) => !form.field.has(name))), [shared, form]);
  // Choices that depend on a value the rows differ in are empty: roles of one tenant for users of two.
  const apart = form.fields
    .map(({ reference }) => screen.fields.find((field) => field.name === reference?.within))
    .find(
      (field) => field !== undefined && !form.field.has(field.name) && acted.some((row) => field.name in row) && !(field.name in shared),
    );

  const call = async (values: FormValues) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setCalling(true);
    setFailure(undefined);
    try {
      const targets = rows ?? (only === undefined ? ids.map((id) => ({ [screen.key]: id })) : [only]);
      const sending = new AbortController();
      if (chosen !== undefined) setSending({ percent: 0, stop: () => sending.abort() });
      const answer = await act(
        screen,
        action,
        { rows: targets },
        {
          values: rowOf(form, initial, values),
          ...(chosen === undefined
            ? {}
            : {
                fileOf: chosen.fileOf,
                sending: {
                  signal: sending.signal,
                  onProgress: (percent: number) => setSending({ percent, stop: () => sending.abort() }),
                },
              }),
        },
      );
      release(guard);
      const waiting = sentForApproval(answer);
      notices.done(waiting === 0 ? texts.done : texts.askedForApproval(waiting));
      onClose(true);
    } catch (error) {
      flushSync(() => setCalling(false));
      const received = failureOf(error);
      const elsewhere = handle.current?.refuse(received.issues) ?? received.issues;
      if (elsewhere.length === received.issues.length) body.current?.focus();
      if (isAboveForm(received, elsewhere)) setFailure(received);
    } finally {
      isBusy.current = false;
      setSending(undefined);
      setCalling(false);
    }
  };
  const discard = () => {
    flushSync(() => setStart(undefined));
    // The button had the focus, and is gone.
    handle.current?.focusFirst();
  };
  const close = async () => {
    // What is on its way is called back; the dialog stays with what was chosen.
    if (sending !== undefined) {
      sending.stop();
      return;
    }
    if (await mayClose()) onClose(false);
  };
  const confirm = () => {
    if (!hasForm) void call({});
    else if (!isBusy.current) handle.current?.submit();
  };
  useSaveKey(confirm);

  return (
    <DialogFrame
      title={<RecordTitle action={inLanguage(action.label, language)} screen={screen} record={only} />}
      width={hasForm ? formWidth : questionWidth}
      ignoresMaskClick={hasForm}
      onClose={() => void close()}
    >
      <RouteGuard guard={guard} ask={ask} />
      <div ref={body} className="tf-dialog-body" tabIndex={-1} inert={isCalling} aria-busy={isCalling}>
        <FailureAlert failure={failure} />
        {action.confirm === undefined ? null : <p className="tf-question">{inLanguage(action.confirm, language)}</p>}
        {action.shows === undefined || only === undefined ? null : <RecordFacts screen={screen} names={action.shows} record={only} />}
        {apart === undefined ? null : (
          <Alert className="tf-alert" type="warning" showIcon role="alert" message={texts.apart(inLanguage(apart.label, language))} />
        )}
        {hasForm && apart === undefined ? (
          <ChosenFilesContext.Provider value={chosen}>
            {start === undefined ? null : <RestoredNote onDiscard={discard} />}
            <ResourceForm
              key={start === undefined ? "new" : "restored"}
              ref={handle}
              formId={formId}
              form={form}
              initial={initial}
              start={start}
              before={{ ...sharedBeside, ...initial }}
              record={only ?? initial}
              onSubmit={(values) => void call(values)}
            />
          </ChosenFilesContext.Provider>
        ) : null}
      </div>
      {sending === undefined ? null : (
        <div className="tf-sending">
          <span role="status">{texts.upload.uploading(sending.percent)}</span>
          <progress max={100} value={sending.percent} aria-label={inLanguage(action.label, language)} />
        </div>
      )}
      <DialogFoot>
        <Button onClick={() => void close()}>{sending === undefined ? texts.cancel : texts.upload.cancel}</Button>
        {hasForm ? (
          <SubmitButton type="primary" form={formId} loading={isCalling} disabled={isCalling || apart !== undefined}>
            {texts.confirm}
          </SubmitButton>
        ) : (
          <Button type="primary" autoFocus loading={isCalling} disabled={isCalling || apart !== undefined} onClick={confirm}>
            {texts.confirm}
          </Button>
        )}
      </DialogFoot>
    </DialogFrame>
  );
}
