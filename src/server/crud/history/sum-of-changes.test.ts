// Several changes of a row as one: what the first has met, and the last has left.
import { describe, expect, it } from "vitest";
import { sumOf } from "./sum-of-changes.ts";

type Kind = "add" | "edit" | "remove" | "restore" | "touch";
const change = (kind: Kind, changes: Readonly<Record<string, readonly [unknown, unknown] | null>> = {}) => ({ change_kind: kind, changes });

describe("the sum of changes", () => {
  it("has of each field what the first change has met and the last has left", () => {
    const sum = sumOf([change("edit", { capacity: [1, 2], remark: ["", "近"] }), change("edit", { capacity: [2, 3] })]);
    expect(sum).toEqual(change("edit", { capacity: [1, 3], remark: ["", "近"] }));
  });

  it("is none where everything is as it was", () => {
    expect(sumOf([change("edit", { capacity: [1, 2] }), change("edit", { capacity: [2, 1] })])).toBeUndefined();
    expect(sumOf([change("add", { capacity: [null, 2] }), change("remove")])).toBeUndefined();
    expect(sumOf([change("remove"), change("restore")])).toBeUndefined();
    expect(sumOf([change("touch")])).toBeUndefined();
    expect(sumOf([])).toBeUndefined();
  });

  it("keeps that a secret has changed, and no value of it", () => {
    expect(sumOf([change("edit", { password: [1, 2] }), change("edit", { password: null })])).toEqual(change("edit", { password: null }));
    expect(sumOf([change("edit", { password: null }), change("edit", { password: [1, 2] })])).toEqual(change("edit", { password: null }));
  });

  it("has no values of a row that was not there yet, or is not any more", () => {
    expect(sumOf([change("restore"), change("edit", { capacity: [1, 2] })])).toEqual(change("add", { capacity: [null, 2] }));
    expect(sumOf([change("edit", { capacity: [1, 2] }), change("remove")])).toEqual(change("remove", { capacity: [1, null] }));
    expect(sumOf([change("remove")])).toEqual(change("remove"));
  });

  it("passes over what has changed nothing of the row", () => {
    expect(sumOf([change("edit", { capacity: [1, 2] }), change("touch")])).toEqual(change("edit", { capacity: [1, 2] }));
  });
});
