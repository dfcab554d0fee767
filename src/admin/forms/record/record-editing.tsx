// A record that is entered or edited on a page: its form with its lines, and the question before its input is lost.
import { Skeleton } from "antd";
import { useMemo, useState, type KeyboardEvent, type ReactNode } from "react";
import type { Screen } from "#schema/screen";
import type { Row } from "../../api/index.ts";
import { useReadList } from "../../data/queries/lists.ts";
import { useFormTexts } from "../../i18n/language.ts";
import { formOf, type FormValues } from "../../inputs/values/form-definition.ts";
import { LoadFailure } from "../dialogs/load-failure.tsx";
import { RouteGuard } from "../dialogs/route-guard.tsx";
import { useDirtyGuard, useUnsavedGuard } from "../dialogs/unsaved-guard.ts";
import { linesRequest, useEnteredRecord, type EnteredRecord } from "./lines-of-record.ts";
import { RecordEditor } from "./record-editor.tsx";

export interface RecordEditingProps {
  readonly screen: Screen;
  /** As it was when its form was opened: what others change meanwhile is compared when it is saved. Undefined: a new one. */
  readonly record: Row | undefined;
  /** Initial values of a new record, which may be changed. */
  readonly suggestion?: FormValues;
  readonly isAdministrator: boolean;
  /** `key`: of a record that was made. `isLast`: the person has nothing more to enter. `isInPart`: some of its lines are not saved yet. */
  readonly onSaved: (key: string | undefined, isLast: boolean, isInPart?: true) => void;
  readonly onCancel: () => void;
}

const nothing: FormValues = {};

function OpenForm(props: RecordEditingProps & { readonly entered: EnteredRecord }): ReactNode {
  const { screen, suggestion, isAdministrator, entered, onSaved, onCancel } = props;
  const [{ record, withLines }] = useState(entered);
  const readList = useReadList();
  const mode = record === undefined ? "create" : "edit";
  const form = useMemo(
    () => formOf(screen, mode, { isAdministrator, preset: nothing, record: record ?? nothing, withLines }),
    [screen, mode, isAdministrator, record, withLines],
  );
  const guard = useDirtyGuard();
  const { ask, mayClose } = useUnsavedGuard(guard);
  const cancel = async () => {
    if (await mayClose()) onCancel();
  };
  // Esc closes the nearest thing that is open: choices and dialogs above the form first, which keep the key or have it outside of the form.
  const escape = (event: KeyboardEvent<HTMLDivElement>) => {
    const isInForm = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing || !isInForm) return;
    event.preventDefault();
    void cancel();
  };
  return (
    <div className="tm-record-form" role="presentation" onKeyDown={escape}>
      <RouteGuard guard={guard} ask={ask} />
      <RecordEditor
        screen={screen}
        form={form}
        loaded={record}
        preset={nothing}
        {...(suggestion === undefined ? {} : { suggestion })}
        readLines={withLines ? (key) => readList(linesRequest(screen, { [screen.key]: key })) : undefined}
        guard={guard}
        onSaved={(isLast, key, isInPart) => onSaved(key, isLast, isInPart)}
        onCancel={() => void cancel()}
      />
    </div>
  );
}

export function RecordEditing(props: RecordEditingProps): ReactNode {
  const texts = useFormTexts();
  const [opened] = useState(props.record);
  const entered = useEnteredRecord(props.screen, opened);
  const [wasOpen, setOpen] = useState(false);
  if (!wasOpen && !entered.isLoading && entered.failure === undefined) setOpen(true);
  if (entered.failure !== undefined && !wasOpen)
    return <LoadFailure failure={entered.failure} onRetry={entered.retry} onClose={props.onCancel} />;
  if (!wasOpen) return <Skeleton active paragraph={{ rows: 8 }} title={false} aria-label={texts.loading} />;
  return <OpenForm {...props} entered={entered} />;
}
