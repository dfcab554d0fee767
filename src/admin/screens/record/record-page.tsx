// The page of one record, of every resource whose definition gives its records one: head, fields, rows below it, rows that refer to it. It is
// edited in its place.
import { Suspense, use, useEffect, useId, useMemo, useRef, useState, type ReactNode } from "react";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { useTranslation } from "../../i18n/use-translation.ts";
import { hasDetailsMember } from "../../../schema/needed-details.ts";
import type { Screen } from "../../../schema/screen.ts";
import { inLanguage } from "../../../schema/text.ts";
import { addTexts, language as pageLanguage } from "../../i18n/index.ts";
import { useMayRead, type Rights } from "../../access/use-rights.ts";
import type { ApiFailure } from "../../api/failure.ts";
import { trackSettled } from "../../browser/settled-promise.ts";
import { textOf, type Row } from "../../api/wire-data.ts";
import { lowerFirstLetter, listName } from "../../data/screen-models/list-name.ts";
import { useAddedByOthers } from "../../data/live/use-added-by-others.ts";
import { loadScreen } from "../../data/screen-models/load.ts";
import type { Details } from "../../data/screen-models/details.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { RecordEditing } from "../../forms/index.tsx";
import { hasTimeline, RecordApproval, RecordFiles, RecordHistory } from "../../forms/record/record-parts.tsx";
import { useLiveRecord } from "../../forms/record/use-record.ts";
import { LeftDraft } from "../../forms/record/left-draft.tsx";
import { RecordView } from "../../forms/view/record-view.tsx";
import { isNothing } from "../../../fields/shown-value.tsx";
import { handheld, useMedia } from "../../ui/hooks/use-media.ts";
import { FailureNote, Note, RowsSkeleton } from "../../ui/states/list-notes.tsx";
import { PendingDialog } from "../../ui/states/pending.tsx";
import { usePageAddress } from "../../workspace/page-address.ts";
import { usePageTitle } from "../../workspace/page-title.ts";
import { closeTabs } from "../../workspace/tab-store.ts";
import { rowTitle } from "../data/row-title.ts";
import { ListDialogs } from "../list/dialogs.ts";
import { isStepOf, opened, type OpenDialog } from "../list/list-url-state.ts";
import { presetFor } from "../list/new-row.ts";
import { actionNamed, footButtons, isEditable, possibleButtons } from "../row-actions/row-actions.ts";
import { useActionRequests } from "../row-actions/use-action-requests.ts";
import { cardShape } from "../table/card-shape.ts";
import { listableFields } from "../table/columns.tsx";
import { headActions } from "./head-actions.ts";
import { RecordActions, RecordHead } from "./record-head.tsx";
import { RecordLines, RelatedRows } from "./rows-below.tsx";
import { isStepHere, useNeighbours } from "./use-neighbours.ts";
import "../screens.css";
import "./record.css";

const texts = trackSettled(addTexts("record"));

export interface RecordPageProps {
  readonly screen: ListViewModel;
  readonly rights: Rights;
  /** The address of its list. */
  readonly list: string;
  readonly id: string;
}

/** Facts of the head. */
const maxFacts = 3;

const nothing: Row = {};

/** The fields of the record that matter most and say something: as in the card of its list. */
function factsOf(screen: ListViewModel, isAdministrator: boolean, record: Row): readonly string[] {
  const columns = listableFields(screen, isAdministrator).filter((field) => field.list === true && !isNothing(record[field.name]));
  return cardShape(screen, columns, false, maxFacts).values.map(({ name }) => name);
}

/** Whether the record is being edited, which is part of its address: going back ends it. */
function useEditing(): { readonly isEditing: boolean; readonly begin: () => void; readonly end: () => void } {
  const [parameters] = useSearchParams();
  const { location, latest, go, back } = usePageAddress();
  const begin = () => {
    const next = latest();
    next.set("mode", "edit");
    go(next, { state: opened });
  };
  const end = () => {
    const next = latest();
    next.delete("mode");
    if (isStepOf(location)) back(next);
    else go(next, { replace: true });
  };
  return { isEditing: parameters.get("mode") === "edit", begin, end };
}

interface LostProps {
  readonly screen: ListViewModel;
  readonly list: string;
  readonly failure: ApiFailure;
  readonly onRetry: () => void;
}

/** In the place of a record that is not there, or did not load. */
function Lost({ screen, list, failure, onRetry }: LostProps): ReactNode {
  const { t } = useTranslation();
  const name = lowerFirstLetter(listName(screen, pageLanguage()));
  if (failure.error !== "rowNotFound")
    return (
      <div className="tm-card">
        <FailureNote title={t("record.failed")} message={failure.message} onRetry={onRetry} />
      </div>
    );
  return (
    <div className="tm-card">
      <Note icon="search" title={t("record.gone")} text={t("record.goneHint")}>
        <Link to={list}>{t("record.toList", { name })}</Link>
      </Note>
    </div>
  );
}

interface LoadedRecordProps extends RecordPageProps {
  /** With its forms. */
  readonly whole: Screen;
  readonly record: Row;
  /** Who may open a document need not have a right to its lines. */
  readonly details: Details | undefined;
  readonly onReadAnew: () => void;
}

function LoadedRecord({ screen, whole, rights, list, id, record, details, onReadAnew }: LoadedRecordProps): ReactNode {
  const { t } = useTranslation();
  const language = pageLanguage();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const [parameters] = useSearchParams();
  const [child, setChild] = useState<OpenDialog>();
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { isEditing, begin, end } = useEditing();
  const { isAdministrator } = rights;
  const wanted = parameters.get("act") ?? undefined;
  const { work, start, dialogs, cancel } = useActionRequests({
    screen,
    openChild: (parent) => setChild({ mode: "create", id: undefined, parent }),
    onDone: noFurtherWork,
    onOther: noFurtherWork,
  });
  const { revision } = dialogs;
  // After whatever was done, also by a hand-made dialog, which does not say whether it has written something; not again when a hidden tab is
  // shown.
  const handled = useRef(0);
  useEffect(() => {
    if (revision > handled.current) onReadAnew();
    handled.current = revision;
  }, [revision, onReadAnew]);
  // Whoever came here from a list or from another record goes on at the beginning of this one.
  const isStep = isStepHere(state);
  useEffect(() => {
    if (isStep) heading.current?.focus({ preventScroll: true });
  }, [isStep]);
  const buttons = useMemo(
    () =>
      possibleButtons(
        screen,
        { ...rights, view: false },
        { view: t("list.view"), edit: t("list.edit"), delete: t("list.delete") },
        language,
      ),
    [screen, rights, language, t],
  );
  const facts = useMemo(() => factsOf(screen, isAdministrator, record), [screen, isAdministrator, record]);
  // A form that is open stays, whatever is read meanwhile: what was entered would be lost, and saving says what has changed.
  const isOpen = useRef(false);
  isOpen.current = isEditing && (isOpen.current || (rights.edit && isEditable(screen, record)));
  const isForm = isOpen.current;
  const neighbours = useNeighbours({ screen, isAdministrator, list, id }, isForm);
  const leave = () => {
    void navigate(list);
    closeTabs(new Set([pathname]));
  };
  const press = (button: string) => {
    if (button === "edit") begin();
    else if (button === "delete") work.remove([record], leave);
    else {
      const action = actionNamed(screen, button);
      if (action !== undefined) start(action, [record]);
    }
  };
  // A document that waits for its first line goes on once somebody has added it.
  const { details: below } = screen;
  useAddedByOthers(record[hasDetailsMember] === false ? below?.resource : undefined, onReadAnew);
  const isHandheld = useMedia(handheld);
  const actions = isForm ? undefined : headActions({ screen: whole, rights, buttons, record, wanted });
  return (
    <article className="tm-record" aria-labelledby={titleId}>
      <RecordHead
        screen={whole}
        record={record}
        facts={facts}
        language={language}
        titleId={titleId}
        titleRef={heading}
        neighbours={neighbours}
        actions={actions}
        isAtFoot={isHandheld}
        onPress={press}
        onRefresh={onReadAnew}
      />
      <div className="tm-record-grid">
        <div className="tm-record-main">
          <div className="tm-card tm-record-fields">
            {isForm ? (
              <Suspense fallback={<RowsSkeleton />}>
                <RecordEditing screen={whole} record={record} isAdministrator={isAdministrator} onSaved={end} onCancel={end} />
              </Suspense>
            ) : (
              <>
                {isEditing && <LeftDraft screen={whole} record={record} onGivenUp={end} />}
                <RecordApproval screen={whole} record={record} />
                <RecordView screen={whole} record={record} isAdministrator={isAdministrator} hasLines={screen.details !== undefined} />
              </>
            )}
          </div>
          {/* What is done below the record would change it under the hands of who edits it. */}
          <div className="tm-record-below" inert={isForm}>
            {details !== undefined && (
              <RecordLines screen={screen} details={details} record={record} language={language} isAdministrator={isAdministrator} />
            )}
            <RelatedRows screen={screen} record={record} language={language} />
            {whole.attachments === true && (
              <div className="tm-record-files">
                <RecordFiles screen={whole} record={record} isAdministrator={isAdministrator} />
              </div>
            )}
          </div>
        </div>
        {hasTimeline(whole) && (
          <aside className="tm-record-side tm-card" inert={isForm}>
            <RecordHistory screen={whole} record={record} isAdministrator={isAdministrator} onReverted={onReadAnew} />
          </aside>
        )}
      </div>
      {isHandheld && actions !== undefined && (
        <footer className="tm-record-foot">
          <RecordActions screen={whole} actions={actions} language={language} onPress={press} />
        </footer>
      )}
      {(child ?? dialogs.action ?? dialogs.other) !== undefined && (
        <Suspense fallback={<PendingDialog onCancel={() => (child === undefined ? cancel() : setChild(undefined))} />}>
          <ListDialogs
            {...dialogs}
            dialog={child}
            screen={screen}
            preset={presetFor(screen, nothing, child?.parent, [record])}
            mayAdd={rights.add}
            suggestion={nothing}
            footOf={(row) => footButtons(screen, rights, row, wanted)}
            onFoot={(action, row) => start(action, [row])}
            onClose={() => setChild(undefined)}
          />
        </Suspense>
      )}
    </article>
  );
}

const noResources: readonly string[] = [];
/** What follows from an action follows from the revision that it makes. */
const noFurtherWork = (): void => {};

export function RecordPage(props: RecordPageProps): ReactNode {
  use(texts);
  const { screen, list, id } = props;
  const { t } = useTranslation();
  const language = pageLanguage();
  const whole = use(loadScreen(screen.name));
  // Writes to the rows below may show above, such as the quantities of a document.
  const dependsOn = useMemo(() => (screen.details === undefined ? noResources : [screen.details.resource]), [screen]);
  // Asked beside the record, so that it is known once that is there.
  const details = useMayRead(screen.details?.resource) === true ? screen.details : undefined;
  const { record: live, failure, retry } = useLiveRecord(screen, id, dependsOn);
  // A record that is gone while it is edited stays in view: saving says that it is gone, and what was entered can be copied.
  const held = useRef<Row>(undefined);
  if (live !== undefined) held.current = live;
  const isEdited = useSearchParams()[0].get("mode") === "edit";
  const record = live ?? (isEdited ? held.current : undefined);
  const label = inLanguage(screen.label, language);
  const name = record === undefined ? "" : rowTitle(screen, record);
  usePageTitle(name === "" || name === textOf(record?.[screen.key]) ? `${label} ${id}` : `${label} ${name}`);
  const latest = useRef(retry);
  latest.current = retry;
  const [readAnew] = useState(() => () => latest.current());
  if (whole === undefined) return null;
  if (failure !== undefined && record === undefined) return <Lost screen={screen} list={list} failure={failure} onRetry={retry} />;
  if (record === undefined)
    return (
      <div className="tm-card" role="status" aria-label={t("record.loading")}>
        <RowsSkeleton />
      </div>
    );
  return <LoadedRecord {...props} whole={whole} record={record} details={details} onReadAnew={readAnew} />;
}
