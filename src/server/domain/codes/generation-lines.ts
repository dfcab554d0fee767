// Generation records and their lines: a record has at least one line, and as many codes as its lines together.
import { sql } from "kysely";
import type { CommitContext, Domain, ResourceHooks } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { addRow, changeRow, changeRows, readRow } from "../../crud/write/server-rows.ts";
import { rowNotFound } from "../../http/errors.ts";
import { allOf, db, first, rows, run } from "../../rows/query.ts";
import type { RowValues } from "../../rows/stored.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { numberSetting, settingsWithin } from "../bind-config/settings.ts";

export const recordName = "code-gen-record";
export const lineName = "code-gen-record-detail";
const baseLayer = 1;
/** Codes of one record at most, where the platform has not set fewer. */
const builtInLimit = 50_000_000;
const limitKey = "code.gen.maxPerRecord";

/**
 * Refuses a record that comes to ask for more codes than the platform allows, at the field of `resource` that asks for them. One that asked
 * for as many before, under another limit, may be changed in all other ways.
 */
async function requireWithinLimit(
  tx: Transaction,
  context: CommitContext,
  {
    resource,
    field,
    before,
    codeNum,
  }: { readonly resource: string; readonly field: string; readonly before: number; readonly codeNum: number },
): Promise<void> {
  if (codeNum <= before) return;
  const found = await settingsWithin(context, tx, [limitKey]);
  const max = Math.min(numberSetting(found, limitKey, builtInLimit, 1), builtInLimit);
  if (codeNum > max)
    throw fieldError(context, resource, field, {
      code: "tooLarge",
      message: [`一张生成单最多生成 ${max} 个码，现为 ${codeNum} 个`, `A record may have at most ${max} codes; this one has ${codeNum}`],
    });
}

/** The lines of a record in their order, locked. */
export function lockLines(context: CommitContext, tx: Transaction, recordId: string) {
  return rows(
    tx,
    db
      .selectFrom(tables(context).unscoped(lineName, "d"))
      .where("d.codeGenRecordId", "=", recordId)
      .orderBy("d.id")
      .forNoKeyUpdate()
      .select([
        "d.id",
        "d.detailNo",
        "d.layer",
        "d.codeMakeRuleId",
        "d.codeFuncType",
        "d.num",
        "d.doneNum",
        "d.startSerial",
        "d.endSerial",
        "d.firstCode",
        "d.lastCode",
        "d.status",
      ]),
  );
}

export type Line = Awaited<ReturnType<typeof lockLines>>[number];

/** Adds the one line of base units that a record without lines has. */
export async function addBaseLine(
  context: CommitContext,
  tx: Transaction,
  record: Pick<RowValues<"code-gen-record">, "genNo" | "codeMakeRuleId" | "codeNum"> & { readonly id: string },
): Promise<void> {
  const rule = await readRow(context, tx, "code-make-rule", record.codeMakeRuleId);
  await addRow(context, tx, lineName, {
    codeGenRecordId: record.id,
    detailNo: `${record.genNo ?? ""}-${baseLayer}`,
    layer: baseLayer,
    codeMakeRuleId: record.codeMakeRuleId ?? null,
    codeFuncType: rule?.codeFuncType ?? null,
    num: record.codeNum ?? 0,
  });
}

const recordHooks: ResourceHooks<"code-gen-record"> = {
  restore: {},
  submit: {
    afterChange: async (tx, context, { id, values, current }) => {
      const record = { ...current, ...values, id };
      await requireWithinLimit(tx, context, {
        resource: recordName,
        field: "codeNum",
        before: current?.codeNum ?? 0,
        codeNum: record.codeNum ?? 0,
      });
      const lines = current === undefined ? [] : await lockLines(context, tx, id);
      const [line] = lines;
      if (line === undefined) {
        await addBaseLine(context, tx, record);
        return;
      }
      const sum = lines.reduce((total, { num }) => total + (num ?? 0), 0);
      if (lines.length > 1 && record.codeNum !== sum)
        throw fieldError(context, recordName, "codeNum", {
          code: "different",
          message: [`生成数量为各明细之和 ${sum}，请修改明细`, `The count is the sum of its lines, ${sum}; change the lines`],
        });
      if (lines.length === 1 && line.num !== record.codeNum)
        await changeRow(context, tx, lineName, { id: line.id, values: { num: record.codeNum ?? 0 } });
      // Lines that had the record's rule follow it; those with one of their own keep that.
      const followed = lines.filter(
        ({ codeMakeRuleId }) => codeMakeRuleId === current?.codeMakeRuleId && codeMakeRuleId !== record.codeMakeRuleId,
      );
      const rule = followed.length === 0 ? undefined : await readRow(context, tx, "code-make-rule", record.codeMakeRuleId);
      const ofRule = { codeMakeRuleId: record.codeMakeRuleId ?? null, codeFuncType: rule?.codeFuncType ?? null };
      await changeRows(
        context,
        tx,
        lineName,
        followed.map((line) => ({ id: line.id, values: ofRule })),
      );
    },
  },
};

/** Writes the number of codes of a record, from the lines that stay. */
async function deriveCount(context: CommitContext, tx: Transaction, recordId: string, leaving: readonly string[] = []): Promise<void> {
  const { unscoped } = tables(context);
  const counted = await first(
    tx,
    db
      .selectFrom(unscoped(lineName, "d"))
      .where("d.codeGenRecordId", "=", recordId)
      .where("d.id", "<>", allOf(leaving))
      .select(({ ref }) => [
        sql<number>`coalesce(sum(${ref("d.num")}), 0)::int`.as("sum"),
        db.selectFrom(unscoped(recordName, "r")).where("r.id", "=", recordId).select("r.codeNum").as("before"),
      ]),
  );
  // A record that has lost its last line keeps its count, and gets a line of so many codes when it begins.
  const codeNum = counted?.sum ?? 0;
  await requireWithinLimit(tx, context, { resource: lineName, field: "num", before: counted?.before ?? 0, codeNum });
  if (codeNum > 0) await run(tx, updateDerived(unscoped(recordName, "r")).set({ codeNum }).where("r.id", "=", recordId));
}

const lineHooks: ResourceHooks<"code-gen-record-detail"> = {
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      const line = { ...current, ...values };
      const rule = await readRow(context, tx, "code-make-rule", line.codeMakeRuleId);
      values.codeFuncType = rule?.codeFuncType ?? null;
      if (current !== undefined && current.layer === line.layer) return;
      const record = await readRow(context, tx, recordName, line.codeGenRecordId);
      if (record === undefined) throw rowNotFound();
      const others = await rows(
        tx,
        db
          .selectFrom(tables(context).unscoped(lineName, "d"))
          .where("d.codeGenRecordId", "=", record.id)
          .where("d.id", "<>", current?.id ?? "0")
          .select("d.detailNo"),
      );
      const number = `${record.genNo ?? ""}-${line.layer ?? baseLayer}`;
      const isTaken = others.some(({ detailNo }) => detailNo === number);
      values.detailNo = isTaken ? `${number}-${values.codeFuncType ?? 0}` : number;
    },
    afterChange: (tx, context, { values, current }) => deriveCount(context, tx, current?.codeGenRecordId ?? values.codeGenRecordId ?? ""),
  },
  remove: {
    beforeRemove: async (tx, context, { rows: leaving }) => {
      const ids = leaving.map(({ id }) => id);
      for (const recordId of new Set(leaving.flatMap((line) => line.codeGenRecordId ?? []))) await deriveCount(context, tx, recordId, ids);
    },
  },
  restore: {
    afterRestore: async (tx, context, { rows: returning }) => {
      for (const recordId of new Set(returning.flatMap((line) => line.codeGenRecordId ?? []))) await deriveCount(context, tx, recordId);
    },
  },
};

export const generationLinesDomain: Domain = {
  reads: {},
  actions: {},
  hooks: { [recordName]: recordHooks, [lineName]: lineHooks },
  effects: ["code-gen-record.lines"],
};
