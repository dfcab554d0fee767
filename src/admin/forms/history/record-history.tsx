// The history of a record as a timeline: who did what and when, with both values of each field, and the way back to former values.
import { App, Button, Skeleton } from "antd";
import { use, useId, useMemo, useState, type ReactNode } from "react";
import type { HistoryAnswer, HistoryEntry, HistoryRow } from "#schema/history";
import type { Screen } from "#schema/screen";
import { inLanguage } from "#schema/text";
import { useRights } from "../../access/use-rights.ts";
import { isRecord, textOf } from "../../api/index.ts";
import { useRead, useFetchRead } from "../../data/queries/reads.ts";
import { useWrite } from "../../data/queries/writes.ts";
import { loadScreen } from "../../data/screen-models/load.ts";
import { addTexts } from "../../i18n/index.ts";
import { useLanguage } from "../../i18n/language.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { ReadFailure } from "../../ui/states/read-failure.tsx";
import { useNotices } from "../../workspace/use-notices.ts";
import { ChangedFields, fieldLabel } from "./changed-fields.tsx";
import { CompareDialog } from "./compare-dialog.tsx";
import { historyOf, ownChange } from "./history-answer.ts";
import "./history.css";

const texts = addTexts("history");

export interface RecordHistoryProps {
  readonly screen: Screen;
  readonly id: string;
  /** Former values were restored. */
  readonly onReverted: () => void;
}

/** Calls that say nothing more than what they did to the row. */
const plainCalls: ReadonlySet<string> = new Set(["submit", "save", "update", "remove"]);

interface EntryRowProps {
  readonly change: HistoryRow;
  readonly isOwn: boolean;
  readonly onRestore: ((field: string) => void) | undefined;
}

/** What an entry did to one row; rows that belong to the record are named. */
function EntryRow({ change, isOwn, onRestore }: EntryRowProps): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const screen = use(loadScreen(change.resource));
  if (screen === undefined) return null;
  const title = t("history.ofRow", { what: inLanguage(screen.label, language), title: change.title });
  return (
    <div className={isOwn ? undefined : "tf-history-member"}>
      {!isOwn && (
        <p>
          {t(`history.${change.action}`)} {title}
        </p>
      )}
      <ChangedFields screen={screen} change={change} onRestore={onRestore} />
    </div>
  );
}

interface EntryProps {
  readonly entry: HistoryEntry;
  readonly own: HistoryRow | undefined;
  /** Brings former values back: those from before the change of a field, or all that the record had after it. */
  readonly onRestoreField: ((field: string) => void) | undefined;
  readonly onRestore: (() => void) | undefined;
}

function Entry({ entry, own, onRestoreField, onRestore }: EntryProps): ReactNode {
  const { t } = useTranslation();
  const { time, person, account, call, callTitle, rows } = entry;
  const who = person || account || t("history.system");
  const what = plainCalls.has(call)
    ? own === undefined
      ? ""
      : t(`history.${own.action}`)
    : (callTitle.split(/：|: /u).at(-1) ?? callTitle);
  const shown = rows.filter((row) => row !== own);
  // The account has the name of the API token behind it.
  const isByToken = person !== "" && account.includes(" · ");
  return (
    <li className="tf-history-entry" data-entry={entry.id}>
      <p className="tf-history-head">
        <b title={account}>{who}</b> {isByToken && <span className="tm-soft">{account}</span>} <span>{what}</span>
        <time dateTime={time.replace(" ", "T")}>{time}</time>
        {onRestore !== undefined && (
          <Button type="link" size="small" onClick={onRestore} aria-label={t("history.restoreMomentOf", { time })}>
            {t("history.restoreMoment")}
          </Button>
        )}
      </p>
      {own !== undefined && <EntryRow change={own} isOwn onRestore={onRestoreField} />}
      {shown.map((row) => (
        <EntryRow key={row.id} change={row} isOwn={false} onRestore={undefined} />
      ))}
    </li>
  );
}

/** All pages that were asked for, the latest first. */
function useEntries(screen: Screen, id: string) {
  const path = `${screen.path}/history`;
  // Writes of the record itself make stale what is read below its path.
  const dependsOn = useMemo(() => [...(screen.details === undefined ? [] : [screen.details.resource]), "attach"], [screen]);
  const read = useRead({ path, query: { [screen.key]: id } }, historyOf, { dependsOn });
  const fetch = useFetchRead();
  const notices = useNotices();
  const [older, setOlder] = useState<HistoryAnswer & { readonly of: unknown }>();
  const [isBusy, setBusy] = useState(false);
  const { value, failure, refetch } = read;
  const more = older?.of === value ? older : undefined;
  const entries = useMemo(() => [...(value?.entries ?? []), ...(more?.entries ?? [])], [value, more]);
  const { next = "", created } = more ?? value ?? {};
  const onOlder = async () => {
    setBusy(true);
    try {
      const page = historyOf(await fetch({ path, query: { [screen.key]: id, before: next } }));
      setOlder({ ...page, of: value, entries: [...(more?.entries ?? []), ...page.entries] });
    } catch (error) {
      notices.failed(error);
    } finally {
      setBusy(false);
    }
  };
  return { isLoaded: value !== undefined, entries, next, created, failure, refetch, onOlder: () => void onOlder(), isBusy };
}

const namesIn = (answer: unknown, member: string): readonly string[] => {
  const names = isRecord(answer) ? answer[member] : undefined;
  return Array.isArray(names) ? names.map(textOf) : [];
};

interface Restoring {
  readonly screen: Screen;
  readonly id: string;
  readonly onReverted: () => void;
}

/** Asks, brings former values back, and says which. */
function useRestore({ screen, id, onReverted }: Restoring) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { modal } = App.useApp();
  const write = useWrite();
  const notices = useNotices();
  return (title: string, query: Readonly<Record<string, string>>) => {
    const labels = (names: readonly string[]) =>
      names.map((name) => fieldLabel(screen, name, language)).join(language === "zh" ? "、" : ", ");
    modal.confirm({
      title,
      content: screen.details === undefined ? t("history.restoreNote") : `${t("history.restoreNote")} ${t("history.restoreNoteOfLines")}`,
      okText: t("history.ok"),
      cancelText: t("history.cancel"),
      onOk: async () => {
        try {
          const answer = await write({ path: `${screen.path}/revert`, resource: screen.name, query: { [screen.key]: id, ...query } });
          const [restored, kept] = [namesIn(answer, "restored"), namesIn(answer, "kept")];
          const sentences = [
            ...(restored.length > 0 ? [t("history.restored", { fields: labels(restored) })] : []),
            ...(kept.length > 0 ? [t("history.kept", { fields: labels(kept) })] : []),
            ...(isRecord(answer) && answer["linesChanged"] === true ? [t("history.linesChanged")] : []),
          ];
          notices.done(sentences.length === 0 ? t("history.nothingToRestore") : sentences.join(language === "zh" ? "。" : ". "));
          onReverted();
        } catch (error) {
          notices.failed(error);
        }
      },
    });
  };
}

/** Default export, because it is loaded lazily. */
export default function RecordHistory({ screen, id, onReverted }: RecordHistoryProps): ReactNode {
  use(texts);
  const { t } = useTranslation();
  const language = useLanguage();
  const rights = useRights(screen);
  const heading = useId();
  const { isLoaded, entries, next, created, failure, refetch, onOlder, isBusy } = useEntries(screen, id);
  const [isComparing, setComparing] = useState(false);
  const restore = useRestore({ screen, id, onReverted });
  const mayRestore = rights?.edit === true && screen.history === "restorable";
  const moments = entries.flatMap((entry) => {
    const change = ownChange(entry, id, screen.name);
    return change === undefined ? [] : [{ entry, change }];
  });
  const isBegun = entries.some((entry) => ownChange(entry, id, screen.name)?.action === "add");
  // Who made it before its changes were kept.
  const made = isBegun ? undefined : created;
  const content = () => {
    if (failure !== undefined && !isLoaded) return <ReadFailure message={failure.message || t("history.loadFailed")} onRetry={refetch} />;
    if (!isLoaded) return <Skeleton active title={false} paragraph={{ rows: 3 }} aria-label={t("history.loading")} />;
    if (entries.length === 0 && made === undefined) return <p className="tm-soft">{t("history.none")}</p>;
    return (
      <ol className="tf-history-list">
        {entries.map((entry) => {
          const own = ownChange(entry, id, screen.name);
          const canRestore = mayRestore && own !== undefined;
          return (
            <Entry
              key={entry.id}
              entry={entry}
              own={own}
              onRestoreField={
                canRestore
                  ? (field) =>
                      restore(t("history.restoreFieldAsk", { field: fieldLabel(screen, field, language), time: entry.time }), {
                        change: own.id,
                        side: "before",
                        fields: field,
                      })
                  : undefined
              }
              onRestore={
                canRestore && own !== moments[0]?.change && own.action !== "remove"
                  ? () => restore(t("history.restoreAsk", { time: entry.time }), { change: own.id })
                  : undefined
              }
            />
          );
        })}
        {made !== undefined && (
          <li className="tf-history-entry">
            <p className="tf-history-head">
              {made.person !== "" && <b>{made.person}</b>} <span>{t("history.created")}</span>
              <time dateTime={made.time.replace(" ", "T")}>{made.time}</time>
            </p>
          </li>
        )}
      </ol>
    );
  };
  return (
    <section className="tf-history" aria-labelledby={heading}>
      <div className="tf-history-title">
        <h3 id={heading}>{t("history.title")}</h3>
        {moments.length > 1 && (
          <Button size="small" onClick={() => setComparing(true)}>
            <Icon name="swap" /> {t("history.compare")}
          </Button>
        )}
      </div>
      {content()}
      {next !== "" && (
        <Button type="link" loading={isBusy} onClick={onOlder}>
          {t("history.older")}
        </Button>
      )}
      {isComparing && <CompareDialog screen={screen} moments={moments} onClose={() => setComparing(false)} />}
    </section>
  );
}
