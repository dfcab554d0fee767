// The job that takes an import with many rows back, the latest change first, batch by batch: each with the place behind it in one transaction.
import { z } from "zod";
import type { CommitContext } from "../../contract.ts";
import type { ResourceModel } from "#schema/model";
import { callOfUndo, type CallOrigin } from "../../audit/origin.ts";
import { logged } from "../../audit/usual-log.ts";
import type { Transaction } from "../../store/database.ts";
import { plainRefusal } from "../../crud/guards/row-set.ts";
import { translated } from "../../crud/guards/duplicates.ts";
import type { EndedJob, JobHandler, JobRun } from "../../jobs/job-handler.ts";
import { changedSince, changesOf, countChanges, preparedUndo, readingOf } from "../undo-changes.ts";
import { recordCounts } from "./log-entry.ts";
import { readStored, undoPayload, type UndoPayload } from "./payload.ts";
import { callOfJob, originOfPart, type People } from "./person.ts";

/** Rows of one step, which is to last less than a second. */
const batchSize = 200;
const note = ["正在撤销导入", "Undoing the import"] as const;
/** In front of no change: all are. */
const behindAll = "9223372036854775807";

const positionSchema = z.object({
  last: z.string(),
  total: z.int(),
  removed: z.int(),
  restored: z.int(),
  /** What the log has counted, where the job had ended before and was retried. */
  logged: z.object({ removed: z.int(), restored: z.int() }),
  isDone: z.boolean(),
});
type Position = z.infer<typeof positionSchema>;

const originOf =
  (payload: UndoPayload, isLast: boolean) =>
  (resource: Parameters<typeof callOfUndo>[0]): CallOrigin =>
    originOfPart(callOfUndo(resource), `${resource.path}/import-undo`, { id: payload.entry, isLast });

/** Has the log count what was taken back and what it has not counted yet: the first time under the entry that the histories name. */
function countedBy(resource: ResourceModel, payload: UndoPayload, { removed, restored, logged: before }: Position) {
  const { entry, ...origin } = originOf(payload, true)(resource);
  return {
    origin: before.removed + before.restored === 0 && entry !== undefined ? { ...origin, entry } : origin,
    record: (tx: Transaction) => recordCounts(tx, resource, { remove: removed - before.removed, edit: restored - before.restored }),
  };
}

async function undoInBackground(people: People, job: JobRun): Promise<void> {
  const payload = readStored(undoPayload, job.payload);
  const { written } = payload;
  const call = () => callOfJob(people, job, payload, originOf(payload, false));
  const begin = async (): Promise<Position> => {
    const { context, resource } = await call();
    const { own, later } = await countChanges(context, resource, written);
    if (later > 0) throw changedSince(later);
    return { last: behindAll, total: own, removed: 0, restored: 0, logged: { removed: 0, restored: 0 }, isDone: false };
  };
  let at = job.checkpoint === undefined ? await begin() : readStored(positionSchema, job.checkpoint);
  // Killed between its last step and its end.
  if (at.isDone) return;
  for (;;) {
    const { services, context, resource } = await call();
    const changes = await changesOf(readingOf(context), context, resource, { written, before: { id: at.last, limit: batchSize } });
    const last = changes.at(-1);
    if (last === undefined) break;
    try {
      const undo = await preparedUndo({ services, context, resource }, written, changes);
      const next: Position = { ...at, last: last.id, removed: at.removed + undo.removed, restored: at.restored + undo.restored };
      const progress = { done: next.removed + next.restored, total: at.total, note };
      await job.step((tx) => undo.carryOut(tx, context), { checkpoint: { ...next }, progress }, context);
      at = next;
    } catch (error) {
      throw translated(resource, services.model, plainRefusal(error));
    }
  }
  const { context, resource } = await call();
  const { origin, record } = countedBy(resource, payload, at);
  const lastPart: CommitContext = { ...context, origin };
  const end: Position = { ...at, logged: { removed: at.removed, restored: at.restored }, isDone: true };
  await job.step(async (tx) => record(tx), { checkpoint: { ...end } }, lastPart);
}

/** What was taken back before an early end is in the log as well. */
async function ended(people: People, tx: Transaction, { context, payload: given, checkpoint, resumeAt }: EndedJob): Promise<void> {
  const payload = undoPayload.safeParse(given);
  const position = positionSchema.safeParse(checkpoint);
  const resource = payload.success ? people.services().model.resource.get(payload.data.resource) : undefined;
  // A job of another version ends as well.
  if (!payload.success || !position.success || resource === undefined) return;
  const { removed, restored } = position.data;
  const { origin, record } = countedBy(resource, payload.data, position.data);
  await logged({ ...context, origin }, tx, async () => record(tx));
  resumeAt({ ...position.data, logged: { removed, restored } });
}

export const undoing = (people: People): JobHandler => ({
  concurrency: 1,
  isOnePerTenant: true,
  run: (job) => undoInBackground(people, job),
  ended: (tx, job) => ended(people, tx, job),
});
