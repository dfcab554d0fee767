// Tells followers of comments and of states, after the write: a job looks up who may still see the record, and writes each their notice.
import { z } from "zod";
import type { StateWatch } from "../../../audit/state-moves.ts";
import { isTenantTable } from "../../../store/columns.ts";
import type { CommitContext } from "../../../contract.ts";
import { localTime, millisecondsOf } from "../../../store/clock.ts";
import { writeJobs } from "../../../crud/write/jobs.ts";
import type { JobHandler } from "../../../jobs/job-handler.ts";
import type { NewJob } from "../../../jobs/new-job.ts";
import { anyOf, db, read, rows } from "../../../rows/query.ts";
import { tables } from "../../../rows/tables.ts";
import type { UserOf } from "../report-delivery.ts";
import { namesOf } from "./comment-text.ts";
import { finalMoves, settlingMs } from "./final-moves.ts";
import { followersOf } from "./follows.ts";
import { sendRecordNotices, type RecordNotice } from "./notices.ts";
import { witnesses, type Subject } from "./subject.ts";

/** The queue that tells followers. */
export const followerQueue = "record.followers";

const subjectSchema = z.object({ subjectResource: z.string(), subjectId: z.string() });
const payloadSchema = z.object({
  /** Who did it: nobody is told of what they did themselves. */
  by: z.string(),
  fromName: z.string(),
  comment: z.object({ ...subjectSchema.shape, id: z.string(), except: z.array(z.string()) }).optional(),
  moves: z.array(z.object({ ...subjectSchema.shape, from: z.string(), to: z.string(), at: z.string() })),
});
type Payload = z.infer<typeof payloadSchema>;

/** Moves that one job tells of, in one transaction. */
const movesOfJob = 200;

const byCaller = ({ caller }: CommitContext): Pick<Payload, "by" | "fromName"> => ({ by: caller.userId, fromName: caller.realName });

/** The job that tells of a new comment. `except`: whom it mentions, who were told already. */
export const commentJob = (
  context: CommitContext,
  subject: Subject,
  { id, except }: { readonly id: string; readonly except: readonly string[] },
): NewJob => ({
  queue: followerQueue,
  payload: { ...byCaller(context), comment: { ...subject, id, except: [...except] }, moves: [] },
  key: `comment:${id}`,
});

/** Has followers told of moves, once these have settled: where a record has any, which takes one look into their index. */
export const watchStates: StateWatch = async (tx, context, moves) => {
  // Records of the platform are followed in each tenant, and moved in none.
  const own = moves.filter(({ resource }) => isTenantTable(resource));
  if (own.length === 0 || !context.model.resource.has("record-follow")) return;
  const followed = await rows(
    tx,
    db
      .selectFrom(tables(context).unscoped("record-follow", "f"))
      .where("f.subjectResource", "=", anyOf([...new Set(own.map(({ resource }) => resource.name))]))
      .where("f.subjectId", "=", anyOf(own.map(({ id }) => id)))
      .where("f.isOn", "=", 1)
      .select(["f.subjectResource", "f.subjectId"])
      .distinct(),
  );
  const keys = new Set(followed.map(({ subjectResource, subjectId }) => `${subjectResource ?? ""} ${subjectId ?? ""}`));
  const due = own.filter(({ resource, id }) => keys.has(`${resource.name} ${id}`));
  if (due.length === 0) return;
  const at = context.now();
  const told = due.map(({ resource, id, from, to }) => ({ subjectResource: resource.name, subjectId: id, from, to, at }));
  const runAt = localTime(millisecondsOf(at) + settlingMs);
  const jobs = Array.from({ length: Math.ceil(told.length / movesOfJob) }, (_none, index): NewJob => {
    const moved = told.slice(index * movesOfJob, (index + 1) * movesOfJob);
    const payload: Payload = { ...byCaller(context), moves: moved };
    const [one, ...others] = moved;
    // A record that goes there twice within a second is told of once.
    const key = one === undefined || others.length > 0 ? {} : { key: `state:${one.subjectResource} ${one.subjectId} ${one.to} ${at}` };
    return { queue: followerQueue, payload, runAt, ...key };
  });
  await writeJobs(tx, context, jobs);
};

/** What followers are told, each once, whatever becomes of the process that tells them. */
export const notifyFollowers = (userOf: UserOf | undefined): JobHandler => ({
  async run(job) {
    if (job.checkpoint !== undefined) return;
    const { context, database, tenantId } = job;
    const { by, fromName, comment, moves } = payloadSchema.parse(job.payload);
    const within = { ...context, database };
    const witness = witnesses({ context: within, userOf });
    const receivers = async (subject: Subject, except: readonly string[]) => {
      const [followers] = await read(within, [followersOf(context, subject)]);
      const seeing = [];
      for (const { userId } of followers) {
        if (userId === null || userId === by || except.includes(userId)) continue;
        const one = await witness(userId, subject);
        if (one !== undefined) seeing.push(one);
      }
      return seeing;
    };
    const notices: RecordNotice[] = [];
    if (comment !== undefined) {
      const { id, except, ...subject } = comment;
      const stored = db.selectFrom(tables(context).unscoped("record-comment", "c")).where("c.id", "=", id).select("c.content");
      const [[existing]] = await read(within, [stored]);
      // Removed before anybody was told of it.
      if (existing !== undefined) {
        const text = await namesOf(within, [existing.content ?? ""]);
        const to = await receivers(subject, except);
        notices.push({ kind: "commented", subject, to, fromName, comment: { id, text: text(existing.content ?? "") } });
      }
    }
    for (const { subjectResource, subjectId, to: state } of await finalMoves(within, moves)) {
      const subject = { subjectResource, subjectId };
      const { stateField } = context.model.resource.get(subject.subjectResource) ?? {};
      // A data scope may leave out how a record stands, of rows that it shows.
      const to = (await receivers(subject, [])).filter((one) => stateField !== undefined && one.isReadable(stateField.name));
      notices.push({ kind: "stateChanged", subject, to, fromName, state });
    }
    await job.step((tx) => sendRecordNotices({ ...context, scope: { tenantId, userId: "" } }, tx, notices), { checkpoint: "done" });
  },
});
