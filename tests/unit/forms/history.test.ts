// The history of a record as the browser reads it.
import { describe, expect, it } from "vitest";
import { historyOf, momentIn, ownChange } from "../../../src/admin/forms/history/history-answer.ts";

const change = (fields: Readonly<Record<string, readonly [unknown, unknown]>>, masked: readonly string[] = []) => ({
  id: "1",
  resource: "warehouse",
  row: "7",
  title: "一号仓",
  action: "edit" as const,
  fields: Object.keys(fields),
  masked,
  before: Object.fromEntries(Object.entries(fields).map(([name, [before]]) => [name, before])),
  after: Object.fromEntries(Object.entries(fields).map(([name, [, after]]) => [name, after])),
});

describe("an answer", () => {
  it("is read as far as it is understood", () => {
    const read = historyOf({
      entries: [{ id: "5", time: "2026-11-28 10:00:00", account: "li", rows: [{ ...change({ sort: [1, 2] }), action: "burn" }, "x"] }, 7],
      next: "5",
    });
    expect(read).toMatchObject({
      next: "5",
      entries: [{ id: "5", person: "", call: "", rows: [{ action: "touch", after: { sort: 2 } }] }],
    });
    const [entry] = read.entries;
    expect(entry === undefined ? undefined : ownChange(entry, "7", "warehouse")?.row).toBe("7");
    expect(entry === undefined ? undefined : ownChange(entry, "7", "factory")).toBeUndefined();
    expect(historyOf(undefined)).toEqual({ entries: [], steps: [], events: [], next: "" });
  });
});

describe("the moment of an entry", () => {
  const entryOf = (...rows: readonly string[]) => {
    const [entry] = historyOf({
      entries: [
        {
          id: "9",
          rows: rows.map((resource, place) => ({
            id: `${place}`,
            resource,
            row: resource === "stock-out-doc" ? "7" : "8",
            action: "edit",
          })),
        },
      ],
    }).entries;
    if (entry === undefined) throw new Error("the entry was not read");
    return entry;
  };

  it("is what it did to the record, or to its lines where they come back with it", () => {
    const details = { resource: "doc-detail", by: "docId", label: ["明细", "Lines"], copies: {} } as const;
    const lines = { name: "lines", kind: "lines", label: ["明细", "Lines"] } as const;
    const ofDocument = { screen: { name: "stock-out-doc", details, lines }, id: "7" };
    expect(momentIn(entryOf("doc-detail", "stock-out-doc"), ofDocument)?.id).toBe("1");
    expect(momentIn(entryOf("doc-detail"), ofDocument)?.id).toBe("0");
    expect(momentIn(entryOf("attach"), ofDocument)).toBeUndefined();
    expect(momentIn(entryOf("doc-detail"), { screen: { name: "stock-out-doc", details }, id: "7" })).toBeUndefined();
  });
});
