// A table of codes in partitions by tenant, as docs/scale.md describes it: a start finds nothing to do, and tenants stay apart.
import pg from "pg";
import { expect, test } from "vitest";
import { z } from "zod";
import { internalTables } from "../../../src/server/auth/tables.ts";
import { migrate } from "../../../src/server/store/migrate.ts";
import { quoted } from "../../../src/server/store/names.ts";
import { isDistributedRun } from "../../support/coordinator-url.ts";
import { freshDatabase } from "../../support/postgres.ts";
import { migratedProduct, productModel } from "../../support/product.ts";
import { open, sql } from "./notes.ts";

const found = z.array(z.object({ statement: z.string() }));

/** What makes keys, indexes, references in both directions, policies and the comment of a table anew. */
const madeAnew = `
  select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as statement, contype = 'f' as refers
  from pg_constraint where contype in ('p', 'u', 'f', 'c') and (conrelid = 'code_item'::regclass or confrelid = 'code_item'::regclass)
  union all select pg_get_indexdef(i.indexrelid), false from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
  where i.indrelid = 'code_item'::regclass and c.oid is null
  union all select format('create policy %I on code_item using (%s) with check (%s)', policyname, qual, with_check), false from pg_policies where tablename = 'code_item'
  union all select 'alter table code_item enable row level security', false
  union all select format('comment on table code_item is %L', obj_description('code_item'::regclass, 'pg_class')), false
  order by refers`;

async function partition(client: pg.Client, partitions: number): Promise<void> {
  const statements = found.parse((await client.query(madeAnew)).rows).map(({ statement }) => statement);
  expect(statements.length).toBeGreaterThan(10);
  const parts = Array.from(
    { length: partitions },
    (_one, part) =>
      `create table parts.${quoted(`code_item_${part}`)} partition of code_item for values with (modulus ${partitions}, remainder ${part})`,
  );
  await client.query(
    [
      "create schema parts",
      "alter table code_item rename to old_code_item",
      "create table code_item (like old_code_item including defaults including comments) partition by hash (tenant_id)",
      ...parts,
      "drop table old_code_item cascade",
      ...statements,
    ].join(";"),
  );
}

test.skipIf(isDistributedRun())(
  "codes in four partitions: nothing to migrate, tenants kept apart, codes unique and found in one of them",
  async () => {
    const connection = await freshDatabase(await migratedProduct());
    const client = new pg.Client(connection);
    await client.connect();
    await partition(client, 4);
    const database = await open({ connection });
    expect(await migrate(database, productModel, { otherTables: internalTables.map(({ name }) => name) })).toEqual({
      applied: [],
      notes: [],
    });

    const tenants = Array.from({ length: 12 }, (_one, index) => String(100_001 + index));
    const insert = (tenantId: string) =>
      database.transaction({ tenantId }, (tx) =>
        tx.query(sql("insert into code_item (id, tenant_id, code) values ($1, $2, 'SAME-CODE')", `1${tenantId}`, tenantId)),
      );
    for (const tenantId of tenants) await insert(tenantId);
    await expect(insert("100001")).rejects.toMatchObject({ code: "23505" });
    const byCode = sql("select id from code_item where tenant_id = $1 and code = 'SAME-CODE' and is_deleted = 0", "100007");
    expect((await database.read({ tenantId: "100007" }, [byCode]))[0]?.rows).toEqual([{ id: "1100007" }]);
    // Another tenant, and none: a partition cannot be asked past the policy of the table either.
    expect((await database.read({ tenantId: "100001" }, [byCode]))[0]?.rows).toEqual([]);
    await expect(database.read({ tenantId: "100001" }, [sql("select * from parts.code_item_0")])).rejects.toMatchObject({ code: "42501" });

    const spread = await client.query("select from code_item group by tableoid");
    expect(spread.rowCount).toBeGreaterThan(1);
    await client.query("set plan_cache_mode = force_generic_plan");
    await client.query("prepare one as select id from code_item where tenant_id = $1 and code = $2 and is_deleted = 0");
    const plan = await client.query<{ readonly "QUERY PLAN": string }>("explain (costs off) execute one ('100007', 'SAME-CODE')");
    const lines = plan.rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(lines).toContain("Subplans Removed: 3");
    await client.end();
  },
);
