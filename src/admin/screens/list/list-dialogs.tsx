// The dialogs of a list: its record dialog, from the URL state; an action's; the record dialog of another resource that an action opens.
import { Button } from "antd";
import { use } from "react";
import type { ScreenAction } from "../../../schema/screen.ts";
import { inLanguage } from "../../../schema/text.ts";
import { textOf, type Row } from "../../api/wire-data.ts";
import type { ActionDialogProps, BatchDialogProps, RecordDialogProps } from "../../forms/index.tsx";
import { language } from "../../i18n/index.ts";
import type { GridDialogProps } from "../grid/grid-dialog.tsx";
import { loadFormInputs } from "../../inputs/form-only.ts";
import { loadable } from "../../ui/states/loadable.tsx";
import { extraParameters } from "../../data/queries/action-call.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import type { DialogMode, OpenDialog } from "./list-url-state.ts";
import type { FootButton } from "../row-actions/row-actions.ts";
import { handMadeDialog } from "./dialog-registry.ts";
import { loadList, loadScreen } from "../../data/screen-models/load.ts";

// Forms are separate chunks: a list does not load them until one opens.
export const RecordDialog = loadable<RecordDialogProps>(async () => (await import("../../forms/index.tsx")).RecordDialog);
const GridDialog = loadable<GridDialogProps>(async () => {
  const [{ GridDialog: loaded }] = await Promise.all([import("../grid/grid-dialog.tsx"), loadFormInputs()]);
  return loaded;
});
const ActionDialog = loadable<ActionDialogProps>(async () => (await import("../../forms/index.tsx")).ActionDialog);

const BatchDialog = loadable<BatchDialogProps>(async () => (await import("../../forms/index.tsx")).BatchDialog);

export interface OpenAction {
  readonly action: ScreenAction;
  readonly rows: readonly Row[];
}

/** The form of another resource, or its hand-made dialog, opened from a row. */
export interface OpenOther {
  readonly resource: string;
  readonly row: Row;
  /** Its initial values. */
  readonly carried: Readonly<Record<string, string>>;
  /** What a new row begins with and may change. */
  readonly suggest?: ScreenAction["suggest"];
}

export interface ListDialogsProps {
  readonly screen: ListViewModel;
  readonly dialog: OpenDialog | undefined;
  /** Fixed values of a new row. */
  readonly preset: Row;
  /** The person may add rows. */
  readonly mayAdd: boolean;
  /** Further initial values that the user may change. */
  readonly suggestion: Row;
  /** What can be done with the state of a row that is viewed, and how it is begun. */
  readonly footOf: (row: Row) => readonly FootButton[];
  readonly onFoot: (action: ScreenAction, row: Row) => void;
  /** Grows when something was done with a row that is viewed. */
  readonly revision: number;
  /** `made`: the key of a new row. */
  readonly onClose: (made?: string) => void;
  readonly action: OpenAction | undefined;
  readonly onActionClose: (isDone: boolean) => void;
  readonly other: OpenOther | undefined;
  readonly onOtherClose: (isSaved: boolean) => void;
}

/** The input of another resource's form: the record that this row already refers to, or a new one that refers to this row. */
export function otherRecord(
  own: ListViewModel,
  row: Row,
  other: Pick<ListViewModel, "fields" | "name">,
): { readonly mode: DialogMode; readonly id: string | undefined; readonly preset: Row } {
  const reference = own.fields.find((field) => field.reference?.resource === other.name && textOf(row[field.name]) !== "");
  if (reference !== undefined) return { mode: "edit", id: textOf(row[reference.name]), preset: {} };
  const back = other.fields.find((field) => field.reference?.resource === own.name);
  return { mode: "create", id: undefined, preset: back === undefined ? {} : { [back.name]: textOf(row[own.key]) } };
}

/** What a new row of another resource begins with: values of this row, with the labels that it has of them. */
export function suggestionFor(
  own: Pick<ListViewModel, "fields">,
  { row, suggest }: Pick<OpenOther, "row" | "suggest">,
  other: Pick<ListViewModel, "fields">,
): Row {
  const labelOf = (fields: ListViewModel["fields"], name: string) => fields.find((field) => field.name === name)?.labelKey;
  return Object.fromEntries(
    Object.entries(suggest ?? {}).flatMap(([name, { field }]) => {
      const [from, to] = [labelOf(own.fields, field), labelOf(other.fields, name)];
      return [[name, row[field]], ...(from === undefined || to === undefined ? [] : [[to, row[from]]])];
    }),
  );
}

interface OtherDialogProps {
  readonly screen: ListViewModel;
  readonly other: OpenOther;
  readonly onClose: (isSaved: boolean) => void;
}

function OtherForm({ screen, other, onClose }: OtherDialogProps) {
  const target = use(loadScreen(other.resource));
  if (target === undefined) return null;
  const { mode, id, preset } = otherRecord(screen, other.row, target);
  return (
    <RecordDialog
      screen={target}
      mode={mode}
      {...(id === undefined ? {} : { id })}
      preset={{ ...preset, ...other.carried }}
      suggestion={suggestionFor(screen, other, target)}
      onClose={onClose}
    />
  );
}

function OtherDialog(props: OtherDialogProps) {
  const target = use(loadList(props.other.resource));
  if (target?.dialog === undefined) return <OtherForm {...props} />;
  const HandMade = handMadeDialog(target.dialog);
  return HandMade === undefined ? null : <HandMade values={props.other.carried} onClose={() => props.onClose(false)} />;
}

interface OwnDialogProps extends Pick<ListDialogsProps, "preset" | "suggestion" | "footOf" | "onFoot" | "revision" | "onClose"> {
  readonly name: string;
  readonly dialog: OpenDialog;
}

function OwnDialog({ name, dialog, preset, suggestion, footOf, onFoot, revision, onClose }: OwnDialogProps) {
  const screen = use(loadScreen(name));
  if (screen === undefined) return null;
  const work = (row: Row) =>
    footOf(row).map(({ action, look }) => (
      <Button
        key={action.name}
        type={look === "primary" ? "primary" : "default"}
        danger={look === "danger"}
        onClick={() => onFoot(action, row)}
      >
        {inLanguage(action.label, language())}
      </Button>
    ));
  return (
    <RecordDialog
      screen={screen}
      mode={dialog.mode}
      {...(dialog.id === undefined ? {} : { id: dialog.id })}
      preset={preset}
      suggestion={suggestion}
      {...(dialog.mode === "view" ? { work, revision } : {})}
      onClose={(_isSaved, made) => onClose(made)}
    />
  );
}

interface AskingDialogProps extends Pick<ListDialogsProps, "footOf" | "onFoot"> {
  readonly screen: ListViewModel;
  readonly open: OpenAction;
  /** What every row of the list holds. */
  readonly preset: Row;
  readonly mayAdd: boolean;
  readonly onClose: (isDone: boolean) => void;
}

function AskingDialog({ screen, open, preset, mayAdd, footOf, onFoot, onClose }: AskingDialogProps) {
  const whole = use(loadScreen(screen.name));
  // The list view model knows that the action has a dialog; its fields are in the form view model.
  const action = whole?.actions.find((one) => one.name === open.action.name);
  if (whole === undefined || action === undefined) return null;
  const [record] = open.rows;
  if (action.grid !== undefined)
    return <GridDialog screen={whole} action={action} grid={action.grid} preset={preset} mayAdd={mayAdd} onClose={onClose} />;
  const HandMade = action.dialog === undefined ? undefined : handMadeDialog(action.dialog);
  if (HandMade !== undefined) {
    const following = record === undefined ? undefined : footOf(record).find(({ look }) => look === "primary")?.action;
    const next =
      record === undefined || following === undefined || following.name === action.name
        ? undefined
        : {
            label: inLanguage(following.label, language()),
            onPress: () => {
              onClose(false);
              onFoot(following, record);
            },
          };
    return (
      <HandMade
        title={inLanguage(action.label, language())}
        values={extraParameters(action, record ?? {})}
        dialogFields={action.dialogFields ?? []}
        next={next}
        onClose={() => onClose(false)}
      />
    );
  }
  return (
    <ActionDialog
      screen={whole}
      action={action}
      ids={open.rows.map((row) => textOf(row[screen.key]))}
      rows={open.rows}
      {...(record === undefined ? {} : { record })}
      onClose={onClose}
    />
  );
}

export function ListDialogs({
  screen,
  dialog,
  preset,
  mayAdd,
  suggestion,
  footOf,
  onFoot,
  revision,
  onClose,
  action,
  onActionClose,
  other,
  onOtherClose,
}: ListDialogsProps) {
  return (
    <>
      {dialog !== undefined && (
        <OwnDialog
          key={`${dialog.mode} ${dialog.id ?? ""} ${dialog.parent ?? ""}`}
          name={screen.name}
          dialog={dialog}
          preset={preset}
          suggestion={suggestion}
          footOf={footOf}
          onFoot={onFoot}
          revision={revision}
          onClose={onClose}
        />
      )}
      {action !== undefined && (
        <AskingDialog
          screen={screen}
          open={action}
          preset={preset}
          mayAdd={mayAdd}
          footOf={footOf}
          onFoot={onFoot}
          onClose={onActionClose}
        />
      )}
      {other !== undefined && <OtherDialog screen={screen} other={other} onClose={onOtherClose} />}
    </>
  );
}

type ListBatchProps = Omit<BatchDialogProps, "screen"> & { readonly name: string };

/** The same change in many rows of a list. */
export function ListBatch({ name, ...props }: ListBatchProps) {
  const screen = use(loadScreen(name));
  return screen === undefined ? null : <BatchDialog screen={screen} {...props} />;
}
