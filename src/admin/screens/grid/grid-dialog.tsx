// All rows below a record in one grid (`grid` of an action): edited like a spreadsheet, made from combinations, saved in one call.
import { Alert, App, Button } from "antd";
import { use, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "../../i18n/use-translation.ts";
import { inLanguage } from "#schema/text";
import type { Screen, ScreenAction, ScreenGrid } from "#schema/screen";
import { failureOf, textOf, type ApiFailure, type Row } from "../../api/index.ts";
import { useNotices } from "../../workspace/use-notices.ts";
import { addTexts } from "../../i18n/index.ts";
import { useFormTexts, useLanguage } from "../../i18n/language.ts";
import { FailureNote, RowsSkeleton } from "../../ui/states/list-notes.tsx";
import { useWrite } from "../../data/queries/writes.ts";
import { rowTitle } from "../data/row-title.ts";
import { usePagedData } from "../data/use-paged-data.ts";
import { DialogFoot, DialogFrame, useSaveKey } from "../../forms/dialogs/dialog-frame.tsx";
import { FailureAlert } from "../../forms/dialogs/failure-alert.tsx";
import { isAboveForm } from "../../forms/dialogs/above-form.ts";
import { RouteGuard } from "../../forms/dialogs/route-guard.tsx";
import { SubmitButton } from "../../forms/dialogs/submit-button.tsx";
import { release, useDirtyForm, useDirtyGuard, useUnsavedGuard } from "../../forms/dialogs/unsaved-guard.ts";
import { useFormId } from "../../forms/form/form-id.ts";
import { ResourceForm, type FormHandle } from "../../forms/form/resource-form.tsx";
import { RestoredNote, useDraftOf, useDraft } from "../../forms/record/use-draft.tsx";
import { CombinationPane } from "./combination-pane.tsx";
import { useAxes } from "./axes.ts";
import { combinationsOf, combined, type Axis } from "./combinations.ts";
import {
  cellsOf,
  changesOf,
  combinationOf,
  gridForm,
  gridModel,
  issuesAtCells,
  newCellsFor,
  rowsIn,
  rowsName,
  type GridModel,
} from "./grid-rows.ts";

const texts = addTexts("grid");
const width = 1120;
/** Most rows of one call (docs/wire.md §4). */
const maxRows = 200;
const maxListed = 5;

export interface GridDialogProps {
  readonly screen: Screen;
  readonly action: ScreenAction;
  readonly grid: ScreenGrid;
  /** What every row of the grid holds: the record that they belong to, and more. */
  readonly preset: Row;
  readonly mayAdd: boolean;
  readonly onClose: (isDone: boolean) => void;
}

const nothing: readonly never[] = [];
const wholeList = { current: 1, size: maxRows, sorts: [], filters: {} } as const;

interface GridFormProps extends GridDialogProps {
  readonly model: GridModel;
  readonly loaded: readonly Row[];
  readonly axes: readonly Axis[];
}

/** Input is kept for the very rows that it was made from: others may have changed them meanwhile. */
function draftName({ screen, action, preset, grid }: GridDialogProps, loaded: readonly Row[]): string {
  const rows = loaded.map((row) => `${textOf(row[screen.key])}:${textOf(row["version"])}`);
  return JSON.stringify([screen.name, action.name, textOf(preset[grid.by]), rows.join()]);
}

function GridForm(props: GridFormProps): ReactNode {
  const { model, loaded, axes, action, preset, mayAdd, screen, onClose } = props;
  const { t } = useTranslation();
  const formTexts = useFormTexts();
  const language = useLanguage();
  const notices = useNotices();
  const { modal } = App.useApp();
  const write = useWrite();
  const formId = useFormId();
  const handle = useRef<FormHandle>(null);
  const guard = useDirtyGuard();
  const { ask, mayClose } = useUnsavedGuard(guard);
  useDirtyForm(guard, handle);
  const [initial] = useState(() => ({ [rowsName]: loaded.map((row) => cellsOf(model, row, axes)) }));
  const draft = draftName(props, loaded);
  const draftFrom = useDraftOf(draft);
  // What was lost unasked is the beginning; later editions are made of combinations.
  const [start, setStart] = useState<{ readonly rows: readonly Row[]; readonly edition: number } | undefined>(() => {
    const values = draftFrom(initial);
    return values === undefined ? undefined : { rows: rowsIn(values), edition: 0 };
  });
  const body = useRef<HTMLDivElement>(null);
  const [failure, setFailure] = useState<ApiFailure>();
  const [isSaving, setSaving] = useState(false);
  const isBusy = useRef(false);
  const isCombined = model.lines !== undefined && axes.length > 0;
  // Rows of combinations come from above; one without any may be added where there is none.
  const count = (start?.rows ?? initial[rowsName] ?? nothing).length;
  const isNone = isCombined && count === 0 && loaded.length === 0;
  const max = isCombined ? count : model.lines === undefined ? maxRows : Math.max(count, 1);
  const form = useMemo(() => gridForm(model, Math.max(mayAdd ? max : loaded.length, 1)), [model, max, mayAdd, loaded]);
  const [initialRows] = useState(() => start?.rows ?? initial[rowsName] ?? nothing);
  const used = useMemo(() => {
    const values = new Map<string, string[]>();
    for (const cells of initialRows)
      for (const { axis, value } of combinationOf(cells)) values.set(axis, [...new Set([...(values.get(axis) ?? []), value])]);
    return values;
  }, [initialRows]);
  useDraft({ name: draft, form, initial, handle, place: body, edition: start?.edition ?? 0 });
  const discard = () => {
    setStart({ rows: initial[rowsName] ?? nothing, edition: 1 });
    // The focus would go with the button, and Esc with it.
    body.current?.focus();
  };

  const combine = (chosen: readonly Axis[]) => {
    const now = rowsIn(handle.current?.values() ?? {});
    const { rows } = combined(combinationsOf(chosen), now, combinationOf);
    const next = rows.map(({ combination, row }) => row ?? newCellsFor(model, combination, axes));
    setStart((before) => ({ rows: next, edition: (before?.edition ?? 0) + 1 }));
  };
  const isAgreed = (removed: readonly Row[]) =>
    new Promise<boolean>((resolve) => {
      const names = removed.slice(0, maxListed).map((row) => rowTitle(screen, row));
      modal.confirm({
        title: t("grid.removing", { count: removed.length }),
        content: (
          <ul className="tf-removed-rows">
            {names.map((name) => (
              <li key={name}>{name}</li>
            ))}
            {removed.length > maxListed ? <li>{t("grid.more", { count: removed.length - maxListed })}</li> : null}
          </ul>
        ),
        okText: formTexts.confirm,
        cancelText: formTexts.cancel,
        okButtonProps: { danger: true },
        autoFocusButton: "cancel",
        onOk: () => resolve(true),
        onCancel: () => resolve(false),
      });
    });
  const save = async (values: Row) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setFailure(undefined);
    const { data, places, removed } = await changesOf(model, loaded, values, preset);
    try {
      if (data.length === 0 && removed.length === 0) {
        notices.done(t("grid.nothing"));
        release(guard);
        onClose(false);
        return;
      }
      if (removed.length > 0 && !(await isAgreed(removed))) return;
      setSaving(true);
      await write({
        path: action.path,
        body: { data, ...(removed.length === 0 ? {} : { removed: removed.map((row) => textOf(row[screen.key])) }) },
        resource: screen.name,
      });
      release(guard);
      notices.done(t("grid.saved", { count: data.length, removed: removed.length }));
      onClose(true);
    } catch (error) {
      flushSync(() => setSaving(false));
      const received = failureOf(error);
      const issues = issuesAtCells(model, received.issues, places);
      const elsewhere = handle.current?.refuse(issues) ?? issues;
      if (isAboveForm(received, elsewhere)) setFailure(received);
    } finally {
      isBusy.current = false;
      setSaving(false);
    }
  };
  const close = async () => {
    if (await mayClose()) onClose(false);
  };
  useSaveKey(() => handle.current?.submit());
  return (
    <DialogFrame title={inLanguage(action.label, language)} width={width} ignoresMaskClick onClose={() => void close()}>
      <RouteGuard guard={guard} ask={ask} />
      <div ref={body} className="tf-dialog-body tf-row-grid" tabIndex={-1} inert={isSaving} aria-busy={isSaving}>
        <FailureAlert failure={failure} />
        {start?.edition === 0 ? <RestoredNote onDiscard={discard} /> : null}
        {isCombined ? <CombinationPane axes={axes} used={used} max={maxRows} onCombine={combine} /> : null}
        {model.lines !== undefined && axes.length === 0 ? (
          <Alert
            className="tf-alert"
            type="info"
            showIcon
            message={t(typeof props.grid.combine?.axes === "object" ? "grid.noAxisRows" : "grid.noAxes")}
          />
        ) : null}
        {isNone ? (
          // A row that is added by hand would be of no combination, and could not be saved.
          <p className="tf-note">{t("grid.none")}</p>
        ) : (
          <ResourceForm
            key={start?.edition ?? 0}
            ref={handle}
            formId={formId}
            form={form}
            initial={initial}
            {...(start === undefined ? {} : { start: { [rowsName]: start.rows } })}
            before={initial}
            record={{ [rowsName]: loaded.map((row) => ({ ...row, id: textOf(row[screen.key]) })) }}
            onSubmit={(values) => void save(values)}
          />
        )}
      </div>
      <DialogFoot>
        <Button onClick={() => void close()}>{formTexts.cancel}</Button>
        <SubmitButton type="primary" form={formId} loading={isSaving} disabled={isSaving || isNone} title={formTexts.saveHint}>
          {formTexts.save}
        </SubmitButton>
      </DialogFoot>
    </DialogFrame>
  );
}

export function GridDialog(props: GridDialogProps): ReactNode {
  use(texts);
  const { screen, grid, action, preset, onClose } = props;
  const language = useLanguage();
  const model = useMemo(() => gridModel(screen, grid), [screen, grid]);
  const owner = textOf(preset[grid.by]);
  const fixed = useMemo(() => [{ field: grid.by, value: owner }], [grid.by, owner]);
  const data = usePagedData({ screen, query: wholeList, searched: nothing, fixed, read: undefined });
  const { axes, failure } = useAxes(model, owner);
  // What the grid began with stays, whatever the list learns meanwhile: it tells what was changed here.
  const [started, setStarted] = useState<{ readonly loaded: readonly Row[]; readonly axes: readonly Axis[] }>();
  const failed = data.failure ?? failure;
  useEffect(() => {
    if (started === undefined && !data.isLoading && !data.isBusy && data.failure === undefined && axes !== undefined)
      setStarted({ loaded: data.rows, axes });
  }, [started, data, axes]);
  if (started !== undefined) return <GridForm {...props} model={model} loaded={started.loaded} axes={started.axes} />;
  return (
    <DialogFrame title={inLanguage(action.label, language)} width={width} ignoresMaskClick={false} onClose={() => onClose(false)}>
      {failed === undefined ? <RowsSkeleton /> : <FailureNote message={failed.message} isAsking={false} onRetry={data.refresh} />}
    </DialogFrame>
  );
}
