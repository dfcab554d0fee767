// Makes the codes of generation records in the background, in chunks that are either whole or not there. The line of a record says how many
// of its codes exist: what is made anew after a crash begins behind them, with the same codes.
import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import type { CommitContext, Domain, Effect } from "../../contract.ts";
import { changeRow, changeRows, lockRows, readRow } from "../../crud/write/server-rows.ts";
import { businessError, rowNotFound, type ApiError } from "../../http/errors.ts";
import type { JobHandler, JobRun } from "../../jobs/job-handler.ts";
import { insertAlike } from "../../rows/insert.ts";
import { anyOf, db, rows, run } from "../../rows/query.ts";
import { tables, updateDerived, updateWithoutVersion } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { describeSqlError } from "../../store/sql-errors.ts";
import { codeEvents, recordEvent } from "./code-events.ts";
import { codeMaker, serialModes, type CodeMaker, type Making, type Rule } from "./composition.ts";
import { addBaseLine, lineName, lockLines, recordName, type Line } from "./generation-lines.ts";
import { faultsOf, layerMarks, lockedRule, requireSpace } from "./make-rule.ts";
import { publicPrefix, publicPrefixIn } from "./public-address.ts";
import { requireSecret, type RuleSecrets } from "./rule-secrets.ts";

const generationQueue = "code-gen-record.generate";

const states = { pending: 0, generating: 1, done: 2, failed: 3 } as const;
const contents = { address: 2, verification: 3 } as const;
const enabledRule = 1;
/** Codes of one step. */
const chunk = 4_000;
/** Codes that are made at a stretch, so that requests are answered in between, and what making them took is given back at once. */
const stretch = 1_000;
/** Random blocks without a single new code after which the space counts as exhausted. */
const maxEmptyBlocks = 20;
/** A job of hours outlives more restarts than others. */
const attempts = 20;

const payload = z.object({ recordId: z.string() });

type RuleOfLine = Awaited<ReturnType<typeof lockedRule>>;

function ruleRefused(rule: RuleOfLine, zh: string, en: string): ApiError {
  const name = rule.name ?? "";
  return businessError("ruleNotUsable", [`制码规则“${name}”${zh}`, `The rule “${name}” ${en}`], {
    data: { resource: "code-make-rule", id: rule.id },
  });
}

/** Refuses a rule that cannot make so many codes for a file of this content. */
function checkRule(
  rule: RuleOfLine,
  { count, fileContent, prefix }: { readonly count: number; readonly fileContent: number | null; readonly prefix: string },
): void {
  if (rule.status !== enabledRule) throw ruleRefused(rule, "未启用，不能生成", "is not enabled");
  requireSpace(rule, BigInt(count));
  const [fault] = faultsOf(rule);
  if (fault !== undefined) throw ruleRefused(rule, `不可用：${fault.message[0]}`, `cannot be used: ${fault.message[1]}`);
  if (fileContent === contents.verification && rule.verifyMode !== 1)
    throw ruleRefused(rule, "没有验证部分，文件内容不能选择“码+验证码”", "has no verification part, which the file is to contain");
  if (fileContent === contents.address && (rule.urlPrefix ?? "") === "" && prefix === "")
    throw ruleRefused(
      rule,
      "没有码前网址，平台也未设置扫码地址，文件内容不能选择“网址+码”",
      "has no URL prefix, which the file is to contain, and the platform has no scan address either",
    );
}

/** Reserves the serials of lines that have none: each rule is locked, so ranges of it never overlap, and none is given out again. */
async function reserve(
  context: CommitContext,
  tx: Transaction,
  { lines, fileContent, secrets }: { readonly lines: readonly Line[]; readonly fileContent: number | null; readonly secrets: RuleSecrets },
): Promise<void> {
  const { unscoped } = tables(context);
  const prefix = publicPrefixIn(await rows(tx, publicPrefix(context, {})));
  const open = lines.filter(({ startSerial }) => startSerial === null);
  // In the order of their ids, so that two records of the same rules do not wait for each other.
  const ruleIds = [...new Set(open.map(({ codeMakeRuleId }) => codeMakeRuleId ?? ""))].sort((left, right) =>
    BigInt(left || 0) < BigInt(right || 0) ? -1 : 1,
  );
  for (const id of ruleIds) {
    const rule = await lockedRule(context, tx, { id, secrets });
    const ofRule = open.filter(({ codeMakeRuleId }) => codeMakeRuleId === id);
    checkRule(rule, { count: ofRule.reduce((sum, { num }) => sum + (num ?? 0), 0), fileContent, prefix });
    requireSecret(secrets, rule);
    let next = rule.nextSerial ?? 1;
    const numbered = ofRule.map((line) => {
      const [startSerial, endSerial] = [next, next + (line.num ?? 0) - 1];
      next = endSerial + 1;
      return { id: line.id, values: { startSerial, endSerial, codeFuncType: rule.codeFuncType ?? null } };
    });
    await changeRows(context, tx, lineName, numbered);
    await run(
      tx,
      updateDerived(unscoped("code-make-rule", "r"))
        .set({ nextSerial: String(next) })
        .where("r.id", "=", id),
    );
  }
}

const gen = (secrets: RuleSecrets): Effect<"code-gen-record.gen"> => ({
  commit: async (tx, context, { rows: records }) => {
    for (const record of records) {
      if ((await lockLines(context, tx, record.id)).length === 0) await addBaseLine(context, tx, record);
      const lines = await lockLines(context, tx, record.id);
      await reserve(context, tx, { lines, fileContent: record.fileContent, secrets });
      const { unscoped } = tables(context);
      await run(
        tx,
        updateWithoutVersion(unscoped(lineName, "d"))
          .set({ status: states.generating })
          .where("d.codeGenRecordId", "=", record.id)
          .where("d.status", "<>", states.done),
      );
      await changeRow(context, tx, recordName, {
        id: record.id,
        values: { startTime: record.startTime ?? context.now(), failReason: null },
      });
    }
    return { count: records.length };
  },
  enqueue: (_context, { rows: records }) =>
    records.map(({ id, genNo, name }) => ({
      queue: generationQueue,
      key: id,
      payload: { recordId: id },
      subject: { resource: recordName, id, title: `${genNo ?? ""} ${name ?? ""}`.trim() },
      maxAttempts: attempts,
    })),
});

/** A record whose codes are being made, as far as that is known before the first one. */
interface Task {
  readonly recordId: string;
  readonly genNo: string;
  readonly total: number;
  readonly extension: string;
  readonly shared: { readonly digitSourceMark: string | null; readonly productId: string | null; readonly specId: string | null };
  readonly lines: readonly { readonly line: Line; readonly rule: Rule; readonly maker: CodeMaker }[];
  done: number;
}

/** What makes the codes of a rule. */
export type MakerOf = (making: Making) => CodeMaker;

interface Makers {
  readonly secrets: RuleSecrets;
  readonly makerOf: MakerOf;
}

/** The record of a job with its lines and rules; undefined where nothing is left to do. */
async function openTask(job: JobRun, tx: Transaction, { secrets, makerOf }: Makers): Promise<Task | undefined> {
  const { context } = job;
  const { recordId } = payload.parse(job.payload);
  const [record] = await lockRows(context, tx, recordName, [recordId]);
  if (record === undefined || record.status === states.done || record.status === states.pending) return undefined;
  // A person may have had a job that failed run again.
  if (record.status !== states.generating)
    await changeRow(context, tx, recordName, { id: recordId, values: { status: states.generating, failReason: null } });
  const source = await readRow(context, tx, "digit-source", record.digitSourceId);
  // All codes of a record are of the day it was first started, whenever the rest is made.
  const day = record.startTime ?? context.now();
  const marks = await layerMarks(context, tx);
  const lines = [];
  for (const line of await lockLines(context, tx, recordId)) {
    const rule = await readRow(context, tx, "code-make-rule", line.codeMakeRuleId);
    if (rule === undefined) throw rowNotFound();
    const maker = makerOf({ rule, secret: requireSecret(secrets, rule), day, layerMark: marks(line.layer ?? 1) });
    lines.push({ line, rule, maker });
  }
  return {
    recordId,
    genNo: record.genNo ?? "",
    total: lines.reduce((sum, { line }) => sum + (line.num ?? 0), 0),
    extension: record.fileFormat === 2 ? "csv" : "txt",
    shared: { digitSourceMark: source?.mark ?? null, productId: record.productId, specId: record.specId },
    lines,
    done: lines.reduce((sum, { line }) => sum + (line.doneNum ?? 0), 0),
  };
}

interface Chunk {
  readonly task: Task;
  readonly line: Line;
  /** Codes of the line that exist already. */
  readonly before: number;
  readonly codes: readonly string[];
}

/** A line is done with its last codes. */
const finishedLine = (context: CommitContext, task: Task, line: Chunk["line"], codes: readonly string[]) =>
  updateWithoutVersion(tables(context).unscoped(lineName, "d"))
    .set({ lastCode: codes.at(-1) ?? null, status: states.done, fileName: `${task.genNo}-L${line.layer ?? 1}-1.${task.extension}` })
    .where("d.id", "=", line.id);

/** Stores a chunk, and moves the counts of its line and its record with it. */
async function store(context: CommitContext, tx: Transaction, { task, line, before, codes }: Chunk): Promise<void> {
  const { unscoped } = tables(context);
  const first = Number(line.startSerial) + before;
  const lineDone = before + codes.length;
  const isLast = lineDone === line.num;
  const recordDone = task.done + codes.length;
  const ids = await context.identifiers.take(codes.length);
  const counted = await rows(
    tx,
    updateDerived(unscoped(lineName, "d"))
      .set({ doneNum: lineDone, ...(before === 0 ? { firstCode: codes[0] ?? null } : {}) })
      .where("d.id", "=", line.id)
      .where("d.doneNum", "=", before)
      .returning("d.id"),
  );
  if (counted.length !== 1) throw new Error(`the generation line ${line.id} does not have the ${before} codes that were counted`);
  try {
    await run(
      tx,
      ...insertAlike(context, "code-item", {
        each: { id: ids, code: codes },
        counted: { serialNo: first },
        same: {
          codeFuncType: line.codeFuncType,
          layer: line.layer,
          codeGenRecordDetailId: line.id,
          lifeStatus: 0,
          blockStatus: 0,
          scanCount: 0,
          ...task.shared,
        },
      }),
      updateDerived(unscoped(recordName, "r"))
        .set({ doneNum: recordDone, progress: Math.floor((100 * recordDone) / Math.max(1, task.total)) })
        .where("r.id", "=", task.recordId),
      ...(isLast ? [finishedLine(context, task, line, codes)] : []),
    );
  } catch (error) {
    if (describeSqlError(error)?.kind !== "unique") throw error;
    throw businessError("codesCollide", [
      "按该规则生成的码与已有的码重复（可能由其他相同前缀和长度的规则生成或导入），请改用其他前缀或长度的规则",
      "Codes of this rule exist already, made by another rule of the same prefix and length or imported; use a rule with another prefix or length",
    ]);
  }
}

/** Random codes that do not exist yet. */
async function randomCodes(context: CommitContext, tx: Transaction, maker: CodeMaker, count: number): Promise<readonly string[]> {
  const codes = new Set<string>();
  for (let empty = 0; codes.size < count;) {
    const drawn = [...new Set(maker.make(0n, count - codes.size))].filter((code) => !codes.has(code));
    const existing = await rows(
      tx,
      db.selectFrom(tables(context).unscoped("code-item", "i")).where("i.code", "=", anyOf(drawn)).select("i.code"),
    );
    const taken = new Set(existing.map(({ code }) => code));
    const fresh = drawn.filter((code) => !taken.has(code));
    empty = fresh.length === 0 ? empty + 1 : 0;
    if (empty >= maxEmptyBlocks)
      throw businessError("spaceExhausted", ["随机码空间已用尽，无法生成新的码", "The space of random codes is exhausted"]);
    for (const code of fresh) codes.add(code);
  }
  return [...codes];
}

/** The codes of serials, in their order. */
async function codesFrom(maker: CodeMaker, firstSerial: bigint, count: number): Promise<readonly string[]> {
  const codes: string[] = [];
  for (let made = 0; made < count; made += stretch) {
    await setImmediate();
    codes.push(...maker.make(firstSerial + BigInt(made), Math.min(stretch, count - made)));
  }
  return codes;
}

/** Makes the codes of a line that do not exist yet. */
async function makeLine(job: JobRun, task: Task, { line, rule, maker }: Task["lines"][number]): Promise<void> {
  const total = line.num ?? 0;
  const isRandom = rule.serialMode === serialModes.random;
  const sizeAt = (done: number) => Math.min(chunk, total - done);
  const codesAt = (done: number) => codesFrom(maker, BigInt(line.startSerial ?? 0) + BigInt(done), sizeAt(done));
  let before = line.doneNum ?? 0;
  // Random codes are looked for among those that the last steps have stored.
  const look = () => (isRandom ? job.refreshStatistics({ grown: ["code-item"] }) : Promise.resolve());
  let next: readonly string[] = isRandom || before >= total ? [] : await codesAt(before);
  while (before < total) {
    const [done, codes] = [before, next];
    const made = sizeAt(done);
    next = await job.step(
      async (tx) => {
        const stored = isRandom ? await randomCodes(job.context, tx, maker, made) : codes;
        // The database stores this chunk while the next one is made.
        const following = isRandom || done + made >= total ? [] : codesAt(done + made);
        const [, ahead] = await Promise.all([store(job.context, tx, { task, line, before: done, codes: stored }), following]);
        return ahead;
      },
      {
        progress: {
          done: task.done + made,
          total: task.total,
          note: [`生成第 ${line.layer ?? 1} 层的码`, `Making codes of layer ${line.layer ?? 1}`],
        },
      },
    );
    before += made;
    task.done += made;
    await look();
  }
}

const generate = (makers: Makers): JobHandler => ({
  // Each keeps a core of the database busy; others of the tenant wait, so that no tenant has both.
  concurrency: 2,
  isOnePerTenant: true,
  async run(job) {
    const task = await job.step((tx) => openTask(job, tx, makers), {});
    if (task === undefined) return;
    for (const line of task.lines) await makeLine(job, task, line);
    // They are downloaded, formatted and scanned at once.
    await job.refreshStatistics({ grown: ["code-item"] });
    await job.step(
      async (tx) => {
        await changeRow(job.context, tx, recordName, {
          id: task.recordId,
          values: { status: states.done, doneNum: task.total, progress: 100, finishTime: job.context.now(), failReason: null },
        });
        await recordEvent(job.context, tx, { record: task.recordId }, codeEvents.generated);
      },
      { progress: { done: task.total, total: task.total } },
    );
  },
  ended: async (tx, { context, payload: given, to, reason }) => {
    const { recordId } = payload.parse(given);
    const [record] = await lockRows(context, tx, recordName, [recordId]);
    if (record?.status !== states.generating) return;
    const cancelled = ["已取消，可再次点击“生成”继续", "Cancelled; “Generate” continues after the codes already made"] as const;
    await changeRow(context, tx, recordName, {
      id: recordId,
      values: { status: states.failed, failReason: to === "cancelled" ? cancelled : reason },
    });
    await run(
      tx,
      updateWithoutVersion(tables(context).unscoped(lineName, "d"))
        .set({ status: states.failed })
        .where("d.codeGenRecordId", "=", recordId)
        .where("d.status", "=", states.generating),
    );
  },
});

export const generationJobDomain = (secrets: RuleSecrets, makerOf: MakerOf = codeMaker): Domain => ({
  reads: {},
  actions: { "code-gen-record.gen": gen(secrets) },
  hooks: {},
  jobs: { [generationQueue]: generate({ secrets, makerOf }) },
});
