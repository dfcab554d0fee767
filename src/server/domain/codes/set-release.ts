// Codes of a set that are given back because the set failed or was removed: those of a generation line are free again, those of an external
// file are gone. None of them was ever activated.
import { sql } from "kysely";
import { z } from "zod";
import type { CommitContext, Domain } from "../../contract.ts";
import { lockRows } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import type { JobHandler } from "../../jobs/job-handler.ts";
import { anyOf, db, first, rows, run } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { removeBulk, tables, updateBulk, updateDerived, updateWithoutVersion } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { layersOf } from "./set-layers.ts";
import { externalFile, releaseQueue, resource, setState } from "./set-state.ts";

/** Codes of one step. */
const chunk = 5_000;
/** lifeStatus of a code that was never activated. */
const generated = 0;

/** Refused as long as codes of an earlier attempt are still the set's. */
export const releasing = () =>
  businessError("releasing", [
    "正在释放该码包上次占用的码，请稍后再试",
    "The codes that this set had reserved are being released; try again in a moment",
  ]);

/** Releases some codes of a set, with their relations; answers how many. */
export async function releaseCodes(
  context: CommitContext,
  tx: Transaction,
  set: Pick<StoredRow<"code-set">, "id" | "sourceType">,
): Promise<number> {
  const { unscoped } = tables(context);
  const some = await rows(
    tx,
    db
      .selectFrom(unscoped("code-item", "i"))
      .where("i.codeSetId", "=", set.id)
      .where("i.lifeStatus", "=", generated)
      .orderBy("i.layer")
      .orderBy("i.seqNo")
      .limit(chunk)
      .forNoKeyUpdate()
      .select("i.id"),
  );
  const ids = some.map(({ id }) => id);
  if (ids.length === 0) return 0;
  const released = unscoped("code-item", "i");
  await run(
    tx,
    removeBulk(unscoped("code-relation", "r")).where("r.codeId", "=", anyOf(ids)),
    set.sourceType === externalFile
      ? removeBulk(released).where("i.id", "=", anyOf(ids))
      : updateBulk(released).set({ codeSetId: null, seqNo: null }).where("i.id", "=", anyOf(ids)),
  );
  return ids.length;
}

/** Takes the reservations of a set back from its generation lines. */
async function giveBack(context: CommitContext, tx: Transaction, codeSetId: string): Promise<void> {
  const { unscoped, withRemoved } = tables(context);
  const layers = (await layersOf(context, tx, codeSetId)).filter(({ reserved }) => reserved > 0);
  await lockRows(
    context,
    tx,
    "code-gen-record-detail",
    layers.flatMap(({ codeGenRecordDetailId: id }) => id ?? []),
  );
  await run(
    tx,
    ...layers.map(({ codeGenRecordDetailId, reserved }) =>
      updateDerived(unscoped("code-gen-record-detail", "d"))
        .set(({ ref }) => ({ takenNum: sql<number>`greatest(0, ${ref("d.takenNum")} - ${reserved}::int)` }))
        .where("d.id", "=", codeGenRecordDetailId ?? "0"),
    ),
    updateWithoutVersion(withRemoved("code-set-layer", "l"))
      .set({ startSeq: null, endSeq: null, importedNum: 0 })
      .where("l.codeSetId", "=", codeSetId),
    updateDerived(unscoped(resource, "s")).set({ progress: 0 }).where("s.id", "=", codeSetId),
  );
}

/** One step of a release; answers how many codes it gave back, undefined when all is done. */
async function releaseSome(context: CommitContext, tx: Transaction, codeSetId: string): Promise<number | undefined> {
  // A set that was formatted or imported anew keeps its codes; nobody writes one that was removed.
  const [living] = await lockRows(context, tx, resource, [codeSetId]);
  if (living !== undefined && (living.status !== setState.failed || living.formatTime !== null)) return undefined;
  const set = await first(
    tx,
    db.selectFrom(tables(context).withRemoved(resource, "s")).where("s.id", "=", codeSetId).select(["s.id", "s.sourceType"]),
  );
  const count = set === undefined ? 0 : await releaseCodes(context, tx, set);
  if (count > 0) return count;
  await giveBack(context, tx, codeSetId);
  return undefined;
}

const release: JobHandler = {
  async run(job) {
    const { codeSetId } = z.object({ codeSetId: z.string() }).parse(job.payload);
    for (let released = 0; ;) {
      const before = released;
      const count = await job.step(
        (tx) => releaseSome(job.context, tx, codeSetId),
        (some) => ({ progress: { done: before + (some ?? 0), note: ["释放占用的码", "Releasing codes"] } }),
      );
      if (count === undefined) return;
      released += count;
    }
  },
};

export const setReleaseDomain: Domain = { reads: {}, actions: {}, hooks: {}, jobs: { [releaseQueue]: release } };
