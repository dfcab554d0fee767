// @vitest-environment happy-dom
// The fields of a search panel: texts of the wire in and out, whatever the kind.
import { act, useState, type ReactNode } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { bool, choice, datetime, integer, ref, refs, text, treeRef } from "#schema";
import { SearchField, type SearchValue } from "#admin/forms/search-field.tsx";
import type { Fields } from "#schema/field";
import { screenOfFields } from "./screens.ts";
import { mount, ok, serve, settle, startLanguage, type, until } from "./support.tsx";

async function open(fields: Fields, initial?: SearchValue, values: Readonly<Record<string, SearchValue>> = {}): Promise<SearchValue[]> {
  const given: SearchValue[] = [];
  const [field] = screenOfFields(fields).fields;
  if (field === undefined) throw new Error("no field");
  function Panel(): ReactNode {
    const [value, setValue] = useState<SearchValue>(initial);
    const take = (next: SearchValue) => {
      given.push(next);
      setValue(next);
    };
    return (
      <SearchField
        field={
          field ??
          (() => {
            throw new Error("no field");
          })()
        }
        id="s"
        value={value}
        values={values}
        onChange={take}
      />
    );
  }
  await mount(<Panel />);
  await until("the widget is there", () => document.querySelector(".tf-widget-skeleton") === null);
  return given;
}

function input(id = "s"): HTMLInputElement {
  const found = document.getElementById(id);
  if (!(found instanceof HTMLInputElement)) throw new Error(`${id} is no input`);
  return found;
}

async function openList(): Promise<readonly HTMLElement[]> {
  await act(async () => {
    document.querySelector(".ant-select-selector")?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
  });
  await until("the list is there", () => document.querySelector(".ant-select-item-option") !== null);
  return [...document.querySelectorAll<HTMLElement>(".ant-select-item-option")];
}

beforeEach(async () => {
  await startLanguage("zh");
  serve((call) =>
    call.path === "/digit-bind/shop/list"
      ? ok({
          records:
            call.query["factoryId"] === "2"
              ? [{ id: "21", name: "灌装车间" }]
              : [
                  { id: "11", name: "包装车间" },
                  { id: "21", name: "灌装车间" },
                ],
          total: 2,
        })
      : ok([]),
  );
});

describe("a search", () => {
  it("in a text is told at each key press, so that Enter searches what is seen", async () => {
    const given = await open({ a: text("名称", "Name", { search: "like" }) });
    await type(input(), "飞");
    await type(input(), "飞天 ");
    expect(given).toEqual(["飞", "飞天"]);
    expect(input().value).toBe("飞天 ");
    expect(input().getAttribute("aria-label")).toBe("名称");
  });

  it("for an option has no preset one, and gives the value as text", async () => {
    const given = await open({
      a: choice("类型", "Kind", {
        options: [
          [1, "一", "One"],
          [2, "二", "Two"],
        ],
        default: 1,
        search: "equal",
      }),
    });
    expect(document.querySelector(".ant-select-selection-item")).toBeNull();
    const [, second] = await openList();
    await act(async () => second?.click());
    expect(given).toEqual(["2"]);
    expect(document.querySelector(".ant-select-selection-item")?.textContent).toBe("二");
  });

  it("for yes or no can be open", async () => {
    await open({ a: bool("赠品", "Gift", { default: 0, search: "equal" }) }, "1");
    expect(document.querySelector("[role=switch]")).toBeNull();
    expect(document.querySelector(".ant-select-selection-item")?.textContent).toBe("是");
  });

  it("for one of several options gives all that were chosen", async () => {
    const given = await open(
      {
        a: choice("类型", "Kind", {
          options: [
            [1, "一", "One"],
            [2, "二", "Two"],
          ],
          search: "in",
        }),
      },
      ["1"],
    );
    const [, second] = await openList();
    await act(async () => second?.click());
    expect(given).toEqual([["1", "2"]]);
  });

  it("between numbers may be open at an end", async () => {
    const given = await open({ a: integer("数量", "Quantity", { search: "range", min: 5 }) });
    await type(input("s_to"), "1000");
    await type(input("s"), "10");
    expect(given).toEqual([
      ["", "1000"],
      ["10", "1000"],
    ]);
    await type(input("s"), "");
    await type(input("s_to"), "");
    expect(given.at(-1)).toBeUndefined();
  });

  it("between moments is one of days", async () => {
    await open({ a: datetime("创建时间", "Created at", { search: "range" }) }, ["2025-03-01", "2025-03-31"]);
    expect([...document.querySelectorAll<HTMLInputElement>(".ant-picker input")].map((one) => one.value)).toEqual([
      "2025-03-01",
      "2025-03-31",
    ]);
  });

  it("for a reference that is required in forms requires nothing, and has the name of what an address holds looked up", async () => {
    await open({ a: ref("shop", "车间", "Workshop", { search: "equal", required: true, valueField: "name" }) }, "灌装车间");
    expect(input().getAttribute("aria-required")).toBeNull();
    await until("the name is there", () => document.querySelector(".ant-select-selection-item")?.textContent === "灌装车间");
  });

  it("for a reference within another is not held up by that one", async () => {
    await open({
      a: ref("shop", "车间", "Workshop", { search: "equal", within: "factoryId" }),
      factoryId: ref("factory", "工厂", "Factory"),
    });
    expect(input().disabled).toBe(false);
    expect((await openList()).map((one) => one.textContent)).toEqual(["包装车间", "灌装车间"]);
  });

  it("for a reference within another is narrowed by what the panel holds for that one", async () => {
    await open(
      { a: ref("shop", "车间", "Workshop", { search: "equal", within: "factoryId" }), factoryId: ref("factory", "工厂", "Factory") },
      undefined,
      { factoryId: "2" },
    );
    expect((await openList()).map((one) => one.textContent)).toEqual(["灌装车间"]);
  });

  it("for one of several references takes one", async () => {
    const given = await open({ a: refs("shop", "车间", "Workshops", { search: "equal" }) });
    const [first] = await openList();
    await act(async () => first?.click());
    await settle();
    expect(given).toEqual(["11"]);
  });

  it("for a node of a tree opens the tree", async () => {
    await open({ a: treeRef("dept", "部门", "Department", { search: "equal" }) });
    expect(document.querySelector(".ant-tree-select")).not.toBeNull();
  });
});
