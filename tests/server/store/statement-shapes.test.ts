// The check of statements that a distributed database refuses: it finds each kind, and knows every table as `npm run distribute` plans it.
import { loadModule } from "libpg-query";
import { beforeAll, expect, test } from "vitest";
import { prepareAccess } from "../../../src/server/auth/prepare.ts";
import { planDistribution } from "../../../src/server/store/distribute.ts";
import { serverOfFile } from "../../support/server.ts";
import { productModel } from "../../support/product-model.ts";
import { coordinatorInternals, distributedInternals, parametersOfOuterJoins, shapeFault } from "../../support/statement-shapes.ts";

beforeAll(loadModule);

const ofTenant = (sql: string) => shapeFault(sql, true);
const ofOwner = (sql: string) => shapeFault(sql, false);

test.each([
  ["select id from channel where id = $1", `no tenant is named for "channel"`],
  ["select c.id from channel c join brand b on b.id = c.id where c.tenant_id = $1", `no tenant is named for "b"`],
  ["select id from channel where tenant_id = $1 or id = $2", `no tenant is named for "channel"`],
  ["select id from channel where tenant_id = any($1)", `no tenant is named for "channel"`],
  ["select c.id from channel c where c.tenant_id = $1 and exists (select 1 from brand b where b.id = c.id)", `no tenant is named for "b"`],
  [
    "update channel t set name = $3 from (select id from channel where tenant_id = $1 for update) w where w.id = t.id",
    `no tenant is named for "t"`,
  ],
  [
    "with recursive x as (select id from dept where tenant_id = $1 union select d.id from dept d join x on d.parent_id = x.id) select id from x",
    `no tenant is named for "d", whose tree is walked`,
  ],
  ["insert into channel (id, name) values ($1, $2)", "rows without a tenant"],
  ["insert into channel (id, tenant_id) select n, $2 from unnest($1::bigint[]) n", "rows that are made by a function"],
  ["insert into channel (id, tenant_id) values ($1, $2) on conflict (id) do nothing", "a key across tenants"],
  ["update channel set tenant_id = $1 where tenant_id = $2", "a row that changes its tenant"],
  ["select 1 where exists (select from channel where tenant_id = $1)", "a query without columns"],
  ["select set_config('app.tenant_id', $1, true)", "a tenant that nodes do not hear of"],
  ["select set_config($1, $2, true)", "a tenant that nodes do not hear of"],
  ["select c.id from channel c join auth_session s on s.user_id = c.id where c.tenant_id = $1", "rows of a node and of the coordinator"],
])("within a tenant it refuses: %s", (sql, fault) => {
  expect(ofTenant(sql)).toBe(fault);
});

test.each([
  ["select c.id from channel c join brand b on b.id = c.id", `"c" and "b" are joined across tenants`],
  ["select c.id from channel c where not exists (select 1 from brand b where b.id = c.id)", `"b" and "c" are joined across tenants`],
  ["select id from channel where id = $1 for update", `no tenant is named for "channel", which is locked`],
  [
    `select u.id from "user" u where u.dept_id && array(with recursive x as (select a.tenant_id, a.id from dept a where a.id = $1 union select d.tenant_id, d.id from dept d join x on d.tenant_id = x.tenant_id and d.parent_id = x.id) select id from x)`,
    `no tenant is named for "a", whose tree is walked`,
  ],
  ["create trigger t after insert on channel for each row execute function f()", "a trigger"],
  ["create policy p on channel using (tenant_id = (select current_setting('app.tenant_id')))", "a policy with a query"],
  ["create unique index u on channel (name)", "uniqueness across tenants"],
  [
    "select old.id from (select distinct tenant_id from tenant) t cross join lateral (select c.id from channel c where c.tenant_id = t.tenant_id limit 5) old",
    `"c" is asked for each row of "t", which is on no node`,
  ],
  [
    "select old.id from tenant t cross join lateral (select max(c.id) as id from channel c where c.tenant_id = t.tenant_id) old",
    `"c" is asked for each row of "t", which is on no node`,
  ],
  [
    "select t.id from tenant t where exists (select 1 from channel c where c.tenant_id = t.tenant_id)",
    `"c" is asked for each row of "t", which is on no node`,
  ],
  [
    "select t.id from unnest($1::text[]) t (id) where not exists (select 1 from channel c where c.tenant_id = t.id)",
    `"c" is asked for each row of "t", which is on no node`,
  ],
  [
    "select t.id, (select c.name from channel c where c.tenant_id = t.tenant_id and c.id = t.id) from (select b.* from brand b order by b.id limit 5) t",
    `"c" is asked for each row of "t", which is on no node`,
  ],
  [
    "select t.id, (select count(*) from channel c where c.tenant_id = t.tenant_id) from tenant t",
    `"c" is asked for each row of "t", which is on no node`,
  ],
])("of the owner it refuses: %s", (sql, fault) => {
  const found = ofOwner(sql);
  expect(found === fault || found === fault.replace(/^(".") and (".")/, "$2 and $1")).toBe(true);
});

test.each([
  "select c.id from channel c where (c.tenant_id = $1) is true and c.id = any($2)",
  "select c.id from channel c join brand b on b.tenant_id = c.tenant_id and b.id = c.id where c.tenant_id = $1::text",
  "select t.id from (select * from channel where tenant_id = $1) t join brand b on b.tenant_id = t.tenant_id and b.id = t.id",
  "select c.id from channel c join brand b using (tenant_id) where c.tenant_id = $1",
  "select c.id from channel c where (c.tenant_id, c.id) = ($1, $2)",
  "with one as (select tenant_id, id from channel where tenant_id = $1) select b.id from brand b join one on one.tenant_id = b.tenant_id",
  "select c.id, r.name from channel c join region r on r.code = c.region_code where c.tenant_id = $1",
  "insert into channel (id, tenant_id) values ($1, $2) on conflict (tenant_id, id) do update set name = excluded.name",
  "delete from channel where tenant_id = $1 and id = $2 returning id",
])("within a tenant it leaves: %s", (sql) => {
  expect(ofTenant(sql)).toBeUndefined();
});

test.each([
  "select tenant_id, count(*) from channel group by tenant_id",
  "select c.id from channel c join brand b on b.tenant_id = c.tenant_id and b.id = c.id",
  "select (select count(*) from channel), (select count(*) from brand)",
  `select u.id from "user" u where u.dept_id && array(select d.id from dept d where d.id = $1)`,
  "select t.id from tenant t where t.tenant_id in (select c.tenant_id from channel c)",
  "select t.id from tenant t where exists (select 1 from channel c where c.tenant_id = $1 and c.name = t.tenant_id)",
  "select c.id from tenant t cross join lateral (select c.id from channel c where c.tenant_id = t.tenant_id) c",
  "select c.id from (select distinct tenant_id from brand) b cross join lateral (select c.id from channel c where c.tenant_id = b.tenant_id limit 5) c",
  "select b.id from tenant t join brand b on b.tenant_id = t.tenant_id where exists (select 1 from channel c where c.tenant_id = b.tenant_id and c.id = t.id)",
  "select t.id, (select c.name from channel c where c.tenant_id = t.tenant_id and c.id = t.id) from brand t where (t.tenant_id, t.id) in (select t.tenant_id, t.id from brand t order by t.id limit 5)",
  "with gone as (delete from channel where id = $1 returning tenant_id, id) delete from brand b using gone where b.tenant_id = gone.tenant_id and b.id = gone.id",
  "update stored_file f set seen_by = $1 where f.name in (select c.name from channel c where c.is_deleted = 0)",
  "insert into channel (id, tenant_id) select n, '100001' from generate_series(1, 3) n",
])("of the owner it leaves: %s", (sql) => {
  expect(ofOwner(sql)).toBeUndefined();
});

test("it knows the values that rows of an outer join are compared with", () => {
  const join = `select o.id from channel o left join brand b on b.tenant_id = $2 and b.id = o.brand_id and b.code = $3 join factory f on f.id = $4 where o.id = $1`;
  expect(parametersOfOuterJoins(join)).toEqual([2, 3]);
});

test("it knows the tables of the server's own as they are distributed", async () => {
  const { database } = await serverOfFile();
  await prepareAccess(database, productModel);
  const planned = await database.owner.transaction((tx) => planDistribution(tx, productModel));
  const resources = new Set(productModel.resources.map(({ name }) => name.replaceAll("-", "_")));
  const own = (placement: string) =>
    planned.filter((one) => one.placement === placement && !resources.has(one.table)).map(({ table }) => table);
  expect(own("distributed").toSorted()).toEqual([...distributedInternals]);
  expect(own("local").toSorted()).toEqual([...coordinatorInternals]);
});
