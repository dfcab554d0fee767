// Grades: one that everybody begins with, thresholds that rise with the grade, and members that follow when the rules change.
import { z } from "zod";
import type { CommitContext, Domain, RemoveEffect, SubmitEffect } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { changeRow } from "../../crud/write/server-rows.ts";
import { compareDecimals } from "#schema/decimals";
import { added } from "#schema/exact";
import { businessError } from "../../http/errors.ts";
import type { JobHandler } from "../../jobs/job-handler.ts";
import { db, lockName, rows } from "../../rows/query.ts";
import type { RowValues, StoredRow } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { regradeNext } from "./grade-of-member.ts";

const [enabled, disabled] = [1, 2];
const yes = 1;
const queue = "grade.regrade";

type Grade = RowValues<"grade">;

/** All grades of the tenant but one; whoever writes a grade waits for who did before. */
async function others(context: CommitContext, tx: Transaction, id: string | undefined): Promise<readonly StoredRow<"grade">[]> {
  await lockName(tx, `grades of ${context.scope.tenantId}`);
  const grades = db.selectFrom(tables(context).unscoped("grade", "g")).orderBy("g.gradeLevel");
  return rows(tx, (id === undefined ? grades : grades.where("g.id", "<>", id)).selectAll());
}

/** Among the enabled grades a higher one asks for more growth: else members would never reach one of them. */
function requireOrder(context: CommitContext, grade: Grade, all: readonly StoredRow<"grade">[]): void {
  if (grade.status !== enabled) return;
  const [level, growth] = [grade.gradeLevel ?? 0, grade.minGrowth ?? 0];
  const wrong = all.find(
    (other) => other.status === enabled && Math.sign(level - (other.gradeLevel ?? 0)) !== Math.sign(growth - (other.minGrowth ?? 0)),
  );
  if (wrong === undefined) return;
  const [name, needed] = [wrong.name ?? "", wrong.minGrowth ?? 0];
  const isAbove = level > (wrong.gradeLevel ?? 0);
  throw fieldError(context, "grade", "minGrowth", {
    code: "rule",
    message: isAbove
      ? [`须大于下级“${name}”的 ${needed}`, `Must be greater than the ${needed} of the lower grade “${name}”`]
      : [`须小于上级“${name}”的 ${needed}`, `Must be less than the ${needed} of the higher grade “${name}”`],
  });
}

/** What is shared of a sale is no more than the sale. */
function requireShares(context: CommitContext, { shareRate, parentShareRate }: Grade): void {
  if (compareDecimals(added(shareRate ?? "0", parentShareRate ?? "0"), "100") <= 0) return;
  throw fieldError(context, "grade", "parentShareRate", {
    code: "rule",
    message: ["与直接分润比例合计不能超过 100%", "Direct and indirect share must not come to more than 100 %"],
  });
}

/**
 * The former default gives way in the same transaction, so that there is one default at every moment. Both would ask for no growth, which
 * only one enabled grade may: the former one is disabled, and where its level is wanted too it moves behind all others.
 */
async function replaceDefault(
  context: CommitContext,
  tx: Transaction,
  { grade, former, stored }: { readonly grade: Grade; readonly former: StoredRow<"grade">; readonly stored: readonly StoredRow<"grade">[] },
): Promise<void> {
  const last = Math.max(...stored.map(({ gradeLevel }) => gradeLevel ?? 0));
  const values: RowValues<"grade"> = {
    isDefault: 0,
    ...(grade.status === enabled ? { status: disabled } : {}),
    ...(grade.gradeLevel === former.gradeLevel ? { gradeLevel: last + 1 } : {}),
  };
  await changeRow(context, tx, "grade", { id: former.id, values });
}

const submit: SubmitEffect<"grade"> = {
  beforeChange: async (tx, context, { values, current }) => {
    const all = await others(context, tx, current?.id);
    const defaults = all.filter((other) => other.isDefault === yes);
    const merged = { ...current, ...values };
    // The first grade that asks for nothing is the one that everybody begins with.
    if (merged.isDefault !== yes && defaults.length === 0 && (merged.minGrowth ?? 0) === 0) values.isDefault = yes;
    const grade = { ...current, ...values };
    if (current?.isDefault === yes && grade.isDefault !== yes)
      throw fieldError(context, "grade", "isDefault", {
        code: "rule",
        message: ["必须有一个默认等级；请将另一个等级设为默认", "There must be a default grade; make another one the default instead"],
      });
    requireShares(context, grade);
    const replaced = grade.isDefault === yes ? defaults : [];
    requireOrder(
      context,
      grade,
      all.filter((other) => !replaced.includes(other)),
    );
    for (const former of replaced)
      await replaceDefault(context, tx, { grade, former, stored: current === undefined ? all : [...all, current] });
  },
  enqueue: (_context, { values, current }) => {
    const isChanged = (["gradeLevel", "minGrowth", "status", "isDefault"] as const).some(
      (name) => values[name] !== undefined && values[name] !== current?.[name],
    );
    return isChanged ? [{ queue, payload: null }] : [];
  },
};

const remove: RemoveEffect<"grade"> = {
  beforeRemove: async (tx, context, { rows: going }) => {
    const gone = new Set(going.map(({ id }) => id));
    const theDefault = going.find(({ isDefault }) => isDefault === yes);
    if (theDefault === undefined) return;
    const left = (await others(context, tx, undefined)).filter(({ id }) => !gone.has(id));
    if (left.length === 0) return;
    const name = theDefault.name ?? "";
    throw businessError("defaultGrade", [`“${name}”是默认等级，不能删除`, `“${name}” is the default grade and cannot be removed`], {
      data: { id: theDefault.id },
    });
  },
  enqueue: () => [{ queue, payload: null }],
};

const batch = 500;
const checkpointSchema = z.object({ last: z.string(), done: z.int() });

/** Members get the grades of rules that have changed. */
const regradeAll: JobHandler = {
  async run(job) {
    let { last, done } = checkpointSchema.parse(job.checkpoint ?? { last: "0", done: 0 });
    for (let isOver = false; !isOver;) {
      const found = await job.step(
        (tx) => regradeNext(job.context, tx, { after: last, limit: batch }),
        (next) => ({
          checkpoint: { last: next.last, done: done + next.count },
          progress: { done: done + next.count, note: ["重新确定会员等级", "Working out the grades of members"] },
        }),
      );
      last = found.last;
      done += found.count;
      isOver = found.count < batch;
    }
  },
};

export const gradesDomain: Domain = {
  reads: {},
  actions: {},
  hooks: { grade: { submit, remove } },
  effects: ["grade.rules"],
  jobs: { [queue]: regradeAll },
};
