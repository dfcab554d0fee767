// Beside the name of an open record: who else has it open, and who has just changed it. What is shown and entered stays until the person asks.
import type { ReactNode } from "react";
import type { Screen } from "#schema/screen";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { Row } from "../../api/index.ts";
import { settings } from "../../browser/settings.ts";
import { useRecordWatch } from "../../data/live/use-record-watch.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import "./record-watch.css";

interface RecordWatchProps {
  readonly screen: Pick<Screen, "name" | "key">;
  /** As it was read. */
  readonly record: Row;
  readonly isEditing: boolean;
  /** Reads it anew. */
  readonly onRefresh: () => void;
}

/** People who are named; of more it is said how many. */
const maxNamed = 3;

function Watch({ screen, record, isEditing, onRefresh }: RecordWatchProps): ReactNode {
  const { t } = useTranslation();
  const id = String(record[screen.key] ?? "");
  const { others, changedBy, isRemoved, isUncertain } = useRecordWatch(screen.name, id === "" ? undefined : id, { isEditing, record });
  const named = others.slice(0, maxNamed);
  return (
    <span className="tf-watch" role="status">
      {named.map(({ userId, name, isEditing: edits }) => (
        <span key={userId} className={edits ? "tf-watch-person tf-watch-edits" : "tf-watch-person"}>
          <Icon name={edits ? "edit" : "eye"} size={13} />
          {t(edits ? "live.editing" : "live.viewing", { name })}
        </span>
      ))}
      {others.length > maxNamed && <span className="tf-watch-person">{t("live.more", { count: others.length - maxNamed })}</span>}
      {(changedBy !== undefined || isUncertain) && (
        <span className="tf-watch-changed">
          {changedBy === undefined
            ? t("live.maybeChanged")
            : t(isRemoved ? "live.removedBy" : isEditing ? "live.changedWhileEdited" : "live.changedBy", { name: changedBy })}
          {!isEditing && (
            <button type="button" className="tm-link-button" onClick={onRefresh}>
              {t("list.refresh")}
            </button>
          )}
        </span>
      )}
    </span>
  );
}

/** Nothing where the server tells of nothing. */
export const RecordWatch = (props: RecordWatchProps): ReactNode => (settings.live ? <Watch {...props} /> : null);
