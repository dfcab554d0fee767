// Trees: shapes of their reads, levels and ancestors, moves (docs/wire.md §6).
import { describe, expect, it } from "vitest";
import { arrayIn, objectIn, type Body } from "../../support/samples.ts";
import { serverOfFile } from "../../support/server.ts";

const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");

const categories = "/digit-marketing/product/category";
const departments = "/blade-system/dept";

async function made(path: string, body: Body): Promise<string> {
  const answer = await zhangwei.post(`${path}/submit`, body);
  if (answer.code !== 200) throw new Error(`${JSON.stringify(body)}: ${JSON.stringify(answer)}`);
  return String(objectIn(answer)["id"]);
}

const category = (name: string, parentId?: string) =>
  made(categories, { name, ...(parentId === undefined ? {} : { parentId }), sortOrder: 50, image: "/demo/bottle.svg" });
const department = (deptName: string, parentId?: string) =>
  made(departments, { deptName, fullName: deptName, deptCategory: "2", sort: 90, ...(parentId === undefined ? {} : { parentId }) });
const detail = async (path: string, id: string) => objectIn(await zhangwei.get(`${path}/detail`, { id }));

type Node = Record<string, unknown>;
const childrenOf = (node: Node | undefined): readonly Node[] => (Array.isArray(node?.["children"]) ? node["children"] : []);
const flat = (nodes: readonly Node[]): readonly Node[] => nodes.flatMap((node) => [node, ...flat(childrenOf(node))]);

describe("the tree of nodes", () => {
  it("has nodes of one text each, leaves without children, and what the read names", async () => {
    const [baijiu = {}] = arrayIn(await zhangwei.get(`${categories}/tree`));
    expect(baijiu).toMatchObject({ title: "白酒", parentId: "0", name: "白酒", label: "白酒", level: 1 });
    expect([baijiu["key"], baijiu["value"]]).toEqual([baijiu["id"], baijiu["id"]]);
    const leaf = flat([baijiu]).find((node) => node["level"] === 3);
    expect(leaf).toBeDefined();
    expect(leaf).not.toHaveProperty("children");
  });

  it("hides the branch of a disabled category, whose rows stay as they are", async () => {
    const top = await category("停用的类");
    const below = await category("下级类", top);
    await made(categories, { id: top, status: 2 });
    const shown = flat(arrayIn(await zhangwei.get(`${categories}/tree`))).map((node) => node["id"]);
    expect(shown).not.toContain(top);
    expect(shown).not.toContain(below);
    expect(await detail(categories, below)).toMatchObject({ status: 1 });
    expect(
      await zhangwei.post(`${categories}/submit`, { name: "再下级", parentId: top, sortOrder: 1, image: "/demo/bottle.svg" }),
    ).toMatchObject({ status: 400, data: { issues: [{ code: "notFound", path: ["parentId"] }] } });
  });

  it("keeps what a search finds, though its parent is not found", async () => {
    const found = arrayIn(await zhangwei.get(`${departments}/list`, { deptName: "大区" }));
    expect(found.map((row) => row["deptName"])).toEqual(["华南大区", "华东大区", "中原大区"]);
  });
});

describe("levels", () => {
  it("come one at a time and know whether anything is below", async () => {
    const top = arrayIn(await zhangwei.get(`${categories}/lazy-list`));
    expect(top.every((row) => row["parentId"] === "0")).toBe(true);
    const baijiu = top.find((row) => row["name"] === "白酒");
    expect(baijiu).toMatchObject({ hasChildren: true, level: 1, label: "白酒" });
    const below = arrayIn(await zhangwei.get(`${categories}/lazy-list`, { parentId: String(baijiu?.["id"]) }));
    expect(below.map((row) => row["parentName"])).toEqual(below.map(() => "白酒"));
    expect(arrayIn(await zhangwei.get(`${categories}/lazy-list`, { parentId: "0" }))).toEqual(top);
  });

  it("are left when something is searched: every match, whatever its level", async () => {
    const found = arrayIn(await zhangwei.get(`${categories}/lazy-list`, { label: "53度" }));
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((row) => row["level"] === 3)).toBe(true);
    expect(
      arrayIn(await zhangwei.get(`${departments}/lazy-list`, { deptName: "大区", parentId: "0" })).map((row) => row["deptName"]),
    ).toEqual(["华南大区", "华东大区", "中原大区"]);
  });

  it("as nodes have the same text for id, key and value", async () => {
    const [company = {}] = arrayIn(await zhangwei.get(`${departments}/lazy-tree`));
    expect(company).toEqual({
      id: company["id"],
      key: company["id"],
      value: company["id"],
      parentId: "0",
      title: "贵州醇酿酒业",
      hasChildren: true,
    });
  });

  it("of nonsense are refused by name", async () => {
    expect(await zhangwei.get(`${categories}/lazy-list`, { parentId: "top" })).toMatchObject({
      status: 400,
      msg: "请求参数格式错误: parentId",
    });
  });
});

describe("forests", () => {
  it("are whole rows with their children", async () => {
    const [company] = arrayIn(await zhangwei.get(`${departments}/list`, { current: 1, size: 10 }));
    expect(company).toMatchObject({ deptName: "贵州醇酿酒业", deptCategoryName: "公司" });
    expect(childrenOf(company).map((row) => row["deptName"])).toContain("市场部");
    const leaf = flat([company ?? {}]).find((row) => row["deptName"] === "华南大区");
    expect(leaf).not.toHaveProperty("children");
  });
});

describe("a node that is written", () => {
  it("gets level and ancestors from its parent", async () => {
    const top = await category("级别一");
    const second = await category("级别二", top);
    expect(await detail(categories, second)).toMatchObject({ level: 2, label: "级别二", parentName: "级别一" });
    expect(await detail(departments, await department("新部门", await department("新总部")))).toMatchObject({
      ancestors: expect.stringMatching(/^0,\d+$/),
    });
  });

  it("moves with everything below it", async () => {
    const [one, two] = [await department("甲总部"), await department("乙总部")];
    const middle = await department("中间", one);
    const leaf = await department("末端", middle);
    await made(departments, { id: middle, parentId: two });
    expect(await detail(departments, leaf)).toMatchObject({ ancestors: `0,${two},${middle}`, parentId: middle });
    await made(departments, { id: middle, parentId: "0" });
    expect(await detail(departments, middle)).toMatchObject({ ancestors: "0", parentId: "0" });
    expect(await detail(departments, leaf)).toMatchObject({ ancestors: `0,${middle}` });
  });

  it("never stands below itself", async () => {
    const top = await department("自环");
    const below = await department("自环下", top);
    for (const parentId of [top, below]) {
      expect(await zhangwei.post(`${departments}/submit`, { id: top, parentId })).toMatchObject({
        status: 400,
        msg: "父节点不可选择自身或其下级",
        data: { issues: [{ path: ["parentId"] }] },
      });
    }
  });

  it("never does, when two moves happen at once", async () => {
    for (let round = 0; round < 6; round += 1) {
      const [one, two] = [await department(`甲${round}`), await department(`乙${round}`)];
      const answers = await Promise.all([
        zhangwei.post(`${departments}/submit`, { id: one, parentId: two }),
        zhangwei.post(`${departments}/submit`, { id: two, parentId: one }),
      ]);
      expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    }
  });

  it("goes no deeper than the definition allows, moved branches included", async () => {
    const first = await category("深一");
    const second = await category("深二", first);
    const third = await category("深三", second);
    expect(
      await zhangwei.post(`${categories}/submit`, { name: "深四", parentId: third, sortOrder: 1, image: "/demo/bottle.svg" }),
    ).toMatchObject({ status: 400, data: { error: "tooDeep" } });
    const other = await category("另一棵");
    expect(await zhangwei.post(`${categories}/submit`, { id: first, parentId: other })).toMatchObject({
      status: 400,
      data: { error: "tooDeep" },
    });
    expect(await detail(categories, third)).toMatchObject({ level: 3 });
  });

  it("has a name of its own among its siblings, also at the top", async () => {
    await category("独一");
    expect(await zhangwei.post(`${categories}/submit`, { name: "独一", sortOrder: 1, image: "/demo/bottle.svg" })).toMatchObject({
      status: 400,
      data: { issues: [{ code: "duplicate", path: ["name"] }] },
    });
    const parent = await category("另一个");
    await category("独一", parent);
  });
});
