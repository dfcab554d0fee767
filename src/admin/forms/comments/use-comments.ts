// The comments of a record: read page by page, searched, and written; and whether the person follows the record.
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { failureOf, isRecord, textOf } from "../../api/index.ts";
import { onLive } from "../../data/live/live-events.ts";
import { useFetchRead, useRead } from "../../data/queries/reads.ts";
import { useWrite } from "../../data/queries/writes.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useNotices } from "../../workspace/use-notices.ts";
import { commentsOf, type Comments } from "./comment-answer.ts";

const resource = "record-comment";
const path = "/blade-desk/record-comment";
const followPath = "/blade-desk/record-follow";
const dependsOn = ["record-follow"];

/** The record that comments are about. `tenantId`: of a record that a platform administrator sees of another tenant. */
export interface CommentSubject {
  readonly resource: string;
  readonly id: string;
  readonly tenantId?: string | undefined;
}

/** What a read of a record's comments asks for. */
export function subjectQuery({ resource: of, id, tenantId }: CommentSubject): Readonly<Record<string, string>> {
  return { resource: of, id, ...(tenantId === undefined ? {} : { tenantId }) };
}

const none: Comments["comments"] = [];

/** Older pages that are read anew with the first one; of more, people ask again. */
const maxReread = 10;

/** What was read behind the first page. */
interface Older extends Comments {
  readonly query: unknown;
  /** The first page that it follows. */
  readonly of: Comments;
  readonly pages: number;
}

/** Pages behind the first one, which stay while that is read anew: somebody may be writing in one of them. */
function useOlderComments(query: Readonly<Record<string, string>>, first: Comments | undefined) {
  const fetch = useFetchRead();
  const [older, setOlder] = useState<Older>();
  const all = older?.query === query ? older : undefined;
  const isStale = all !== undefined && first !== undefined && all.of !== first;
  // Of more pages people ask again, from the first one on.
  const more = isStale && all.pages > maxReread ? undefined : all;
  const readPage = async (before: string) => commentsOf(await fetch({ path: `${path}/of-record`, query: { ...query, before } }));
  const readOlder = async () => {
    // While they are read anew it is not known where they end.
    if (first === undefined || (isStale && more !== undefined)) return;
    const page = await readPage((more ?? first).next);
    setOlder({ ...page, query, of: first, pages: (more?.pages ?? 0) + 1, comments: [...(more?.comments ?? none), ...page.comments] });
  };
  const reread = useEffectEvent(async (isCurrent: () => boolean) => {
    if (first === undefined || more === undefined) return;
    let read: Older | undefined;
    try {
      for (let pages = 1; pages <= more.pages && (read ?? first).next !== "" && isCurrent(); pages += 1) {
        const page: Comments = await readPage((read ?? first).next);
        read = { ...page, query, of: first, pages, comments: [...(read?.comments ?? none), ...page.comments] };
      }
    } catch {
      // They are asked for again by whoever wants them.
      read = undefined;
    }
    if (isCurrent()) setOlder(read);
  });
  const isDue = isStale && more !== undefined;
  useEffect(() => {
    if (!isDue) return;
    let isGone = false;
    void reread(() => !isGone);
    return () => void (isGone = true);
  }, [isDue, first]);
  return { more, readOlder };
}

/** All pages that were asked for. `text`: what the comments have to contain; "" for all of them. */
export function useComments(subject: CommentSubject, { isOn, text }: { readonly isOn: boolean; readonly text: string }) {
  const { resource: of, id, tenantId } = subject;
  const query = useMemo(
    () => ({ ...subjectQuery({ resource: of, id, tenantId }), ...(text === "" ? {} : { text }) }),
    [of, id, tenantId, text],
  );
  const read = useRead({ path: `${path}/of-record`, query }, commentsOf, { isOn, dependsOn });
  const { value, failure, refetch } = read;
  const { more, readOlder } = useOlderComments(query, value);
  const readAnew = useEffectEvent(() => {
    if (isOn) refetch();
  });
  useEffect(() => {
    const stops = [
      onLive("comments", (at) => {
        if (at.resource === of && at.id === id) readAnew();
      }),
      onLive("reset", () => readAnew()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [of, id]);
  const comments = useMemo(() => {
    const first = value?.comments ?? none;
    const known = new Set(first.map((one) => one.id));
    return [...first, ...(more?.comments ?? none).filter((one) => !known.has(one.id))];
  }, [value, more]);
  const { next = "" } = more ?? value ?? {};
  return { isLoaded: value !== undefined, isFollowing: value?.isFollowing === true, comments, next, failure, refetch, readOlder };
}

const namesIn = (answer: unknown): readonly string[] => {
  const names = isRecord(answer) ? answer["notNotified"] : undefined;
  return Array.isArray(names) ? names.map(textOf) : [];
};

/** What came of a comment that was written: the names of those who were not told of it. */
interface Written {
  readonly notNotified: readonly string[];
}

/** Writes comments, by texts as they travel, and says what came of it; undefined where it was refused. */
export function useCommentWrites(subject: CommentSubject) {
  const { t } = useTranslation();
  const write = useWrite();
  const notices = useNotices();
  const query = subject.tenantId === undefined ? undefined : { tenantId: subject.tenantId };
  const about = { subjectResource: subject.resource, subjectId: subject.id };
  const attempt = async (call: string, body: Readonly<Record<string, string>>, done: string): Promise<Written | undefined> => {
    try {
      const answer = await write({ path: `${path}/${call}`, ...(query === undefined ? {} : { query }), body, resource });
      notices.done(done, "comment");
      return { notNotified: namesIn(answer) };
    } catch (error) {
      notices.failed(failureOf(error));
      return undefined;
    }
  };
  return {
    add: (text: string) => attempt("add-comment", { ...about, content: text }, t("comments.sent")),
    edit: (commentId: string, text: string) => attempt("edit-comment", { commentId, content: text }, t("comments.saved")),
    remove: (commentId: string) => attempt("remove-comment", { commentId }, t("comments.removed")),
    follow: async (isOn: boolean) => {
      try {
        await write({
          path: `${followPath}/${isOn ? "follow" : "unfollow"}`,
          ...(query === undefined ? {} : { query }),
          body: about,
          resource: "record-follow",
        });
        notices.done(t(isOn ? "comments.followed" : "comments.unfollowed"), "comment");
      } catch (error) {
        notices.failed(failureOf(error));
      }
    },
  };
}
