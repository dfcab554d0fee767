// The job that takes an import with many rows back, the latest change first, batch by batch: each with the place behind it in one transaction.
import { z } from "zod";
import type { CommitContext } from "../../contract.ts";
import { callOfUndo, type CallOrigin } from "../../audit/origin.ts";
import { plainRefusal } from "../../crud/guards/row-set.ts";
import { translated } from "../../crud/guards/duplicates.ts";
import type { JobHandler, JobRun } from "../../jobs/job-handler.ts";
import { changedSince, changesOf, countChanges, preparedUndo, readingOf } from "../undo-changes.ts";
import { recordCounts } from "./log-entry.ts";
import { undoPayload, type UndoPayload } from "./payload.ts";
import { callOfJob, originOfPart, type People } from "./person.ts";

/** Rows of one step, which is to last less than a second. */
const batchSize = 200;
const note = ["正在撤销导入", "Undoing the import"] as const;
/** In front of no change: all are. */
const behindAll = "9223372036854775807";

const positionSchema = z.object({ last: z.string(), total: z.int(), removed: z.int(), restored: z.int() });
type Position = z.infer<typeof positionSchema>;

const originOf =
  (payload: UndoPayload, isLast: boolean) =>
  (resource: Parameters<typeof callOfUndo>[0]): CallOrigin =>
    originOfPart(callOfUndo(resource), `${resource.path}/import-undo`, { id: payload.entry, isLast });

async function undoInBackground(people: People, job: JobRun): Promise<void> {
  const payload = undoPayload.parse(job.payload);
  const { written } = payload;
  const call = () => callOfJob(people, job, payload, originOf(payload, false));
  const begin = async (): Promise<Position> => {
    const { context, resource } = await call();
    const { own, later } = await countChanges(context, resource, written);
    if (later > 0) throw changedSince(later);
    return { last: behindAll, total: own, removed: 0, restored: 0 };
  };
  let at = job.checkpoint === undefined ? await begin() : positionSchema.parse(job.checkpoint);
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
  const lastPart: CommitContext = { ...context, origin: originOf(payload, true)(resource) };
  await job.step(async (tx) => recordCounts(tx, resource, { remove: at.removed, edit: at.restored }), {}, lastPart);
}

export const undoing = (people: People): JobHandler => ({
  concurrency: 1,
  isOnePerTenant: true,
  run: (job) => undoInBackground(people, job),
});
