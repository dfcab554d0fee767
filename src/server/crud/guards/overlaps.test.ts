// Which writes are looked at for ranges that overlap: those that change what the rule looks at, of rows that take a place afterwards.
import { describe, expect, it } from "vitest";
import { date, datetime, state, text } from "#schema";
import { loadedModel, resourceIn } from "../../../../tests/support/loaded-model.ts";
import type { CommitContext, Values } from "../../contract.ts";
import type { Statement, Transaction } from "../../store/database.ts";
import { overlapsAmong } from "./overlaps.ts";
import { checkVersion } from "./staleness.ts";
import { allFieldsReadable } from "../sql/readable-fields.ts";

const common = { label: ["场次", "Session"], title: "name" } as const;
const data = [
  {
    ...common,
    name: "session",
    path: "/digit-bind/session",
    fields: {
      name: text("名称", "Name"),
      hall: text("厅", "Hall"),
      note: text("备注", "Note"),
      from: date("自", "From"),
      to: date("至", "To"),
      status: state("状态", "Status", { open: [0, "开", "Open"], over: [1, "过", "Over"] }),
    },
    noOverlap: { hall: { per: ["hall"], from: "from", to: "to", where: { status: [0] } } },
  },
  {
    ...common,
    name: "bare",
    path: "/digit-bind/bare",
    key: "name",

    fields: { name: text("名称", "Name"), at: datetime("时", "At") },
  },
];
const model = loadedModel(data);
const resourceNamed = (name: string) => resourceIn(model, name);
const context = { model, scope: { tenantId: "100001" }, now: () => "2025-03-12 12:00:00" } as unknown as CommitContext; // what is looked at

const whole = { hall: "A", from: "2025-03-01", to: "2025-03-31", status: 0 };

/** What is asked of the database about a write; none of it finds anything. */
async function requested(values: Values, current?: Values): Promise<readonly Statement[]> {
  const statements: Statement[] = [];
  const tx = {
    query: async (statement: Statement) => {
      statements.push(statement);
      return { rows: [], rowCount: 0 };
    },
  } as unknown as Transaction; // what is called
  expect(await overlapsAmong(context, tx, resourceNamed("session"), [{ values, current }])).toEqual([[]]);
  return statements;
}

describe("a range is looked for", () => {
  it.each([
    { what: "of a new row", values: whole, current: undefined },
    { what: "without a beginning", values: { ...whole, from: null }, current: undefined },
    { what: "without an end", values: { ...whole, to: null }, current: undefined },
    { what: "of one day", values: { ...whole, to: whole.from }, current: undefined },
    { what: "whose beginning changes", values: { from: "2025-02-01" }, current: { id: "7", ...whole } },
    { what: "whose end changes", values: { to: "2025-04-01" }, current: { id: "7", ...whole } },
    { what: "that gets an end", values: { to: "2025-04-01" }, current: { id: "7", ...whole, to: null } },
    { what: "that moves to another hall", values: { hall: "B" }, current: { id: "7", ...whole } },
    { what: "that counts again", values: { status: 0 }, current: { id: "7", ...whole, status: 1 } },
  ])("$what", async ({ values, current }) => {
    const [lock, search] = await requested(values, current);
    const { hall } = { ...current, ...values } as Values;
    expect(lock?.parameters).toEqual([[JSON.stringify(["overlap", "session", "hall", "100001", hall])]]);
    expect(search?.parameters).toContain("100001");
    expect(search?.parameters).toContainEqual([hall]);
  });

  it.each([
    { what: "of which nothing of it changes", values: { note: "x" }, current: { id: "7", ...whole } },
    { what: "that is sent as it is", values: { ...whole }, current: { id: "7", ...whole } },
    { what: "that is sent empty where it was", values: { to: null }, current: { id: "7", ...whole, to: null } },
    { what: "of no hall", values: { ...whole, hall: null }, current: undefined },
    { what: "without either end", values: { ...whole, from: null, to: null }, current: undefined },
    { what: "that ends before it begins", values: { ...whole, to: "2025-02-28" }, current: undefined },
    { what: "that does not count", values: { ...whole, status: 1 }, current: undefined },
    { what: "that counts no more", values: { status: 1 }, current: { id: "7", ...whole } },
  ])("but not $what", async ({ values, current }) => {
    expect(await requested(values, current)).toEqual([]);
  });
});

it("a row without versions is never stale", () => {
  expect(() => checkVersion(resourceNamed("bare"), { name: "a" }, { name: "a", version: 9 }, allFieldsReadable)).not.toThrow();
  expect(() => checkVersion(resourceNamed("session"), { name: "a", version: 1 }, { name: "a", version: 9 }, allFieldsReadable)).toThrow();
});
