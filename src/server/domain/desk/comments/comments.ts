// Comments of records of all kinds (docs/wire.md §4.4): read and written by whoever may open the record, changed and removed by their authors.
import { z } from "zod";
import { maxMentions, mentionsIn, readableComment } from "#schema/comments";
import type { CommitContext, Domain, Effect, PrepareContext, ReadHandler, RequestContext } from "../../../contract.ts";
import { resourceNamed, addRow, changeRow, lockRows, removeOwnedRows } from "../../../crud/write/server-rows.ts";
import { isId } from "../../../crud/sql/keys.ts";
import { isReadable, readableFieldsOf } from "../../../crud/sql/readable-fields.ts";
import { userStatus } from "../../../auth/people.ts";
import { businessError, malformedParameter, rowNotFound } from "../../../http/errors.ts";
import { anyOf, db, read } from "../../../rows/query.ts";
import type { StoredRow } from "../../../rows/stored.ts";
import { tables } from "../../../rows/tables.ts";
import type { Transaction } from "../../../store/database.ts";
import { commentsMessage, liveChannel } from "../../../store/live-messages.ts";
import { containing } from "../../containing.ts";
import type { UserOf } from "../report-delivery.ts";
import { shows, userNames } from "./comment-text.ts";
import { commentJob, notifyFollowers, followerQueue, watchStates } from "./follower-job.ts";
import { findComments } from "./find.ts";
import { addFollowers, follow, followersOf, ofTenant, ownFollow, unfollow } from "./follows.ts";
import { renewExcerpts, sendRecordNotices } from "./notices.ts";
import { lockedSubject, openedSubject, witnesses, type Subject, type Witness } from "./subject.ts";

/** Comments of one page. */
const pageSize = 50;
/** People who are offered to be mentioned; who wants another types more. */
const maxPeople = 8;
const maxSearchLength = 100;

/** What a parameter searches for. */
function searched(name: string, sent: string | undefined): string {
  const text = sent?.trim() ?? "";
  if (text.length > maxSearchLength || text.includes("\0")) throw malformedParameter(name);
  return text;
}

/** Comments of a record, the latest first. A text is looked for in what they say, and in the names of their authors and of whom they mention. */
function commentsOf(context: RequestContext, { subjectResource, subjectId }: Subject, text: string) {
  const { unscoped, withRemoved } = tables(context);
  const comments = db
    .selectFrom(unscoped("record-comment", "c"))
    .leftJoin(withRemoved("user", "u"), "u.id", "c.createUser")
    .where("c.subjectResource", "=", subjectResource)
    .where("c.subjectId", "=", subjectId)
    .orderBy("c.id", "desc")
    .limit(pageSize + 1)
    .select(["c.id", "c.content", "c.mentions", "c.createUser", "c.createTime", "c.editTime", "c.authorName", "u.realName as personName"]);
  if (text === "") return comments;
  return comments.where(({ or, eb, ref }) =>
    or([shows(context, { content: ref("c.content"), mentions: ref("c.mentions") }, text), eb("u.realName", "ilike", containing(text))]),
  );
}

/** GET of-record: a page of comments, and whether the caller follows the record. */
const ofRecord: ReadHandler = async (context, { resource = "", id = "", text: sent, before = "" }) => {
  const subject = { subjectResource: resource, subjectId: id };
  if (before !== "" && !isId(before)) throw malformedParameter("before");
  const text = searched("text", sent);
  await openedSubject(context, subject);
  const page = commentsOf(context, subject, text);
  const [all, own] = await read(context, [before === "" ? page : page.where("c.id", "<", before), ownFollow(context, subject)]);
  const comments = all.slice(0, pageSize);
  const names = await userNames(
    context,
    comments.flatMap(({ mentions }) => mentions ?? []),
  );
  return {
    isFollowing: own.length > 0,
    comments: comments.map(({ id: commentId, content, mentions, createUser, createTime, editTime, authorName, personName }) => ({
      id: commentId,
      text: content ?? "",
      person: personName ?? authorName ?? "",
      time: createTime ?? "",
      editTime: editTime ?? "",
      isOwn: createUser === context.caller.userId,
      mentions: (mentions ?? []).flatMap((userId) => (names.has(userId) ? [{ id: userId, name: names.get(userId) }] : [])),
    })),
    next: all.length > pageSize ? (comments.at(-1)?.id ?? "") : "",
  };
};

/** Users of the tenant who may sign in, as far as the caller sees users at all. */
const visibleUsers = (context: CommitContext) =>
  db.selectFrom(tables(context).accessible("user", "u")).where("u.status", "=", userStatus.active);

/**
 * Whom the caller may mention. To people of a channel, who are none of the tenant's own, these are the ones who have to do with the record: they
 * learn of nobody else.
 */
async function mentionable(context: PrepareContext, subject: Subject) {
  const users = visibleUsers(context);
  if (context.caller.channelIds === undefined) return users;
  const [following] = await read(context, [followersOf(context, subject)]);
  return users.where("u.id", "=", anyOf(following.map(({ userId }) => userId)));
}

/** GET people: whom a comment on the record may mention, by a part of their names. */
const people: ReadHandler = async (context, { resource = "", id = "", name: sent }) => {
  const name = searched("name", sent);
  const subject = { subjectResource: resource, subjectId: id };
  await openedSubject(context, subject);
  const readable = readableFieldsOf(context, resourceNamed(context, "user"));
  if (!isReadable(readable, "realName") || !isReadable(readable, "account")) return [];
  const isOfChannel = context.caller.channelIds !== undefined;
  let users = (await mentionable(context, subject))
    .where("u.id", "<>", context.caller.userId)
    .orderBy("u.realName")
    .orderBy("u.id")
    .limit(maxPeople)
    .select(["u.id", "u.realName", "u.account"]);
  if (name !== "")
    users = users.where(({ or, eb }) =>
      or([eb("u.realName", "ilike", containing(name)), ...(isOfChannel ? [] : [eb("u.account", "ilike", containing(name))])]),
    );
  const [found] = await read(context, [users]);
  return found.map(({ id: userId, realName, account }) => ({
    id: userId,
    name: realName ?? "",
    account: isOfChannel ? "" : (account ?? ""),
  }));
};

/** Whom a text mentions, and which of those may see the record. */
interface Mentions {
  readonly userIds: readonly string[];
  readonly names: ReadonlyMap<string, string>;
  readonly witnesses: readonly Witness[];
  /** The names of those who may not see it, and are not told. */
  readonly refused: readonly string[];
}

const noMentions: Mentions = { userIds: [], names: new Map(), witnesses: [], refused: [] };

const tooManyMentions = () =>
  businessError("tooManyMentions", [`一条评论最多提到 ${maxMentions} 人`, `A comment mentions at most ${maxMentions} people`], {
    data: { largest: maxMentions },
  });

interface Mentioning {
  readonly subject: Subject;
  readonly text: string;
  /** Those who were mentioned before, and of these the ones who were told: nobody is told twice. */
  readonly earlier: readonly string[];
  readonly notified: readonly string[];
}

/** Looks up whom a text mentions: tokens that name nobody whom the caller sees stay as they were typed. */
async function mentionsOf(
  context: PrepareContext,
  { subject, text, earlier, notified }: Mentioning,
  userOf: UserOf | undefined,
): Promise<Mentions> {
  const ids = mentionsIn(text).filter(isId);
  if (ids.length > maxMentions) throw tooManyMentions();
  if (ids.length === 0) return noMentions;
  const { withRemoved } = tables(context);
  const [visible, stored] = await read(context, [
    (await mentionable(context, subject)).where("u.id", "=", anyOf(ids)).select(["u.id", "u.realName"]),
    // Whom the text mentioned before stays, whatever became of them.
    db
      .selectFrom(withRemoved("user", "u"))
      .where("u.id", "=", anyOf(ids.filter((id) => earlier.includes(id))))
      .select(["u.id", "u.realName"]),
  ]);
  const names = new Map([...stored, ...visible].map(({ id, realName }) => [id, realName ?? ""]));
  const userIds = ids.filter((id) => names.has(id));
  const witness = witnesses({ context, userOf });
  const seeing: Witness[] = [];
  const refused: string[] = [];
  for (const userId of userIds) {
    if (notified.includes(userId) || userId === context.caller.userId) continue;
    const one = await witness(userId, subject);
    if (one === undefined) refused.push(names.get(userId) ?? "");
    else seeing.push(one);
  }
  return { userIds, names, witnesses: seeing, refused };
}

interface Notifying {
  readonly subject: Subject;
  readonly id: string;
  readonly text: string;
  readonly mentions: Mentions;
}

/** Tells those whom a comment mentions, who follow the record from now on. */
async function notifyMentioned(context: CommitContext, tx: Transaction, { subject, id, text, mentions }: Notifying): Promise<void> {
  const comment = { id, text: readableComment(text, mentions.names) };
  const { realName: fromName } = context.caller;
  await sendRecordNotices(context, tx, [{ kind: "mentioned", subject, to: mentions.witnesses, fromName, comment }]);
}

const add = (userOf: UserOf | undefined): Effect<"record-comment.addComment", Mentions> => ({
  prepare: async (context, { values: { subjectResource, subjectId, content } }) => {
    const subject = { subjectResource, subjectId };
    await openedSubject(context, subject);
    return mentionsOf(context, { subject, text: content, earlier: [], notified: [] }, userOf);
  },
  commit: async (tx, context, { values: { subjectResource, subjectId, content }, prepared: mentions }) => {
    const subject = { subjectResource, subjectId };
    const record = await lockedSubject(tx, context, subject);
    const { caller } = context;
    const notified = mentions.witnesses.map(({ userId }) => userId);
    const mentioned = [...mentions.userIds];
    const { id } = await addRow(context, tx, "record-comment", {
      ...subject,
      content,
      mentions: mentioned,
      notified,
      authorName: caller.realName,
      createTime: context.now(),
    });
    const maker = record["createUser"];
    const following = await ofTenant(context, tx, [caller.userId, ...(typeof maker === "string" ? [maker] : [])]);
    await addFollowers(context, tx, { subject, userIds: [...following, ...notified], isRequested: false });
    await notifyMentioned(context, tx, { subject, id, text: content, mentions });
    tellReaders(context, tx, subject);
    return { id, notNotified: mentions.refused };
  },
  enqueue: (context, { values: { subjectResource, subjectId }, prepared: mentions, answer }) => {
    const { id } = addedSchema.parse(answer);
    return [commentJob(context, { subjectResource, subjectId }, { id, except: mentions.witnesses.map(({ userId }) => userId) })];
  },
});

/** What the commit of a new comment answers. */
const addedSchema = z.object({ id: z.string() });

/** Tells whoever has the record open that its comments are other than before. */
function tellReaders({ scope }: CommitContext, tx: Transaction, { subjectResource, subjectId }: Subject): void {
  tx.tell(liveChannel, commentsMessage({ tenantId: scope.tenantId, resource: subjectResource, id: subjectId }));
}

/** A comment of the caller's own on a record that they may still open, locked. Everybody else's is answered as one that is not there. */
async function ownComment(
  tx: Transaction,
  context: CommitContext,
  id: string,
): Promise<{ readonly row: StoredRow<"record-comment">; readonly subject: Subject }> {
  const [row] = isId(id) ? await lockRows(context, tx, "record-comment", [id]) : [];
  if (row === undefined || row.createUser !== context.caller.userId) throw rowNotFound();
  const subject = { subjectResource: row.subjectResource ?? "", subjectId: row.subjectId ?? "" };
  await lockedSubject(tx, context, subject);
  return { row, subject };
}

/** The same before the transaction. */
async function ownCommentToEdit(context: PrepareContext, id: string) {
  const comments = db
    .selectFrom(tables(context).unscoped("record-comment", "c"))
    .where("c.id", "=", id)
    .where("c.createUser", "=", context.caller.userId)
    .select(["c.subjectResource", "c.subjectId", "c.mentions", "c.notified"]);
  const [[row]] = isId(id) ? await read(context, [comments]) : [[]];
  if (row === undefined) throw rowNotFound();
  const subject = { subjectResource: row.subjectResource ?? "", subjectId: row.subjectId ?? "" };
  await openedSubject(context, subject);
  return { subject, earlier: row.mentions ?? [], notified: row.notified ?? [] };
}

const edit = (userOf: UserOf | undefined): Effect<"record-comment.editComment", Mentions> => ({
  prepare: async (context, { values: { commentId, content } }) => {
    return mentionsOf(context, { ...(await ownCommentToEdit(context, commentId)), text: content }, userOf);
  },
  commit: async (tx, context, { values: { commentId, content }, prepared: mentions }) => {
    const { row, subject } = await ownComment(tx, context, commentId);
    if (row.content === content) return { id: row.id, notNotified: [] };
    // Somebody who edits it twice at once tells everybody once.
    const before = new Set(row.notified ?? []);
    const due = { ...mentions, witnesses: mentions.witnesses.filter(({ userId }) => !before.has(userId)) };
    const added = due.witnesses.map(({ userId }) => userId);
    await changeRow(context, tx, "record-comment", {
      id: row.id,
      values: { content, mentions: [...mentions.userIds], notified: [...before, ...added], editTime: context.now() },
    });
    await addFollowers(context, tx, { subject, userIds: added, isRequested: false });
    await renewExcerpts(context, tx, { subject, id: row.id, text: readableComment(content, mentions.names) });
    await notifyMentioned(context, tx, { subject, id: row.id, text: content, mentions: due });
    tellReaders(context, tx, subject);
    return { id: row.id, notNotified: mentions.refused };
  },
});

const removeComment: Effect<"record-comment.removeComment"> = {
  prepare: async (context, { values: { commentId } }) => void (await ownCommentToEdit(context, commentId)),
  commit: async (tx, context, { values: { commentId } }) => {
    const { row, subject } = await ownComment(tx, context, commentId);
    await removeOwnedRows(context, tx, "record-comment", [row]);
    await renewExcerpts(context, tx, { subject, id: row.id, text: undefined });
    tellReaders(context, tx, subject);
    return null;
  },
};

/** Comments, who follows which record, and what they are told. */
export const commentsDomain = (userOf: UserOf | undefined): Domain => ({
  reads: { "record-comment.of-record": ofRecord, "record-comment.people": people },
  actions: {
    "record-comment.addComment": add(userOf),
    "record-comment.editComment": edit(userOf),
    "record-comment.removeComment": removeComment,
    "record-follow.follow": follow,
    "record-follow.unfollow": unfollow,
  },
  hooks: {},
  jobs: { [followerQueue]: notifyFollowers(userOf) },
  stateWatch: watchStates,
  finder: findComments,
});
