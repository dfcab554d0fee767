// Formatting of a code set: its codes are reserved when it begins; a job then gives each its set and number, and relates those of a
// pre-related set. What a set has reserved is released in the background when formatting fails and when the set is removed.
import { sql } from "kysely";
import { z } from "zod";
import type { CommitContext, Domain, Effect } from "../../contract.ts";
import { writeJobs } from "../../crud/write/jobs.ts";
import { changeRow, lockRow, lockRows } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import type { JobHandler, JobRun } from "../../jobs/job-handler.ts";
import { db, first, rows, run } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables, updateBulk, updateDerived, updateWithoutVersion } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { codeEvents, recordEvent } from "./code-events.ts";
import { checkLines, checkPackaging } from "./set-checks.ts";
import { origins } from "./relations.ts";
import { layersOf, type SetLayer } from "./set-layers.ts";
import { markOf, relate, type NumberedCode } from "./set-relations.ts";
import { releaseCodes, releasing } from "./set-release.ts";
import { endWaiting, externalFile, percentOf, releaseJob, requireWaiting, resource, setPayload, setState } from "./set-state.ts";

/** Codes of one step; it takes less than a second. */
const chunk = 5_000;
/** lifeStatus of a code that was made, blockStatus of one that nothing blocks. */
const generated = 0;
const notBlocked = 0;

/** Where the codes of a layer begin, as far as nobody has released others. */
interface Reserved {
  readonly layerId: string;
  readonly fromSerial: number;
}

/** Takes the numbers of codes that the layers need out of their generation lines, all or none. */
async function reserve(context: CommitContext, tx: Transaction, layers: readonly SetLayer[]): Promise<readonly Reserved[]> {
  const { unscoped } = tables(context);
  // Lines in the order of their ids, so that two sets never wait for each other.
  await lockRows(
    context,
    tx,
    "code-gen-record-detail",
    layers.flatMap(({ codeGenRecordDetailId: id }) => id ?? []),
  );
  const reserved: Reserved[] = [];
  for (const own of layers) {
    const line = await first(
      tx,
      db
        .selectFrom(unscoped("code-gen-record-detail", "d"))
        .where("d.id", "=", own.codeGenRecordDetailId ?? "0")
        .select(["d.id", "d.detailNo", "d.doneNum", "d.takenNum", "d.startSerial"]),
    );
    const taken = line?.takenNum ?? 0;
    const left = (line?.doneNum ?? 0) - taken;
    if (line === undefined || left < own.totalNum)
      throw businessError("tooFewCodes", [
        `层级“${own.layerName}”需要 ${own.totalNum} 个码，取码来源“${line?.detailNo ?? ""}”只剩 ${left} 个`,
        `Layer “${own.layerName}” needs ${own.totalNum} codes; ${left} are left of the generation line “${line?.detailNo ?? ""}”`,
      ]);
    await run(
      tx,
      updateDerived(unscoped("code-gen-record-detail", "d"))
        .set({ takenNum: taken + own.totalNum })
        .where("d.id", "=", line.id),
      updateWithoutVersion(unscoped("code-set-layer", "l"))
        .set({ startSeq: 1, endSeq: own.totalNum, importedNum: 0 })
        .where("l.id", "=", own.id),
    );
    reserved.push({ layerId: own.id, fromSerial: Number(line.startSerial ?? 1) + taken });
  }
  return reserved;
}

/** What the job of a formatting needs to know of it. */
const formatPayload = setPayload.extend({
  /** The set was formatted before: its codes are released first. */
  again: z.boolean(),
  from: z.record(z.string(), z.number()),
});

/** Reserves the codes of a set that is to be formatted; refused with what its layers lack. */
async function begin(context: CommitContext, tx: Transaction, set: StoredRow<"code-set">) {
  if (set.sourceType === externalFile)
    throw businessError("externalFile", [
      "外部文件的码包不需要格式化，请直接导入",
      "A set of an external file is not formatted; import it",
    ]);
  const layers = await layersOf(context, tx, set.id);
  const isReserved = layers.some(({ reserved }) => reserved > 0);
  const again = isReserved && set.formatTime !== null;
  if (isReserved && !again) throw releasing();
  if (again && (set.downloadCount ?? 0) > 0)
    throw businessError("downloaded", [
      `码包“${set.name ?? ""}”已下载过，重新格式化会与已印刷的码不一致`,
      `Code set “${set.name ?? ""}” was downloaded; formatted again it would not match what is printed`,
    ]);
  if (again && layers.some(({ importedNum }) => importedNum > 0))
    throw businessError("imported", [
      `码包“${set.name ?? ""}”已有码被激活，请继续导入`,
      `Codes of code set “${set.name ?? ""}” are activated already; go on with the import`,
    ]);
  await checkPackaging(context, tx, set, layers);
  await checkLines(context, tx, set, layers);
  const reserved = again ? [] : await reserve(context, tx, layers);
  await run(
    tx,
    updateWithoutVersion(tables(context).unscoped(resource, "s"))
      .set({ failReason: null, formatTime: null, progress: 0 })
      .where("s.id", "=", set.id),
  );
  return { again, from: Object.fromEntries(reserved.map(({ layerId, fromSerial }) => [layerId, fromSerial])) };
}

const format: Effect<"code-set.format"> = {
  commit: async (tx, context, { rows: [set] }) => (set === undefined ? {} : begin(context, tx, set)),
  enqueue: (_context, { rows: sets, answer }) =>
    sets.map((set) => ({
      queue: "code-set-format",
      key: `${set.id} ${set.version}`,
      payload: { codeSetId: set.id, version: set.version, ...formatPayload.pick({ again: true, from: true }).parse(answer) },
      subject: { resource, id: set.id, title: set.name ?? "" },
    })),
};

// ---------------------------------------------------------------- the job
const positionSchema = z.object({
  /** Codes of an earlier formatting are released first. */
  released: z.boolean(),
  /** Number of the layer that is at work, and how many codes it has. */
  layer: z.int(),
  done: z.int(),
  /** The serial of the last code that was looked at. */
  serial: z.number(),
  /** Times that the line was gone through, and how many codes were found in the present one. */
  round: z.int(),
  found: z.int(),
  /** Codes of all layers. */
  all: z.int(),
});
type Position = z.infer<typeof positionSchema>;

const newLayer = { done: 0, serial: -1, round: 0, found: 0 } as const;

interface TakenCodes {
  readonly codes: readonly NumberedCode[];
  readonly last: number | undefined;
}

/** Gives the next free codes of a line to a layer, in the order of their serials. */
async function takeCodes(
  context: CommitContext,
  tx: Transaction,
  { set, own, at }: { readonly set: StoredRow<"code-set">; readonly own: SetLayer; readonly at: Position },
): Promise<TakenCodes> {
  const { unscoped } = tables(context);
  const free = await rows(
    tx,
    db
      .selectFrom(unscoped("code-item", "i"))
      .where("i.codeGenRecordDetailId", "=", own.codeGenRecordDetailId)
      .where("i.serialNo", ">", String(at.serial))
      .where("i.codeSetId", "is", null)
      .where("i.lifeStatus", "=", generated)
      .where(({ eb, fn }) => eb(fn.coalesce("i.blockStatus", sql.lit(notBlocked)), "=", notBlocked))
      .orderBy("i.serialNo")
      .limit(Math.min(chunk, own.totalNum - at.done))
      .forNoKeyUpdate()
      .select(["i.id", "i.serialNo"]),
  );
  if (free.length === 0) return { codes: [], last: undefined };
  const ids = free.map(({ id }) => id);
  const numbered = sql<{ id: string; place: number }>`unnest(${ids}::bigint[]) with ordinality`.as<"n">(sql`n(id, place)`);
  const codes = await rows(
    tx,
    updateBulk(unscoped("code-item", "i"))
      .from(numbered)
      .whereRef("i.id", "=", "n.id")
      .set(({ ref }) => ({
        codeSetId: set.id,
        seqNo: sql<number>`${at.done}::int + ${ref("n.place")}::int`,
        ...(set.productId === null ? {} : { productId: set.productId }),
        ...(set.specId === null ? {} : { specId: set.specId }),
      }))
      .returning(["i.id", "i.seqNo"]),
  );
  return { codes, last: Number(free.at(-1)?.serialNo) };
}

/** One step of a formatting: some codes of one layer. */
async function formatSome(job: JobRun, tx: Transaction, at: Position): Promise<Position> {
  const { context } = job;
  const { from, ...waited } = formatPayload.parse(job.payload);
  const set = await requireWaiting(context, tx, waited, setState.formatting);
  if (!at.released) return { ...at, released: (await releaseCodes(context, tx, set)) === 0 };
  const layers = await layersOf(context, tx, set.id);
  const own = layers[at.layer];
  if (own === undefined) {
    await changeRow(context, tx, resource, {
      id: set.id,
      values: { status: setState.formatted, formatTime: context.now(), progress: 100, failReason: null },
    });
    await recordEvent(context, tx, { set: set.id }, codeEvents.formatted);
    return { ...at, layer: -1 };
  }
  const here: Position = at.serial < 0 ? { ...at, serial: (from[own.id] ?? 1) - 1 } : at;
  const { codes, last } = await takeCodes(context, tx, { set, own, at: here });
  if (codes.length === 0) {
    // What other sets have released lies before the first code that was reserved, or behind the last one that was looked at.
    if (here.round === 0 || here.found > 0) return { ...here, serial: 0, round: here.round + 1, found: 0 };
    throw businessError("tooFewCodes", [
      `层级“${own.layerName}”需要 ${own.totalNum} 个码，只找到 ${here.done} 个可用的码`,
      `Layer “${own.layerName}” needs ${own.totalNum} codes; only ${here.done} are free`,
    ]);
  }
  if (set.relationMode === 1)
    await relate(
      context,
      tx,
      { set, layers, own, digitSourceMark: await markOf(context, tx, set.digitSourceId), origin: origins.preRelated },
      codes,
    );
  const [done, all] = [here.done + codes.length, here.all + codes.length];
  await run(
    tx,
    updateDerived(tables(context).unscoped(resource, "s"))
      .set({ progress: Math.min(99, percentOf(all, set.codeNum ?? 0)) })
      .where("s.id", "=", set.id),
  );
  return done >= own.totalNum
    ? { ...here, ...newLayer, layer: here.layer + 1, all }
    : { ...here, done, serial: last ?? here.serial, found: here.found + codes.length, all };
}

const formatting: JobHandler = {
  concurrency: 2,
  async run(job) {
    const { again, codeSetId } = formatPayload.parse(job.payload);
    const total = await job.step(async (tx) => (await lockRow(job.context, tx, resource, codeSetId)).codeNum ?? 0, {});
    let at: Position =
      job.checkpoint === undefined ? { ...newLayer, released: !again, layer: 0, all: 0 } : positionSchema.parse(job.checkpoint);
    while (at.layer >= 0) {
      const before: Position = at;
      at = await job.step(
        (tx) => formatSome(job, tx, before),
        (next) => ({ checkpoint: next, progress: { done: next.all, total, note: ["编号并建立关联", "Numbering and relating codes"] } }),
      );
    }
  },
  ended: async (tx, job) => {
    const set = await endWaiting(tx, job, setState.formatting);
    if (set !== undefined) await writeJobs(tx, job.context, [releaseJob(set.id)]);
  },
};

export const setFormatDomain: Domain = {
  reads: {},
  actions: { "code-set.format": format },
  hooks: {},
  jobs: { "code-set-format": formatting },
};
