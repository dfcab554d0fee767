// Rows that a list of ids names: names for many references in one call (docs/specification.md §7, list/ids).
import type { Values } from "../../contract.ts";
import { columnOf } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import { isNoFilter, unknownFilter } from "../sql/filters.ts";
import { keysOf } from "../sql/keys.ts";
import { answeredRows, readReader } from "./list.ts";
import { fragmentsOf, narrowed, readRows, scopedWhere } from "../sql/rows.ts";
import type { ReceivedRead } from "./read-call.ts";
import type { SqlFragment } from "../../store/conditions.ts";

const parameter = "ids";

/** The ids as they were sent: comma-joined in the query or a form, or in the body as an array, bare or as a member. */
function sentIds(parameters: Readonly<Record<string, string>>, body: unknown): unknown {
  const member: unknown = typeof body === "object" && body !== null && parameter in body ? Reflect.get(body, parameter) : undefined;
  const sent = parameters[parameter] ?? (Array.isArray(body) ? body : member);
  return Array.isArray(sent) ? sent.map(String).join(",") : sent;
}

/** The rows of the given ids, in their order; unknown and inaccessible ones are left out. */
export async function readByIds({ services, context, resource, read, query, body }: ReceivedRead): Promise<readonly Values[]> {
  for (const [name, value] of Object.entries(query)) if (name !== parameter && !isNoFilter(name, value)) throw unknownFilter(name);
  const keys = keysOf(resource, parameter, sentIds(query, body));
  const key = columnOf(resource, resource.key);
  const type = key.columnType === "id" ? "bigint" : "text";
  const named: SqlFragment = {
    shape: "by-ids",
    parameters: [keys],
    sql: ([place]) => `t.${quoted(key.column)} = ANY(${place}::${type}[])`,
  };
  const where = scopedWhere(resource, narrowed(fragmentsOf(context, resource, read.where, []), named));
  const reader = readReader(services, resource, read);
  const statement = services.statements.statement(
    `${resource.name} ${read.name} ${where.shape}`,
    where.parameters,
    () => `SELECT ${reader.selection(where.tenant)} FROM ${where.rows()}`,
  );
  const [answer] = await readRows(context, resource, [statement]);
  const rows = new Map(answeredRows({ services, context, resource }, answer, reader).map((row) => [String(row[resource.key]), row]));
  return keys.map((one) => rows.get(one)).filter((row) => row !== undefined);
}
