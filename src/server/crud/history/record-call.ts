// The record whose history a call asks for, and the rows that belong to it: its lines and its attachments.
import { hasAttachments } from "#schema/attachments";
import { hasHistory } from "#schema/history";
import type { ResourceModel } from "#schema/model";
import { mayRead } from "../../caller/rule.ts";
import type { RequestContext, Values } from "../../contract.ts";
import { malformedParameter, missingParameter, rowNotFound } from "../../http/errors.ts";
import { columnOf } from "../../store/columns.ts";
import type { Statement } from "../../store/database.ts";
import { quoted } from "../../store/names.ts";
import { anyRow } from "../read/any-row.ts";
import type { Query } from "../sql/filters.ts";
import { isKey } from "../sql/keys.ts";
import { limitFragments } from "../sql/row-access.ts";
import { keyTypeOf, ScopedStatement } from "../sql/scoped.ts";
import { whereOf } from "../sql/where.ts";
import { scopeOfRows } from "../write/write-scope.ts";
import type { Member } from "./stored-changes.ts";

/** Rows that belong to a record whose changes are among its own. */
const maxMembers = 1_000;

/** The record that a call is about, in the tenant that it is of. */
export interface RecordCall {
  readonly context: RequestContext;
  readonly key: string;
  /** As its caller sees it. */
  readonly row: Values;
}

/** The record of a call, which its caller has to be able to open. */
export async function recordOf(context: RequestContext, resource: ResourceModel, query: Query): Promise<RecordCall> {
  const key = query[resource.key];
  if (key === undefined || key === "") throw missingParameter(resource.key);
  if (typeof key !== "string" || !isKey(resource, key)) throw malformedParameter(resource.key);
  const within = { ...context, scope: await scopeOfRows(context, resource, [key]) };
  const row = await anyRow(within, resource, key, "accessible");
  if (row === null) throw rowNotFound();
  return { context: within, key, row };
}

/** Keys of the rows that refer to a record by a field, removed ones included, as far as the caller sees them. */
function membersStatement(
  { context, key }: RecordCall,
  { resource, where }: { readonly resource: ResourceModel; readonly where: Readonly<Record<string, string>> },
): Statement {
  const statement = new ScopedStatement(context.scope.tenantId);
  const tenant = statement.tenantFor(resource);
  const conditions = Object.entries(where).map(([name, value]) => {
    const column = columnOf(resource, name);
    return `t.${quoted(column.column)} = ${statement.value(value)}::${keyTypeOf(column.columnType)}`;
  });
  // Attachments have no limits of their own: whoever sees a record sees its files.
  const limits = "subjectId" in where ? [] : limitFragments(context.caller, context.model, resource);
  const parameters = limits.flatMap((limit) => limit.parameters);
  const [first] = parameters.map((value) => Number(statement.value(value).slice(1)));
  const limit = whereOf(limits, first ?? 1, tenant);
  const rowKey = columnOf(resource, resource.key).column;
  return statement.of(
    statement.select({
      columns: `t.${quoted(rowKey)}::text AS key`,
      resource,
      as: "t",
      withRemoved: true,
      where: [...conditions, limit.sql(), `${statement.value(key)}::text IS NOT NULL`],
      rest: `ORDER BY t.${quoted(rowKey)} DESC LIMIT ${maxMembers + 1}`,
    }),
  );
}

/** The lines of a record and its attachments. */
export async function membersOf(call: RecordCall, resource: ResourceModel): Promise<readonly Member[]> {
  const { context, key } = call;
  const { details } = resource;
  const lines = context.model.resource.get(details?.resource ?? "");
  const attachments = hasAttachments(resource) ? context.model.resource.get("attach") : undefined;
  const wanted = [
    ...(lines === undefined || details === undefined || !hasHistory(lines) || !mayRead(context.caller, lines)
      ? []
      : [{ resource: lines, where: { [details.by]: key } }]),
    ...(attachments === undefined ? [] : [{ resource: attachments, where: { subjectResource: resource.name, subjectId: key } }]),
  ];
  if (wanted.length === 0) return [];
  const answers = await context.database.read(
    context.scope,
    wanted.map((one) => membersStatement(call, one)),
  );
  return wanted.map(({ resource: of }, index) => {
    const keys = (answers[index]?.rows ?? []).map((row) => String(row["key"]));
    return { resource: of, keys: keys.slice(0, maxMembers), hasMore: keys.length > maxMembers };
  });
}
