// The exports of the forms for lists and pages. The dialogs are separate chunks, so a list does not load them until one opens.
import { lazy, Suspense, type ReactNode } from "react";
import { isVisibleIn } from "#schema/field";
import type { ScreenField } from "#schema/screen";
import { loadWidgets } from "../../fields/widgets.ts";
import { loadFormInputs } from "../inputs/form-only.ts";
import { loadable } from "../ui/states/loadable.tsx";
import { PendingDialog } from "../ui/states/pending.tsx";
import type { ActionDialogProps } from "./actions/action-dialog.tsx";
import type { BatchDialogProps } from "./batch/batch-dialog.tsx";
import type { RecordDialogProps } from "./record/record-dialog.tsx";
import type { RecordEditingProps } from "./record/record-editing.tsx";

export { SearchField, type SearchFieldProps, type SearchValue } from "./search-field.tsx";
export type { ActionDialogProps, BatchDialogProps, RecordDialogProps };

const LazyRecordDialog = loadable<RecordDialogProps>(async () => {
  const [{ RecordDialog: loaded }] = await Promise.all([import("./record/record-dialog.tsx"), loadFormInputs()]);
  return loaded;
});
/** Edits a record on its page. Draw it below a Suspense. */
export const RecordEditing = loadable<RecordEditingProps>(async () => {
  const [{ RecordEditing: loaded }] = await Promise.all([import("./record/record-editing.tsx"), loadFormInputs()]);
  return loaded;
});
const LazyActionDialog = lazy(async () => ({ default: (await import("./actions/action-dialog.tsx")).ActionDialog }));

/** Creates, edits or shows one record of a screen in a modal. Mount it to open it; `onClose` is called when it should be unmounted. */
export function RecordDialog(props: RecordDialogProps): ReactNode {
  return (
    <Suspense fallback={<PendingDialog onCancel={() => props.onClose(false)} />}>
      <LazyRecordDialog {...props} />
    </Suspense>
  );
}

/** Loads what the form of a record is drawn with, before one is opened. */
export async function loadRecordForm(fields: readonly ScreenField[]): Promise<void> {
  const edited = fields.filter((field) => isVisibleIn(field, "create") || isVisibleIn(field, "edit"));
  await Promise.all([LazyRecordDialog.load(), loadWidgets(edited)]);
}

const LazyBatchDialog = loadable<BatchDialogProps>(async () => {
  const [{ BatchDialog: loaded }] = await Promise.all([import("./batch/batch-dialog.tsx"), loadFormInputs()]);
  return loaded;
});

/** Makes the same change in many rows. Mount it to open it; `onClose` is called when it should be unmounted. */
export function BatchDialog(props: BatchDialogProps): ReactNode {
  return (
    <Suspense fallback={<PendingDialog onCancel={() => props.onClose(false)} />}>
      <LazyBatchDialog {...props} />
    </Suspense>
  );
}

const LazyTreeChoiceDialog = lazy(() => import("./trees/tree-choice-dialog.tsx"));

/** Asks for an action's values or for confirmation, and calls it. Mount it to open it; `onClose` is called when it should be unmounted. */
export function ActionDialog(props: ActionDialogProps): ReactNode {
  return (
    <Suspense fallback={<PendingDialog onCancel={() => props.onClose(false)} />}>
      {props.action.trees === undefined ? (
        <LazyActionDialog {...props} />
      ) : (
        <LazyTreeChoiceDialog
          screen={props.screen}
          action={props.action}
          trees={props.action.trees}
          rows={props.rows ?? []}
          onClose={props.onClose}
        />
      )}
    </Suspense>
  );
}
