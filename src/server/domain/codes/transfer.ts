// Uploaded files with relations, as lines capture them off-line: checked as a whole first, then related package by package. A package with a
// faulty line is rejected as a whole, and its lines go to the error file.
import { sql } from "kysely";
import { z } from "zod";
import type { Text } from "#schema/text";
import type { CommitContext, Domain, Effect } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { stateSentence } from "../../crud/guards/state-sentence.ts";
import { writeJobs } from "../../crud/write/jobs.ts";
import { addRow, changeRow, lockRow, lockRows, resourceNamed } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import type { JobHandler, JobRun } from "../../jobs/job-handler.ts";
import type { NewJob } from "../../jobs/new-job.ts";
import { db, first, lockName, rowsOfAll, run } from "../../rows/query.ts";
import type { RowValues } from "../../rows/stored.ts";
import { tables, updateDerived, updateWithoutVersion } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import type { UploadedFiles } from "../resource/uploaded-files.ts";
import { beginning, errorFileHead, errorFileRow, placeSchema, readLines, type LineBatch } from "./line-file.ts";
import { packed, readCodeFacts } from "./relation-facts.ts";
import { lockCodes, origins, verdictsOn, writeLinks, type Link } from "./relations.ts";
import { markOf } from "./set-relations.ts";
import {
  countProblems,
  faultyLines,
  firstFault,
  groupLines,
  groupsAfter,
  keepLines,
  linesAtOnce,
  linesOf,
  noteFaults,
  problemNames,
  problems,
  rejectGroups,
  removeLines,
  transferFormat,
  type GroupLine,
  type LineFault,
  type LineGroup,
  type Transfer,
} from "./transfer-lines.ts";

const resource = "transfer";
const states = { waiting: 0, processing: 1, done: 2, partlyFailed: 3, failed: 4 } as const;
const readQueue = "transfer.read";
const clearQueue = "transfer.clear";
/** Jobs that wait or run. */
const unfinished = [1, 2];
/** Lines of one package, which is related in one transaction. */
const maxLinesPerPackage = 50_000;

const payloadSchema = z.object({ transferId: z.string(), onlyCheck: z.boolean() });

const readJob = (transfer: { readonly id: string; readonly title: string }, onlyCheck: boolean): NewJob => ({
  queue: readQueue,
  key: transfer.id,
  payload: { transferId: transfer.id, onlyCheck },
  subject: { resource, ...transfer },
});

// ---------------------------------------------------------------- the calls
interface Named {
  readonly dataMapId: string | null | undefined;
  readonly digitSourceId: string | null | undefined;
  readonly prodLineId: string | null | undefined;
}

/** Refuses values of the dialog that name no row of the tenant. */
async function checkNamed(context: CommitContext, tx: Transaction, named: Named): Promise<void> {
  const { unscoped } = tables(context);
  const [maps, sources, lines] = await rowsOfAll(tx, [
    db
      .selectFrom(unscoped("data-map", "m"))
      .where("m.id", "=", named.dataMapId ?? "0")
      .select("m.id"),
    db
      .selectFrom(unscoped("digit-source", "s"))
      .where("s.id", "=", named.digitSourceId ?? "0")
      .select("s.id"),
    db
      .selectFrom(unscoped("prod-line", "l"))
      .where("l.id", "=", named.prodLineId ?? "0")
      .select("l.id"),
  ]);
  const missing = (
    [
      ["dataMapId", maps],
      ["digitSourceId", sources],
      ["prodLineId", lines],
    ] as const
  ).find(([name, found]) => (named[name] ?? null) !== null && found.length === 0);
  if (missing !== undefined) throw fieldError(context, resource, missing[0], { code: "notFound" });
}

/** Refuses a file that was taken already, or is being worked on. Two uploads of one file at once wait for each other here. */
async function checkIsNew(context: CommitContext, tx: Transaction, hash: string): Promise<void> {
  await lockName(tx, `transfer ${context.scope.tenantId} ${hash}`);
  const existing = await first(
    tx,
    db
      .selectFrom(tables(context).unscoped(resource, "t"))
      .where("t.fileHash", "=", hash)
      .where("t.status", "in", [states.waiting, states.processing, states.done])
      .orderBy("t.id")
      .limit(1)
      .select(["t.id", "t.fileName", "t.createTime", "t.status"]),
  );
  if (existing === undefined) return;
  const [zh, en] = stateSentence(resourceNamed(context, resource), existing);
  throw businessError(
    "fileKnown",
    [
      `该文件已于 ${existing.createTime ?? ""} 以“${existing.fileName ?? ""}”上传，${zh}，不能重复上传`,
      `This file was uploaded as “${existing.fileName ?? ""}” at ${existing.createTime ?? ""}${en}; it cannot be uploaded again`,
    ],
    { data: { id: existing.id } },
  );
}

const upload: Effect<"transfer.txt"> = {
  commit: async (tx, context, { values, files }) => {
    const { dataMapId = null, digitSourceId = null, prodLineId = null } = values;
    const [received] = files["file"] ?? [];
    if (received === undefined)
      throw fieldError(context, resource, "file", { code: "required", message: ["请选择文本文件", "Please choose a text file"] });
    await checkNamed(context, tx, { dataMapId, digitSourceId, prodLineId });
    // A map of another type is refused at once, before anybody waits for a job.
    await transferFormat(context, tx, dataMapId);
    await checkIsNew(context, tx, received.hash);
    const { id } = await addRow(context, tx, resource, {
      fileName: received.name,
      file: received.address,
      dataMapId,
      digitSourceId,
      prodLineId,
      fileSize: received.bytes,
      fileHash: received.hash,
      onlyCheck: values.onlyCheck === 1 ? 1 : 0,
    });
    await writeJobs(tx, context, [readJob({ id, title: received.name }, values.onlyCheck === 1)]);
    return { id, fileName: received.name };
  },
};

const apply: Effect<"transfer.apply"> = {
  commit: async (tx, context, { rows }) => {
    for (const { id, fileName } of rows) {
      const busy = await first(
        tx,
        db
          .selectFrom(tables(context).unscoped("job", "j"))
          .where("j.subjectResource", "=", resource)
          .where("j.subjectId", "=", id)
          .where("j.status", "in", unfinished)
          .limit(1)
          .select("j.id"),
      );
      if (busy !== undefined)
        throw businessError("busy", [
          `“${fileName ?? ""}”正在检查，请稍后再试`,
          `“${fileName ?? ""}” is being checked; try again in a moment`,
        ]);
      await run(
        tx,
        updateWithoutVersion(tables(context).unscoped(resource, "t")).set({ failReason: null, errorFile: null }).where("t.id", "=", id),
      );
      await writeJobs(tx, context, [readJob({ id, title: fileName ?? "" }, false)]);
    }
    return {};
  },
};

// ---------------------------------------------------------------- the job
const positionSchema = z.object({
  phase: z.enum(["clear", "read", "group", "check", "apply", "report", "end", "done"]),
  place: placeSchema,
  /** The last line that was grouped. */
  line: z.int(),
  /** The last package that was looked at. */
  group: z.string(),
  /** Lines that say something, and of those the ones that were looked at in this phase. */
  lines: z.int(),
  done: z.int(),
});
type Position = z.infer<typeof positionSchema>;
const atFirst: Position = { phase: "clear", place: beginning, line: 0, group: "", lines: 0, done: 0 };

const notes: Readonly<Record<Position["phase"], Text>> = {
  clear: ["准备", "Preparing"],
  read: ["读取文件", "Reading the file"],
  group: ["按最外层包装分组", "Grouping by outermost packages"],
  check: ["检查关联", "Checking relations"],
  apply: ["写入关联", "Relating"],
  report: ["汇总", "Summing up"],
  end: ["清理", "Clearing up"],
  done: ["完成", "Done"],
};

/** The transfer of a job, locked, as long as it waits for one. */
async function waiting(context: CommitContext, tx: Transaction, id: string): Promise<Transfer> {
  const transfer = await lockRow(context, tx, resource, id);
  if (transfer.status === states.waiting || transfer.status === states.processing) return transfer;
  const [zh, en] = stateSentence(resourceNamed(context, resource), transfer);
  throw businessError("jobIsObsolete", [
    `“${transfer.fileName ?? ""}”${zh}，请重新上传`,
    `The job cannot go on with “${transfer.fileName ?? ""}”${en}; upload the file again`,
  ]);
}

const linkOf = ({ code, parentCode, bindTime, position }: GroupLine): Link => ({
  code,
  parent: parentCode,
  relationType: packed,
  bindTime,
  position,
});

/** Looks at some packages, each by itself, and relates those without faults if it is to; answers how many lines are related. */
async function judgeGroups(
  context: CommitContext,
  tx: Transaction,
  { id, isApplied }: { readonly id: string; readonly isApplied: boolean },
  groups: readonly LineGroup[],
): Promise<number> {
  const tooMany = new Set(
    groups.filter(({ count, faulty }) => faulty === 0 && count > maxLinesPerPackage).map(({ groupCode }) => groupCode),
  );
  const clean = groups.filter(({ groupCode, faulty }) => faulty === 0 && !tooMany.has(groupCode)).map(({ groupCode }) => groupCode);
  const lines = clean.length === 0 ? [] : await linesOf(context, tx, id, clean);
  const sent = [...new Set(lines.flatMap(({ code, parentCode }) => [code, parentCode]))];
  const facts = isApplied ? await lockCodes(tx, context, sent) : await readCodeFacts(context, (queries) => rowsOfAll(tx, queries), sent);
  const byGroup = new Map<string, GroupLine[]>();
  for (const line of lines) {
    const group = byGroup.get(line.groupCode);
    if (group === undefined) byGroup.set(line.groupCode, [line]);
    else group.push(line);
  }
  const faults: LineFault[] = [];
  const faulty = new Set(groups.filter((group) => group.faulty > 0).map(({ groupCode }) => groupCode));
  const links: Link[] = [];
  let related = 0;
  for (const [groupCode, own] of byGroup) {
    const verdicts = verdictsOn(facts, own.map(linkOf));
    const wrong = own.flatMap((line, index): readonly LineFault[] => {
      const verdict = verdicts[index];
      return verdict?.is === "refused" ? [{ id: line.id, why: verdict.why }] : [];
    });
    faults.push(...wrong);
    if (wrong.length > 0) faulty.add(groupCode);
    else {
      links.push(...own.filter((_line, index) => verdicts[index]?.is === "new").map(linkOf));
      related += own.length;
    }
  }
  for (const groupCode of tooMany) {
    const [line] = await linesOf(context, tx, id, [groupCode]);
    faulty.add(groupCode);
    if (line !== undefined)
      faults.push({
        id: line.id,
        why: [`最外层包装“${groupCode}”超过 ${maxLinesPerPackage} 行`, `Package “${groupCode}” has more than ${maxLinesPerPackage} lines`],
      });
  }
  await noteFaults(context, tx, problems.refused, faults);
  await rejectGroups(context, tx, id, [...faulty]);
  if (isApplied) await writeLinks(tx, context, facts, { links, origin: origins.file });
  return related;
}

/** Packages that are looked at in one step: those that the last step has not seen. */
async function someGroups(
  context: CommitContext,
  tx: Transaction,
  { id, isApplied }: { readonly id: string; readonly isApplied: boolean },
  at: Position,
): Promise<Position> {
  const groups = await groupsAfter(context, tx, id, at.group);
  const last = groups.at(-1);
  if (last === undefined) return { ...at, phase: isApplied ? "report" : "apply", group: "", done: 0 };
  const related = await judgeGroups(context, tx, { id, isApplied }, groups);
  // What was related stays, whatever becomes of the rest.
  if (isApplied && related > 0)
    await run(
      tx,
      updateDerived(tables(context).unscoped(resource, "t"))
        .set(({ ref }) => ({ successNum: sql<number>`coalesce(${ref("t.successNum")}, 0) + ${related}::int` }))
        .where("t.id", "=", id),
    );
  return { ...at, group: last.groupCode, done: at.done + groups.reduce((sum, { count }) => sum + count, 0) };
}

/** The faulty lines as a file. Its lines are read between the steps, so that it never stands in memory. */
async function* errorFile(job: JobRun, id: string): AsyncGenerator<Buffer> {
  yield errorFileHead;
  for (let after = 0; ;) {
    const from = after;
    const some = await job.step((tx) => faultyLines(job.context, tx, id, from), {});
    if (some.length === 0) return;
    yield Buffer.from(
      some
        .map(({ lineNo, problem, why, whyEn, content }) =>
          errorFileRow({
            line: lineNo ?? 0,
            kind: problemNames[problem ?? 0] ?? ["", ""],
            what: [why ?? "", whyEn ?? ""],
            content: content ?? "",
          }),
        )
        .join(""),
    );
    after = some.at(-1)?.lineNo ?? Number.MAX_SAFE_INTEGER;
  }
}

interface Outcome {
  readonly failed: number;
  readonly values: RowValues<"transfer">;
  readonly summary: Text | null;
}

/** What the lines came to. */
async function outcomeOf(context: CommitContext, tx: Transaction, id: string, total: number): Promise<Outcome> {
  const countOf = await countProblems(context, tx, id);
  const failed = Object.values(problems).reduce((sum, problem) => sum + countOf(problem), 0);
  const fault = await firstFault(context, tx, id);
  const [malformedNum, duplicateNum, unknownNum, refusedNum] = [
    countOf(problems.malformed),
    countOf(problems.duplicate),
    countOf(problems.unknown),
    countOf(problems.refused),
  ];
  const summary =
    fault === undefined
      ? null
      : ([
          `格式错误 ${malformedNum}，重复 ${duplicateNum}，不认识 ${unknownNum}，不能关联 ${refusedNum}；第 ${fault.lineNo ?? 0} 行：${fault.why ?? ""}`,
          `${malformedNum} malformed, ${duplicateNum} duplicate, ${unknownNum} unknown, ${refusedNum} refused; line ${fault.lineNo ?? 0}: ${fault.whyEn ?? ""}`,
        ] as const);
  return {
    failed,
    summary,
    values: { totalNum: total, malformedNum, duplicateNum, unknownNum, refusedNum, checkTime: context.now() },
  };
}

/** Writes what came of a file on its row. */
async function report(
  job: JobRun,
  files: UploadedFiles,
  { id, onlyCheck, at }: { readonly id: string; readonly onlyCheck: boolean; readonly at: Position },
) {
  const { context } = job;
  const isFaulty = await job.step(async (tx) => (await faultyLines(context, tx, id, 0)).length > 0, {});
  const address = isFaulty ? await files.keep(job.tenantId, "errors.csv", errorFile(job, id)) : null;
  const next: Position = { ...at, phase: "end" };
  await job.step(
    async (tx) => {
      const transfer = await waiting(context, tx, id);
      const { failed, values, summary } = await outcomeOf(context, tx, id, at.lines);
      const succeeded = at.lines - failed;
      const status = failed === 0 && at.lines > 0 ? states.done : succeeded > 0 ? states.partlyFailed : states.failed;
      await changeRow(context, tx, resource, {
        id: transfer.id,
        values: {
          ...values,
          errorFile: address,
          failReason: at.lines === 0 ? ["文件中没有关联关系", "There are no relations in the file"] : summary,
          ...(onlyCheck ? {} : { status, successNum: succeeded, failNum: failed }),
        },
      });
    },
    { checkpoint: next },
  );
}

const reading = (files: UploadedFiles): JobHandler => ({
  concurrency: 2,
  isOnePerTenant: true,
  async run(job) {
    const { context } = job;
    const { transferId: id, onlyCheck } = payloadSchema.parse(job.payload);
    let at = job.checkpoint === undefined ? atFirst : positionSchema.parse(job.checkpoint);
    const step = async (work: (tx: Transaction, transfer: Transfer, at: Position) => Promise<Position>): Promise<void> => {
      const before = at;
      at = await job.step(
        async (tx) => work(tx, await waiting(context, tx, id), before),
        (next) => ({
          checkpoint: next,
          progress: {
            done: next.done,
            ...(next.phase === "read" || next.phase === "clear" ? {} : { total: next.lines }),
            note: notes[next.phase],
          },
        }),
      );
    };
    const clear = async (from: "clear" | "end", then: Position["phase"]): Promise<void> => {
      while (at.phase === from) {
        at = await job.step(
          async (tx) => ({ ...at, phase: (await removeLines(context, tx, id)) ? from : then }),
          (next) => ({ checkpoint: next }),
        );
      }
    };
    await clear("clear", "read");
    if (at.phase === "read") {
      const { file, format, mark } = await job.step(async (tx) => {
        const transfer = await waiting(context, tx, id);
        const found = files.readerOf(transfer.file);
        if (found === undefined) throw businessError("noFile", ["文件不存在，请重新上传", "The file is gone; upload it again"]);
        if (!onlyCheck && transfer.status === states.waiting)
          await changeRow(context, tx, resource, { id, values: { status: states.processing } });
        const ownMark = await markOf(context, tx, transfer.digitSourceId);
        return { file: found, format: await transferFormat(context, tx, transfer.dataMapId), mark: ownMark ?? undefined };
      }, {});
      const keep = async (batch: LineBatch): Promise<void> =>
        step(async (tx, _transfer, before) => {
          const count = await keepLines(context, tx, { id, mark, format }, batch.lines);
          return { ...before, place: batch.next, lines: before.lines + count, done: before.done + count };
        });
      for await (const batch of readLines(file, { charset: format.charset, from: at.place, max: linesAtOnce })) await keep(batch);
      await step(async (tx, _transfer, before) => {
        await run(tx, updateDerived(tables(context).unscoped(resource, "t")).set({ totalNum: before.lines }).where("t.id", "=", id));
        return { ...before, phase: "group", done: 0 };
      });
    }
    // What the next phases read has just been written, by this job or another one.
    const written = ["code-item", "code-relation"];
    await job.refreshStatistics({ grown: written, replaced: ["transfer-line"] });
    while (at.phase === "group")
      await step(async (tx, _transfer, before) => {
        const line = await groupLines(context, tx, id, before.line);
        return line === undefined
          ? { ...before, phase: "check", done: 0 }
          : { ...before, line, done: Math.min(before.lines, before.done + linesAtOnce) };
      });
    await job.refreshStatistics({ replaced: ["transfer-line"] });
    while (at.phase === "check") await step((tx, _transfer, before) => someGroups(context, tx, { id, isApplied: false }, before));
    if (onlyCheck && at.phase === "apply") await step(async (_tx, _transfer, before) => ({ ...before, phase: "report" }));
    while (at.phase === "apply") {
      await step((tx, _transfer, before) => someGroups(context, tx, { id, isApplied: true }, before));
      await job.refreshStatistics({ grown: written });
    }
    if (at.phase === "report") {
      await report(job, files, { id, onlyCheck, at });
      at = { ...at, phase: "end" };
    }
    await clear("end", "done");
  },
  ended: async (tx, { context, payload, reason }) => {
    const { transferId: id } = payloadSchema.parse(payload);
    const [transfer] = await lockRows(context, tx, resource, [id]);
    if (transfer !== undefined && (transfer.status === states.waiting || transfer.status === states.processing))
      await changeRow(context, tx, resource, {
        id,
        values: {
          status: (transfer.successNum ?? 0) > 0 ? states.partlyFailed : states.failed,
          failReason: reason,
          ...(transfer.totalNum === null ? {} : { failNum: transfer.totalNum - (transfer.successNum ?? 0) }),
        },
      });
    await writeJobs(tx, context, [{ queue: clearQueue, key: id, payload: { transferId: id } }]);
  },
});

/** Removes the lines of a file whose job has ended without success. */
const clearing: JobHandler = {
  async run(job) {
    const { transferId } = z.object({ transferId: z.string() }).parse(job.payload);
    for (let isMore = true; isMore;) isMore = await job.step((tx) => removeLines(job.context, tx, transferId), {});
  },
};

export const transferDomain = (files: UploadedFiles): Domain => ({
  reads: {},
  actions: { "transfer.txt": upload, "transfer.apply": apply },
  hooks: {},
  jobs: { [readQueue]: reading(files), [clearQueue]: clearing },
});
