// The error log's record of a fault: names and positions, never data.
import { describe, expect, it } from "vitest";
import { faultOf, withoutValues } from "./fault.ts";

describe("the message of a fault", () => {
  it.each([
    ["Cannot read properties of undefined (reading 'records')", "Cannot read properties of undefined (reading records)"],
    [`invalid input syntax for type bigint: "13800138000"`, "invalid input syntax for type bigint: …"],
    [`Unexpected token 'h', "hunter2" is not valid JSON`, "Unexpected token …, … is not valid JSON"],
    ["no account 1234567890 here", "no account … here"],
    ["refused: Bearer abc.def.ghi", "refused: Bearer …"],
    ["password=hunter2 was wrong", "password=… was wrong"],
  ])("loses its values: %s", (message, redacted) => {
    expect(withoutValues(message)).toBe(redacted);
  });

  it("is bounded", () => {
    expect(withoutValues("ab ".repeat(5_000))).toHaveLength(1_000);
  });
});

describe("a fault", () => {
  it("says in which file of ours it was, from the root of the product", () => {
    const fault = faultOf(new TypeError("x"));
    expect(fault).toMatchObject({ name: "TypeError", message: "x", fileName: "src/server/audit/fault.test.ts" });
    expect(fault.stack).toMatch(/^TypeError: x\n {4}at /);
    expect(fault.lineNumber).toBeGreaterThan(0);
  });

  it("of the database is named by its code and the names in it, not by the row that it quotes", () => {
    const error = Object.assign(new Error('duplicate key value violates unique constraint "uq_factory_name"'), {
      code: "23505",
      constraint: "uq_factory_name",
      table: "factory",
      detail: "Key (name)=(secret name) already exists.",
    });
    expect(faultOf(error).message).toBe(
      "duplicate key value violates unique constraint … (code 23505, table factory, constraint uq_factory_name)",
    );
    expect(JSON.stringify(faultOf(error))).not.toContain("secret name");
  });

  it("may be anything that was thrown", () => {
    expect(faultOf("a text with a secret")).toEqual({ name: "NotAnError", message: "string", fileName: "", lineNumber: null, stack: "" });
  });
});
