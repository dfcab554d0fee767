// Each error that the application tells apart, provoked on a real PostgreSQL.
import { expect, test } from "vitest";
import { refusalOf } from "../../../src/server/http/error-answer.ts";
import { PostgresError } from "../../../src/server/postgres/errors.ts";
import { RowRefusal } from "../../../src/server/crud/guards/row-set.ts";
import { CommitOutcomeUnknownError, describeSqlError, isRetryable, type SqlProblem } from "../../../src/server/store/sql-errors.ts";
import { A, openNotes, sql } from "./notes.ts";

async function problemOf(...statements: readonly string[]): Promise<SqlProblem | undefined> {
  const database = await openNotes({ statementTimeoutMs: 200 });
  try {
    await database.transaction(A, (transaction) => transaction.batch(statements.map((text) => sql(text))));
  } catch (error) {
    return describeSqlError(error);
  }
  throw new Error("nothing failed");
}

test.each<[string, readonly string[], SqlProblem]>([
  [
    "a key that exists",
    ["insert into notes values (3, 'tenant-a', 'first of a')"],
    { kind: "unique", constraint: "notes_tenant_id_text_key", table: "notes" },
  ],
  [
    "a reference to nothing",
    ["insert into notes values (3, 'tenant-a', 'x', 99)", "set constraints all immediate"],
    { kind: "foreignKey", constraint: "notes_parent_fkey", table: "notes", side: "missing" },
  ],
  [
    "a row that is referred to",
    ["insert into notes values (3, 'tenant-a', 'x', 1)", "delete from notes where id = 1"],
    { kind: "foreignKey", constraint: "notes_parent_fkey", table: "notes", side: "inUse" },
  ],
  ["a value that must be there", ["insert into notes values (3, 'tenant-a', null)"], { kind: "notNull", table: "notes", column: "text" }],
  [
    "a value that a check refuses",
    ["insert into notes values (-1, 'tenant-a', 'x')"],
    { kind: "check", constraint: "notes_id_check", table: "notes" },
  ],
  // A cluster passes on what a node says, and nothing else of it.
  ...(
    [
      [
        "23505",
        'duplicate key value violates unique constraint "uq_notes_text_0a1b2c3d_102624"',
        { kind: "unique", constraint: "uq_notes_text_0a1b2c3d", table: undefined },
      ],
      [
        "23503",
        'insert or update on table "notes_102624" violates foreign key constraint "fk_notes_parent_102624"',
        { kind: "foreignKey", constraint: "fk_notes_parent", table: "notes", side: "missing" },
      ],
      [
        "23503",
        'update or delete on table "notes_102624" violates foreign key constraint "fk_pages_note_102628" on table "pages_102628"',
        { kind: "foreignKey", constraint: "fk_pages_note", table: "pages", side: "inUse" },
      ],
      [
        "23502",
        'null value in column "text" of relation "notes_102624" violates not-null constraint',
        { kind: "notNull", table: "notes", column: "text" },
      ],
      [
        "23514",
        'new row for relation "notes_102624" violates check constraint "ck_notes_102624"',
        { kind: "check", constraint: "ck_notes", table: "notes" },
      ],
      [
        "23P01",
        'conflicting key value violates exclusion constraint "ex_notes_102624"',
        { kind: "check", constraint: "ex_notes", table: undefined },
      ],
    ] as const
  ).map(([code, message, problem]): [string, readonly string[], SqlProblem] => [
    `on a node: ${message}`,
    [`do $$ begin raise exception using errcode = '${code}', message = '${message}'; end $$`],
    problem,
  ]),
  ["a text that is too long", ["insert into notes values (3, 'tenant-a', repeat('x', 21))"], { kind: "tooLong" }],
  ["a text that is no number", ["select 'x'::int"], { kind: "invalidValue", code: "22P02" }],
  ["a number out of range", ["select 3000000000::int"], { kind: "invalidValue", code: "22003" }],
  ["a date that is none", ["select '2026-02-30'::date"], { kind: "invalidValue", code: "22008" }],
  ["a row of another tenant", ["insert into notes values (3, 'tenant-b', 'x')"], { kind: "forbidden", table: "notes" }],
  ["a statement that takes too long", ["select pg_sleep(10)"], { kind: "timeout" }],
  ["a lock that is taken", ["do $$ begin raise exception using errcode = '55P03'; end $$"], { kind: "locked" }],
  ["SQL that is wrong", ["selec"], { kind: "other", code: "42601" }],
])("%s", async (_, statements, expected) => {
  expect(await problemOf(...statements)).toEqual(expected);
});

test("an error of another origin is none of PostgreSQL's", () => {
  expect(describeSqlError(new TypeError("x is not a function"))).toBeUndefined();
  expect(describeSqlError("text")).toBeUndefined();
  // Reading a file fails with the same code as a missing socket, but is no lost connection.
  expect(describeSqlError(Object.assign(new Error("ENOENT: no such file"), { code: "ENOENT", syscall: "open" }))).toBeUndefined();
  expect(describeSqlError(Object.assign(new Error("connect ENOENT /s"), { code: "ENOENT", syscall: "connect" }))).toEqual({
    kind: "unavailable",
    code: "ENOENT",
  });
});

test.each([
  ["wrapped on its way", (error: unknown) => new Error("wrapped", { cause: error })],
  ["told of one row of a set", (error: unknown) => new RowRefusal(1, error)],
])("an error that was %s is still known as one to try again", async (_how, wrap) => {
  const database = await openNotes();
  let runs = 0;
  let wrapped: unknown;
  await database.transaction(A, async (transaction) => {
    if (++runs === 2) return;
    await transaction.query(sql("do $$ begin raise exception using errcode = '40P01'; end $$")).catch((error: unknown) => {
      wrapped = wrap(error);
      throw wrapped;
    });
  });
  expect(isRetryable(wrapped)).toBe(true);
  expect(runs).toBe(2);
});

test("a database that is being started again, and a lost commit, are told from faults of ours", () => {
  expect(refusalOf(new PostgresError("postgres.startFailed", "not yet"))).toMatchObject({ status: 503, code: "busy" });
  expect(refusalOf(new CommitOutcomeUnknownError(new Error("gone")))).toMatchObject({ status: 503, code: "outcomeUnknown" });
  expect(refusalOf(new Error("ours"))).toBeUndefined();
});
