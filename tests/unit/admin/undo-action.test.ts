// @vitest-environment happy-dom
// Which actions can be taken back, and what becomes of rows that cannot.
import { beforeAll, describe, expect, it } from "vitest";
import { resourceIn } from "../../../src/schema/model.ts";
import { undoingAction } from "../../../src/schema/undoing-action.ts";
import { ApiFailure } from "../../../src/admin/api/failure.ts";
import { isOfRows, undoSingly } from "../../../src/admin/screens/row-actions/undo-singly.ts";
import { startLanguage } from "../../../src/admin/i18n/index.ts";
import { productModel as model } from "../../support/product-model.ts";

beforeAll(() => startLanguage());

/** The action that takes another one back. */
function undone(name: string, action: string): string | undefined {
  const resource = resourceIn(model, name);
  const found = resource.actions.find((one) => one.name === action);
  if (found === undefined) throw new Error(`${name} has no action ${action}`);
  return undoingAction(resource, found)?.name;
}

describe("the action that takes another one back", () => {
  it("is the one that leads back to the only state that rows come from, where both only move them", () => {
    expect(undone("tray", "disable")).toBe("enable");
    expect(undone("tray", "enable")).toBe("disable");
    expect(undone("code-set", "seal")).toBe("unseal");
  });

  it("may do more than move them, where what it takes back has not", () => {
    expect(undone("webhook", "disable")).toBe("enable");
    expect(undone("webhook", "enable")).toBeUndefined();
  });

  it("is none where code of the server does more than move the rows", () => {
    for (const { name, actions } of model.resources)
      for (const action of actions.filter(({ needsHandler }) => needsHandler))
        expect([name, undone(name, action.name)]).toEqual([name, undefined]);
  });

  it("is none of what awaits a decision", () => {
    expect(undone("stock-out-doc", "start")).toBeUndefined();
  });
});

describe("rows that are taken back one by one", () => {
  const rows = [{ id: "1" }, { id: "2" }, { id: "3" }];

  it("are all tried, and those that are refused are told by name with the reason", async () => {
    const done: unknown[] = [];
    const undo = async ({ id }: Readonly<Record<string, unknown>>) => {
      if (id === "2") throw new Error("已被使用");
      done.push(id);
    };
    await expect(undoSingly(rows, undo, (row) => `托盘 ${String(row["id"])}`)).rejects.toThrow("已还原 2 条，以下未能还原：\n托盘 2: ");
    expect(done).toEqual(["1", "3"]);
  });

  it("go back once what they need has, whatever their order", async () => {
    const back = new Set<unknown>();
    const undo = async ({ id, above }: Readonly<Record<string, unknown>>) => {
      if (above !== undefined && !back.has(above)) throw new Error("上级不存在");
      back.add(id);
    };
    await undoSingly([{ id: "3", above: "2" }, { id: "2", above: "1" }, { id: "1" }], undo, (row) => String(row["id"]));
    expect([...back]).toEqual(["1", "2", "3"]);
    await expect(undoSingly([{ id: "5", above: "4" }, { id: "6" }], undo, (row) => String(row["id"]))).rejects.toThrow("5: 上级不存在");
    expect(back.has("6")).toBe(true);
  });

  it("are those alone that were refused for what they are, and not because nobody answers", () => {
    const failure = (status: number, silent = false) => new ApiFailure({ status, code: status, error: "x", message: "x", silent });
    expect([400, 409, 0, 401, 403, 500].map((status) => isOfRows(failure(status)))).toEqual([true, true, false, false, false, false]);
    expect(isOfRows(failure(400, true))).toBe(false);
  });
});
