// Import of a code set: its codes become usable. Those of a formatted set are activated; those of an external file are checked as a whole,
// written and related first. A job does it in steps and goes on where it was.
import { sql } from "kysely";
import { z } from "zod";
import type { CommitContext, Domain, Effect } from "../../contract.ts";
import { writeJobs } from "../../crud/write/jobs.ts";
import { changeRow, lockRow } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import type { JobHandler, JobRun } from "../../jobs/job-handler.ts";
import type { NewJob } from "../../jobs/new-job.ts";
import { insertAlike } from "../../rows/insert.ts";
import { db, rows, run } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables, updateBulk, updateDerived, updateWithoutVersion } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { describeSqlError } from "../../store/sql-errors.ts";
import type { UploadedFiles } from "../resource/uploaded-files.ts";
import { codeEvents, recordEvent } from "./code-events.ts";
import { beginning, placeSchema, readLines, type LineBatch } from "./line-file.ts";
import { origins } from "./relations.ts";
import { checkPackaging } from "./set-checks.ts";
import { codesAtOnce, examine, importFileOf, linesAtOnce, saveReport, type ImportFile } from "./set-examine.ts";
import { layersOf, type SetLayer } from "./set-layers.ts";
import { placeLines, relateLines } from "./related-lines.ts";
import type { RuleSecrets } from "./rule-secrets.ts";
import type { FileCode } from "./set-file.ts";
import { markOf, relate } from "./set-relations.ts";
import { releasing } from "./set-release.ts";
import { endWaiting, externalFile, percentOf, releaseJob, requireWaiting, resource, setPayload, setState } from "./set-state.ts";

/** Codes that are activated in one step. */
const activatedAtOnce = 10_000;
/** lifeStatus before and after. */
const generated = 0;
const activated = 1;

// ---------------------------------------------------------------- the calls
/** What an external file must be before anything is done with it; refused with what is wrong. */
async function checkExternal(
  context: CommitContext,
  tx: Transaction,
  set: StoredRow<"code-set">,
  files: UploadedFiles,
): Promise<ImportFile> {
  if (set.formatTime !== null)
    throw businessError("alreadyWritten", [
      `码包“${set.name ?? ""}”的码已写入，请继续导入`,
      `The codes of code set “${set.name ?? ""}” are written; go on with the import`,
    ]);
  const file = await importFileOf(context, tx, set, files);
  await checkPackaging(context, tx, set, file.layers);
  if (file.layers.some(({ reserved }) => reserved > 0)) throw releasing();
  const { codePattern } = file.source ?? {};
  try {
    if (codePattern != null) await run(tx, db.selectNoFrom(sql<boolean>`'' ~ ${codePattern}::text`.as("fits")));
  } catch (error) {
    if (describeSqlError(error)?.kind !== "other") throw error;
    throw businessError("codePattern", [
      `码源“${file.source?.mark ?? ""}”的码正则“${codePattern ?? ""}”不正确`,
      `The code pattern “${codePattern ?? ""}” of the digit source “${file.source?.mark ?? ""}” is no regular expression`,
    ]);
  }
  return file;
}

const jobOf = (queue: string, set: StoredRow<"code-set">): NewJob => ({
  queue,
  key: `${set.id} ${set.version}`,
  payload: { codeSetId: set.id, version: set.version },
  subject: { resource, id: set.id, title: set.name ?? "" },
});

const check = (files: UploadedFiles): Effect<"code-set.check"> => ({
  commit: async (tx, context, { rows: sets }) => {
    for (const set of sets) await checkExternal(context, tx, set, files);
    return {};
  },
  enqueue: (_context, { rows: sets }) => sets.map((set) => jobOf("code-set-check", set)),
});

const start = (files: UploadedFiles): Effect<"code-set.import"> => ({
  commit: async (tx, context, { rows: sets }) => {
    const { unscoped } = tables(context);
    for (const set of sets) {
      // An external set with a time has its codes: what is left is to activate them.
      if (set.formatTime === null) {
        const { layers } = await checkExternal(context, tx, set, files);
        await run(
          tx,
          ...layers.map(({ id, totalNum }) =>
            updateWithoutVersion(unscoped("code-set-layer", "l"))
              .set({ startSeq: 1, endSeq: totalNum, importedNum: 0 })
              .where("l.id", "=", id),
          ),
        );
      }
      await run(tx, updateWithoutVersion(unscoped(resource, "s")).set({ failReason: null, progress: 0 }).where("s.id", "=", set.id));
    }
    return {};
  },
  enqueue: (_context, { rows: sets }) => sets.map((set) => jobOf("code-set-import", set)),
});

// ---------------------------------------------------------------- dry run
const checking = (files: UploadedFiles): JobHandler => ({
  concurrency: 2,
  async run(job) {
    const { context } = job;
    const { codeSetId, version } = setPayload.parse(job.payload);
    const file = await job.step(async (tx) => {
      const set = await lockRow(context, tx, resource, codeSetId);
      if (set.version !== version || (set.status !== setState.draft && set.status !== setState.failed))
        throw businessError("jobIsObsolete", ["码包已变更，请重新检查文件", "The code set was changed meanwhile; check the file again"]);
      return importFileOf(context, tx, set, files);
    }, {});
    const examined = await examine(job, file);
    await saveReport(job, files, codeSetId, examined);
    if (!examined.report.isClean) throw businessError("fileFaults", examined.report.summary);
  },
});

// ---------------------------------------------------------------- import
const positionSchema = z.object({
  phase: z.enum(["check", "write", "relate", "activate", "done"]),
  /** Of writing: where the file goes on, and the last number of each layer. */
  place: placeSchema,
  seqs: z.record(z.string(), z.int()),
  /** Of the other phases: the layer that is at work, and its last number. */
  layer: z.int(),
  seq: z.int(),
  /** Codes, each as often as it is worked on. */
  all: z.int(),
});
type Position = z.infer<typeof positionSchema>;
const atFirst: Position = { phase: "check", place: beginning, seqs: {}, layer: 0, seq: 0, all: 0 };

/** How often each code of a set is worked on. */
const passesOf = ({ sourceType, relationMode }: StoredRow<"code-set">): number =>
  sourceType !== externalFile ? 1 : relationMode === 1 ? 3 : 2;

async function showProgress(context: CommitContext, tx: Transaction, set: StoredRow<"code-set">, all: number): Promise<void> {
  const progress = Math.min(99, percentOf(all, (set.codeNum ?? 0) * passesOf(set)));
  await run(tx, updateDerived(tables(context).unscoped(resource, "s")).set({ progress }).where("s.id", "=", set.id));
}

interface FileStep {
  readonly file: ImportFile;
  readonly batch: LineBatch;
  readonly at: Position;
}

/** A code of the file with its id and its number in its layer. */
interface NumberedLine {
  readonly id: string;
  readonly code: FileCode;
  readonly seqNo: number;
}

/** The codes of the file in some lines. */
const codesIn = ({ file: { format }, batch: { lines } }: FileStep): readonly FileCode[] =>
  lines.flatMap(({ number, text }) => {
    if (number <= format.headRows || text === undefined || text.trim() === "") return [];
    const read = format.read(text);
    return "codes" in read ? read.codes : [];
  });

/** Adds codes to the set. Parts below scratch layers are kept as digests: nobody reads them here. */
async function addCodes(
  context: CommitContext,
  tx: Transaction,
  { secrets, step }: { readonly secrets: RuleSecrets; readonly step: FileStep },
  codes: readonly NumberedLine[],
): Promise<void> {
  const {
    file: { set, source },
    batch: { lines, next },
  } = step;
  const hasParts = codes.some(({ code }) => code.verifyCode !== undefined);
  const hasSerials = codes.some(({ code }) => code.serialNo !== undefined);
  const { tenantId } = context.scope;
  const partOf = ({ code, verifyCode }: FileCode) =>
    verifyCode === undefined ? null : secrets.digestPart({ tenantId, code, part: verifyCode });
  try {
    await run(
      tx,
      ...insertAlike(context, "code-item", {
        each: {
          id: codes.map(({ id }) => id),
          code: codes.map(({ code }) => code.code),
          codeFuncType: codes.map(({ code }) => code.layer.codeFuncType),
          layer: codes.map(({ code }) => code.layer.layer),
          seqNo: codes.map(({ seqNo }) => seqNo),
          ...(hasParts ? { verifyDigest: codes.map(({ code }) => partOf(code)) } : {}),
          ...(hasSerials ? { serialNo: codes.map(({ code }) => code.serialNo ?? null) } : {}),
        },
        same: {
          digitSourceMark: source?.mark ?? null,
          codeSetId: set.id,
          productId: set.productId,
          specId: set.specId,
          lifeStatus: generated,
          blockStatus: 0,
          scanCount: 0,
        },
      }),
    );
  } catch (error) {
    if (describeSqlError(error)?.kind !== "unique") throw error;
    throw businessError("codeTaken", [
      `第 ${lines[0]?.number ?? 0} 至 ${next.line} 行中有码在检查之后被占用，请重新导入`,
      `A code in lines ${lines[0]?.number ?? 0} to ${next.line} was taken after the check; import again`,
    ]);
  }
}

/** Writes the codes of some lines, numbered within their layers. */
async function writeUnrelated(context: CommitContext, tx: Transaction, secrets: RuleSecrets, step: FileStep): Promise<Position> {
  const { at, batch } = step;
  const seqs = new Map(Object.entries(at.seqs));
  const found = codesIn(step);
  const ids = await context.identifiers.take(found.length);
  const numbered = found.map((code, index): NumberedLine => {
    const seqNo = (seqs.get(code.layer.id) ?? 0) + 1;
    seqs.set(code.layer.id, seqNo);
    return { id: ids[index] ?? "", code, seqNo };
  });
  await addCodes(context, tx, { secrets, step }, numbered);
  return { ...at, place: batch.next, seqs: Object.fromEntries(seqs), all: at.all + found.length };
}

/** Writes and relates the codes of one layer among some lines that name packages. */
async function writeRelated(context: CommitContext, tx: Transaction, secrets: RuleSecrets, step: FileStep): Promise<Position> {
  const { file, at, batch } = step;
  const own = file.layers[at.layer];
  const last = own === undefined ? 0 : (at.seqs[own.id] ?? 0);
  const placed = await placeLines(context, tx, file, { at: at.layer, last, codes: codesIn(step) });
  await addCodes(context, tx, { secrets, step }, placed);
  await relateLines(context, tx, file, placed);
  const seqs = own === undefined ? at.seqs : { ...at.seqs, [own.id]: last + placed.length };
  return { ...at, place: batch.next, seqs, all: at.all + 2 * placed.length };
}

/** Codes of a layer by their numbers. */
const numbers = (from: number, max: number, { totalNum }: SetLayer) => ({ from, to: Math.min(from + max, totalNum) });

async function relateSome(job: JobRun, tx: Transaction, set: StoredRow<"code-set">, at: Position): Promise<Position> {
  const { context } = job;
  const { unscoped } = tables(context);
  const layers = await layersOf(context, tx, set.id);
  const own = layers[at.layer];
  if (own === undefined) {
    // From here on the codes are in the set, whatever becomes of the import.
    await run(tx, updateWithoutVersion(unscoped(resource, "s")).set({ formatTime: context.now() }).where("s.id", "=", set.id));
    return { ...at, phase: "activate", layer: 0, seq: 0 };
  }
  if (set.relationMode !== 1) return { ...at, layer: layers.length };
  const { from, to } = numbers(at.seq, codesAtOnce, own);
  const codes = await rows(
    tx,
    db
      .selectFrom(unscoped("code-item", "i"))
      .where("i.codeSetId", "=", set.id)
      .where("i.layer", "=", own.layer)
      .where("i.codeFuncType", "=", own.codeFuncType)
      .where("i.seqNo", ">", from)
      .where("i.seqNo", "<=", to)
      .select(["i.id", "i.seqNo"]),
  );
  await relate(
    context,
    tx,
    { set, layers, own, digitSourceMark: await markOf(context, tx, set.digitSourceId), origin: origins.file },
    codes,
  );
  const all = at.all + codes.length;
  return to >= own.totalNum ? { ...at, layer: at.layer + 1, seq: 0, all } : { ...at, seq: to, all };
}

async function activateSome(context: CommitContext, tx: Transaction, set: StoredRow<"code-set">, at: Position): Promise<Position> {
  const { unscoped } = tables(context);
  const own = (await layersOf(context, tx, set.id))[at.layer];
  if (own === undefined) {
    await changeRow(context, tx, resource, {
      id: set.id,
      values: { status: setState.inUse, importTime: context.now(), progress: 100, failReason: null },
    });
    await recordEvent(context, tx, { set: set.id }, codeEvents.imported);
    return { ...at, phase: "done" };
  }
  const { from, to } = numbers(at.seq, activatedAtOnce, own);
  await run(
    tx,
    updateBulk(unscoped("code-item", "i"))
      .set({ lifeStatus: activated })
      .where("i.codeSetId", "=", set.id)
      .where("i.layer", "=", own.layer)
      .where("i.codeFuncType", "=", own.codeFuncType)
      .where("i.seqNo", ">", from)
      .where("i.seqNo", "<=", to)
      .where("i.lifeStatus", "=", generated),
    updateDerived(unscoped("code-set-layer", "l"))
      .set(({ ref }) => ({ importedNum: sql<number>`greatest(coalesce(${ref("l.importedNum")}, 0), ${to}::int)` }))
      .where("l.id", "=", own.id),
  );
  const all = at.all + (to - from);
  return to >= own.totalNum ? { ...at, layer: at.layer + 1, seq: 0, all } : { ...at, seq: to, all };
}

const notes = {
  write: ["写入码", "Writing codes"],
  relate: ["建立关联", "Relating codes"],
  activate: ["激活码", "Activating codes"],
} as const;

const importing = (files: UploadedFiles, secrets: RuleSecrets): JobHandler => ({
  concurrency: 2,
  async run(job) {
    const { context } = job;
    const waited = setPayload.parse(job.payload);
    const waiting = (tx: Transaction) => requireWaiting(context, tx, waited, setState.importing);
    const set = await job.step(waiting, {});
    const total = (set.codeNum ?? 0) * passesOf(set);
    let at: Position =
      job.checkpoint === undefined
        ? { ...atFirst, phase: set.formatTime === null ? "check" : "activate" }
        : positionSchema.parse(job.checkpoint);
    const step = async (
      phase: keyof typeof notes,
      work: (tx: Transaction, row: StoredRow<"code-set">) => Promise<Position>,
    ): Promise<void> => {
      at = await job.step(
        async (tx) => {
          const row = await waiting(tx);
          const next = await work(tx, row);
          if (next.phase !== "done") await showProgress(context, tx, row, next.all);
          return next;
        },
        (next) => ({ checkpoint: next, progress: { done: Math.min(next.all, total), total, note: notes[phase] } }),
      );
    };
    if (at.phase === "check" || at.phase === "write") {
      const file = await job.step(async (tx) => importFileOf(context, tx, await waiting(tx), files), {});
      if (at.phase === "check") {
        const examined = await examine(job, file);
        await saveReport(job, files, set.id, examined);
        if (!examined.report.isClean) throw businessError("fileFaults", examined.report.summary);
        await step("write", () => Promise.resolve({ ...at, phase: "write" }));
      }
      // A file that names packages is gone through once for each layer, from the outermost.
      const passes = file.format.isRelated === true ? file.layers.length : 1;
      const write = file.format.isRelated === true ? writeRelated : writeUnrelated;
      while (at.layer < passes) {
        for await (const batch of readLines(file.read, { charset: file.format.charset, from: at.place, max: linesAtOnce(file.format) })) {
          const before = at;
          await step("write", (tx) => write(context, tx, secrets, { file, batch, at: before }));
        }
        const before = at;
        await step("write", () => Promise.resolve({ ...before, place: beginning, layer: before.layer + 1 }));
        await job.refreshStatistics({ grown: ["code-item", "code-relation"] });
      }
      // What is related already has no layer left to relate.
      const layer = file.format.isRelated === true ? file.layers.length : 0;
      await step("relate", () => Promise.resolve({ ...at, phase: "relate", layer, seq: 0 }));
    }
    await job.refreshStatistics({ grown: ["code-item"] });
    while (at.phase === "relate") {
      const before = at;
      await step("relate", (tx, row) => relateSome(job, tx, row, before));
      await job.refreshStatistics({ grown: ["code-relation"] });
    }
    while (at.phase === "activate") {
      const before = at;
      await step("activate", (tx, row) => activateSome(context, tx, row, before));
    }
  },
  ended: async (tx, job) => {
    const set = await endWaiting(tx, job, setState.importing);
    if (set !== undefined && set.formatTime === null) await writeJobs(tx, job.context, [releaseJob(set.id)]);
  },
});

export const setImportDomain = (files: UploadedFiles, secrets: RuleSecrets): Domain => ({
  reads: {},
  actions: { "code-set.check": check(files), "code-set.import": start(files) },
  hooks: {},
  jobs: { "code-set-check": checking(files), "code-set-import": importing(files, secrets) },
});
