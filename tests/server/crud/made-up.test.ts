// Rules of definitions that no resource of the product combines so: on definitions made up for them.
import { describe, expect, it, vi } from "vitest";
import { bool, code, date, defineResource, image, integer, lines, ref, richtext, state, text, treeRef } from "#schema";
import { isRecord } from "#schema/json";
import { addRecords } from "../../../src/server/storage/records.ts";
import { fileTable } from "../../../src/server/store/file-table.ts";
import { gate } from "../../support/gate.ts";
import { arrayIn, objectIn, recordsIn, type Body } from "../../support/samples.ts";
import { modelOf, serverOfFile, testMoment, type Answer } from "../../support/server.ts";
import { lockWaits } from "../../support/lock-waits.ts";
import { rowsOf, write } from "../domain/rows.ts";

// Known to the model of these tests only, so the type of names does not list them.
const the = {
  branch: "branch" as never,
  path: "path" as never,
  root: "root" as never,
  box: "box" as never,
  part: "part" as never,
  booking: "booking" as never,
  shift: "shift" as never,
  form: "form" as never,
  question: "question" as never,
};

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

/** A tree of all tenants. */
const root = defineResource({
  name: the.root,
  label: ["根", "Root"],
  path: "/test/root",
  title: "name",
  scope: "platform",
  tree: { parent: "parentId", level: "level" },
  addChildLevel: 3,
  fields: {
    name: name(),
    parentId: treeRef(the.root, "上级", "Parent"),
    // As text, as some back-ends have it.
    level: text("层级", "Level", { readonly: true, max: 4, list: false }),
  },
});

/** Lines of a form that belongs to all tenants. */
const form = defineResource({
  name: the.form,
  label: ["问卷", "Form"],
  path: "/test/form",
  title: "name",
  scope: "platform",
  details: { resource: the.question, by: "formId", label: ["问题", "Questions"] },
  fields: { name: name(), status: state("状态", "Status", { draft: [0, "草稿", "Draft"], asked: [1, "已发", "Asked"] }) },
  actions: { ask: { label: ["发出", "Ask"], from: "draft", to: "asked", needsDetails: true } },
});

const question = defineResource({
  name: the.question,
  label: ["问题", "Question"],
  path: "/test/question",
  title: "name",
  scope: "platform",
  fields: { name: name(), formId: ref(the.form, "问卷", "Form", { required: true }) },
});

/** A hall is booked for days; whoever has both ends, or one of them, has all of what is between. */
const booking = defineResource({
  name: the.booking,
  label: ["预订", "Booking"],
  path: "/test/booking",
  title: "name",
  noOverlap: { hall: { per: ["hall"], from: "from", to: "to" } },
  fields: { name: name(), hall: text("厅", "Hall", { max: 16 }), from: date("自", "From"), to: date("至", "To") },
});

/** Shifts are planned together: one person does one at a time, each has a number and a sign of its own. */
const shift = defineResource({
  name: the.shift,
  label: ["班次", "Shift"],
  path: "/test/shift",
  title: "name",
  numbering: { field: "no", prefix: "BC" },
  noOverlap: { person: { per: ["person"], from: "from", to: "to", where: { isOff: 0 } } },
  fields: {
    name: name(),
    isOff: bool("停", "Off", { default: 0 }),
    no: code("编号", "No.", { readonly: true, max: 32 }),
    sign: code("代号", "Sign", { unique: "tenant", max: 16 }),
    person: text("人员", "Person", { max: 16 }),
    from: date("自", "From"),
    to: date("至", "To"),
  },
  actions: { plan: { label: ["排班", "Plan"], on: "screen", send: "body", submits: true } },
});

const box = defineResource({
  name: the.box,
  label: ["箱", "Box"],
  path: "/test/box",
  title: "name",
  details: { resource: the.part, by: "boxId", label: ["零件", "Parts"] },
  charts: {
    byStatus: { label: ["按状态", "By status"], by: "status", as: "ranking" },
    worth: { label: ["价值", "Worth"], by: "status", as: "ranking", sum: ["worth"] },
    byKeeper: { label: ["按保管人", "By keeper"], by: "keeper", as: "ranking" },
  },
  fields: {
    name: name(),
    keeper: text("保管人", "Keeper", { sensitive: true }),
    status: state("状态", "Status", { open: [0, "未封", "Open"], sealed: [1, "已封", "Sealed"] }),
    worth: integer("价值", "Worth", { sensitive: true }),
  },
  actions: { seal: { label: ["封箱", "Seal"], from: "open", to: "sealed", needsDetails: true } },
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

const server = await serverOfFile({ model: modelOf([branch, twig, root, box, part, booking, shift, form, question]) });
const zhangwei = server.as("zhangwei");

const administrator = server.as("administrator");

const submitted = (resource: string, body: Body, client = zhangwei) => client.post(`/test/${resource}/submit`, body);
async function made(resource: string, body: Body, client = zhangwei): Promise<string> {
  const answer = await submitted(resource, body, client);
  expect(answer).toMatchObject({ code: 200 });
  return String(objectIn(answer)["id"]);
}
const detail = async (resource: string, id: string) => objectIn(await zhangwei.get(`/test/${resource}/detail`, { id }));
const removed = (resource: string, ...ids: readonly string[]) => zhangwei.post(`/test/${resource}/remove`, undefined, { ids: ids.join() });

describe("rows that are written together", () => {
  const plan = (...rows: readonly Body[]) => zhangwei.post("/test/shift/plan", rows);
  const day = (date: string, more: Body): Body => ({ name: "班", from: `2025-04-${date}`, to: `2025-04-${date}`, ...more });
  const planned = async (...rows: readonly Body[]) => {
    const answer = await plan(...rows);
    expect(answer).toMatchObject({ code: 200 });
    return arrayIn(answer).map((row) => String(row["id"]));
  };

  it("have numbers in their order", async () => {
    const ids = await planned(day("01", { name: "早" }), day("02", { name: "晚", sign: "W" }), { name: "夜" });
    const numbers = await Promise.all(ids.map(async (id) => String((await detail("shift", id))["no"])));
    expect(numbers).toEqual(["BC202503120001", "BC202503120002", "BC202503120003"]);
  });

  it("do not overlap each other, nor rows that stay; one is free to go where another of them has been", async () => {
    const [first = "", second = ""] = await planned(day("03", { person: "甲" }), day("04", { person: "甲" }));
    expect(await plan(day("05", { person: "甲" }), day("06", { person: "甲" }), day("05", { person: "甲" }))).toMatchObject({
      status: 400,
      data: { row: 2, issues: [{ code: "overlap", path: [2, "from"], message: "第 3 行：与第 1 行重叠" }] },
    });
    expect(await plan(day("07", { person: "甲" }), day("04", { person: "甲" }))).toMatchObject({
      status: 400,
      data: { row: 1, issues: [{ path: [1, "from"], message: "第 2 行：与班次“班”（2025-04-04 – 2025-04-04）重叠" }] },
    });
    // Rows of the set that take no place any longer hide none that stays.
    const many = await planned(...["21", "22", "23", "24"].map((date) => day(date, { person: "乙" })));
    const away = many.slice(0, 3).map((id) => ({ id, isOff: 1 }));
    expect(await plan(...away, { name: "班", person: "乙", from: "2025-04-21", to: "2025-04-24" })).toMatchObject({
      status: 400,
      data: { row: 3, issues: [{ path: [3, "from"], message: "第 4 行：与班次“班”（2025-04-24 – 2025-04-24）重叠" }] },
    });
    await planned({ id: first, ...day("08", {}) }, { id: second, ...day("03", {}) }, day("04", { person: "甲" }));
    expect(await detail("shift", second)).toMatchObject({ from: "2025-04-03" });
    expect(await plan({ id: first, ...day("03", {}) }, { id: second, ...day("08", {}) })).toMatchObject({ status: 400, data: { row: 0 } });
  });

  it("have signs of their own; what one of them has left is free for those after it", async () => {
    const [first = "", second = ""] = await planned({ name: "一", sign: "S1" }, { name: "二", sign: "S2" });
    expect(await plan({ name: "三", sign: "S3" }, { id: first, sign: "S3" })).toMatchObject({
      status: 400,
      data: { row: 1, issues: [{ code: "duplicate", path: [1, "sign"] }] },
    });
    expect(await plan({ id: first, sign: "S2" }, { id: second, sign: "S1" })).toMatchObject({ status: 400, data: { row: 0 } });
    await planned({ id: first, sign: "S4" }, { id: second, sign: "S1" }, { name: "四", sign: "S2" });
    expect([(await detail("shift", first))["sign"], (await detail("shift", second))["sign"]]).toEqual(["S4", "S1"]);
  });
});

describe("a row that another call has taken something from meanwhile", () => {
  it("is named, although the database alone sees it at first", async () => {
    const [held, done] = [gate(), gate()];
    const other = server.database.owner.transaction(async (tx) => {
      await tx.query({
        sql: "insert into shift (id, tenant_id, name, no, sign) values (77001, '100001', '他人', 'BC-X', 'R2')",
        parameters: [],
      });
      held.open();
      await done.opened;
    });
    await held.opened;
    const planning = zhangwei.post("/test/shift/plan", [
      { name: "一", sign: "R1" },
      { name: "二", sign: "R2" },
    ]);
    await vi.waitFor(async () => expect(await rowsOf(server, lockWaits)).toHaveLength(1), { timeout: 10_000, interval: 10 });
    done.open();
    await other;
    expect(await planning).toMatchObject({
      status: 400,
      msg: expect.stringMatching(/^第 2 行：/),
      data: { row: 1, issues: [{ code: "duplicate", path: [1, "sign"] }] },
    });
    const left = await rowsOf(server, "select sign from shift where sign in ('R1', 'R2')");
    expect(left.map(({ sign }) => sign)).toEqual(["R2"]);
  });
});

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

describe("a tree whose rows know their level", () => {
  it("counts it where the row above is from before there were levels", async () => {
    const [top, old] = [await made("branch", { name: "老" }), await made("branch", { name: "旧" })];
    await submitted("branch", { id: old, name: "旧", parentId: top });
    await write(server, "update branch set level = null where id = any($1::bigint[])", [[top, old]]);
    expect(await detail("branch", await made("branch", { name: "新", parentId: old }))).toMatchObject({ level: 3 });
    expect(await detail("branch", await made("branch", { name: "近", parentId: top }))).toMatchObject({ level: 2 });
  });
});

describe("a tree of all tenants", () => {
  it("keeps its levels and its depth, and takes what is below along", async () => {
    const rootAt = (body: Body) => made("root", body, administrator);
    const levelOf = async (id: string) => objectIn(await administrator.get("/test/root/detail", { id }))["level"];
    const top = await rootAt({ name: "一" });
    const moved = await rootAt({ name: "二" });
    const below = await rootAt({ name: "三", parentId: moved });
    expect([await levelOf(top), await levelOf(below)]).toEqual(["1", "2"]);
    expect(await submitted("root", { id: moved, name: "二", parentId: top }, administrator)).toMatchObject({ code: 200 });
    expect([await levelOf(top), await levelOf(moved), await levelOf(below)]).toEqual(["1", "2", "3"]);
    expect(await submitted("root", { name: "四", parentId: below }, administrator)).toMatchObject({
      status: 400,
      data: { error: "tooDeep" },
    });
    expect(await submitted("root", { id: top, name: "一", parentId: below }, administrator)).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["parentId"], message: "父节点不可选择自身或其下级" }] },
    });
    await write(server, "update root set level = null where id = $1", [below]);
    expect(await submitted("root", { name: "四", parentId: below }, administrator)).toMatchObject({ data: { error: "tooDeep" } });
  });
});

describe("moves within a tree", () => {
  /** Answers of calls that are made while a move waits for its parent, which this holds. */
  async function during<T>(parentId: string, move: () => Promise<Answer>, calls: () => Promise<T>): Promise<T> {
    const [held, done] = [gate(), gate()];
    const holder = server.database.owner.transaction(async (tx) => {
      await tx.query({ sql: "select id from branch where tenant_id = '100001' and id = $1 for update", parameters: [parentId] });
      held.open();
      await done.opened;
    });
    await held.opened;
    const moving = move();
    await vi.waitFor(async () => expect(await rowsOf(server, lockWaits)).toHaveLength(1), { timeout: 10_000, interval: 10 });
    try {
      return await calls();
    } finally {
      done.open();
      await holder;
      expect(await moving).toMatchObject({ code: 200 });
    }
  }

  it("wait for none of another tree, and for none of another tenant", async () => {
    const chenqing = server.as("chenqing");
    const [top, moved] = [await made("branch", { name: "留" }), await made("branch", { name: "移" })];
    const [path, theirs] = [await made("path", { name: "道" }), await made("branch", { name: "他" }, chenqing)];
    const answers = await during(
      top,
      () => submitted("branch", { id: moved, name: "移", parentId: top }),
      async () => [
        await submitted("path", { name: "小道", parentId: path }),
        await submitted("branch", { name: "他枝", parentId: theirs }, chenqing),
      ],
    );
    expect(answers).toMatchObject([{ code: 200 }, { code: 200 }]);
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
    expect(await removed("box", spare)).toMatchObject({ status: 400, data: { error: "inUse", target: { resource: "part", id } } });
    expect(await removed("box", used)).toMatchObject({ code: 200 });
    expect(await removed("box", spare)).toMatchObject({ code: 200 });
  });
});

describe("an action that needs lines", () => {
  it("is run on who has one, and counts none that is removed", async () => {
    const id = await made("box", { name: "待封" });
    const seal = () => zhangwei.post(`/test/box/seal/${id}`);
    const none = { status: 400, msg: "箱“待封”没有明细，请先添加", data: { error: "noDetails", id } };
    expect(await seal()).toMatchObject(none);
    expect(await removed("part", await made("part", { name: "曾有", boxId: id }))).toMatchObject({ code: 200 });
    expect(await seal()).toMatchObject(none);
    await made("part", { name: "别处", boxId: await made("box", { name: "另封" }) });
    expect(await seal()).toMatchObject(none);
    await made("part", { name: "在内", boxId: id });
    expect(await seal()).toMatchObject({ code: 200 });
  });

  it("is told beforehand by lists and details, also to who sees no line", async () => {
    const id = await made("box", { name: "可封" });
    const told = async (client = zhangwei) => [
      objectIn(await client.get("/test/box/detail", { id }))["hasDetails"],
      recordsIn(await client.get("/test/box/list", { name: "可封" }))[0]?.["hasDetails"],
    ];
    expect(await told()).toEqual([false, false]);
    const partId = await made("part", { name: "在内", boxId: id });
    expect(await told()).toEqual([true, true]);
    const seesNone = { shape: "none", parameters: [], sql: () => "false" };
    const limited = server.as("zhangwei", { rowLimits: new Map([["part", () => seesNone]]) });
    expect(recordsIn(await limited.get("/test/part/list"))).toEqual([]);
    expect(await told(limited)).toEqual([true, true]);
    await removed("part", partId);
    expect(await told()).toEqual([false, false]);
    // Rows without such a step say nothing.
    expect(await detail("booking", await made("booking", { name: "订" }))).not.toHaveProperty("hasDetails");
  });

  it("counts those of all tenants where they belong to all", async () => {
    const id = await made("form", { name: "满意度" }, administrator);
    const ask = () => administrator.post(`/test/form/ask/${id}`);
    expect(await ask()).toMatchObject({ status: 400, data: { error: "noDetails" } });
    expect(objectIn(await administrator.get("/test/form/detail", { id }))["hasDetails"]).toBe(false);
    await made("question", { name: "可好", formId: id }, administrator);
    expect(objectIn(await administrator.get("/test/form/detail", { id }))["hasDetails"]).toBe(true);
    expect(await ask()).toMatchObject({ code: 200 });
  });
});

describe("a field that is masked", () => {
  it("is in no chart, neither as its groups nor as its sums", async () => {
    await made("box", { name: "箱", worth: 8848, keeper: "张三" });
    const charts = async (...permissions: readonly string[]) =>
      Object.keys(objectIn(await server.as("nobody", { permissions: new Set(permissions) }).get("/test/box/list/charts")));
    expect(await charts("box")).toEqual(["byStatus"]);
    expect(await charts("box", "box_sensitive")).toEqual(["byStatus", "worth", "byKeeper"]);
  });
});

describe("a number that is masked", () => {
  it("is masked in the answer to a stale version too, and an empty one is shown as empty", async () => {
    const masking = server.as("nobody", { permissions: new Set(["box", "box_edit"]) });
    const worthIn = async (id: string) => {
      // A right guess is answered like a wrong one.
      const guess = { id, version: 9, worth: 8848 };
      expect(objectIn(await submitted("box", guess, masking))["submitted"]).toMatchObject({ worth: 8848 });
      const answer = await submitted("box", { ...guess, worth: 5 }, masking);
      expect(answer).toMatchObject({ status: 409, data: { error: "staleVersion", submitted: { worth: 5 } } });
      const { current } = objectIn(answer);
      return isRecord(current) ? current["worth"] : undefined;
    };
    const [rich, empty] = [await made("box", { name: "贵", worth: 8848 }), await made("box", { name: "空" })];
    expect(await worthIn(rich)).toBe("****");
    expect(await worthIn(empty)).toBe((await detail("box", empty))["worth"]);
  });
});

describe("ranges that must not overlap", () => {
  const beside = (message: string) => ({ status: 400, data: { issues: [{ code: "overlap", path: ["from"], message }] } });

  it("are refused beside each other, by the name and days of the other", async () => {
    await made("booking", { name: "春会", hall: "东", from: "2025-03-01", to: "2025-03-10" });
    const sentence = "与预订“春会”（2025-03-01 – 2025-03-10）重叠";
    expect(await submitted("booking", { name: "晚", hall: "东", from: "2025-03-10", to: "2025-03-12" })).toMatchObject(beside(sentence));
    expect(await submitted("booking", { name: "早", hall: "东", to: "2025-03-01" })).toMatchObject(beside(sentence));
    expect(await submitted("booking", { name: "久", hall: "东", from: "2025-02-01" })).toMatchObject(beside(sentence));
    await made("booking", { name: "次日", hall: "东", from: "2025-03-11", to: "2025-03-12" });
    await made("booking", { name: "别厅", hall: "西", from: "2025-03-10", to: "2025-03-12" });
    await made("booking", { name: "无厅", from: "2025-03-10", to: "2025-03-12" });
    await made("booking", { name: "未定", hall: "东" });
  });

  it("without an end are told so", async () => {
    await made("booking", { name: "长租", hall: "南", from: "2025-03-01" });
    expect(await submitted("booking", { name: "后来", hall: "南", from: "2026-01-01", to: "2026-01-02" })).toMatchObject(
      beside("与预订“长租”（2025-03-01 – …）重叠"),
    );
    await made("booking", { name: "此前", hall: "南", to: "2025-02-28" });
  });

  it("may change within their own days, and move where nobody is", async () => {
    const id = await made("booking", { name: "展", hall: "北", from: "2025-03-01", to: "2025-03-10" });
    const next = await made("booking", { name: "会", hall: "北", from: "2025-03-11", to: "2025-03-20" });
    expect(await submitted("booking", { id, from: "2025-03-02" })).toMatchObject({ code: 200 });
    expect(await submitted("booking", { id, to: "2025-03-11" })).toMatchObject(beside("与预订“会”（2025-03-11 – 2025-03-20）重叠"));
    expect(await removed("booking", next)).toMatchObject({ code: 200 });
    expect(await submitted("booking", { id, to: "2025-03-11" })).toMatchObject({ code: 200 });
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
    expect(await removed("part", old)).toMatchObject({ status: 400, data: { error: "inUse", target: { resource: "part", id: young } } });
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

describe("a file of a row", () => {
  const fileAt = async (letter: string, isGone = false) => {
    const name = `202503/${letter.repeat(32)}.png`;
    const at = testMoment - 86_400_000;
    await server.database.transaction({ tenantId: "100001" }, (tx) =>
      addRecords(tx, [{ name: `100001/${name}`, tenantId: "100001", storeId: null, bytes: 10, hash: null, at }]),
    );
    if (isGone) await write(server, `update ${fileTable} set gone_at = $2 where name = $1`, [`100001/${name}`, at]);
    return { name: `100001/${name}`, address: `/upload/100001/${name}` };
  };
  const usedAt = async (name: string) => {
    const [row] = await rowsOf(server, `select used_at::float8 as used from ${fileTable} where name = $1`, [name]);
    return row?.["used"];
  };
  const story = (...addresses: readonly string[]) => addresses.map((address) => `<p><img src="${address}" alt="" /></p>`).join("");

  it("is in use from then on, in a line and in a text, beside pictures of the product's own", async () => {
    const [line, inside, other] = [await fileAt("a"), await fileAt("b"), await fileAt("c")];
    const boxId = await made("box", { name: "庚" });
    await made("part", {
      name: "泵",
      boxId,
      photos: [{ photo: "/demo/bottle.svg" }, { photo: line.address }],
      story: story(inside.address),
    });
    expect([await usedAt(line.name), await usedAt(inside.name)]).toEqual([testMoment, testMoment]);
    expect(await usedAt(other.name)).toBeLessThan(testMoment);
  });

  it("that is cleared away in the meantime must be uploaded again", async () => {
    const gone = await fileAt("d", true);
    const boxId = await made("box", { name: "辛" });
    const again = (path: readonly (string | number)[]) => ({
      status: 400,
      data: { issues: [{ code: "notAllowed", path, message: "请重新上传文件" }] },
    });
    const photos = [{ photo: "/demo/bottle.svg" }, { photo: gone.address }];
    expect(await submitted("part", { name: "泵", boxId, photos })).toMatchObject(again(["photos", 1, "photo"]));
    expect(await submitted("part", { name: "泵", boxId, story: story(gone.address) })).toMatchObject(again(["story"]));
  });

  it("stays with a row that is changed otherwise, and goes with its text", async () => {
    const { name: file, address } = await fileAt("e");
    const id = await made("part", { name: "泵", boxId: await made("box", { name: "壬" }), story: story(address) });
    await write(server, `update ${fileTable} set gone_at = $2 where name = $1`, [file, testMoment]);
    expect(await submitted("part", { id, name: "泵二" })).toMatchObject({ code: 200 });
    expect(await submitted("part", { id, name: "泵三", story: story(address) })).toMatchObject({ code: 200 });
    expect(await submitted("part", { id, name: "泵四", story: "" })).toMatchObject({ code: 200 });
    expect(await detail("part", id)).toMatchObject({ name: "泵四", story: "" });
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
