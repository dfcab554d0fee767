// What people said about records that are deleted for good, who follows them, and what they were told: nobody could open the record that it is
// about. Of a tenant's record it goes with the record; of one of the platform, which every tenant may have said something about, at night.
import { hasComments, personalNotices, recordComments, recordFollows } from "#schema/comments";
import type { Model, ResourceModel } from "#schema/model";
import { isTenantTable, columnOf } from "../../store/columns.ts";
import type { Database, Transaction } from "../../store/database.ts";
import { quoted } from "../../store/names.ts";
import { isKey } from "../sql/keys.ts";
import { keyTypeOf, ScopedStatement, tenantOf } from "../sql/scoped.ts";

/** Rows of one tenant's table; what a tenant has about records of the platform. */
export interface Bin {
  readonly model: Model;
  readonly resource: ResourceModel;
  readonly tenantId: string;
}

/** The tables of what is about records of all kinds. */
const tablesAbout = (model: Model): readonly ResourceModel[] =>
  [recordComments, recordFollows, personalNotices].flatMap((name) => model.resource.get(name) ?? []);

/** Deletes what a tenant has about some records. */
export async function deleteComments(tx: Transaction, { model, resource, tenantId }: Bin, keys: readonly string[]): Promise<void> {
  if (keys.length === 0 || !hasComments(resource)) return;
  await tx.batch(
    tablesAbout(model).map((table) => {
      const statement = new ScopedStatement(tenantId);
      const [resourceColumn, idColumn] = [columnOf(table, "subjectResource"), columnOf(table, "subjectId")];
      const where = [
        `t.${quoted(resourceColumn.column)} = ${statement.value(resource.name)}`,
        `t.${quoted(idColumn.column)} = ANY(${statement.value(keys)}::text[])`,
      ];
      return statement.of(statement.delete({ resource: table, as: "t", withRemoved: true, where }));
    }),
  );
}

/** The resources of the platform whose records people comment on. */
export const commentedOfPlatform = (model: Model): readonly ResourceModel[] =>
  model.resources.filter((resource) => hasComments(resource) && !isTenantTable(resource));

interface Commented {
  readonly tenantId: string;
  readonly resource: ResourceModel;
}

/** Which of some tenants have anything about records of which of some resources. */
export async function commentedByTenants(
  database: Database,
  model: Model,
  resources: readonly ResourceModel[],
  tenantIds: readonly string[],
): Promise<readonly Commented[]> {
  const statements = tablesAbout(model).map((table) => {
    const statement = new ScopedStatement("");
    const resourceColumn = `t.${quoted(columnOf(table, "subjectResource").column)}`;
    const where = [
      `${tenantOf("t")} = ANY(${statement.value(tenantIds)}::text[])`,
      `${resourceColumn} = ANY(${statement.value(resources.map(({ name }) => name))}::text[])`,
    ];
    const columns = `DISTINCT ${tenantOf("t")} AS tenant, ${resourceColumn} AS resource`;
    return statement.of(statement.select({ columns, resource: table, as: "t", withRemoved: true, acrossTenants: true, where }));
  });
  // As the owner: those of all tenants are looked for.
  const answers = statements.length === 0 ? [] : await database.owner.read(statements);
  const found = new Set(answers.flatMap(({ rows }) => rows.map((row) => `${String(row["tenant"])} ${String(row["resource"])}`)));
  return tenantIds.flatMap((tenantId) =>
    resources.filter(({ name }) => found.has(`${tenantId} ${name}`)).map((resource) => ({ tenantId, resource })),
  );
}

/** Where the clean-up looks: behind the record that it has seen last, "" at the beginning. */
interface Looking extends Bin {
  readonly after: string;
  readonly limit: number;
}

/** The records behind one that a tenant has something about, in the order of their ids. */
async function subjectsBehind(tx: Transaction, { model, resource, tenantId, after, limit }: Looking): Promise<readonly string[]> {
  const found = await tx.batch(
    tablesAbout(model).map((table) => {
      const statement = new ScopedStatement(tenantId);
      // By their bytes, as texts are ordered here.
      const id = `t.${quoted(columnOf(table, "subjectId").column)} COLLATE "C"`;
      const where = [
        `t.${quoted(columnOf(table, "subjectResource").column)} = ${statement.value(resource.name)}`,
        `${id} > ${statement.value(after)}`,
      ];
      const rest = `GROUP BY 1 ORDER BY 1 LIMIT ${limit}`;
      return statement.of(statement.select({ columns: `${id} AS subject`, resource: table, as: "t", withRemoved: true, where, rest }));
    }),
  );
  const ids = found.flatMap(({ rows }) => rows.map((row) => String(row["subject"])));
  return [...new Set(ids)].sort().slice(0, limit);
}

/** Deletes what a tenant has about records of the platform that are not there any more, of a batch of records; answers the last of them. */
export async function deleteOrphaned(tx: Transaction, looking: Looking): Promise<{ readonly found: number; readonly last: string }> {
  const { resource, tenantId, after } = looking;
  const subjects = await subjectsBehind(tx, looking);
  const key = columnOf(resource, resource.key);
  const statement = new ScopedStatement(tenantId);
  const sql = statement.select({
    columns: `t.${quoted(key.column)}::text AS key`,
    resource,
    as: "t",
    // In the recycle bin they keep it.
    withRemoved: true,
    where: [
      `t.${quoted(key.column)} = ANY(${statement.value(subjects.filter((one) => isKey(resource, one)))}::${keyTypeOf(key.columnType)}[])`,
    ],
  });
  const { rows } = await tx.query(statement.of(sql));
  const there = new Set(rows.map((row) => String(row["key"])));
  await deleteComments(
    tx,
    looking,
    subjects.filter((one) => !there.has(one)),
  );
  return { found: subjects.length, last: subjects.at(-1) ?? after };
}
