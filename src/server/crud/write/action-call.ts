// What a call of an action says: the keys of its rows, and the values of its dialog.
import { isRecord, parsedJson } from "#schema/json";
import type { ActionModel, ResourceModel } from "#schema/model";
import type { TreeLists } from "#schema/resource";
import { readTreeList } from "#schema/tree-lists";
import { readSubmit } from "#schema/validation";
import type { RequestContext, Values } from "../../contract.ts";
import { malformedParameter, missingParameter } from "../../http/errors.ts";
import type { ReceivedFiles } from "../../http/multipart.ts";
import { columnOf } from "../../store/columns.ts";
import type { Transaction } from "../../store/database.ts";
import { quoted } from "../../store/names.ts";
import { judgeRequest } from "../guards/judge.ts";
import type { Services } from "../services.ts";
import { keysOf, maxKeys } from "../sql/keys.ts";
import { ScopedStatement } from "../sql/scoped.ts";

type Parameters = Readonly<Record<string, string>>;

/** A call of an action. */
export interface ActionCall {
  readonly services: Services;
  readonly context: RequestContext;
  readonly resource: ResourceModel;
  readonly action: ActionModel;
  readonly parameters: Parameters;
  readonly body: unknown;
  /** Files that came with it; none unless it takes any. */
  readonly files?: ReceivedFiles;
}

/** The lists that were chosen from trees. All of them must be sent, empty where nothing is chosen. */
function chosenLists({ lists }: TreeLists<string>, body: unknown): Values {
  const sent = isRecord(body) ? body : {};
  return Object.fromEntries(
    Object.keys(lists).map((name) => {
      if (sent[name] === undefined || sent[name] === null) throw missingParameter(name);
      const ids = readTreeList(sent[name]);
      if (ids === undefined) throw malformedParameter(name);
      return [name, ids];
    }),
  );
}

/** Structured values as queries and forms bring them: as text. What is no JSON is left for validation to refuse. */
function structuredIn(action: ActionModel, parameters: Parameters): Readonly<Values> {
  const parsed = action.dialogFields.flatMap(({ name, wire }) => {
    const text = parameters[name];
    if (text === undefined || text === "" || (wire !== "json" && wire !== "rows")) return [];
    const value = parsedJson(text);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...parameters, ...Object.fromEntries(parsed) };
}

/** The values of the dialog, checked; refused with its fields otherwise. */
export function dialogValues(call: Pick<ActionCall, "services" | "context" | "resource" | "action" | "parameters" | "body">): Values {
  const { context, action, parameters, body } = call;
  if (action.trees !== undefined) return chosenLists(action.trees, body);
  if (action.dialogFields.length === 0) return {};
  const sent = action.send === "body" ? (isRecord(body) ? body : {}) : structuredIn(action, parameters);
  const { values, issues } = readSubmit({ fields: action.dialogFields }, sent, {
    mode: "insert",
    isAdministrator: context.caller.isAdministrator,
    now: context.now(),
  });
  judgeRequest("sent", { kind: "action", ...call, issues });
  return { ...values };
}

/** Name of the parameter that holds the keys; undefined where no row is concerned. */
function keyParameter(action: ActionModel): string | undefined {
  if (action.path.includes("{id}")) return "id";
  return action.on === "row" || action.on === "selection" ? action.idParam : undefined;
}

/** The keys as they were sent: as a parameter, or in the body of an action that has one. */
function sentKeys(action: ActionModel, name: string, parameters: Parameters, body: unknown): string {
  const inBody = (action.send === "body" || action.trees !== undefined) && isRecord(body) ? body[name] : undefined;
  const sent: unknown = parameters[name] ?? (Array.isArray(inBody) ? inBody.join(",") : inBody);
  return typeof sent === "string" || typeof sent === "number" ? String(sent) : "";
}

export function keysFor(resource: ResourceModel, action: ActionModel, parameters: Parameters, body: unknown): readonly string[] {
  const name = keyParameter(action);
  if (name === undefined) return [];
  const sent = sentKeys(action, name, parameters, body);
  if (sent === "") throw missingParameter(name);
  if (action.idField === undefined) return keysOf(resource, name, sent);
  // A tenant's actions take its six digits, not the id of its row; these are looked up below.
  const values = [
    ...new Set(
      sent
        .split(",")
        .map((value) => value.trim())
        .filter((value) => value !== ""),
    ),
  ];
  if (values.length === 0 || values.length > maxKeys) throw malformedParameter(name);
  return values;
}

/** Keys of rows without a table: as many as others may be, and for the handler to look up. */
export function keysWithoutTable(action: ActionModel, parameters: Parameters, body: unknown): readonly string[] {
  const name = keyParameter(action);
  if (name === undefined) return [];
  const keys = sentKeys(action, name, parameters, body)
    .split(",")
    .map((key) => key.trim())
    .filter((key) => key !== "");
  if (keys.length === 0) throw missingParameter(name);
  if (keys.length > maxKeys) throw malformedParameter(name);
  return keys;
}

/** Ids of the rows that a field other than the id names. */
export async function keysByField(
  tx: Transaction,
  resource: ResourceModel,
  tenantId: string,
  { field, values }: { readonly field: string; readonly values: readonly string[] },
): Promise<readonly string[]> {
  const [fieldColumn, key] = [columnOf(resource, field), columnOf(resource, resource.key)];
  const statement = new ScopedStatement(tenantId);
  const sql = statement.select({
    columns: `t.${quoted(key.column)}::text AS key`,
    resource,
    as: "t",
    where: [`t.${quoted(fieldColumn.column)}::text = ANY(${statement.value(values)}::text[])`],
  });
  const { rows } = await tx.query(statement.of(sql));
  return rows.map((row) => String(row["key"]));
}

/** Whether the person has confirmed a warning; only where the definition says that the action may ask. */
export const isConfirmed = ({ warning }: ActionModel, parameters: Parameters): boolean =>
  warning !== undefined && parameters["confirmed"] === "1";
