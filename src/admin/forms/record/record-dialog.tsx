// One record of a screen in a modal: created, edited or shown.
import { useCan } from "@refinedev/core";
import { Alert, Button, Skeleton } from "antd";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import type { Screen } from "#schema/screen";
import { inLanguage } from "#schema/text";
import { traitsOf } from "../../../fields/screen-traits.ts";
import { useIsAdministrator } from "../../access/use-rights.ts";
import type { Row } from "../../api/index.ts";
import type { AccessAction } from "../../access/access-provider.ts";
import { DialogFoot, DialogFrame } from "../dialogs/dialog-frame.tsx";
import { LoadFailure } from "../dialogs/load-failure.tsx";
import { formOf, type FormValues } from "../../inputs/values/form-definition.ts";
import { useFormTexts, useLanguage } from "../../i18n/language.ts";
import { HistoryOnDemand, RecordApproval, RecordFiles } from "./record-parts.tsx";
import { RecordTitle } from "./record-title.tsx";
import { RecordEditor } from "./record-editor.tsx";
import { useRecord } from "./use-record.ts";
import { RecordWatch } from "./record-watch.tsx";
import { RecordView } from "../view/record-view.tsx";
import { lowerFirstLetter } from "../../data/screen-models/list-name.ts";
import { RouteGuard } from "../dialogs/route-guard.tsx";
import { useDirtyGuard, useUnsavedGuard } from "../dialogs/unsaved-guard.ts";

export interface RecordDialogProps {
  readonly screen: Screen;
  readonly mode: "create" | "edit" | "view";
  /** Key of the record, unless one is created. */
  readonly id?: string;
  /** Fixed values of a new record: the parent of a child, the document of a line; with labels, where they are known. */
  readonly preset?: FormValues;
  /** Further initial values that the user may change: the department that the list is filtered by. */
  readonly suggestion?: FormValues;
  /** What can be done with a record that is viewed: buttons at the end of its foot. */
  readonly work?: (record: Row) => ReactNode;
  /** Another number reads the record anew, while it stays in view: something was done with it. */
  readonly revision?: number;
  /** Called to close the dialog; `saved` tells whether anything was written, `made` the key of a new record. */
  readonly onClose: (saved: boolean, made?: string) => void;
}

const nothing: FormValues = {};

/** The permission that each mode needs. An address can open a dialog as well as a button can. */
const accessOf = { create: "create", edit: "edit", view: "show" } as const satisfies Readonly<
  Record<RecordDialogProps["mode"], AccessAction>
>;

/** px; a grid of rows needs more room than a form of single values, and so does a form that is long. */
const widthWithLines = 960;
const widthWithSections = 840;

function widthOf(screen: Screen): number {
  const hasLines = screen.fields.some((field) => traitsOf(field).holdsRows && field.visibleIn?.length !== 0);
  return Math.max(screen.dialogWidth, hasLines ? widthWithLines : screen.sections === undefined ? 0 : widthWithSections);
}

/** "新增工厂", "New factory"; names such as "SPU" keep their capitals. */
function actionName(mode: string, label: string, isEnglish: boolean): string {
  if (!isEnglish) return mode + label;
  return `${mode} ${lowerFirstLetter(label)}`;
}

export function RecordDialog({
  screen,
  mode,
  id,
  preset = nothing,
  suggestion = nothing,
  work,
  revision = 0,
  onClose,
}: RecordDialogProps): ReactNode {
  const texts = useFormTexts();
  const language = useLanguage();
  const hasAll = useIsAdministrator() === true;
  const isAllowed = useCan({ resource: screen.name, action: accessOf[mode] }).data?.can;
  const [startedWith] = useState(preset);
  const [restorations, setRestorations] = useState(0);
  const shownRevision = revision + restorations;
  const { record, failure, retry } = useRecord(screen, mode === "create" || isAllowed !== true ? undefined : id, shownRevision);
  const form = useMemo(
    () => formOf(screen, mode === "create" ? "create" : "edit", { isAdministrator: hasAll, preset: startedWith, record }),
    [screen, mode, hasAll, startedWith, record],
  );
  const guard = useDirtyGuard();
  const { ask, mayClose } = useUnsavedGuard(guard);
  const wasSaved = useRef(false);
  const viewed = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone with the state that it belonged to; Esc and Tab go on from the record.
  useEffect(() => {
    if (shownRevision > 0 && document.activeElement === document.body) viewed.current?.focus();
  }, [record, shownRevision]);
  const close = async () => {
    if (await mayClose()) onClose(wasSaved.current);
  };
  const onSaved = (isLast: boolean, made: string | undefined) => {
    wasSaved.current = true;
    if (isLast) onClose(true, made);
  };

  const action = actionName(texts.mode[mode], inLanguage(screen.label, language), language === "en");
  const content = () => {
    if (isAllowed === false) {
      return (
        <>
          <Alert className="tf-alert" type="warning" showIcon role="alert" message={texts.forbidden} />
          <DialogFoot>
            <Button onClick={() => void close()}>{texts.close}</Button>
          </DialogFoot>
        </>
      );
    }
    if (failure !== undefined) return <LoadFailure failure={failure} onRetry={retry} onClose={() => void close()} />;
    if (isAllowed === undefined || (mode !== "create" && record === undefined))
      return <Skeleton active paragraph={{ rows: Math.min(screen.fields.length, 8) }} title={false} aria-label={texts.loading} />;
    if (mode === "view") {
      return (
        <>
          {/** Its content may contain nothing focusable, and keyboards scroll the focused element. */}
          <div ref={viewed} className="tf-dialog-body" tabIndex={0} role="group" aria-label={action}>
            {record !== undefined && <RecordApproval screen={screen} record={record} />}
            <RecordView screen={screen} record={record ?? nothing} isAdministrator={hasAll} />
            {record !== undefined && <RecordFiles screen={screen} record={record} isAdministrator={hasAll} />}
            {record !== undefined && (
              <HistoryOnDemand
                screen={screen}
                record={record}
                isAdministrator={hasAll}
                onReverted={() => {
                  wasSaved.current = true;
                  setRestorations(restorations + 1);
                }}
              />
            )}
          </div>
          <DialogFoot>
            <Button onClick={() => void import("../../ui/print/print.ts").then(({ printPart }) => printPart())}>{texts.print}</Button>
            <Button onClick={() => void close()}>{texts.close}</Button>
            {record !== undefined && work?.(record)}
          </DialogFoot>
        </>
      );
    }
    return (
      <RecordEditor
        screen={screen}
        form={form}
        loaded={record}
        preset={startedWith}
        suggestion={suggestion}
        guard={guard}
        onSaved={onSaved}
        onCancel={() => void close()}
      />
    );
  };
  return (
    <DialogFrame
      title={
        <>
          <RecordTitle action={action} screen={screen} record={record} />
          {record !== undefined && (
            <RecordWatch screen={screen} record={record} isEditing={mode === "edit"} onRefresh={() => setRestorations(restorations + 1)} />
          )}
        </>
      }
      width={widthOf(screen)}
      ignoresMaskClick={screen.maskClosable === false}
      onClose={() => void close()}
    >
      <RouteGuard guard={guard} ask={ask} />
      {content()}
    </DialogFrame>
  );
}
