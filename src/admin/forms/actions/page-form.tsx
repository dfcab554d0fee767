// The fields of an action as a form in a page, with its own buttons below: for pages that call actions without a list button.
import { Button } from "antd";
import { useMemo, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import type { Screen, ScreenAction } from "#schema/screen";
import { failureOf, type ApiFailure } from "../../api/failure.ts";
import type { Row } from "../../api/wire-data.ts";
import { useNotices } from "../../workspace/use-notices.ts";
import { useAction } from "../../data/queries/writes.ts";
import { formOfAction, type FormMode, type FormValues } from "../../inputs/values/form-definition.ts";
import { useFormId } from "../form/form-id.ts";
import { ResourceForm, type FormHandle } from "../form/resource-form.tsx";
import { RouteGuard } from "../dialogs/route-guard.tsx";
import { SubmitButton } from "../dialogs/submit-button.tsx";
import { FailureAlert } from "../dialogs/failure-alert.tsx";
import { isAboveForm } from "../dialogs/above-form.ts";
import { release, useDirtyForm, useDirtyGuard, useUnsavedGuard } from "../dialogs/unsaved-guard.ts";
import { RestoredNote, useDraftOf, useDraft } from "../record/use-draft.tsx";
import { initialValues, rowOf, valuesOfRecord } from "../../inputs/values/values.ts";
import "./page-form.css";

interface SubmitButton {
  readonly label: string;
  readonly isDangerous?: true;
  /** Values that this button sends in addition, without asking for them. */
  readonly values?: Row;
}

interface PageFormProps {
  readonly screen: Screen;
  readonly action: ScreenAction;
  /** Names of the fields to show; all fields of the action by default. */
  readonly asks?: readonly string[];
  /** Values that every button sends in addition. */
  readonly fixed?: Row;
  /** The initial values. */
  readonly record?: Row;
  /** An edit sends emptied fields (docs/wire.md §4); a new record has no earlier values. */
  readonly mode: FormMode;
  readonly buttons: readonly SubmitButton[];
  /** The label of a button that resets the form. */
  readonly resetLabel?: string;
  readonly done: string;
  readonly onDone: (sent: Row) => void;
}

const nothing: Row = {};

/** The caller restarts the form with the saved values by changing its key. */
export function PageForm({
  screen,
  action,
  asks,
  fixed = nothing,
  record,
  mode,
  buttons,
  resetLabel,
  done,
  onDone,
}: PageFormProps): ReactNode {
  const notices = useNotices();
  const formId = useFormId();
  const form = useMemo(() => {
    const formFields = (action.dialogFields ?? []).filter((field) => asks?.includes(field.name) ?? true);
    return { ...formOfAction({ ...action, dialogFields: formFields }, false), mode };
  }, [action, asks, mode]);
  const initial = useMemo<FormValues>(
    () => (record === undefined ? initialValues(form.editable, nothing, new Date()) : valuesOfRecord(form.editable, record)),
    [form, record],
  );
  const handle = useRef<FormHandle>(null);
  const pressed = useRef<SubmitButton>(undefined);
  const guard = useDirtyGuard();
  const { ask } = useUnsavedGuard(guard);
  useDirtyForm(guard, handle);
  const act = useAction();
  const [failure, setFailure] = useState<ApiFailure>();
  const [isBusy, setBusy] = useState(false);
  const [round, setRound] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  const draft = JSON.stringify([screen.name, action.name, guard.page ?? "", record?.[screen.key] ?? ""]);
  const draftFrom = useDraftOf(draft);
  const [start] = useState(() => draftFrom(initial));
  useDraft({ name: draft, form, initial, handle, place, edition: round });

  const save = async (values: FormValues) => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    const sent = rowOf(form, initial, values);
    try {
      await act(screen, action, { rows: [] }, { values: { ...sent, ...fixed, ...(pressed.current ?? buttons[0])?.values } });
      release(guard);
      notices.done(done);
      onDone(sent);
    } catch (error) {
      const received = failureOf(error);
      const elsewhere = handle.current?.refuse(received.issues) ?? received.issues;
      if (isAboveForm(received, elsewhere)) setFailure(received);
    }
    setBusy(false);
  };

  const discard = () => {
    flushSync(() => setRound(1));
    // The button had the focus, and is gone.
    handle.current?.focusFirst();
  };
  return (
    <div ref={place} className="tm-page-form" aria-busy={isBusy}>
      <RouteGuard guard={guard} ask={ask} />
      <FailureAlert failure={failure} />
      {start !== undefined && round === 0 && <RestoredNote onDiscard={discard} />}
      <ResourceForm
        key={round}
        ref={handle}
        formId={formId}
        form={form}
        initial={initial}
        start={round === 0 ? start : undefined}
        before={initial}
        record={record ?? initial}
        onSubmit={(values) => void save(values)}
      />
      <p className="tm-page-form-buttons">
        {buttons.map((button, index) => (
          // The field keeps the focus until the click: leaving it may take an error away, and with it the button from under the pointer.
          <SubmitButton
            key={button.label}
            type={index === 0 ? "primary" : "default"}
            danger={button.isDangerous === true}
            form={formId}
            loading={isBusy}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              pressed.current = button;
            }}
          >
            {button.label}
          </SubmitButton>
        ))}
        {resetLabel !== undefined && (
          <Button
            onClick={() => {
              setFailure(undefined);
              setRound(round + 1);
            }}
          >
            {resetLabel}
          </Button>
        )}
      </p>
    </div>
  );
}

/** An action of a screen that a page is made for. */
export function actionOf(screen: Screen, name: string): ScreenAction {
  const action = screen.actions.find((one) => one.name === name);
  if (action === undefined) throw new Error(`the definition of ${screen.name} has no action ${name}`);
  return action;
}
