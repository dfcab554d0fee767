// The recent notices for the bell: with the other news of the header, or from their list where the back-end has no such call.
import { CancelledError } from "@tanstack/react-query";
import { useEffect } from "react";
import { localTimeOf } from "#schema/local-time";
import { ApiFailure } from "../../api/failure.ts";
import { isRecord, rowsOf, textOf } from "../../api/index.ts";
import { useFetchRead } from "../../data/queries/reads.ts";
import { messagesIn, newsRead, useHeaderNews } from "../../workspace/news/header-news.ts";
import { hasNews, setRecentNotices, setUnreadMessages } from "../../workspace/news/news.ts";

/** As many as the home page shows, and as old (src/server/domain/desk/home-figures.ts). */
const pageSize = 20;
const recentDays = 14;
/** Delay in milliseconds, so that the page's own requests come first. */
const patience = 3000;

/** As releases are dated: in the installation's local time. */
const local = (moment: number) => localTimeOf(new Date(moment));

/** Ids of the notices in an answer that were released within the last days. */
export function recentIn(data: unknown, now: number): readonly string[] {
  const first = local(now - (recentDays - 1) * 86_400_000).slice(0, 10);
  return rowsOf(data)
    .filter((row) => textOf(row["releaseTime"]) >= first && textOf(row["releaseTime"]) <= local(now))
    .map((row) => textOf(row["id"]));
}

/** Asks what is unread (`useNews`): notices for users who may read them, messages of their own for everybody. */
export function usePollNews(userId: string, mayRead: boolean): void {
  const news = useHeaderNews();
  useEffect(() => {
    if (!isRecord(news)) return;
    setUnreadMessages(userId, messagesIn(news));
    if (news["notices"] === undefined) return;
    // The last days, as the server counts them.
    const end = Date.parse(`${textOf(news["today"])}T23:59:59`);
    setRecentNotices(userId, recentIn(news["notices"], Number.isNaN(end) ? Date.now() : end));
  }, [userId, news]);
  const read = useFetchRead();
  useEffect(() => {
    if (!mayRead || newsRead.path !== "") return undefined;
    const ask = async () => {
      if (hasNews(userId)) return;
      const now = Date.now();
      try {
        // Notices dated in the future are first in the list, but are not new.
        const query = { current: "1", size: String(pageSize), descs: "release_time", releaseTime_datelt: local(now) };
        const payload = await read({ path: "/blade-desk/notice/list", query });
        if (!hasNews(userId)) setRecentNotices(userId, recentIn(payload, now));
      } catch (error) {
        // A bell without a number is not misleading; the pop-over shows the error.
        if (!(error instanceof ApiFailure) && !(error instanceof CancelledError)) throw error;
      }
    };
    const timer = setTimeout(() => void ask(), patience);
    return () => clearTimeout(timer);
  }, [userId, mayRead, read]);
}
