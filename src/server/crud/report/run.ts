// Runs a report for its reader: under their tenant, their data scopes and their field permissions, and no longer than a report may take.
import { reportLimits, type ReportAnswer, type ReportDefinition } from "#schema/report";
import { ApiError } from "../../http/errors.ts";
import type { RequestContext } from "../../contract.ts";
import { localTime } from "../../store/clock.ts";
import { describeSqlError } from "../../store/sql-errors.ts";
import { reportAnswer } from "./answer.ts";
import { conditionStatement } from "./conditions.ts";
import { planReport, type ReportPlan } from "./plan.ts";
import { reportStatement } from "./statement.ts";

const tooLong = () =>
  new ApiError(400, "reportTooLarge", [
    `该报表在 ${reportLimits.seconds} 秒内未能完成。请缩小筛选范围（例如较短的时间段）或减少分组`,
    `This report takes longer than ${reportLimits.seconds} seconds. Filter it further, for example to a shorter time, or group by less`,
  ]);

/** The report as its reader sees it. Refused with the place of what they may not use, and where it takes too long. */
export async function runReport(
  context: RequestContext,
  definition: ReportDefinition,
  seconds: number = reportLimits.seconds,
): Promise<ReportAnswer> {
  return runPlan(context, planReport(context, definition), seconds);
}

/** The report of a plan that was made for its reader. */
export async function runPlan(context: RequestContext, plan: ReportPlan, seconds: number = reportLimits.seconds): Promise<ReportAnswer> {
  const names = conditionStatement(plan, context);
  const limit = { sql: "SELECT set_config('statement_timeout', $1, true)", parameters: [String(Math.round(seconds * 1000))] };
  try {
    const statements = [limit, reportStatement(plan, context), ...(names === undefined ? [] : [names])];
    let replicaTime: string | undefined;
    const [, rows, named] = await context.database.read(context.scope, statements, {
      mayBeLate: true,
      onReplica: (asOf) => (replicaTime = localTime(asOf)),
    });
    return reportAnswer(plan, { rows: rows?.rows ?? [], names: named?.rows[0], replicaTime }, context);
  } catch (error) {
    if (describeSqlError(error)?.kind === "timeout") throw tooLong();
    throw error;
  }
}
