// The same change in many rows: which fields, what becomes of them, what that would do, and the change itself.
import { Alert, Button, Input, Radio, Select } from "antd";
import { use, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { maxBatchRows, type BatchOperation } from "#schema/batch-operations";
import type { Screen, ScreenField } from "#schema/screen";
import { inLanguage } from "#schema/text";
import { groupDigits } from "../../../fields/digits.ts";
import { useIsAdministrator } from "../../access/use-rights.ts";
import { listName } from "../../data/screen-models/list-name.ts";
import { addTexts } from "../../i18n/index.ts";
import { useFormTexts, useLanguage } from "../../i18n/language.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { formOfFields, type FormValues } from "../../inputs/values/form-definition.ts";
import { rowOf } from "../../inputs/values/values.ts";
import { useNotices } from "../../workspace/use-notices.ts";
import { DialogFoot, DialogFrame } from "../dialogs/dialog-frame.tsx";
import { FailureAlert } from "../dialogs/failure-alert.tsx";
import { RouteGuard } from "../dialogs/route-guard.tsx";
import { release, useDirtyGuard, useUnsavedGuard } from "../dialogs/unsaved-guard.ts";
import { useFormId } from "../form/form-id.ts";
import { ResourceForm, type FormHandle } from "../form/resource-form.tsx";
import { useWaiting } from "../form/waiting-forms.ts";
import type { BatchAnswer, BatchChangedRow } from "./batch-answer.ts";
import { ChangedRows, RefusedRows } from "./batch-outcome.tsx";
import {
  changesOf,
  decimalsOf,
  isAmount,
  isComplete,
  isEnding,
  nothingEntered,
  operationsOf,
  type BatchChangeInput,
  type EnteredChange,
} from "./changes.ts";
import { useBatch, type BatchRows } from "./use-batch.ts";
import "./batch.css";

const texts = addTexts("batch");
const nothing: FormValues = {};
/** Rows that a message names. */
const maxToldOfUndo = 5;

/** The bar that takes a change back. */
export interface OfferedUndo {
  readonly names: string;
  readonly done: string;
  readonly restore: () => Promise<unknown>;
}

export interface BatchDialogProps {
  readonly screen: Screen;
  /** Keys of the rows that are ticked. */
  readonly ids: readonly string[];
  /** How many the list finds, and by which parameters; undefined where nobody knows. */
  readonly found: { readonly total: number; readonly filter: Readonly<Record<string, string>> } | undefined;
  readonly onUndoable: (offered: OfferedUndo) => void;
  readonly onClose: (isDone: boolean) => void;
}

interface ChangeRowProps {
  readonly field: ScreenField;
  readonly entered: EnteredChange;
  readonly isChecked: boolean;
  readonly onChange: (entered: EnteredChange) => void;
}

/** What becomes of one field. */
function ChangeRow({ field, entered, isChecked, onChange }: ChangeRowProps): ReactNode {
  const { t } = useTranslation();
  const label = inLanguage(field.label, useLanguage());
  const { operation, amount, ending } = entered;
  const isCalculated = operation === "add" || operation === "percent";
  const isWrong = isChecked && isCalculated && !isAmount(amount);
  const isEndingWrong = isChecked && isCalculated && !isEnding(ending, field);
  return (
    <div className="tf-batch-change">
      <span className="tf-batch-field">{label}</span>
      <Select
        aria-label={t("batch.operation", { label })}
        value={operation}
        options={operationsOf(field).map((value: BatchOperation) => ({ value, label: t(`batch.${value}`) }))}
        onChange={(next: BatchOperation) => onChange({ ...entered, operation: next })}
      />
      {isCalculated && (
        <>
          <Input
            aria-label={t(operation === "add" ? "batch.amount" : "batch.percentage", { label })}
            aria-invalid={isWrong}
            status={isWrong ? "error" : ""}
            value={amount}
            inputMode="decimal"
            placeholder={operation === "add" ? "+10 / -3" : "+5 / -10"}
            suffix={operation === "percent" ? "%" : undefined}
            onChange={({ target }) => onChange({ ...entered, amount: target.value.replace(/^\+/u, "") })}
          />
          {decimalsOf(field) > 0 && (
            <Input
              aria-label={t("batch.ending")}
              aria-invalid={isEndingWrong}
              status={isEndingWrong ? "error" : ""}
              value={ending}
              inputMode="decimal"
              placeholder={t("batch.ending")}
              onChange={({ target }) => onChange({ ...entered, ending: target.value })}
            />
          )}
          {(isWrong || isEndingWrong) && (
            <span role="alert" className="tf-batch-wrong">
              {t(isWrong ? "batch.missingNumber" : "batch.wrongEnding")}
            </span>
          )}
        </>
      )}
    </div>
  );
}

/** What was looked at, so that exactly that is written. */
interface Looked {
  readonly rows: BatchRows;
  readonly changes: readonly BatchChangeInput[];
  readonly chosen: FormValues;
}

export function BatchDialog({ screen, ids, found, onUndoable, onClose }: BatchDialogProps): ReactNode {
  use(texts);
  const { t } = useTranslation();
  const language = useLanguage();
  const formTexts = useFormTexts();
  const notices = useNotices();
  const isAdministrator = useIsAdministrator() === true;
  const name = listName(screen, language);
  const formId = useFormId();
  const handle = useRef<FormHandle>(null);
  const [isWhole, setWhole] = useState(ids.length === 0);
  const [entered, setEntered] = useState<ReadonlyMap<string, EnteredChange>>(new Map());
  const [start, setStart] = useState<FormValues>(nothing);
  const [isChecked, setChecked] = useState(false);
  const [looked, setLooked] = useState<Looked>();
  const { busy, failure, trial, result, check, apply, takeBack, startAgain } = useBatch(screen);
  const guard = useDirtyGuard();
  const { ask, mayClose } = useUnsavedGuard(guard);
  const isDirty = entered.size > 0 && result === undefined;
  useEffect(() => {
    guard.current = () => isDirty;
  }, [guard, isDirty]);
  const fields = useMemo(
    () =>
      screen.fields.filter(
        (field) => screen.batchFields?.includes(field.name) === true && (isAdministrator || field.administratorOnly !== true),
      ),
    [screen, isAdministrator],
  );
  const isWaiting = useWaiting(formId);
  const setNames = useMemo(() => [...entered].flatMap(([field, { operation }]) => (operation === "set" ? [field] : [])), [entered]);
  const form = useMemo(() => formOfFields(screen, new Set(setNames), [t("batch.missing"), t("batch.missing")]), [screen, setNames, t]);
  const rows: BatchRows = isWhole && found !== undefined ? { filter: found.filter } : { ids };
  const isTooMany = isWhole && found !== undefined && found.total > maxBatchRows;
  const shown = (count: number) => groupDigits(String(count));

  /** Keeps what the form holds when it is drawn with other fields; what was emptied in it stays empty. */
  const keep = (next: ReadonlyMap<string, EnteredChange>) => {
    const values = handle.current?.values();
    if (values !== undefined) {
      const others = Object.entries(start).filter(([field]) => !setNames.includes(field));
      setStart({ ...Object.fromEntries(others), ...values });
    }
    setEntered(next);
  };
  const look = async (values: FormValues) => {
    setChecked(true);
    const isEntered = fields.every((field) => {
      const change = entered.get(field.name);
      return change === undefined || isComplete(change, field);
    });
    if (entered.size === 0 || !isEntered || isTooMany) return;
    setStart({ ...start, ...values });
    const changes = changesOf(entered, rowOf(form, nothing, values));
    const trial = await check(rows, changes);
    // What is written are the rows that were looked at, and none that others have added since.
    if (trial !== undefined) setLooked({ rows: { ids: trial.ids }, changes, chosen: values });
  };
  const begin = () => {
    if (setNames.length > 0) handle.current?.submit();
    else void look(nothing);
  };
  const undoOf = (changed: readonly BatchChangedRow[]) => async () => {
    const { changed: restored, refused } = await takeBack(changed);
    if (refused.count === 0) return;
    const told = refused.rows
      .slice(0, maxToldOfUndo)
      .map(({ title, problems }) => `${title}: ${problems.join(language === "zh" ? "；" : "; ")}`);
    const left = refused.count - told.length;
    const what = t("batch.undoneInPart", { changed: shown(restored.count), refused: shown(refused.count) });
    throw new Error([what, ...told, ...(left > 0 ? [t("batch.more", { count: left })] : [])].join("\n"));
  };
  const finish = (done: BatchAnswer) => {
    const { changed } = done;
    const [first] = changed.rows;
    if (first === undefined) return;
    const names = changed.count === 1 ? first.title : t("batch.names", { first: first.title, count: changed.count });
    onUndoable({ names, done: t("batch.name"), restore: undoOf(changed.rows) });
  };
  const carryOut = async () => {
    if (looked === undefined) return;
    const done = await apply(looked.rows, looked.changes);
    if (done === undefined) return;
    release(guard);
    finish(done);
    if (done.refused.count === 0) onClose(true);
  };
  const close = async () => {
    if (busy !== undefined) return;
    if (result !== undefined) return onClose(true);
    if (await mayClose()) onClose(false);
  };
  const changedNow = trial?.changed.count ?? 0;

  return (
    <DialogFrame title={t("batch.title", { name })} width={720} ignoresMaskClick onClose={() => void close()}>
      <RouteGuard guard={guard} ask={ask} />
      <div className="tf-dialog-body tf-batch" inert={busy !== undefined} aria-busy={busy !== undefined}>
        <FailureAlert failure={failure} />
        {result !== undefined ? (
          <>
            <Alert
              type="warning"
              showIcon
              role="status"
              message={t("batch.doneInPart", { changed: shown(result.changed.count), refused: shown(result.refused.count) })}
            />
            <RefusedRows refused={result.refused} />
          </>
        ) : trial !== undefined ? (
          <>
            <Alert
              type={trial.refused.count > 0 ? "warning" : "info"}
              showIcon
              role="status"
              message={[
                t("batch.changed", { count: changedNow }),
                ...(trial.unchanged > 0 ? [t("batch.unchanged", { count: trial.unchanged })] : []),
                ...(trial.refused.count > 0 ? [t("batch.refused", { count: trial.refused.count })] : []),
              ].join(language === "zh" ? "，" : ", ")}
            />
            <RefusedRows refused={trial.refused} />
            <ChangedRows screen={screen} changed={trial.changed} chosen={looked?.chosen ?? nothing} />
          </>
        ) : (
          <>
            <fieldset className="tf-batch-scope">
              <legend>{t("batch.scope")}</legend>
              <Radio.Group value={isWhole} onChange={({ target }) => setWhole(target.value === true)}>
                {ids.length > 0 && <Radio value={false}>{t("batch.selected", { count: ids.length })}</Radio>}
                {found !== undefined && <Radio value={true}>{t("batch.found", { count: found.total })}</Radio>}
              </Radio.Group>
              {isTooMany && <Alert type="warning" showIcon role="alert" message={t("batch.tooMany", { count: maxBatchRows })} />}
            </fieldset>
            <label className="tf-batch-label" htmlFor={`${formId}-fields`}>
              {t("batch.fields")}
            </label>
            <Select
              id={`${formId}-fields`}
              mode="multiple"
              value={[...entered.keys()]}
              placeholder={t("batch.chooseFields")}
              optionFilterProp="label"
              options={fields.map((field) => ({ value: field.name, label: inLanguage(field.label, language) }))}
              onChange={(names: readonly string[]) => keep(new Map(names.map((one) => [one, entered.get(one) ?? nothingEntered])))}
            />
            {fields
              .filter((field) => entered.has(field.name))
              .map((field) => (
                <ChangeRow
                  key={field.name}
                  field={field}
                  entered={entered.get(field.name) ?? nothingEntered}
                  isChecked={isChecked}
                  onChange={(next) => keep(new Map(entered).set(field.name, next))}
                />
              ))}
            {setNames.length > 0 && (
              <ResourceForm
                key={setNames.join()}
                ref={handle}
                formId={formId}
                form={form}
                initial={nothing}
                start={start}
                before={nothing}
                record={nothing}
                onSubmit={(values) => void look(values)}
              />
            )}
          </>
        )}
      </div>
      <DialogFoot>
        {trial !== undefined && (
          <Button disabled={busy !== undefined} onClick={startAgain}>
            {t("batch.back")}
          </Button>
        )}
        <Button disabled={busy !== undefined} onClick={() => void close()}>
          {result === undefined ? formTexts.cancel : t("batch.close")}
        </Button>
        {result === undefined &&
          (trial === undefined ? (
            <Button type="primary" loading={busy === "checking" || isWaiting} disabled={entered.size === 0 || isTooMany} onClick={begin}>
              {isWaiting ? formTexts.lookingUp : t("batch.check")}
            </Button>
          ) : (
            <Button
              type="primary"
              loading={busy === "changing"}
              disabled={changedNow === 0}
              onClick={() => void carryOut().catch((error: unknown) => notices.failed(error))}
            >
              {t("batch.apply", { count: changedNow })}
            </Button>
          ))}
      </DialogFoot>
    </DialogFrame>
  );
}
