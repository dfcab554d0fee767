// What people did in the approvals of a record, for its timeline: decisions with their comments, and what else was done with the tasks.
import { instanceField } from "#schema/approval";
import { approvalActs, type ApprovalAct, type ApprovalStep } from "#schema/history";
import type { ResourceModel } from "#schema/model";
import { mayView } from "../../caller/rule.ts";
import type { Approvals, ApprovalSteps, RequestContext, Values } from "../../contract.ts";
import { allFieldsReadable, isReadable, readableFieldsOf } from "../../crud/sql/readable-fields.ts";
import { rowReader } from "../../crud/read/row-reader.ts";
import { answeredPage } from "../../rows/answered.ts";
import { anyOf, db, read } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { localTime, millisecondsOf } from "../../store/clock.ts";
import { idAt, timeOfId } from "../../store/identifiers.ts";
import { containing } from "../containing.ts";
import { readableSteps, withSentences } from "./process-history.ts";
import { isResubmission } from "./resubmission.ts";

/** Steps of one page; those of one second are never on two. */
const pageSize = 200;

const notes: readonly string[] = approvalActs;
const isAct = (act: string): act is ApprovalAct => notes.includes(act);

const noSteps: ApprovalSteps = { steps: [], next: "" };

/** The calls by which a record shows its approval; who may not make them sees nothing of it. */
const calls = ["/blade-flow/process/subject", "/blade-flow/process/model-view"];

/** Whether the caller sees the approval of records that they may open (instance-access.ts). */
function maySee(context: RequestContext, resource: ResourceModel): boolean {
  return (
    resource.field.has(instanceField) &&
    mayView(context.caller, resource) &&
    isReadable(readableFieldsOf(context, resource), instanceField) &&
    calls.every((path) => context.mayCall?.(path) !== false)
  );
}

/** Steps that people took, of all approvals of a record; those that still wait are no steps yet. */
function stepsOf(context: RequestContext, resource: ResourceModel, id: string) {
  const { unscoped } = tables(context);
  return db
    .selectFrom(unscoped("flow-history", "h"))
    .innerJoin(unscoped("flow-instance", "i"), "i.processInstanceId", "h.processInstanceId")
    .where("i.businessResource", "=", resource.name)
    .where("i.businessId", "=", id)
    .where("h.endTime", "is not", null)
    .where(({ or, and, eb }) =>
      or([
        eb("h.historyActivityType", "in", [...notes]),
        // A task that was taken away, or that somebody else has got, has no comment.
        and([eb("h.historyActivityType", "=", "userTask"), eb("h.comment", "is not", null)]),
      ]),
    )
    .selectAll("h");
}

type Wanted = Parameters<Approvals["steps"]>[2];

function wantedSteps(context: RequestContext, steps: ReturnType<typeof stepsOf>, { before, text }: Wanted): ReturnType<typeof stepsOf> {
  // They stand at the beginning of the second in which they ended: what followed from them in the record comes after them.
  const older = before === "" ? steps : steps.where("h.endTime", "<=", localTime(timeOfId(String(BigInt(before) - 1n))));
  const flowHistory = context.model.resource.get("flow-history");
  if (text === "" || flowHistory === undefined) return older;
  const readable = readableFieldsOf(context, flowHistory);
  const pattern = containing(text);
  const searched = (["comment", "assigneeName"] as const).filter((name) => isReadable(readable, name));
  return older.where(({ or, eb }) => or(searched.map((name) => eb(`h.${name}`, "ilike", pattern))));
}

/** Executions whose task was refused. */
async function refusedAmong(context: RequestContext, steps: readonly Values[]): Promise<ReadonlySet<string>> {
  const executions = steps.flatMap(({ executionId, historyActivityType }) =>
    historyActivityType === "userTask" && typeof executionId === "string" ? [executionId] : [],
  );
  if (executions.length === 0) return new Set();
  const instances = [...new Set(steps.map(({ processInstanceId }) => String(processInstanceId)))];
  const [found] = await read(context, [
    db
      .selectFrom(tables(context).unscoped("flow-task", "t"))
      .where("t.processInstanceId", "=", anyOf(instances))
      .where("t.executionId", "=", anyOf(executions))
      .where("t.decision", "=", "no")
      .select("t.executionId"),
  ]);
  return new Set(found.map(({ executionId }) => executionId ?? ""));
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function filesOf({ attachments, attachmentNames }: Values): ApprovalStep["files"] {
  const addresses = Array.isArray(attachments) ? attachments.map(textOf) : textOf(attachments).split(",");
  const names: readonly unknown[] = Array.isArray(attachmentNames) ? attachmentNames : [];
  return addresses.map((address, place) => ({ address, name: textOf(names[place]) })).filter(({ address }) => address !== "");
}

interface Placed {
  readonly step: Values;
  readonly at: string;
}

/** Where the steps of a page stand; those of its last second are left to the next one, where they may not be all. */
function pageOf(found: readonly Values[]): { readonly placed: readonly Placed[]; readonly next: string } {
  const placed = found.map((step) => ({ step, at: idAt(millisecondsOf(textOf(step["endTime"]))) }));
  if (placed.length <= pageSize) return { placed, next: "" };
  const last = placed.at(-1)?.at;
  const whole = placed.filter(({ at }) => at !== last);
  const told = whole.length === 0 ? placed : whole;
  return { placed: told, next: told.at(-1)?.at ?? "" };
}

export const approvalSteps: Approvals["steps"] = async (context, { resource, id }, wanted) => {
  const flowHistory = context.model.resource.get("flow-history");
  if (flowHistory === undefined || !maySee(context, resource)) return noSteps;
  const reader = rowReader(flowHistory, context.model, true);
  const rows = wantedSteps(context, stepsOf(context, resource, id), wanted);
  const { tenantId } = context.scope;
  const order = "t.end_time desc, t.id desc";
  const [matches] = await read(context, [answeredPage({ tenantId, rows, reader, order, limit: pageSize + 1 })]);
  const { placed, next } = pageOf(matches.map(reader.under(allFieldsReadable, context.language)));
  const steps = placed.map(({ step }) => step);
  const refused = await refusedAmong(context, steps);
  // Sending something back refuses the task as well, with the same comment: one of both is told.
  const isSentBack = (step: Values) =>
    steps.some(
      (other) =>
        other["historyActivityType"] === "sentBack" &&
        (["processInstanceId", "endTime", "assigneeName", "comment"] as const).every((name) => other[name] === step[name]),
    );
  const told = placed.flatMap(({ step, at }): readonly ApprovalStep[] => {
    const executionId = textOf(step["executionId"]);
    const type = textOf(step["historyActivityType"]);
    const isRefused = refused.has(executionId);
    const act = type === "userTask" ? (isRefused ? "rejected" : isResubmission({ executionId }) ? "resubmitted" : "approved") : type;
    if (!isAct(act) || (act === "rejected" && isSentBack(step))) return [];
    const [shown = {}] = readableSteps(context, [withSentences(context, step)]);
    return [
      {
        id: String(step["id"]),
        at,
        time: textOf(shown["endTime"]),
        person: textOf(shown["assigneeName"]),
        act,
        task: textOf(shown["historyActivityName"]),
        comment: textOf(shown["comment"]),
        files: filesOf(shown),
      },
    ];
  });
  return { steps: told, next };
};
