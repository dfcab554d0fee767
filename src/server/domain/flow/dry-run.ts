// A dry run: a drawn process walked with chosen answers, on the engine that runs instances. Nothing is stored and nobody is told; who would
// be asked is looked up as for a real task.
import { z } from "zod";
import { parsedJson } from "#schema/json";
import { ExpressionError, type Variables } from "#process/expressions";
import { serviceWords, type ServiceCall } from "#process/services";
import { inLanguage } from "#schema/text";
import type { CommitContext, ReadHandler, RequestContext } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import { db, readAsOwner } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { assignmentsOf } from "./assignment.ts";
import { candidateNames, type CandidateName } from "./candidate-names.ts";
import { requireDeployable } from "./deployment.ts";
import type { Command, InstanceState, RunResult } from "./engine/instance.ts";
import { noticeTask } from "./notice-task.ts";
import { runInstance } from "./engine/run.ts";
import { parseModel } from "./engine/parse.ts";
import { sourceOf, type ProcessSource } from "./engine/source.ts";
import { namedFields } from "./subjects.ts";

/** Whoever wants more tries parts of the process. */
const maxAnswers = 60;
const maxCharacters = 200_000;

const kinds = ["task", "timer", "event", "service", "call"] as const;
type Kind = (typeof kinds)[number];

const answerShape = z.object({
  kind: z.enum(kinds),
  elementId: z.string(),
  /** Which of several runs of the element. */
  place: z.number().int().min(0).default(0),
  pass: z.boolean().default(true),
  /** What a service answers: JSON, or nothing. */
  given: z
    .string()
    .max(4000)
    .refine((text) => parsedJson(text) !== undefined)
    .optional(),
});
type Answer = z.infer<typeof answerShape>;

const bodySchema = z.object({
  xml: z.string().max(maxCharacters),
  starter: z
    .string()
    .regex(/^\d{0,19}$/u)
    .default(""),
  variables: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).default({}),
  answers: z.array(answerShape).max(maxAnswers).default([]),
});

/** Something that the process waits for, with whom it asks. */
interface Stop {
  readonly kind: Kind;
  readonly elementId: string;
  readonly place: number;
  readonly name: string;
  readonly people: readonly CandidateName[];
  readonly due: string;
  /** A message, a service or a process by its name. */
  readonly of: string;
}

interface Waits {
  readonly kind: Kind;
  readonly executionId: string;
  readonly elementId: string;
  readonly name: string;
  readonly due: string;
  readonly of: string;
  /** The variable of a service's answer, and whom it tells. */
  readonly variable?: string;
  readonly tells?: readonly string[];
}

const ofService = (call: ServiceCall) => (call.kind === "http" ? { variable: call.variable } : { tells: call.to });

const waitsIn = ({ tasks, timers, messages, services, calls }: RunResult): readonly Waits[] => [
  ...tasks.map((task) => ({ ...task, kind: "task" as const, of: "" })),
  ...timers.map((timer) => ({ ...timer, kind: "timer" as const, of: "" })),
  ...messages.map((message) => ({ ...message, kind: "event" as const, due: "", of: message.message })),
  ...services.map((service) => ({
    ...service,
    kind: "service" as const,
    due: "",
    of: serviceWords(service.call),
    ...ofService(service.call),
  })),
  ...calls.map((call) => ({ ...call, kind: "call" as const, due: "", of: call.processKey })),
];

const placeOf = (all: readonly Waits[], wait: Waits): number =>
  all.filter(({ kind, elementId }) => kind === wait.kind && elementId === wait.elementId).indexOf(wait);

function answerOf({ variable = "" }: Waits, given: string | undefined): Variables {
  return variable === "" ? {} : { [variable]: given === undefined ? null : JSON.parse(given) };
}

function commandOf(wait: Waits, { pass, given }: Answer): Command {
  const { executionId } = wait;
  switch (wait.kind) {
    case "task":
      return { type: "complete", executionId, variables: { pass, comment: "" } };
    case "timer":
      return { type: "timer", executionId };
    case "event":
      return { type: "message", name: wait.of, variables: {} };
    case "service":
      return pass
        ? { type: "served", executionId, variables: answerOf(wait, given) }
        : { type: "failed", executionId, code: "error", sentence: wait.name };
    case "call":
      return { type: "returned", executionId, variables: { pass } };
  }
}

interface Starter {
  readonly id: string;
  readonly name: string;
  readonly deptId: string;
  /** Its people are asked. */
  readonly tenantId: string;
}

/** Who starts it: the person named, of whatever tenant, or the caller. Only the platform's administrator gets here. */
async function starterOf(context: RequestContext, id: string): Promise<Starter> {
  const { caller, scope } = context;
  const [[person]] = await readAsOwner(context, [
    db
      .selectFrom(tables(context).acrossTenants("user", "u"))
      .where("u.id", "=", id === "" ? caller.userId || "0" : id)
      .select(["u.id", "u.realName", "u.deptId", "u.tenantId"]),
  ]);
  if (person === undefined && id !== "") throw businessError("unknownStarter", ["发起人不存在", "There is no such person"]);
  return {
    id: person?.id ?? caller.userId,
    name: person?.realName ?? caller.realName,
    deptId: person?.deptId?.[0] ?? caller.deptIds[0] ?? "",
    tenantId: person?.tenantId ?? scope.tenantId,
  };
}

/** What was stored, as it is read back. */
const readBack = z.custom<InstanceState>();
const atRest = (state: InstanceState): InstanceState => readBack.parse(JSON.parse(JSON.stringify(state)));

interface Walk {
  readonly results: readonly RunResult[];
  readonly used: readonly Answer[];
  /** The expression that could not be evaluated. */
  readonly failure?: ExpressionError;
}

/** Starts and goes on while there are answers that fit; those of a way that is not taken any more are left out. */
async function walk(source: ProcessSource, start: Command, answers: readonly Answer[], now: string): Promise<Walk> {
  const results: RunResult[] = [];
  const used: Answer[] = [];
  let clock = now;
  try {
    let result = await runInstance(source, undefined, start, clock);
    results.push(result);
    for (const answer of answers) {
      if (result.outcome !== "running") break;
      const waits = waitsIn(result);
      const wait = waits.filter(({ kind, elementId }) => kind === answer.kind && elementId === answer.elementId)[answer.place];
      if (wait === undefined) break;
      if (wait.kind === "timer" && wait.due > clock) clock = wait.due;
      result = await runInstance(source, atRest(result.state), commandOf(wait, answer), clock);
      results.push(result);
      used.push(answer);
    }
    return { results, used };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { results, used, failure: error };
  }
}

async function stopsOf(context: CommitContext, tx: Transaction, result: RunResult | undefined): Promise<readonly Stop[]> {
  if (result === undefined || result.outcome !== "running") return [];
  const waits = waitsIn(result);
  const notices = waits.map(({ executionId, elementId, name, tells = [] }) => ({ ...noticeTask(tells), executionId, elementId, name }));
  const notified = notices.filter((_notice, index) => waits[index]?.tells !== undefined);
  const assignments = await assignmentsOf(context, tx, [...result.tasks, ...notified]);
  const wanted = assignments.map(({ assignee, candidates }) => (assignee === null ? candidates : [`user:${assignee}`]));
  const names = await candidateNames(context, tx, wanted.flat());
  const wantedBy = new Map([...result.tasks, ...notified].map(({ executionId }, index) => [executionId, wanted[index] ?? []]));
  return waits.map((wait) => ({
    kind: wait.kind,
    elementId: wait.elementId,
    place: placeOf(waits, wait),
    name: wait.name,
    people: (wantedBy.get(wait.executionId) ?? []).flatMap((candidate) => names.get(candidate) ?? []),
    due: wait.due,
    of: wait.of,
  }));
}

/** POST dry-run. A model that could not be deployed is refused as deployment would. */
export const dryRun: ReadHandler = async (context, _parameters, body) => {
  const read = bodySchema.safeParse(body);
  if (!read.success) throw businessError("dryRunRequest", ["试运行的参数有误", "The dry run was asked for wrongly"]);
  const { xml, starter: starterId, variables, answers } = read.data;
  await requireDeployable(context, inLanguage(["流程", "The process"], context.language), xml);
  const source = sourceOf(await parseModel(xml));
  const starter = await starterOf(context, starterId);
  // A real row has all its fields, if empty.
  const empty = Object.fromEntries(namedFields(context.model).map(({ field }) => [field.name, null]));
  const start: Command = {
    type: "start",
    variables: { ...empty, ...variables, initiator: starter.id, deptId: starter.deptId, pass: false, comment: "" },
  };
  const { results, used, failure } = await walk(source, start, answers, context.now());
  const scope = { ...context.scope, tenantId: starter.tenantId };
  const rounds = await context.database.transaction(scope, async (tx) => {
    const found = [];
    for (const [index, result] of results.entries())
      found.push({
        stops: await stopsOf({ ...context, scope }, tx, result),
        path: result.steps.map(({ what, elementId }) => ({ what, elementId })),
        answer: used[index] ?? null,
      });
    return found;
  });
  const last = results.at(-1);
  const wasRequested = used.some(({ kind }) => kind === "task");
  return {
    starter: starter.name,
    outcome: failure === undefined ? (last?.outcome ?? "failed") : "failed",
    isApproved: last?.outcome === "ended" && (last.state.variables["pass"] === true || !wasRequested),
    error: failure === undefined ? (last?.error?.sentence ?? null) : inLanguage(failure.reason, context.language),
    rounds,
  };
};
