// @vitest-environment happy-dom
// References: chosen from the server's choices, narrowed by other fields, always shown by name.
import { act } from "react";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { choice, dict, ref, refs, region, text, treeRef } from "#schema";
import { openForm } from "./open-form.tsx";
import { dept, screenFrom, screenNamed, screenOfFields } from "./screens.ts";
import { errorOf, field, inputOf, ok, refused, serve, settle, startLanguage, type, until, type Answer, type Call } from "./support.tsx";

const factories = [
  { id: "1", name: "茅台一厂" },
  { id: "2", name: "习水二厂" },
];
const shops: Readonly<Record<string, readonly object[]>> = {
  1: [{ id: "11", name: "包装车间" }],
  2: [
    { id: "21", name: "灌装车间" },
    { id: "22", name: "酿造车间" },
  ],
};

function answers(call: Call): Answer | undefined {
  switch (call.path) {
    case "/digit-bind/factory/select":
      return ok(factories);
    case "/digit-bind/shop/list": {
      const rows = call.query["factoryId"] === undefined ? Object.values(shops).flat() : (shops[call.query["factoryId"]] ?? []);
      return ok({ records: rows, total: rows.length, size: 50, current: 1, pages: 1 });
    }
    default:
      return undefined;
  }
}

/** The list that belongs to a field. Lists that were closed stay in the page. */
function listOf(name: string): HTMLElement | undefined {
  return document.getElementById(`f_${name}_list`)?.closest<HTMLElement>(".ant-select-dropdown") ?? undefined;
}

function choicesOf(name: string): readonly string[] {
  return [...(listOf(name)?.querySelectorAll(".ant-select-item-option-content") ?? [])].map((one) => one.textContent ?? "");
}

async function openList(name: string): Promise<void> {
  // A press on an open one closes it.
  if (field(name).querySelector(".ant-select-open") !== null) return;
  await act(async () => {
    field(name)
      .querySelector(".ant-select-selector")
      ?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
  });
  await until(
    `the choices of ${name}`,
    () => field(name).querySelector(".ant-select-open") !== null && document.querySelector(".ant-select-loading") === null,
  );
}

async function choose(name: string, label: string): Promise<void> {
  await openList(name);
  const option = [...(listOf(name)?.querySelectorAll<HTMLElement>(".ant-select-item-option") ?? [])].find(
    (one) => one.textContent === label,
  );
  if (option === undefined) throw new Error(`${name} does not offer ${label}, but ${choicesOf(name).join(", ")}`);
  await act(async () => option.click());
  await settle();
}

beforeEach(async () => {
  await startLanguage("zh");
});

const cascade = screenOfFields({
  factoryId: ref("factory", "工厂", "Factory", { required: true }),
  shopId: ref("shop", "车间", "Workshop", { within: "factoryId" }),
  note: text("备注", "Note"),
});

describe("a reference", () => {
  it("asks for its choices when its list is opened, and not before", async () => {
    const calls = serve(answers);
    const { values } = await openForm(cascade);
    expect(calls).toEqual([]);
    await choose("factoryId", "习水二厂");
    expect(await values()).toEqual({ factoryId: "2" });
    expect(field("factoryId").textContent).toContain("习水二厂");
  });

  it("within another waits for that one, offers what belongs to it, and is emptied when it changes", async () => {
    const calls = serve(answers);
    const { values } = await openForm(cascade);
    expect(field("shopId").textContent).toContain("请先选择工厂");
    expect(inputOf("shopId").disabled).toBe(true);
    await choose("factoryId", "习水二厂");
    await openList("shopId");
    expect(choicesOf("shopId")).toEqual(["灌装车间", "酿造车间"]);
    expect(calls.at(-1)?.query).toMatchObject({ factoryId: "2" });
    await choose("shopId", "酿造车间");
    expect(await values()).toEqual({ factoryId: "2", shopId: "22" });
    await choose("factoryId", "茅台一厂");
    expect(await values()).toEqual({ factoryId: "1" });
    await openList("shopId");
    expect(choicesOf("shopId")).toEqual(["包装车间"]);
  });

  it("within one that the form does not have is open", async () => {
    serve(answers);
    await openForm(
      screenOfFields({
        factoryId: ref("factory", "工厂", "Factory", { administratorOnly: true }),
        shopId: ref("shop", "车间", "Workshop", { within: "factoryId" }),
      }),
    );
    expect(inputOf("shopId").disabled).toBe(false);
  });

  it("keeps the name that came with the record, also of a row that is offered no more", async () => {
    const calls = serve(answers);
    await openForm(cascade, {
      mode: "edit",
      record: { id: "5", factoryId: "9", factoryName: "停用的厂", shopId: "91", shopName: "旧车间" },
    });
    expect(field("factoryId").textContent).toContain("停用的厂");
    expect(field("shopId").textContent).toContain("旧车间");
    expect(calls).toEqual([]);
    await openList("factoryId");
    expect(choicesOf("factoryId")).toEqual(["茅台一厂", "习水二厂"]);
    expect(field("factoryId").textContent).toContain("停用的厂");
  });

  it("says of a row that is not for this person that its name is not, and shows no bare number", async () => {
    serve((call) => (call.path === "/digit-bind/shop/list" ? ok({ records: [], total: 0 }) : refused(403, "没有权限", {})));
    await openForm(screenOfFields({ shopId: ref("shop", "车间", "Workshop") }), { mode: "edit", record: { id: "5", shopId: "91" } });
    await until("it is told", () => field("shopId").textContent?.includes("…") === false);
    expect(field("shopId").textContent).toContain("名称不可见（编号 91）");
  });

  it("searches on the server what is typed, once the typing pauses", async () => {
    const calls = serve(answers);
    await openForm(screenOfFields({ shopId: ref("shop", "车间", "Workshop") }));
    await openList("shopId");
    // A busy machine takes longer between two keys than the pause is.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    await type(inputOf("shopId"), "灌");
    await act(() => vi.advanceTimersByTimeAsync(100));
    await type(inputOf("shopId"), "灌装");
    await act(() => vi.advanceTimersByTimeAsync(1000));
    await until("the search is sent", () => calls.some((call) => call.query["name"] === "灌装"));
    expect(calls.map((call) => call.query["name"])).toEqual([undefined, "灌装"]);
  });

  it("says that its choices did not come, and asks again on request", async () => {
    let times = 0;
    serve((call) => ((times += 1) === 1 ? refused(500, "服务器异常", {}) : answers(call)));
    await openForm(cascade);
    await openList("factoryId");
    await until("the failure is told", () => document.querySelector(".tf-choices-note[role=alert]") !== null);
    expect(document.querySelector(".tf-choices-note")?.textContent).toContain("服务器异常");
    await act(async () => document.querySelector<HTMLElement>(".tf-choices-note button")?.click());
    await until("the choices are there", () => choicesOf("factoryId").length === 2);
  });

  it("that is required and cleared is told as missing", async () => {
    serve(answers);
    const { submit } = await openForm(cascade, { mode: "edit", record: { factoryId: "1", factoryName: "茅台一厂" } });
    await act(async () => {
      field("factoryId")
        .querySelector(".ant-select-clear")
        ?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
    });
    await submit();
    expect(errorOf("factoryId")).toBe("请选择工厂");
  });

  it("with a filter from another field sends that field's value, and is emptied when it changes", async () => {
    const calls = serve(answers);
    const { values } = await openForm(
      screenOfFields({
        kind: choice("类型", "Kind", {
          options: [
            [1, "一", "One"],
            [2, "二", "Two"],
          ],
          default: 1,
        }),
        // The builder types names of filters by the target; this one is made up.
        shopId: ref("shop", "车间", "Workshop", { filter: { factoryId: { field: "kind" } } }),
      }),
    );
    await choose("shopId", "包装车间");
    expect(calls.at(-1)?.query).toMatchObject({ factoryId: "1" });
    const second = [...field("kind").querySelectorAll("input")][1];
    await act(async () => second?.click());
    expect(await values()).toEqual({ kind: 2 });
  });
});

describe("several references", () => {
  it("are shown by the names that came with the record, and compared without regard to their order", async () => {
    const calls = serve(answers);
    const { isDirty, values } = await openForm(screenOfFields({ ids: refs("factory", "工厂", "Factories") }), {
      mode: "edit",
      record: { ids: "2,1", idsName: "习水二厂,茅台一厂" },
    });
    expect(await values()).toEqual({ ids: ["2", "1"] });
    expect(await isDirty()).toBe(false);
    expect(calls.filter((call) => call.path.endsWith("detail"))).toEqual([]);
  });
});

describe("a parent in a tree", () => {
  it("cannot be the record itself, nor what hangs below it", async () => {
    const node = (id: string, title: string, children?: object[]) => ({
      id,
      key: id,
      value: id,
      title,
      ...(children === undefined ? {} : { children }),
    });
    serve((call) =>
      call.path === "/blade-system/dept/tree"
        ? ok([node("1", "总部", [node("2", "生产部", [node("3", "一车间")]), node("4", "市场部")])])
        : undefined,
    );
    await openForm(screenFrom(dept), { mode: "edit", record: { id: "2", name: "生产部", parentId: "1", parentName: "总部" } });
    expect(field("parentId").textContent).toContain("总部");
    await openList("parentId");
    await until("the tree is there", () => document.querySelector(".ant-select-tree-title") !== null);
    expect([...document.querySelectorAll(".ant-select-tree-title")].map((one) => one.textContent)).toEqual(["总部", "市场部"]);
  });

  it("that narrows nothing is shown as it came", async () => {
    serve(() => ok([]));
    await openForm(screenOfFields({ deptId: treeRef("dept", "部门", "Department") }), {
      mode: "edit",
      record: { deptId: "7", deptName: "仓储部" },
    });
    expect(field("deptId").textContent).toContain("仓储部");
  });
});

describe("an entry of a dictionary", () => {
  it("is offered from the server's dictionary, which is asked for once", async () => {
    const calls = serve((call) =>
      call.path === "/blade-system/dict/dictionary"
        ? ok([
            { dictKey: "1", dictValue: "男" },
            { dictKey: "2", dictValue: "女" },
            { dictKey: "3", dictValue: "未知" },
            { dictKey: "4", dictValue: "保密" },
          ])
        : undefined,
    );
    const { values } = await openForm(screenOfFields({ a: dict("sex", "性别", "Sex"), b: dict("sex", "另一", "Other") }));
    await choose("a", "女");
    expect(await values()).toEqual({ a: "2" });
    expect(calls).toHaveLength(1);
  });
});

describe("a region", () => {
  it("is shown by the name that came with the record, and nothing is loaded for it", async () => {
    const calls = serve(answers);
    const { values } = await openForm(screenOfFields({ code: region("地区", "Region") }), {
      mode: "edit",
      record: { code: "520382", codeName: "贵州省/遵义市/仁怀市" },
    });
    expect(await values()).toEqual({ code: "520382" });
    expect(calls).toEqual([]);
  });
});

const radiosOf = (name: string) => [...field(name).querySelectorAll(".ant-radio-wrapper")].map((one) => one.textContent);

describe("a choice whose other values only the server writes", () => {
  it("offers what may be entered: owners of materials and steps come with these", async () => {
    serve(answers);
    await openForm(screenNamed("attr-owner"));
    expect(radiosOf("ownerType")).toEqual(["产品"]);
  });

  it("keeps and names the value that a row has", async () => {
    serve(answers);
    await openForm(screenNamed("attr-owner"), { mode: "edit", record: { id: "1", ownerType: 2, code: "M", name: "高粱" } });
    expect(radiosOf("ownerType")).toEqual(["产品", "原料"]);
  });
});
