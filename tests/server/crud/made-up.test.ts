// Rules of definitions that no resource of the product combines so: on definitions made up for them.
import { describe, expect, it } from "vitest";
import { code, defineResource, image, integer, lines, ref, richtext, text, treeRef } from "#schema";
import { objectIn, recordsIn, type Body } from "../../support/samples.ts";
import { modelOf, serverOfFile } from "../../support/server.ts";

// Known to the model of these tests only, so the type of names does not list them.
const the = { branch: "branch" as never, path: "path" as never, box: "box" as never, part: "part" as never };

const name = () => text("名称", "Name", { required: true, max: 32 });

/** A tree whose rows know their level and not what is above them. */
const branch = defineResource({
  name: the.branch,
  label: ["枝", "Branch"],
  path: "/test/branch",
  title: "name",
  tree: { parent: "parentId", level: "level" },
  fields: {
    name: name(),
    parentId: treeRef(the.branch, "上级", "Parent"),
    level: integer("层级", "Level", { readonly: true, list: false }),
  },
});

/** A tree of three levels whose rows do not know theirs. */
const twig = defineResource({
  // Statements about trees call what they make for themselves otherwise, here as in "branch".
  name: the.path,
  label: ["径", "Path"],
  path: "/test/path",
  title: "name",
  tree: { parent: "parentId" },
  addChildLevel: 3,
  unique: [["parentId", "name"]],
  fields: {
    name: name(),
    no: code("编号", "No.", { unique: "tenant", max: 16 }),
    parentId: treeRef(the.path, "上级", "Parent"),
  },
});

const box = defineResource({
  name: the.box,
  label: ["箱", "Box"],
  path: "/test/box",
  title: "name",
  details: { resource: the.part, by: "boxId", label: ["零件", "Parts"] },
  fields: { name: name() },
});

const part = defineResource({
  name: the.part,
  label: ["零件", "Part"],
  path: "/test/part",
  title: "name",
  fields: {
    name: name(),
    boxId: ref(the.box, "所在箱", "Box", { required: true }),
    spareBoxId: ref(the.box, "备用箱", "Spare box"),
    branchId: treeRef(the.branch, "枝", "Branch", { search: "equal" }),
    standInId: ref(the.part, "替代零件", "Stand-in", { filter: { boxId: { field: "boxId" } } }),
    // Left out by whoever has nothing to say, so there is no picture to look for in it.
    story: richtext("介绍", "Story"),
    photos: lines("照片", "Photos", {
      fields: { photo: image("照片", "Photo"), boxId: ref(the.box, "拍摄处", "Taken at"), note: text("说明", "Note", { max: 16 }) },
    }),
  },
});

const server = await serverOfFile({ model: modelOf([branch, twig, box, part]) });
const zhangwei = server.as("zhangwei");

const submitted = (resource: string, body: Body) => zhangwei.post(`/test/${resource}/submit`, body);
async function made(resource: string, body: Body): Promise<string> {
  const answer = await submitted(resource, body);
  expect(answer).toMatchObject({ code: 200 });
  return String(objectIn(answer)["id"]);
}
const detail = async (resource: string, id: string) => objectIn(await zhangwei.get(`/test/${resource}/detail`, { id }));
const removed = (resource: string, ...ids: readonly string[]) => zhangwei.post(`/test/${resource}/remove`, undefined, { ids: ids.join() });

describe("a tree whose rows know their level alone", () => {
  it("takes the levels of everything below along when a row moves", async () => {
    const top = await made("branch", { name: "一" });
    const moved = await made("branch", { name: "二" });
    const below = await made("branch", { name: "三", parentId: moved });
    expect(await submitted("branch", { id: moved, name: "二", parentId: top })).toMatchObject({ code: 200 });
    expect(await detail("branch", moved)).toMatchObject({ level: 2 });
    expect(await detail("branch", below)).toMatchObject({ level: 3 });
    expect(await submitted("branch", { id: moved, name: "二", parentId: "" })).toMatchObject({ code: 200 });
    expect(await detail("branch", below)).toMatchObject({ level: 2 });
  });
});

describe("a tree whose rows do not know their level", () => {
  it("goes as deep as its definition says, moved branches included", async () => {
    const first = await made("path", { name: "一" });
    const second = await made("path", { name: "二", parentId: first });
    const third = await made("path", { name: "三", parentId: second });
    expect(await submitted("path", { name: "四", parentId: third })).toMatchObject({ status: 400, data: { error: "tooDeep" } });
    const other = await made("path", { name: "五" });
    await made("path", { name: "六", parentId: other });
    expect(await submitted("path", { id: other, name: "五", parentId: second })).toMatchObject({ status: 400, data: { error: "tooDeep" } });
    expect(await submitted("path", { id: other, name: "五", parentId: first })).toMatchObject({ code: 200 });
  });

  it("tells a name that is taken at the top together with whatever else is taken", async () => {
    await made("path", { name: "同名", no: "T-1" });
    const answer = await submitted("path", { name: "同名", no: "T-1" });
    expect(answer).toMatchObject({ status: 400 });
    const { issues } = objectIn(answer) as { readonly issues: readonly { readonly path: readonly string[] }[] };
    expect(issues.map(({ path }) => path.join())).toEqual(expect.arrayContaining(["name", "no"]));
  });
});

describe("a list of what stands in a tree", () => {
  it("finds what stands at a node and below it", async () => {
    const top = await made("branch", { name: "干" });
    const below = await made("branch", { name: "枝", parentId: top });
    const boxId = await made("box", { name: "戊" });
    const ids = [await made("part", { name: "上", boxId, branchId: top }), await made("part", { name: "下", boxId, branchId: below })];
    const found = async (branchId: string) =>
      recordsIn(await zhangwei.get("/test/part/list", { branchId })).map((row) => String(row["id"]));
    expect(new Set(await found(top))).toEqual(new Set(ids));
    expect(await found(below)).toEqual(ids.slice(1));
  });
});

describe("a row with lines of its own", () => {
  it("is kept while a line of another row refers to it otherwise", async () => {
    const [spare, used] = [await made("box", { name: "备用" }), await made("box", { name: "在用" })];
    const id = await made("part", { name: "阀", boxId: used, spareBoxId: spare });
    expect(await removed("box", spare)).toMatchObject({ status: 400, data: { error: "inUse", blocker: { resource: "part", id } } });
    expect(await removed("box", used)).toMatchObject({ code: 200 });
    expect(await removed("box", spare)).toMatchObject({ code: 200 });
  });
});

describe("a row that refers to one of its own kind", () => {
  it("takes only what fits another of its fields", async () => {
    const [one, other] = [await made("box", { name: "甲" }), await made("box", { name: "乙" })];
    const near = await made("part", { name: "近", boxId: one });
    const far = await made("part", { name: "远", boxId: other });
    expect(await submitted("part", { name: "新", boxId: one, standInId: far })).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["standInId"] }] },
    });
    await made("part", { name: "新", boxId: one, standInId: near });
  });

  it("holds it, unless both go in one call", async () => {
    const boxId = await made("box", { name: "丙" });
    const old = await made("part", { name: "旧", boxId });
    const young = await made("part", { name: "新", boxId, standInId: old });
    expect(await removed("part", old)).toMatchObject({ status: 400, data: { error: "inUse", blocker: { resource: "part", id: young } } });
    expect(await removed("part", old, young)).toMatchObject({ code: 200 });
  });
});

describe("a file in a line", () => {
  it("that is not there is told with the place of its line", async () => {
    const boxId = await made("box", { name: "丁" });
    const photos = [{ note: "没有照片" }, { photo: "/upload/100002/20250312/none.png" }];
    expect(await submitted("part", { name: "盖", boxId, photos })).toMatchObject({
      status: 400,
      data: { issues: [{ code: "notAllowed", path: ["photos", 1, "photo"] }] },
    });
  });
});

describe("a line that refers to a row", () => {
  it("may leave that out, and is told its place where it does not fit", async () => {
    const boxId = await made("box", { name: "己" });
    const id = await made("part", {
      name: "轴",
      boxId,
      photos: [
        { note: "无", boxId: null },
        { note: "有", boxId },
      ],
    });
    expect(await detail("part", id)).toMatchObject({ photos: [{ note: "无" }, { note: "有", boxId }] });
    expect(await submitted("part", { id, name: "轴", boxId, photos: [{ note: "无" }, { note: "错", boxId: "404" }] })).toMatchObject({
      status: 400,
      data: { issues: [{ code: "notFound", path: ["photos", 1, "boxId"] }] },
    });
  });
});
