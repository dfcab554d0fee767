// What follows from a write is sent whatever statement does it, and for nothing else.
import { expect, test } from "vitest";
import { FollowedWrites, type WriteFollower } from "./follow-writes.ts";

const follower: WriteFollower = {
  tables: new Map([
    ["user", undefined],
    ["webhook", ["events", "status"]],
  ]),
  follow: (written, tenantId) => [{ sql: `count ${[...written].join("+")} of ${tenantId ?? "all"}`, parameters: [] }],
};

const following = (sql: string, rowCount?: number): readonly string[] => {
  const written = new FollowedWrites([follower]);
  written.note(sql, rowCount);
  return written.statements("1").map((statement) => statement.sql);
};

test.each([
  `update "user" set name = $1`,
  `UPDATE "user" as "u" SET "status" = $1`,
  `insert into "user" (id) values ($1)`,
  `delete from "user" where id = $1`,
  `copy "user" (id) from stdin`,
  `with gone as (delete from "user" returning id) select count(*) from gone`,
  `insert into webhook (id) values ($1)`,
  `update "webhook" as "w" set "events" = $1, "remark" = $2 where id = $3`,
])("follows %s", (sql) => {
  expect(following(sql)).toHaveLength(1);
});

test.each([
  `select id from "user" for no key update`,
  `select id from "user" where name = 'update x' for update`,
  `insert into factory (id) values ($1) on conflict (id) do update set name = excluded.name`,
  `update factory set name = (select name from "user" where id = $1)`,
  `update "webhook" as "w" set "failures" = $1, "last_status" = $2 where "status" = 1`,
])("does not follow %s", (sql) => {
  expect(following(sql)).toEqual([]);
});

test("a write of no row is none, unless a part of the statement may have written others", () => {
  expect(following(`update "user" set name = $1 where id = $2`, 0)).toEqual([]);
  expect(following(`with one as (update "user" set name = $1 returning id) select 1 where false`, 0)).toHaveLength(1);
});

test("the writes of a transaction are followed once, for its tenant or for all", () => {
  const written = new FollowedWrites([follower]);
  for (const sql of [`update "user" set name = $1`, `insert into "user" (id) values ($1)`, "delete from webhook"]) written.note(sql, 1);
  expect(written.statements(undefined).map(({ sql }) => sql)).toEqual(["count user+webhook of all"]);
});
