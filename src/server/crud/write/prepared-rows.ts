// Rows as they are sent, before their transaction: who may write them, what hooks prepare, whether their values are valid.
import { kindOf } from "#schema/kinds";
import type { ActionModel, ResourceModel } from "#schema/model";
import { readSubmit } from "#schema/validation";
import type { CommitContext, RequestContext, Values } from "../../contract.ts";
import { malformedParameter } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";
import { judgeRequest } from "../guards/judge.ts";
import { movedBySubmit, sentStateIssues } from "../guards/sent-state.ts";
import type { Services } from "../services.ts";
import { isKey } from "../sql/keys.ts";

/** Does on a row that a submit has written what the action does whose state it carries. */
export type SubmittedMove = (tx: Transaction, context: CommitContext, action: ActionModel, id: string) => Promise<void>;

/** A submit of a row, as its phases know it before the transaction. */
export interface SubmitCall {
  readonly services: Services;
  readonly context: RequestContext;
  readonly resource: ResourceModel;
  readonly body: Readonly<Values>;
  /** Without it another state is refused. */
  readonly move?: SubmittedMove;
}

/** A row whose slow and refusable parts are done; the rest runs in a transaction (`writeSubmitted`). */
export type PreparedRow = PreparedInsert | PreparedUpdate;

interface Prepared {
  readonly id: string;
  readonly body: Readonly<Values>;
  readonly move: SubmittedMove | undefined;
  /** What the resource's own `beforeValidate` returned. */
  readonly prepared: unknown;
}

export interface PreparedInsert extends Prepared {
  readonly kind: "insert";
  readonly submitted: Readonly<Values>;
  readonly unstored: Readonly<Values>;
  readonly action: ActionModel | undefined;
}

export interface PreparedUpdate extends Prepared {
  readonly kind: "update";
  /** Stored forms of the secrets that were sent. */
  readonly secrets: Readonly<Values>;
}

export function bodyOf(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw malformedParameter("body");
  // An object that is no array has string keys.
  return body as Readonly<Record<string, unknown>>;
}

/** The id of a body; "", null and -1 mean none. */
export function keyOf(resource: ResourceModel, body: Readonly<Record<string, unknown>>): string | undefined {
  const sent = body[resource.key];
  if (sent === undefined || sent === null || sent === "" || sent === -1 || sent === "-1") return undefined;
  const key = typeof sent === "number" && Number.isSafeInteger(sent) ? String(sent) : sent;
  if (typeof key !== "string" || !isKey(resource, key)) throw malformedParameter(resource.key);
  return key;
}

/** Gives a new row the state that its life begins with. */
export function initialStates(resource: ResourceModel, values: Values): void {
  for (const field of resource.fields) {
    const { initial } = kindOf(field.data);
    if (initial !== undefined && (values[field.name] ?? null) === null) values[field.name] = initial(field.data);
  }
}

/** Takes the values of fields without a column out; answers them. */
export function takeUnstored(resource: ResourceModel, values: Values): Readonly<Values> {
  const taken: Values = {};
  for (const { name, stored } of resource.fields) {
    if (stored || !(name in values)) continue;
    taken[name] = values[name];
    delete values[name];
  }
  return taken;
}

/** Gives rows of `lines` fields an id each, where they have none. */
export async function numberLines(services: Services, resource: ResourceModel, values: Values): Promise<void> {
  for (const field of resource.fields) {
    const rows = values[field.name];
    if (!field.traits.holdsRows || !Array.isArray(rows)) continue;
    values[field.name] = await Promise.all(
      rows.map(async (row: unknown) =>
        typeof row === "object" && row !== null && !("id" in row) ? { id: await services.identifiers.next(), ...row } : row,
      ),
    );
  }
}

/** Checks a new row and makes what its insert needs. */
export async function preparedInsert({ services, context, resource, body, move }: SubmitCall): Promise<PreparedInsert> {
  const request = { kind: "insert", services, context, resource } as const;
  judgeRequest("call", request);
  const prepared = await services.domain.hooks[resource.name]?.submit?.beforeValidate?.(context, { isInsert: true, body });
  const { isAdministrator } = context.caller;
  const { values: read, issues } = readSubmit(resource, body, { mode: "insert", isAdministrator, now: context.now() });
  const initial: Values = {};
  initialStates(resource, initial);
  const action = move === undefined ? undefined : movedBySubmit(resource, body, initial);
  judgeRequest("sent", { ...request, issues: [...issues, ...(action === undefined ? sentStateIssues(resource, body, initial) : [])] });
  const submitted: Values = { ...read };
  const unstored = takeUnstored(resource, submitted);
  await hashSecrets(services, resource, submitted);
  await numberLines(services, resource, submitted);
  const id = resource.key === "id" ? await services.identifiers.next() : String(submitted[resource.key] ?? body[resource.key]);
  return { kind: "insert", id, body, move, prepared, submitted, unstored, action };
}

/** Checks that the caller may change rows, and prepares the update. What was sent is validated beside the stored row (`submitted-rows.ts`). */
export async function preparedUpdate({ services, context, resource, body, move }: SubmitCall, key: string): Promise<PreparedUpdate> {
  judgeRequest("call", { kind: "update", services, context, resource });
  const prepared = await services.domain.hooks[resource.name]?.submit?.beforeValidate?.(context, { isInsert: false, body });
  const secrets = await secretsOf(services, resource, body);
  return { kind: "update", id: key, body, move, prepared, secrets };
}

/** The stored form of a password field; slow on purpose, so it is computed before the transaction. */
async function hashSecrets(services: Services, resource: ResourceModel, values: Values): Promise<void> {
  for (const field of resource.fields) {
    const value = values[field.name];
    if (field.traits.isSecret && field.stored && typeof value === "string") values[field.name] = await services.encodeSecret(field, value);
  }
}

/**
 * Stored forms of the secrets in a body that validation will accept, each checked separately: whether its condition is met depends on the
 * stored row, which is not read yet.
 */
async function secretsOf(services: Services, resource: ResourceModel, body: Readonly<Values>): Promise<Values> {
  const secrets = resource.fields.filter((field) => field.traits.isSecret && field.stored);
  const stored: Values = {};
  for (const field of secrets) {
    const { values, issues } = readSubmit({ fields: [{ ...field, showWhen: undefined }] }, body, {
      mode: "update",
      current: {},
      isAdministrator: true,
    });
    if (issues.length === 0) Object.assign(stored, values);
  }
  await hashSecrets(services, resource, stored);
  return stored;
}
