// The modeler as a page: /flow/flow-model/design for a new process, /flow/flow-model/design/{id} for a model.
import { CanAccess, useCreate, useOne, useUpdate } from "@refinedev/core";
import { Skeleton } from "antd";
import { lazy, Suspense, use, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useNavigate, useParams } from "react-router-dom";
import type { Screen } from "../../../schema/screen.ts";
import { useRights } from "../../access/use-rights.ts";
import { failureOf } from "../../api/failure.ts";
import { textOf, type Row } from "../../api/wire-data.ts";
import { session } from "../../api/session.ts";
import { RouteGuard } from "../../forms/dialogs/route-guard.tsx";
import { release, useDirtyForm, useDirtyGuard, useUnsavedGuard } from "../../forms/dialogs/unsaved-guard.ts";
import { actionOf } from "../../forms/actions/page-form.tsx";
import { draftOf, forgetDraft, watchForm } from "../../forms/record/drafts.ts";
import { ActionDialog } from "../../forms/index.tsx";
import { narrow, useMedia } from "../../ui/hooks/use-media.ts";
import { useNotices } from "../../workspace/use-notices.ts";
import { addTexts } from "../../i18n/index.ts";
import { NotFoundPage } from "../../ui/states/not-found.ts";
import { ErrorPage } from "../../ui/states/error-page.tsx";
import { FailureNote, Note } from "../../ui/states/list-notes.tsx";
import { PageTrail } from "../../workspace/page-trail.tsx";
import { accessNameOf } from "../../access/access-provider.ts";
import { useRead } from "../../data/queries/reads.ts";
import { loadScreen } from "../../data/screen-models/load.ts";
import { useReadBeside } from "../../data/queries/current-row.ts";
import { usePageTitle } from "../../workspace/page-title.ts";
import { closeTabs } from "../../workspace/tab-store.ts";
import { usePageAddress } from "../../workspace/page-address.ts";
import { DiagramCanvas } from "../diagram/diagram-canvas.tsx";
import type { ModelerHandle, SavedProcess } from "../modeler/modeler.tsx";
import { newModel } from "../modeler/new-model.ts";
import type { RefusedKey } from "../modeler/panel-props.ts";
import { SaveConflict } from "../modeler/save-conflict.tsx";
import { vocabularyOf } from "../modeler/vocabulary.ts";
import "../diagram/diagram.css";
import "../modeler/modeler.css";

const texts = Promise.all([addTexts("modeler"), addTexts("process")]);
const Modeler = lazy(async () => ({ default: (await import("../modeler/modeler.tsx")).Modeler }));
const nothing = {};
const noMarks = new Map<string, never>();
const silent = { successNotification: false, errorNotification: false } as const;

interface ModelPageProps {
  readonly screen: Screen;
  /** Undefined for a new one. */
  readonly row: Row | undefined;
  readonly stored: string;
  readonly onSaved: (row: Row) => void;
  /** The model as it is stored now. */
  readonly readAnew: () => Promise<Row>;
}

/** A drawing that was not saved, because somebody else has saved the model meanwhile. */
interface Conflict {
  readonly theirs: Row;
  readonly xml: string;
  readonly process: SavedProcess;
}

/** What a failed call says, with what it says of fields. */
function sentenceOf(error: unknown): string {
  const { message, issues } = failureOf(error);
  return [message, ...issues.map((issue) => issue.message)].filter(Boolean).join("；");
}

/** A new model gets the key and the name that its process has; a model keeps its own until they are changed in the drawing. */
function ModelPage({ screen, row, stored, onSaved, readAnew }: ModelPageProps): ReactNode {
  const { t } = useTranslation();
  const notices = useNotices();
  const navigate = useNavigate();
  const { location, isShown } = usePageAddress();
  const { mutateAsync: create } = useCreate();
  const { mutateAsync: update } = useUpdate();
  const rights = useRights(screen);
  const guard = useDirtyGuard();
  const { ask } = useUnsavedGuard(guard);
  const handle = useRef<ModelerHandle>(null);
  const place = useRef<HTMLDivElement>(null);
  useDirtyForm(guard, handle);
  const { value: vocabulary } = useRead({ path: `${screen.path}/vocabulary` }, vocabularyOf);
  const key = textOf(row?.[screen.key]);
  const draft = JSON.stringify([screen.name, "design", key]);
  const [owner] = useState(() => session()?.user.userId ?? "");
  const [begin, setBegin] = useState(() => textOf(draftOf(draft, owner, {})?.["xml"]) || stored);
  const [round, setRound] = useState(0);
  const [isSaving, setSaving] = useState(false);
  const [isDeploying, setDeploying] = useState(false);
  const [conflict, setConflict] = useState<Conflict>();
  const [refusedKey, setRefusedKey] = useState<RefusedKey>();

  useEffect(() => {
    forgetDraft(draft);
    if (place.current === null) return;
    watchForm(place.current, {
      form: draft,
      owner,
      unsaved: () => (handle.current?.isDirty() === true ? { xml: handle.current.text() } : undefined),
    });
  }, [draft, owner]);

  const add = async (xml: string, process: SavedProcess) => {
    const { data } = await create({
      resource: screen.name,
      values: { modelKey: process.key, name: process.name || process.key, xml },
      ...silent,
    });
    notices.done(t("modeler.saved"));
    release(guard);
    const id = textOf(data[screen.key]);
    if (isShown() && id !== "")
      void navigate(row === undefined ? `${location.pathname}/${id}` : location.pathname.replace(/[^/]+$/u, id), { replace: true });
    closeTabs(new Set([location.pathname]));
  };
  const change = async (stored: Row, xml: string, process: SavedProcess) => {
    await update({
      resource: screen.name,
      id: key,
      values: {
        xml,
        version: stored["version"],
        ...(process.name === "" ? {} : { name: process.name }),
        ...(process.key === "" ? {} : { modelKey: process.key }),
      },
      ...silent,
    });
    notices.done(t("modeler.saved"));
    const now = await readAnew();
    // Somebody may have saved it again at once: that is told by the next save, not overwritten by it.
    const isMine = textOf(now["xml"]).trim() === xml.trim();
    onSaved(isMine ? now : { ...stored, xml });
  };
  /** Answers whether it was stored. */
  const save = async (stored: Row | undefined, xml: string, process: SavedProcess): Promise<boolean> => {
    setSaving(true);
    setRefusedKey(undefined);
    try {
      await (stored === undefined ? add(xml, process) : change(stored, xml, process));
      setConflict(undefined);
      return true;
    } catch (error) {
      const { error: code, issues } = failureOf(error);
      const ofKey = issues.find(({ path }) => path[0] === "modelKey");
      if (code === "staleVersion") setConflict({ theirs: await readAnew(), xml, process });
      else if (ofKey !== undefined) setRefusedKey({ key: process.key, sentence: ofKey.message });
      else notices.refused(sentenceOf(error));
      return false;
    } finally {
      setSaving(false);
    }
  };
  const reload = (theirs: Row) => {
    forgetDraft(draft);
    onSaved(theirs);
    setBegin(textOf(theirs["xml"]));
    setRound(round + 1);
    setConflict(undefined);
  };
  const overwrite = async ({ theirs, xml, process }: Conflict) => {
    if (await save(theirs, xml, process)) handle.current?.settle(xml);
  };
  /** Answers why the key cannot be used. */
  const saveCopy = async ({ process }: Conflict, copyKey: string): Promise<string> => {
    if (!/^[A-Za-z_]\w*$/u.test(copyKey)) return t("modeler.keyWrong");
    setSaving(true);
    try {
      const xml = await handle.current?.renamed(copyKey);
      if (xml === undefined) return t("modeler.keyWrong");
      await add(xml, { ...process, key: copyKey });
      return "";
    } catch (error) {
      await handle.current?.renamed(process.key);
      return sentenceOf(error);
    } finally {
      setSaving(false);
    }
  };
  return (
    <div ref={place}>
      <RouteGuard guard={guard} ask={ask} />
      {begin !== stored && round === 0 && (
        <p className="tm-modeler-draft" role="status">
          {t("modeler.draftRestored")}{" "}
          <button
            type="button"
            className="tm-link-button"
            onClick={() => {
              setBegin(stored);
              setRound(1);
            }}
          >
            {t("modeler.discard")}
          </button>
        </p>
      )}
      <Suspense fallback={<Skeleton active paragraph={{ rows: 10 }} title={false} aria-label={t("modeler.loading")} />}>
        <Modeler
          key={round}
          stored={stored}
          begin={begin}
          vocabulary={vocabulary}
          path={screen.path}
          handle={handle}
          isSaving={isSaving}
          mayDeploy={rights?.may(actionOf(screen, "deploy")) === true}
          refusedKey={refusedKey}
          onSave={(xml, process) => save(row, xml, process)}
          onDeploy={row === undefined ? undefined : () => setDeploying(true)}
        />
      </Suspense>
      {conflict !== undefined && (
        <SaveConflict
          time={textOf(conflict.theirs["updateTime"])}
          suggestedKey={`${conflict.process.key}_2`}
          isSaving={isSaving}
          onBack={() => setConflict(undefined)}
          onReload={() => reload(conflict.theirs)}
          onOverwrite={() => void overwrite(conflict)}
          onCopy={(copyKey) => saveCopy(conflict, copyKey)}
        />
      )}
      {isDeploying && row !== undefined && (
        <ActionDialog screen={screen} action={actionOf(screen, "deploy")} ids={[key]} record={row} onClose={() => setDeploying(false)} />
      )}
    </div>
  );
}

function StoredModel({ screen, id }: { readonly screen: Screen; readonly id: string }): ReactNode {
  const { t } = useTranslation();
  const isNarrow = useMedia(narrow);
  const { query } = useOne({ resource: screen.name, id, errorNotification: false, queryOptions: { staleTime: Infinity } });
  const [saved, setSaved] = useState<Row>();
  const loaded: Row | undefined = query.data?.data;
  // The row that the drawing began with: the query is read anew after a refused save, and its version would overwrite unasked.
  const created = useRef<Row>(undefined);
  created.current ??= loaded;
  const row = saved ?? created.current;
  // The drawing began with this text; what is saved later is already in it.
  const stored = textOf(row?.["xml"]);
  // Not into the query: what is drawn here goes on from the row that it began with until the person has chosen.
  const readBeside = useReadBeside();
  const readAnew = (): Promise<Row> => readBeside(screen.name, id);
  usePageTitle(row === undefined ? t("modeler.title") : t("modeler.titleOf", { name: textOf(row["name"]) }));
  if (query.error !== null)
    return <FailureNote title={t("modeler.failed")} message={failureOf(query.error).message} onRetry={() => void query.refetch()} />;
  if (loaded === undefined) return <Skeleton active paragraph={{ rows: 10 }} title={false} aria-label={t("modeler.loading")} />;
  if (textOf(loaded[screen.key]) === "") return <Note icon="search" title={t("modeler.noModel")} />;
  return (
    <>
      <h1>{textOf(row?.["name"])}</h1>
      {isNarrow ? (
        <>
          <p className="tm-soft">{t("modeler.narrow")}</p>
          <DiagramCanvas xml={stored} marks={noMarks} />
        </>
      ) : (
        <ModelPage screen={screen} row={row} stored={stored} onSaved={setSaved} readAnew={readAnew} />
      )}
    </>
  );
}

function NewModel({ screen }: { readonly screen: Screen }): ReactNode {
  const { t } = useTranslation();
  const isNarrow = useMedia(narrow);
  const [stored] = useState(() => newModel(`Process_${Math.random().toString(36).slice(2, 8)}`, t("modeler.newProcess")));
  usePageTitle(t("modeler.title"));
  return (
    <>
      <h1>{t("modeler.newProcess")}</h1>
      {isNarrow ? (
        <p className="tm-soft">{t("modeler.narrow")}</p>
      ) : (
        <ModelPage screen={screen} row={undefined} stored={stored} onSaved={() => undefined} readAnew={() => Promise.resolve(nothing)} />
      )}
    </>
  );
}

/** Default export, because it is loaded lazily. */
export default function ModelerPage(): ReactNode {
  use(texts);
  const { t } = useTranslation();
  const { id } = useParams();
  const screen = use(loadScreen("flow-model"));
  const access = useMemo(
    () => (screen === undefined ? "" : accessNameOf(actionOf(screen, id === undefined ? "draw" : "design"))),
    [screen, id],
  );
  if (screen === undefined) return <NotFoundPage />;
  return (
    <CanAccess resource={screen.name} action={access} params={nothing} fallback={<ErrorPage kind="forbidden" />}>
      <section className="tm-card tm-modeler-page">
        <PageTrail title={t("modeler.title")} />
        {id === undefined ? <NewModel screen={screen} /> : <StoredModel key={id} screen={screen} id={id} />}
      </section>
    </CanAccess>
  );
}
