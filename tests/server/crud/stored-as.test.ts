// What the log of a change takes PostgreSQL to make of a value is what PostgreSQL makes of it.
import { describe, expect, test } from "vitest";
import { storedAs } from "../../../src/server/crud/sql/stored-as.ts";
import type { StoredColumn } from "../../../src/server/store/columns.ts";
import { A, openNotes } from "../store/notes.ts";

type Kind = Pick<StoredColumn, "columnType" | "type" | "isArray">;
const kind = (columnType: Kind["columnType"], type: string): Kind => ({ columnType, type, isArray: type.endsWith("[]") });

/** Columns with values that it knows the end of, and values that it leaves to PostgreSQL. */
const cases: readonly (readonly [Kind, readonly unknown[], readonly unknown[]])[] = [
  [kind("text", "character varying(64)"), ["", "a", " 空 格 ", "007"], [5]],
  [kind("text", "text[]"), [[], ["a", "", "b,c", '"quoted"', "{}"]], [["a", null]]],
  [kind("none", "text"), ["<p>1</p>"], []],
  [kind("none", "jsonb"), [], ['{"b":1,"a":2}']],
  [kind("id", "bigint"), ["0", "9007199254740993", 12], ["007", "+1", "1e3"]],
  [kind("id", "bigint[]"), [["1", "22"]], [["01"]]],
  [kind("integer", "smallint"), [0, 1, -3, "2"], [1.5, "02"]],
  [kind("integer", "integer"), [2_147_483_647, "12"], []],
  [kind("integer", "bigint"), [9_007_199_254_740_991], []],
  [kind("decimal", "numeric(18,2)"), ["5", "5.1", "5.10", "-0.5", "0", 7], ["5.123", "05", "-0", "-0.00", ".5", "1e2"]],
  [kind("decimal", "numeric(18,0)"), ["5", "-12"], ["5.0"]],
  [kind("date", "date"), ["2026-02-28"], ["20260228", "2026-2-8"]],
  [kind("datetime", "timestamp(0) without time zone"), ["2026-02-28 23:59:59"], ["2026-02-28", "2026-02-28T23:59:59"]],
  [kind("time", "time(0) without time zone"), ["23:59:59"], ["23:59"]],
];

describe("a value that is written", () => {
  test.each(cases)("into $columnType $type is known as it comes back, or not at all", async (column, existing, unknown) => {
    const database = await openNotes();
    for (const value of existing) {
      const [answer] = await database.read(A, [{ sql: `select $1::${column.type} as value`, parameters: [value] }]);
      expect(storedAs(column, value), JSON.stringify(value)).toEqual(answer?.rows[0]?.["value"]);
    }
    for (const value of unknown) expect(storedAs(column, value), JSON.stringify(value)).toBeUndefined();
  });
});
