// Who follows a record. Whoever comments on it or is mentioned there follows it, and so does who made it once somebody comments; until they stop.
import type { CommitContext, Effect } from "../../../contract.ts";
import { addRows, changeRows } from "../../../crud/write/server-rows.ts";
import { businessError } from "../../../http/errors.ts";
import { anyOf, db, lockName, rows } from "../../../rows/query.ts";
import { tables } from "../../../rows/tables.ts";
import type { Transaction } from "../../../store/database.ts";
import { lockedSubject, openedSubject, type Subject } from "./subject.ts";

/** People who follow one record. */
const maxFollowers = 200;

const on = 1;
const off = 0;

/** Everybody who follows a record, or has stopped to. */
const followsOf = (context: CommitContext, { subjectResource, subjectId }: Subject) =>
  db
    .selectFrom(tables(context).unscoped("record-follow", "f"))
    .where("f.subjectResource", "=", subjectResource)
    .where("f.subjectId", "=", subjectId);

/** Those who follow a record now. */
export const followersOf = (context: CommitContext, subject: Subject) =>
  followsOf(context, subject).where("f.isOn", "=", on).orderBy("f.id").limit(maxFollowers).select("f.userId");

/** Whether the caller follows a record. */
export const ownFollow = (context: CommitContext, subject: Subject) =>
  followsOf(context, subject).where("f.userId", "=", context.caller.userId).where("f.isOn", "=", on).select("f.id");

interface Following {
  readonly subject: Subject;
  readonly userIds: readonly string[];
  /** Also those who have stopped: they ask for it themselves. */
  readonly isRequested: boolean;
}

/** Has people of the tenant follow a record. */
export async function addFollowers(context: CommitContext, tx: Transaction, { subject, userIds, isRequested }: Following): Promise<void> {
  const wanted = [...new Set(userIds)].filter((id) => id !== "");
  if (wanted.length === 0) return;
  const { subjectResource, subjectId } = subject;
  // Two who begin at once would each find nobody, and a row for each person is all there may be.
  await lockName(tx, `followers ${subjectResource} ${subjectId}`);
  const existing = await rows(tx, followsOf(context, subject).select(["f.id", "f.userId", "f.isOn"]));
  const of = new Map(existing.map((one) => [one.userId, one]));
  const following = existing.filter(({ isOn }) => isOn === on).length;
  const joining = wanted.filter((userId) => (isRequested ? of.get(userId)?.isOn !== on : !of.has(userId)));
  if (isRequested && following + joining.length > maxFollowers) throw tooMany();
  const admitted = joining.slice(0, Math.max(0, maxFollowers - following));
  await changeRows(
    context,
    tx,
    "record-follow",
    admitted.flatMap((userId) => of.get(userId) ?? []).map(({ id }) => ({ id, values: { isOn: on } })),
  );
  await addRows(
    context,
    tx,
    "record-follow",
    admitted.filter((userId) => !of.has(userId)).map((userId) => ({ subjectResource, subjectId, userId, isOn: on })),
  );
}

const tooMany = () =>
  businessError("tooManyFollowers", [`一条数据最多 ${maxFollowers} 人关注`, `A record has at most ${maxFollowers} followers`], {
    data: { largest: maxFollowers },
  });

/** Those among users who are of the tenant whose record it is: others are told nothing. */
export async function ofTenant(context: CommitContext, tx: Transaction, userIds: readonly string[]): Promise<readonly string[]> {
  if (userIds.length === 0) return [];
  const users = db.selectFrom(tables(context).unscoped("user", "u")).where("u.id", "=", anyOf(userIds)).select("u.id");
  return (await rows(tx, users)).map(({ id }) => id);
}

const noFollower = () => businessError("noFollower", ["只能关注本租户的数据", "Only records of your own tenant can be followed"]);

export const follow: Effect<"record-follow.follow"> = {
  prepare: async (context, { values }) => void (await openedSubject(context, values)),
  commit: async (tx, context, { values: { subjectResource, subjectId } }) => {
    const subject = { subjectResource, subjectId };
    await lockedSubject(tx, context, subject);
    const userIds = await ofTenant(context, tx, [context.caller.userId]);
    if (userIds.length === 0) throw noFollower();
    await addFollowers(context, tx, { subject, userIds, isRequested: true });
    return { isFollowing: true };
  },
};

export const unfollow: Effect<"record-follow.unfollow"> = {
  prepare: async (context, { values }) => void (await openedSubject(context, values)),
  commit: async (tx, context, { values: { subjectResource, subjectId } }) => {
    const subject = { subjectResource, subjectId };
    await lockedSubject(tx, context, subject);
    const own = await rows(tx, ownFollow(context, subject).forUpdate());
    await changeRows(
      context,
      tx,
      "record-follow",
      own.map(({ id }) => ({ id, values: { isOn: off } })),
    );
    return { isFollowing: false };
  },
};
