// An entry of the history: who did what and when, with both values of each field, and the way back to former values.
import { Button } from "antd";
import { use, type ReactNode } from "react";
import type { HistoryEntry, HistoryRow } from "#schema/history";
import type { Screen } from "#schema/screen";
import { inLanguage, type Language } from "#schema/text";
import { titleOfRow } from "../../../fields/row-title.ts";
import { loadScreen } from "../../data/screen-models/load.ts";
import { useLanguage } from "../../i18n/language.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { ChangedFields } from "./changed-fields.tsx";

/** Calls that say nothing more than what they did to the row. */
const plainCalls: ReadonlySet<string> = new Set(["submit", "save", "update", "remove"]);

/** The name of a row; of one without a title of its own what its list shows of it first. */
function nameOf(screen: Screen, { title, row, before, after, named = {} }: HistoryRow, language: Language): string {
  return title === row ? titleOfRow(screen, { ...before, ...after, ...named }, language) : title;
}

interface EntryRowProps {
  readonly change: HistoryRow;
  readonly isOwn: boolean;
  readonly onRestore: ((field: string) => void) | undefined;
}

/** What an entry did to one row; rows that belong to the record are named. */
export function EntryRow({ change, isOwn, onRestore }: EntryRowProps): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const screen = use(loadScreen(change.resource));
  if (screen === undefined) return null;
  const what = inLanguage(screen.label, language);
  const name = nameOf(screen, change, language);
  const title = name === "" ? what : t("history.ofRow", { what, title: name });
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

export function ChangeEntry({ entry, own, onRestoreField, onRestore }: EntryProps): ReactNode {
  const { t } = useTranslation();
  const { time, person, account, call, callTitle, rows, more = 0 } = entry;
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
      {more > 0 && <p className="tf-history-member tm-soft">{t("history.moreRows", { count: more })}</p>}
    </li>
  );
}
