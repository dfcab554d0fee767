// The dialog for the lists of ids that an action takes: a tree for each, the changes, and a preview of the menu (src/schema/resource.ts,
// `trees`).
import { App, Button, Skeleton } from "antd";
import { use, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { Screen, ScreenAction, ScreenTrees } from "#schema/screen";
import { inLanguage } from "#schema/text";
import { failureOf, partsOf, textOf, type ApiFailure, type Row } from "../../api/index.ts";
import { session } from "../../api/session.ts";
import { useWrite } from "../../data/queries/writes.ts";
import { addTexts } from "../../i18n/index.ts";
import { useNotices } from "../../workspace/use-notices.ts";
import { DialogFoot, DialogFrame, useSaveKey } from "../dialogs/dialog-frame.tsx";
import { FailureAlert } from "../dialogs/failure-alert.tsx";
import { useFormTexts, useLanguage } from "../../i18n/language.ts";
import { ReadFailure } from "../../ui/states/read-failure.tsx";
import { RouteGuard } from "../dialogs/route-guard.tsx";
import { release, useDirtyGuard, useUnsavedGuard } from "../dialogs/unsaved-guard.ts";
import type { FormValues } from "../../inputs/values/form-definition.ts";
import { forgetDraft, watchForm } from "../record/drafts.ts";
import { RestoredNote, useDraftOf } from "../record/use-draft.tsx";
import { areDifferent, changeOf, changes, checkedInAny, isSame } from "./checked-lists.ts";
import { TreeTabs, type ListState } from "./tree-tabs.tsx";
import { useOffered, type OfferedList } from "./use-offered.ts";
import "./trees.css";

const ready = addTexts("trees");
const width = 1040;
/** Names of rows in the title. */
const namedRows = 3;

export interface TreeChoiceDialogProps {
  readonly screen: Screen;
  readonly action: ScreenAction;
  readonly trees: ScreenTrees;
  readonly rows: readonly Row[];
  /** Called to close the dialog; `done` tells whether the action was run. */
  readonly onClose: (done: boolean) => void;
}

type Chosen = Readonly<Record<string, ReadonlySet<string>>>;

/** The ticks that a draft holds. */
function chosenIn(values: FormValues | undefined): Chosen | undefined {
  return values === undefined
    ? undefined
    : Object.fromEntries(Object.entries(values).map(([name, ticked]) => [name, new Set(partsOf(ticked))]));
}

function statesOf(trees: ScreenTrees, lists: readonly OfferedList[], chosen: Chosen): readonly ListState[] {
  return trees.lists.flatMap((list) => {
    const offered = lists.find(({ name }) => name === list.name);
    if (offered === undefined) return [];
    const ids = chosen[list.name] ?? checkedInAny(offered.assigned, offered.tree);
    return [{ ...list, ...offered, chosen: ids, change: changeOf(offered.assigned, ids, offered.tree) }];
  });
}

export default function TreeChoiceDialog({ screen, action, trees, rows, onClose }: TreeChoiceDialogProps): ReactNode {
  use(ready);
  const { t } = useTranslation();
  const texts = useFormTexts();
  const language = useLanguage();
  const { modal } = App.useApp();
  const notices = useNotices();
  const idParam = action.idParam ?? "ids";
  const ids = rows.map((row) => textOf(row[action.idField ?? screen.key]));
  const { lists, notes = [], failure: notLoaded, refetch } = useOffered(trees, idParam, ids.join(","));
  const write = useWrite();
  const draft = JSON.stringify([screen.name, action.name, ids]);
  const draftFrom = useDraftOf(draft);
  const [restored, setRestored] = useState(() => chosenIn(draftFrom({})));
  const [chosen, setChosen] = useState<Chosen>(() => restored ?? {});
  const [failure, setFailure] = useState<ApiFailure>();
  const [isCalling, setCalling] = useState(false);
  const isBusy = useRef(false);
  const body = useRef<HTMLDivElement>(null);
  const guard = useDirtyGuard();
  const { ask, mayClose } = useUnsavedGuard(guard);

  const states = useMemo(() => (lists === undefined ? undefined : statesOf(trees, lists, chosen)), [trees, lists, chosen]);
  const isTyped = states?.some((one) => !isSame(one.chosen, checkedInAny(one.assigned, one.tree))) === true;
  const isChanged = states?.some((one) => changes(one.change) > 0) === true;
  const different = states?.some((one) => areDifferent(one.assigned, one.tree)) === true;
  useEffect(() => {
    guard.current = () => isTyped;
    return () => {
      guard.current = () => false;
    };
  }, [guard, isTyped]);

  // Ticks are kept as the input of forms is: over the end of a session, and over a reload.
  const [owner] = useState(() => session()?.user.userId ?? "");
  const entered = useRef<FormValues | undefined>(undefined);
  useEffect(() => {
    entered.current = isTyped ? Object.fromEntries(Object.entries(chosen).map(([name, ticked]) => [name, [...ticked]])) : undefined;
  }, [isTyped, chosen]);
  useEffect(() => {
    forgetDraft(draft);
    if (body.current !== null) watchForm(body.current, { form: draft, owner, unsaved: () => entered.current });
  }, [draft, owner]);
  const discard = () => {
    setRestored(undefined);
    setChosen({});
    // The focus would go with the button, and Esc with it.
    body.current?.focus();
  };

  const call = async () => {
    if (states === undefined || isBusy.current) return;
    isBusy.current = true;
    setCalling(true);
    setFailure(undefined);
    try {
      const sent = Object.fromEntries(states.map((one) => [one.name, [...one.chosen]]));
      await write({ path: action.path, body: { [idParam]: ids, ...sent }, resource: screen.name });
      release(guard);
      notices.done(texts.done);
      onClose(true);
    } catch (error) {
      const received = failureOf(error);
      if (!received.silent) setFailure(received);
      body.current?.scrollTo({ top: 0 });
    } finally {
      isBusy.current = false;
      setCalling(false);
    }
  };
  const about = { count: rows.length, name: inLanguage(screen.label, language) };
  const save = () => {
    if (!isChanged || isBusy.current) return;
    if (!different) void call();
    else
      modal.confirm({
        title: t("trees.sameForAll", about),
        content: t("trees.sameForAllHint"),
        okText: texts.save,
        cancelText: texts.cancel,
        autoFocusButton: "cancel",
        onOk: call,
      });
  };
  useSaveKey(save);
  const close = async () => {
    if (await mayClose()) onClose(false);
  };

  const names = rows
    .slice(0, namedRows)
    .map((row) => textOf(row[screen.title]))
    .join(t("trees.separator"));
  const named = rows.length > namedRows ? t("trees.andOthers", { names, count: rows.length }) : names;
  const title = (
    <>
      {inLanguage(action.label, language)}
      <span className="tf-dialog-name">{named}</span>
    </>
  );
  const content = () => {
    if (notLoaded !== undefined)
      return <ReadFailure className="tf-alert" message={notLoaded.message || t("trees.notLoaded")} onRetry={refetch} />;
    if (states === undefined) return <Skeleton active title={false} paragraph={{ rows: 8 }} aria-label={texts.loading} />;
    return <TreeTabs lists={states} targets={rows.length} onChange={(name, next) => setChosen((old) => ({ ...old, [name]: next }))} />;
  };
  const reported = (states ?? []).filter((one) => changes(one.change) > 0);

  return (
    <DialogFrame title={title} width={width} ignoresMaskClick onClose={() => void close()}>
      <RouteGuard guard={guard} ask={ask} />
      <div
        ref={body}
        className="tf-dialog-body tt-body"
        tabIndex={-1}
        inert={isCalling}
        aria-busy={isCalling || (states === undefined && notLoaded === undefined)}
      >
        <FailureAlert failure={failure} />
        {restored !== undefined && isTyped ? <RestoredNote onDiscard={discard} /> : null}
        {notes.map((note) => (
          <p key={note} className="tt-note">
            {note}
          </p>
        ))}
        {different ? (
          <p className="tt-note" data-kind="warning">
            {t("trees.different", about)}
          </p>
        ) : null}
        {content()}
      </div>
      <DialogFoot>
        <p className="tt-summary" role="status">
          {states === undefined
            ? null
            : reported.length === 0
              ? t("trees.unchanged")
              : reported.map(({ name, label, change }) => (
                  <span key={name}>
                    {inLanguage(label, language)}
                    {change.added.size === 0 ? null : <b className="tt-plus"> +{change.added.size}</b>}
                    {change.removed.size === 0 ? null : <b className="tt-minus"> −{change.removed.size}</b>}
                  </span>
                ))}
        </p>
        <Button onClick={() => void close()}>{texts.cancel}</Button>
        <Button type="primary" title={texts.saveHint} loading={isCalling} disabled={!isChanged || isCalling} onClick={save}>
          {texts.save}
        </Button>
      </DialogFoot>
    </DialogFrame>
  );
}
