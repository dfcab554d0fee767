// The modeler around one drawing: its draft, saving and its conflicts, and deployment.
import { useCreate, useUpdate } from "@refinedev/core";
import { Skeleton } from "antd";
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useNavigate } from "react-router-dom";
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
import { useNotices } from "../../workspace/use-notices.ts";
import { useRead } from "../../data/queries/reads.ts";
import { closeTabs } from "../../workspace/tab-store.ts";
import { usePageAddress } from "../../workspace/page-address.ts";
import type { ModelerHandle, SavedProcess } from "../modeler/modeler.tsx";
import type { RefusedKey } from "../modeler/panel-props.ts";
import { SaveConflict } from "../modeler/save-conflict.tsx";
import { vocabularyOf } from "../modeler/vocabulary.ts";

const Modeler = lazy(async () => ({ default: (await import("../modeler/modeler.tsx")).Modeler }));
const silent = { successNotification: false, errorNotification: false } as const;

interface ModelEditorProps {
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
export function ModelEditor({ screen, row, stored, onSaved, readAnew }: ModelEditorProps): ReactNode {
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
