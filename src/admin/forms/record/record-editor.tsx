// The form of one record with its buttons: saves it, and keeps the input whatever the outcome.
import { useCreate, useOne, useUpdate } from "@refinedev/core";
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { linesMember } from "#schema/entered-lines";
import type { Screen } from "#schema/screen";
import { inLanguage } from "#schema/text";
import type { FieldIssue } from "../../api/failure.ts";
import { ApiFailure, failureOf, isUncertain, savedInPart, unanswered } from "../../api/failure.ts";
import { session } from "../../api/session.ts";
import { isRecord, textOf, type Row } from "../../api/index.ts";
import { invalidateAfterWrite } from "../../data/queries/query-client.ts";
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
import { rowOf } from "../../inputs/values/values.ts";
import { keepDraft, recordDraft } from "./drafts.ts";
import { basisRecord, basisRecordIn, recordBasis } from "./basis-record.ts";
import { basisOf, linesBasis, linesInPart, linesUncertain, mergedLines, rangesOf, uncertainIn, withSentLines } from "./lines-of-record.ts";

interface RecordEditorProps {
  readonly screen: Screen;
  readonly form: FormDefinition;
  /** The record to edit; undefined where one is created. */
  readonly loaded: Row | undefined;
  readonly preset: FormValues;
  /** Reads the lines of a record; undefined where the form has none. */
  readonly readLines?: ((key: string) => Promise<readonly Row[]>) | undefined;
  /** Further initial values of a new record, which may be changed. */
  readonly suggestion?: FormValues;
  readonly guard: DirtyGuard;
  /** `isLast`: the person has nothing more to enter. `key`: of the record that was made. `isInPart`: some of its lines are not saved yet. */
  readonly onSaved: (isLast: boolean, key: string | undefined, isInPart?: true) => void;
  readonly onCancel: () => void;
}

/** The form itself reports the outcome. */
const silent = { successNotification: false, errorNotification: false } as const;

interface Edition {
  readonly base: RecordBase;
  /** Counts up when the form begins anew. */
  readonly number: number;
}

/** Why what follows a refusal failed itself; undefined where it did not. */
const unreachedBy = (work: Promise<void>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

/** Whether others have changed meanwhile what was sent: the record or one of its lines, or they have removed such a line. */
const isOfOthers = ({ error, data }: ApiFailure): boolean =>
  error === "staleVersion" || (error === "rowNotFound" && typeof data["row"] === "number");

/** The path of an issue in the form, of which only some lines were sent. */
function atPlace(issue: FieldIssue, places: readonly number[]): FieldIssue {
  const [name, index, ...rest] = issue.path;
  const place = name === linesMember && typeof index === "number" ? places[index] : undefined;
  return place === undefined ? issue : { ...issue, path: [linesMember, place, ...rest] };
}

/** A draft of what was left of a document that was saved in part, over its lines as they are now. */
function withCurrentLines(form: FormDefinition, { record }: RecordBase, draft: FormValues): FormValues {
  const field = form.field.get(linesMember);
  const { [linesBasis]: basis, [linesUncertain]: uncertain, ...start } = draft;
  if (field === undefined || !Array.isArray(basis)) return start;
  const known = basis.filter(isRecord).map((one) => ({ id: textOf(one["id"]), version: textOf(one["version"]) }));
  return {
    ...start,
    [linesMember]: mergedLines(field, start[linesMember], { basis: known, stored: record[linesMember], uncertain: uncertainIn(uncertain) }),
  };
}

/**
 * What a form of a record begins with. A draft goes on from the record that it began with: saving it asks about what others have changed
 * since, as it would have without the reload.
 */
function beginOf(screen: Screen, form: FormDefinition, loaded: Row, draft: FormValues | undefined): RecordBase {
  if (draft === undefined) return baseOfRecord(screen, form, loaded);
  const { [recordBasis]: _kept, ...values } = draft;
  const base = baseOfRecord(screen, form, { ...loaded, ...basisRecordIn(draft) });
  return { ...base, start: withCurrentLines(form, base, { ...base.initial, ...values }) };
}

export function RecordEditor(props: RecordEditorProps): ReactNode {
  const { screen, form, loaded, preset, readLines, suggestion, guard, onSaved, onCancel } = props;
  const texts = useFormTexts();
  const notices = useNotices();
  const queries = useQueryClient();
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
  const [owner] = useState(() => session()?.user.userId ?? "");
  const draft = recordDraft(screen, loaded, preset);
  const draftFrom = useDraftOf(draft);
  const [initialValues] = useState(() => ({ ...suggestedFor(screen, suggestion ?? {}), ...preset }));
  const [edition, setEdition] = useState<Edition>(() => {
    if (loaded !== undefined) return { base: beginOf(screen, form, loaded, draftFrom({})), number: 0 };
    const base = baseOfNew(screen, form, initialValues);
    return { base: { ...base, start: draftFrom(base.initial) }, number: 0 };
  });
  const [failure, setFailure] = useState<ApiFailure>();
  const [isSaving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<Conflict>();
  /** What was entered is saved already, and not known by what. */
  const [isSpent, setSpent] = useState(false);
  const handle = useRef<FormHandle>(null);
  const body = useRef<HTMLDivElement>(null);
  const isBusy = useRef(false);
  const isAnother = useRef(false);
  const { base } = edition;

  useDirtyForm(guard, handle);
  const basis = (isStored: boolean) => ({ [recordBasis]: basisRecord(screen, base.record, isStored) });
  useDraft({
    name: draft,
    form,
    initial: base.initial,
    handle,
    place: body,
    edition: edition.number,
    ...(loaded === undefined ? {} : { basis }),
  });

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
  /** Where each line that was sent last stands in the form. */
  const places = useRef<readonly number[]>([]);
  const write = (values: FormValues, on: RecordBase) => {
    const row = withSentLines(form, on, rowOf(form, on.before, values), places);
    if (loaded === undefined) return create({ resource: screen.name, values: { ...preset, ...row }, ...silent });
    return update({ resource: screen.name, id: key, values: { ...row, version: on.record["version"] }, ...silent });
  };
  /** The answer to a stale version contains the differences; the record is reloaded for its labels and its lines. */
  const compare = async (values: FormValues, on: RecordBase, { error, message }: ApiFailure) => {
    const { data: { data: head } = { data: {} } } = await current.refetch({ throwOnError: true });
    const record = readLines === undefined ? head : { ...head, [linesMember]: await readLines(key) };
    const reason = error === "staleVersion" ? undefined : message;
    setConflict({ before: on.before, mine: values, theirs: baseOfRecord(screen, form, record).before, record, reason });
  };
  const refuse = (error: unknown) => {
    const received = failureOf(error);
    const issues = received.issues.map((issue) => atPlace(issue, places.current));
    const elsewhere = handle.current?.refuse(issues) ?? issues;
    // An error shown at its field is not repeated, and has the focus. Otherwise the focus was lost with the button, and Esc with it.
    if (elsewhere.length === received.issues.length) body.current?.focus();
    if (isAboveForm(received, elsewhere)) setFailure(received);
  };
  /** Goes on with a document of which some lines were not saved: those that were are read, the others stay as they were entered. */
  const goOn = async (received: ApiFailure, values: FormValues, on: RecordBase) => {
    const id = textOf(received.data["id"]);
    const reasonFor = (unsaved: readonly number[]) =>
      texts.savedInPart(received.message, rangesOf(unsaved, language === "en" ? ", " : "、"));
    void invalidateAfterWrite(queries, screen.name, true);
    if (id === "") {
      // Nobody knows which of the records it is; saved again it would be there twice.
      setSpent(true);
      return setFailure(new ApiFailure({ ...received, message: `${reasonFor([])} ${texts.savedAlready}` }));
    }
    const stored = await readLines?.(id).catch(unanswered);
    const {
      lines,
      basis: under,
      unsaved,
      uncertain,
    } = linesInPart(screen, {
      before: on.record[linesMember],
      stored,
      entered: values[linesMember],
      places: places.current,
      saved: Number(received.data["saved"]),
      isUncertain: isUncertain(received),
    });
    const { data: { data: head } = { data: undefined } } =
      loaded === undefined ? {} : await current.refetch({ throwOnError: true }).catch((error: unknown) => ({ data: unanswered(error) }));
    if (head !== undefined && stored !== undefined) {
      beginAnew({ ...baseOfRecord(screen, form, { ...head, [linesMember]: stored }), start: { ...values, [linesMember]: lines } });
      return setFailure(new ApiFailure({ ...received, message: reasonFor(unsaved) }));
    }
    // A new document goes on at its own page. One that cannot be read now is opened again later, with what is left to be saved.
    keepDraft(recordDraft(screen, { [screen.key]: id }, {}), owner, {
      [linesMember]: lines,
      [linesBasis]: basisOf(under),
      ...(uncertain === undefined ? {} : { [linesUncertain]: uncertain }),
    });
    notices.refused(reasonFor(unsaved));
    release(guard);
    return onSaved(true, id, true);
  };
  const save = async (values: FormValues, on: RecordBase) => {
    // A second click before the first is answered must not insert twice (docs/wire.md §10.8).
    if (isBusy.current || isSpent) return;
    isBusy.current = true;
    setSaving(true);
    setFailure(undefined);
    try {
      const { data: written } = await write(values, on);
      notices.done(loaded === undefined ? texts.created : texts.updated);
      if (form.field.has(linesMember) && screen.details !== undefined) void invalidateAfterWrite(queries, screen.details.resource, true);
      const isLast = !isAnother.current;
      if (isLast) release(guard);
      else beginAnew(baseOfNew(screen, form, initialValues));
      onSaved(isLast, loaded === undefined ? textOf(written[screen.key]) || undefined : undefined);
    } catch (error) {
      const received = failureOf(error);
      const mended =
        received.error === savedInPart ? goOn(received, values, on) : isOfOthers(received) ? compare(values, on, received) : undefined;
      const reason = mended === undefined ? error : await unreachedBy(mended);
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
          <RestoredNote
            onDiscard={() => beginAnew(loaded === undefined ? { ...base, start: undefined } : baseOfRecord(screen, form, loaded))}
          />
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
        {loaded === undefined && linesBelow !== "" && !form.field.has(linesMember) ? (
          <p className="tf-note">{texts.linesFollow(linesBelow)}</p>
        ) : null}
      </div>
      <DialogFoot>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        {loaded === undefined && screen.upsertBy === undefined ? (
          <Button disabled={isSaving || isSpent} onClick={() => submit(true)}>
            {texts.saveAndNew}
          </Button>
        ) : null}
        {/* A submit button of the form, so that Enter in a field means it. */}
        <SaveButton
          htmlType="submit"
          form={formId}
          loading={isSaving}
          disabled={isSaving || isSpent}
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
