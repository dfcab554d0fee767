// @vitest-environment happy-dom
// The dialog of an action that chooses from trees: each node for itself, what changes, what is sent, and that nothing is lost.
import { act } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { defineResource, text } from "#schema";
import { ActionDialog } from "#admin/forms/index.tsx";
import type { Row } from "#admin/api/wire-data.ts";
import { screenFrom } from "../screens.ts";
import { button, click, mount, ok, refused, serve, settle, startLanguage, type, until, type Answer, type Call } from "../support.tsx";

const role = defineResource({
  name: "role",
  label: ["角色", "Role"],
  path: "/blade-system/role",
  title: "roleName",
  fields: { roleName: text("角色名称", "Name", { required: true }) },
  reads: { "grant-tree": { shape: "custom" }, "grant-keys": { shape: "custom", params: { roleIds: ["角色", "Roles"] } } },
  actions: {
    grant: {
      label: ["权限设置", "Grant"],
      on: "selection",
      idParam: "roleIds",
      handler: true,
      trees: {
        offered: "role.grant-tree",
        held: "role.grant-keys",
        lists: {
          menuIds: { tree: "menu", label: ["菜单权限", "Menus"], of: "menu", sidebar: "chosen" },
          dataScopeIds: { tree: "dataScope", label: ["数据权限", "Data scopes"], of: "data-scope" },
        },
      },
    },
  },
});
const screen = screenFrom(role);

const menus = [
  {
    id: "1",
    title: "生产管理",
    category: 1,
    source: "tool",
    children: [
      {
        id: "11",
        title: "工厂",
        category: 1,
        source: "bank",
        children: [
          { id: "111", title: "新增", category: 2 },
          { id: "112", title: "编辑", category: 2 },
        ],
      },
    ],
  },
];

interface Opened {
  readonly calls: readonly Call[];
  readonly closed: readonly boolean[];
}

async function open(
  held: Readonly<Record<string, readonly string[]>>,
  grant: () => Answer = () => ok({}),
  offered: readonly object[] = menus,
): Promise<Opened> {
  const calls = serve(({ path, query }) => {
    if (path.endsWith("/grant-tree")) return ok({ menu: offered, dataScope: [] });
    return path.endsWith("/grant-keys") ? ok({ menu: held[query["roleIds"] ?? ""] ?? [], dataScope: [] }) : grant();
  });
  const closed: boolean[] = [];
  const action = screen.actions[0];
  if (action === undefined) throw new Error("there is no action");
  const rows: readonly Row[] = Object.keys(held).map((id) => ({ id, roleName: `角色${id}` }));
  await mount(<ActionDialog screen={screen} action={action} ids={Object.keys(held)} rows={rows} onClose={(done) => closed.push(done)} />);
  await until("the tree", () => document.querySelector("[role=tree]") !== null);
  return { calls, closed };
}

function node(name: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[role=treeitem][aria-label^="${name}"]`);
  if (found === null) throw new Error(`no node ${name}`);
  return found;
}

const isTicked = (name: string) => node(name).getAttribute("aria-checked") === "true";
const summary = () => document.querySelector(".tt-summary")?.textContent;
const sidebar = () => [...document.querySelectorAll(".tt-side .tm-menu-label")].map((one) => one.textContent);
const sent = ({ calls }: Opened) => calls.filter(({ method }) => method === "POST").map(({ path, body }) => [path, body]);

async function press(key: string, shiftKey = false): Promise<void> {
  const tree = document.querySelector("[role=tree]");
  await act(async () => void tree?.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true })));
}

beforeEach(() => startLanguage("zh"));

describe("the dialog", () => {
  it("ticks a node for itself, says what changes, and sends every list as a whole", async () => {
    const opened = await open({ 7: ["1", "111"] });
    expect([isTicked("生产管理"), isTicked("工厂"), isTicked("新增"), isTicked("编辑")]).toEqual([true, false, true, false]);
    expect(summary()).toBe("没有变更");
    expect(button("保存").disabled).toBe(true);
    await click(node("工厂"));
    await click(node("新增"));
    expect([isTicked("生产管理"), isTicked("工厂"), isTicked("新增"), isTicked("编辑")]).toEqual([true, true, false, false]);
    expect(summary()).toBe("菜单权限 +1 −1");
    await click(button("保存"));
    await settle();
    expect(sent(opened)).toEqual([["/blade-system/role/grant", { roleIds: ["7"], menuIds: ["1", "11"], dataScopeIds: [] }]]);
    expect(opened.closed).toEqual([true]);
  });

  it("shows the sidebar as ticks come and go, and menus that buttons lack", async () => {
    await open({ 7: [] });
    expect(sidebar()).toEqual([]);
    await click(node("新增"));
    expect(document.body.textContent).toContain("已勾选按钮，但未勾选其所在菜单（共 1 个：工厂）");
    await click(button("补选菜单"));
    expect(sidebar()).toEqual(["生产管理", "工厂"]);
    expect(document.body.textContent).not.toContain("已勾选按钮");
  });

  it("is worked with the keyboard: rows, branches, and a node with everything below it", async () => {
    await open({ 7: [] });
    await press("ArrowDown");
    await press(" ");
    expect([isTicked("生产管理"), isTicked("工厂"), isTicked("新增")]).toEqual([false, true, false]);
    await press(" ", true);
    expect([isTicked("工厂"), isTicked("新增"), isTicked("编辑")]).toEqual([true, true, true]);
    await press("ArrowLeft");
    expect(document.querySelectorAll("[role=treeitem]").length).toBe(2);
    await press("ArrowLeft");
    expect(document.querySelector("[role=tree]")?.getAttribute("aria-activedescendant")).toBe(node("生产管理").id);
    await press(" ", true);
    expect(summary()).toBe("菜单权限 +4");
  });

  it("stays at a top node that is closed when the key for going up is pressed", async () => {
    await open({ 7: [] }, () => ok({}), [...menus, { id: "2", title: "仓储管理", category: 1, source: "inbox" }]);
    await press("End");
    await press("ArrowLeft");
    expect(document.querySelector("[role=tree]")?.getAttribute("aria-activedescendant")).toBe(node("仓储管理").id);
  });

  it("narrows the tree to what is searched for, and ticks only that", async () => {
    await open({ 7: [] });
    const search = document.querySelector<HTMLInputElement>(".tt-search input");
    if (search === null) throw new Error("no search");
    await type(search, "编辑");
    await settle();
    expect([...document.querySelectorAll("[role=treeitem]")].map((one) => one.getAttribute("aria-label"))).toEqual([
      "生产管理",
      "工厂",
      "编辑、按钮",
    ]);
    expect(document.querySelector("mark")?.textContent).toBe("编辑");
    await click(button("勾选筛选结果"));
    expect(summary()).toBe("菜单权限 +1");
  });

  it("says where several rows differ, and asks before they are made the same", async () => {
    const opened = await open({ 7: ["1", "11"], 8: ["1", "999"] });
    expect(document.body.textContent).toContain("所选 2 个角色目前的配置不同");
    expect(document.body.textContent).toContain("另有 1 项超出您可授予的范围");
    expect(node("工厂").textContent).toContain("2 个中有 1 个已拥有");
    expect(summary()).toBe("菜单权限 +1");
    await click(button("保存"));
    await settle();
    expect(sent(opened)).toEqual([]);
    const confirmed = [...document.querySelectorAll<HTMLElement>(".ant-modal-confirm button")].at(-1);
    if (confirmed === undefined) throw new Error("nothing was asked");
    await click(confirmed);
    await settle();
    expect(sent(opened)).toEqual([["/blade-system/role/grant", { roleIds: ["7", "8"], menuIds: ["1", "11"], dataScopeIds: [] }]]);
  });

  it("keeps everything that was chosen when it is refused, and says why", async () => {
    const opened = await open({ 7: [] }, () => refused(400, "只能授予自身拥有的菜单", { error: "morePowerful" }));
    await click(node("编辑"));
    await click(button("保存"));
    await settle();
    expect(document.querySelector("[role=alert]")?.textContent).toBe("只能授予自身拥有的菜单");
    expect(isTicked("编辑")).toBe(true);
    expect(opened.closed).toEqual([]);
  });

  it("asks before ticks are lost, and says where there is nothing to choose", async () => {
    const opened = await open({ 7: [] });
    await click(button("取消"));
    expect(opened.closed).toEqual([false]);
    await click(node("编辑"));
    await click(button("取消"));
    expect(document.body.textContent).toContain("内容尚未保存");
    expect(opened.closed).toEqual([false]);
    const tab = [...document.querySelectorAll<HTMLElement>("[role=tab]")].find((one) => one.textContent?.startsWith("数据权限"));
    if (tab === undefined) throw new Error("no tab");
    await click(tab);
    expect(document.body.textContent).toContain("暂无您可以授予的数据权限");
  });
});
