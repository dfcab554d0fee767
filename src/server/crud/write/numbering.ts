// Numbers the server gives: prefix, day, running number in the tenant, without gaps and without repeats.
import type { ResourceModel } from "#schema/model";
import { columnOf } from "../../store/columns.ts";
import type { Row, Statement, Transaction } from "../../store/database.ts";
import { quoted } from "../../store/names.ts";
import { counterKey, counterTable } from "../../store/migrate.ts";
import { ScopedStatement, tenantOf } from "../sql/scoped.ts";

/** CK202503100001: four digits, more when a day needs them. */
const digits = 4;

interface Numbering {
  readonly field: string;
  readonly prefix: string;
  readonly tenantId: string;
  readonly now: string;
}

/**
 * The next numbers of a resource for the day of `now`, which follow each other. The counter's row stays locked until the transaction ends: a write
 * that fails returns its numbers, and the next one takes them. The first of a day continues after existing numbers, such as imported ones.
 */
export async function nextNumbers(
  tx: Transaction,
  resource: ResourceModel,
  { field, prefix, tenantId, now }: Numbering,
  count: number,
): Promise<readonly string[]> {
  const day = now.slice(0, 10);
  const beginning = `${prefix}${day.replaceAll("-", "")}`;
  const key = [tenantId, resource.name, day];
  const counted = await tx.first({
    sql: `UPDATE ${quoted(counterTable)} c SET last = last + $4::int WHERE ${tenantOf("c")} = $1 AND name = $2 AND day = $3::date RETURNING last`,
    parameters: [...key, count],
  });
  const last = Number((counted ?? (await firstOfDay(tx, resource, { field, tenantId, day, beginning, count })))?.["last"]);
  return Array.from({ length: count }, (_none, index) => `${beginning}${String(last - count + 1 + index).padStart(digits, "0")}`);
}

interface FirstOfDay {
  readonly field: string;
  readonly tenantId: string;
  readonly day: string;
  readonly beginning: string;
  readonly count: number;
}

/**
 * Begins the counter of a day behind the numbers that are there, removed rows' too. In two statements, because nodes of a distributed database do
 * not insert what a subquery answers; who began it meanwhile is added to.
 */
async function firstOfDay(
  tx: Transaction,
  resource: ResourceModel,
  { field, tenantId, day, beginning, count }: FirstOfDay,
): Promise<Row | undefined> {
  const taken = await tx.first(lastTaken(resource, { field, tenantId, beginning }));
  return tx.first({
    sql: `INSERT INTO ${quoted(counterTable)} AS c (${counterKey.join(", ")}, last) VALUES ($1, $2, $3::date, $4::bigint + $5::int)
      ON CONFLICT (${counterKey.join(", ")}) DO UPDATE SET last = c.last + $5::int RETURNING last`,
    parameters: [tenantId, resource.name, day, taken?.["last"], count],
  });
}

function lastTaken(
  resource: ResourceModel,
  { field, tenantId, beginning }: Pick<FirstOfDay, "field" | "tenantId" | "beginning">,
): Statement {
  const statement = new ScopedStatement(tenantId);
  const column = `t.${quoted(columnOf(resource, field).column)}`;
  const start = `${statement.value(beginning)}::text`;
  return statement.of(
    statement.select({
      columns: `coalesce(max(substr(${column}, length(${start}) + 1)::bigint), 0) as last`,
      resource,
      as: "t",
      withRemoved: true,
      where: [`${column} ~ ('^' || ${start} || '[0-9]{1,9}$')`],
    }),
  );
}
