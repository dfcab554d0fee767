// What happened to a record by the thousand, such as scans: how much of it in which days, each with the way to the list of these rows.
import { use, useState, type ReactNode } from "react";
import { Link } from "react-router-dom";
import type { HistoryEvents } from "#schema/history";
import type { Screen } from "#schema/screen";
import { inLanguage } from "#schema/text";
import { loadScreen } from "../../data/screen-models/load.ts";
import { useLanguage } from "../../i18n/language.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { keyOfEvents } from "../comments/timeline.ts";
import { eventsAddress } from "./events-address.ts";
import { useListAddress } from "../../workspace/record-address.ts";

/** Days that are shown at once. */
const maxShown = 3;

const dayOf = ({ from, isMonth }: HistoryEvents): string => from.slice(0, isMonth ? 7 : 10);

interface EventsEntryProps {
  /** Of one resource, the latest first. */
  readonly events: readonly HistoryEvents[];
  readonly record: string;
}

export function EventsEntry({ events, record }: EventsEntryProps): ReactNode {
  const screen = use(loadScreen(events[0]?.resource ?? ""));
  return screen === undefined ? null : <EventsOfScreen events={events} record={record} screen={screen} />;
}

function EventsOfScreen({ events, record, screen }: EventsEntryProps & { readonly screen: Screen }): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const list = useListAddress(screen);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? events : events.slice(0, maxShown);
  const count = events.reduce((sum, one) => sum + one.count, 0);
  const hasMore = events.some((one) => one.hasMore);
  const counted = (of: number, isMore: boolean) =>
    of === 0 && isMore
      ? t("history.eventsUncertain")
      : t("history.eventCount", { count: `${of.toLocaleString(language)}${isMore ? "+" : ""}` });
  return (
    <li className="tf-history-entry" data-events={screen.name}>
      <p className="tf-history-head">
        <b>{inLanguage(screen.label, language)}</b> <span>{counted(count, hasMore)}</span>
      </p>
      <ul className="tf-history-days">
        {shown.map((event) => (
          <li key={keyOfEvents(event)}>
            <Link to={eventsAddress(list, record, event)}>
              <time dateTime={dayOf(event)}>{dayOf(event)}</time> {counted(event.count, event.hasMore)}
            </Link>
          </li>
        ))}
      </ul>
      {events.length > maxShown && (
        <button type="button" className="tf-more" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t("history.less") : t("history.moreDays", { count: events.length - maxShown })}
        </button>
      )}
    </li>
  );
}
