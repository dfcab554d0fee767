// What is unread: which notices are new to a user, and which they have opened in this browser, as the server does not store that; and how many
// messages the server says they have not read. Bell, pop-over and home page share it, so that they count the same.
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { partsOf } from "../../api/wire-data.ts";
import { readStored, storedName, writeStored } from "../../browser/storage.ts";

/** More than are ever shown as new; older marks are removed. */
const maxStored = 100;

/** The state for a user: ids of recent notices, and of opened ones; the number of unread messages. */
interface News {
  /** undefined: not loaded yet. */
  readonly recent: readonly string[] | undefined;
  readonly opened: readonly string[];
  readonly messages: number;
}

const cached = new Map<string, News>();
const listeners = new Set<() => void>();

const storedAs = (userId: string): string => `readNotices.${userId}`;

function newsOf(userId: string): News {
  let news = cached.get(userId);
  if (news === undefined) {
    news = { recent: undefined, opened: partsOf(readStored(storedAs(userId))?.content), messages: 0 };
    cached.set(userId, news);
  }
  return news;
}

function change(userId: string, next: Partial<News>): void {
  cached.set(userId, { ...newsOf(userId), ...next });
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  const follow = ({ key }: StorageEvent) => {
    for (const [userId, news] of cached) {
      if (key === null || key === storedName(storedAs(userId)))
        cached.set(userId, { ...news, opened: partsOf(readStored(storedAs(userId))?.content) });
    }
    listener();
  };
  listeners.add(listener);
  addEventListener("storage", follow);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", follow);
  };
}

/** Whether the recent notices are known. */
export function hasNews(userId: string): boolean {
  return newsOf(userId).recent !== undefined;
}

/** Sets the recent notices, as the server has them. */
export function setRecentNotices(userId: string, ids: readonly string[]): void {
  const { recent } = newsOf(userId);
  if (recent === undefined || recent.length !== ids.length || recent.some((id, index) => id !== ids[index]))
    change(userId, { recent: ids });
}

/** Sets how many messages of the user are unread, as the server has them. */
export function setUnreadMessages(userId: string, messages: number): void {
  if (newsOf(userId).messages !== messages) change(userId, { messages });
}

/** Keeps that the person has opened a notice. */
function markRead(userId: string, id: string): void {
  const { opened } = newsOf(userId);
  if (opened.includes(id)) return;
  const next = [id, ...opened].slice(0, maxStored);
  writeStored(storedAs(userId), next);
  change(userId, { opened: next });
}

export interface Unread {
  /** Ids of recent notices that the person has not opened. */
  readonly unread: ReadonlySet<string>;
  /** Unread messages of the person's work. */
  readonly messages: number;
  /** Both together: the number at the bell. */
  readonly count: number;
  readonly open: (id: string) => void;
}

/** What is new to the user, wherever it is shown and opened. */
export function useNews(userId: string): Unread {
  const { recent, opened, messages } = useSyncExternalStore(subscribe, () => newsOf(userId));
  const unread = useMemo(() => new Set((recent ?? []).filter((id) => !opened.includes(id))), [recent, opened]);
  const open = useCallback((id: string) => markRead(userId, id), [userId]);
  return { unread, messages, count: unread.size + messages, open };
}
