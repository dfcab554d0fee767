// What processes tell each other of what happens, and how it is written in a line (docs/architecture.md, Live).
import { z } from "zod";

/** All processes listen on this channel that have a browser connected. */
export const liveChannel = "tracemark_live";

const presence = z.object({
  tenantId: z.string(),
  resource: z.string(),
  id: z.string(),
  userId: z.string(),
  name: z.string(),
  /** A window of the browser, as it names itself. */
  window: z.string(),
  isEditing: z.boolean(),
  /** It has closed the record. */
  isGone: z.boolean(),
});

/** A window of a browser that has a record open, or has closed it. */
export type Presence = z.infer<typeof presence>;

/** Rows have changed, as an entry of the log of changes says. */
interface ChangeMessage {
  readonly about: "change";
  readonly tenantId: string;
  readonly entryId: string;
}

/** A job of a user has changed its state or its progress. */
interface JobMessage {
  readonly about: "job";
  readonly tenantId: string;
  readonly userId: string;
  readonly jobId: string;
}

/** What waits for a user, tasks and messages, may be other than before. */
interface NewsMessage {
  readonly about: "news";
  readonly tenantId: string;
  /** "": for anybody of the tenant. */
  readonly userId: string;
}

/** Comments of a record were written, edited or removed. */
interface CommentsMessage {
  readonly about: "comments";
  readonly tenantId: string;
  readonly resource: string;
  readonly id: string;
}

type LiveMessage = ChangeMessage | JobMessage | NewsMessage | CommentsMessage | ({ readonly about: "presence" } & Presence);

export const changeMessage = (tenantId: string, entryId: string): string => `change ${tenantId} ${entryId}`;
export const jobMessage = ({ tenantId, userId, id }: { readonly tenantId: string; readonly userId: string; readonly id: string }): string =>
  `job ${tenantId} ${userId === "" ? "-" : userId} ${id}`;
export const newsMessage = (tenantId: string, userId = ""): string => `news ${tenantId} ${userId === "" ? "-" : userId}`;
export const commentsMessage = ({ tenantId, resource, id }: Omit<CommentsMessage, "about">): string =>
  `comments ${tenantId} ${resource} ${id}`;
export const presenceMessage = (one: Presence): string => `presence ${JSON.stringify(one)}`;

/** Reads a line; undefined for one that another version has written. */
export function readMessage(line: string): LiveMessage | undefined {
  const [about, tenantId = "", first = "", second = ""] = line.split(" ", 4);
  if (about === "change" && first !== "") return { about, tenantId, entryId: first };
  if (about === "news" && first !== "") return { about, tenantId, userId: first === "-" ? "" : first };
  if (about === "job" && second !== "") return { about, tenantId, userId: first === "-" ? "" : first, jobId: second };
  if (about === "comments" && second !== "") return { about, tenantId, resource: first, id: second };
  if (about !== "presence") return undefined;
  try {
    const read = presence.safeParse(JSON.parse(line.slice(about.length + 1)));
    return read.success ? { about, ...read.data } : undefined;
  } catch {
    return undefined;
  }
}
