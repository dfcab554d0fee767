// Import of a code set: codes of a formatted one become usable; an external file is checked as a whole before a code of it is written.
import { expect, it } from "vitest";
import { objectIn, type Body } from "../../../support/samples.ts";
import { textOfUpload, uploads } from "../../../support/server.ts";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf, write } from "../rows.ts";
import { setFixture, setsPath, type LayerWish } from "./set-fixture.ts";

const demonstration = await startDemonstration();
const { add, chenqing, find, row, server, zhangwei } = demonstration;
const { call, codes, dyingWorker, faults, jobs, laterWorker, newSet, pausingWorker, worker } = setFixture(demonstration);

let files = 0;
/** A file of lines as a person uploads it; each is another. */
const fileOf = (lines: readonly string[]): Promise<string> => uploads.keep("100001", "codes.txt", [Buffer.from(lines.join("\r\n"))]);
/** Codes that no other test has. */
const fresh = (count: number): readonly string[] => {
  files += 1;
  return Array.from({ length: count }, (_one, index) => `F${files}-${String(index + 1).padStart(6, "0")}`);
};
const external = (unitNum: number, layers: readonly LayerWish[], filePath: string, more: Body = {}): Promise<string> =>
  newSet(unitNum, layers, { sourceType: 2, filePath, ...more });
const bottles: readonly LayerWish[] = [{ layer: 1, num: 1 }];
const cases: readonly LayerWish[] = [
  { layer: 3, num: 2 },
  { layer: 1, num: 1 },
];
const relations = (id: string) =>
  rowsOf(
    server,
    `select c.code, p.code as parent, r.origin, r.position from code_relation r join code_item c on c.tenant_id = r.tenant_id and c.id = r.code_id left join code_item p on p.tenant_id = r.tenant_id and p.id = r.parent_id
     where r.code_set_id = $1::bigint order by c.layer desc, c.seq_no`,
    [id],
  );
const written = async (id: string) => (await codes(id)).map(({ layer, seq, code, life }) => [layer, seq, code, life]);
const imported = async (id: string) => {
  expect(await call("import", id)).toMatchObject({ code: 200 });
  await worker.idle();
  return row(setsPath, id);
};

it("codes of a formatted set become usable, in all its layers", async () => {
  const id = await newSet(2, cases);
  expect(await call("import", id)).toMatchObject({
    status: 400,
    msg: expect.stringContaining("不能导入：须满足来源为“外部文件”；或格式化时间不为空"),
  });
  expect(await row(setsPath, id)).toMatchObject({ status: 0 });
  await call("format", id);
  await worker.idle();
  expect(await imported(id)).toMatchObject({
    status: 4,
    progress: 100,
    importTime: "2025-03-12 12:00:00",
    work: { state: 3, done: 6, total: 6 },
  });
  expect(faults).toEqual([]);
  expect((await codes(id)).map(({ life }) => life)).toEqual([1, 1, 1, 1, 1, 1]);
  const layers = await rowsOf(server, "select layer, imported_num from code_set_layer where code_set_id = $1::bigint order by layer", [id]);
  expect(layers).toEqual([
    { layer: 1, imported_num: 4 },
    { layer: 3, imported_num: 2 },
  ]);
  expect(await call("import", id)).toMatchObject({ status: 400, msg: expect.stringContaining("当前状态为“使用中”，不能导入") });
  expect(await call("format", id)).toMatchObject({ status: 400 });
});

it("an external file of whole packages is written and related as it stands", async () => {
  const [x1 = "", x2 = "", a = "", b = "", c = "", d = ""] = fresh(6);
  const id = await external(2, cases, await fileOf([`${x1},${a},${b}`, "", `${x2},${c},${d},`]));
  expect(await imported(id)).toMatchObject({
    status: 4,
    lineNum: 2,
    malformedNum: 0,
    duplicateNum: 0,
    unknownNum: 0,
    errorFile: "",
    codeNum: 6,
  });
  expect(await written(id)).toEqual([
    [3, 1, x1, 1],
    [3, 2, x2, 1],
    [1, 1, a, 1],
    [1, 2, b, 1],
    [1, 3, c, 1],
    [1, 4, d, 1],
  ]);
  expect(await relations(id)).toEqual([
    { code: x1, parent: null, origin: 4, position: 1 },
    { code: x2, parent: null, origin: 4, position: 2 },
    { code: a, parent: x1, origin: 4, position: 1 },
    { code: b, parent: x1, origin: 4, position: 2 },
    { code: c, parent: x2, origin: 4, position: 1 },
    { code: d, parent: x2, origin: 4, position: 2 },
  ]);
});

it("a check tells what is wrong with a file, by the numbers of its lines, and writes no code", async () => {
  const [x1 = "", a = "", b = "", x2 = "", c = ""] = fresh(5);
  const [taken = {}] = await rowsOf(server, "select code from code_item where tenant_id = '100001' and code_set_id is null limit 1");
  const existing = String(taken["code"] ?? "");
  const id = await external(3, cases, await fileOf([`${x1},${a},${b}`, `${x2},${c}`, `${x2},${a},${existing}`, `"${x2},1,2`]));
  expect(await call("check", id)).toMatchObject({ code: 200 });
  await worker.idle();
  expect(faults).toEqual([]);
  const set = await row(setsPath, id);
  // Two malformed lines, and a number of codes of each layer that is not the set's.
  expect(set).toMatchObject({
    status: 0,
    lineNum: 4,
    malformedNum: 4,
    duplicateNum: 2,
    unknownNum: 0,
    checkTime: "2025-03-12 12:00:00",
    work: { state: 4, error: expect.stringContaining("文件有误：格式错误 4，重复 2，不认识 0") },
  });
  const report = await textOfUpload(set["errorFile"]);
  const found = report.trim().split("\r\n").slice(1);
  expect(found).toEqual([
    expect.stringMatching(/^,格式错误 Malformed,层级“.+”应有 3 个码，文件中有 2 个/),
    expect.stringMatching(/^,格式错误 Malformed,层级“.+”应有 6 个码，文件中有 4 个/),
    expect.stringMatching(/^2,格式错误 Malformed,应有 3 列，实际 2 列,/),
    expect.stringMatching(/^3,重复 Duplicate,码已存在/),
    expect.stringMatching(/^3,重复 Duplicate,与第 1 行的码重复/),
    expect.stringMatching(/^4,格式错误 Malformed,引号没有成对/),
  ]);
  expect(await codes(id)).toEqual([]);
  expect(await relations(id)).toEqual([]);
});

it("an import of a faulty file fails with its faults and leaves nothing; the corrected file is imported", async () => {
  const [a = "", b = "", c = ""] = fresh(3);
  const id = await external(3, bottles, await fileOf([a, b, a]));
  expect(await imported(id)).toMatchObject({
    status: 9,
    duplicateNum: 1,
    failReason: "文件有误：格式错误 0，重复 1，不认识 0；第 3 行：与第 1 行的码重复",
  });
  expect(objectIn(await server.as("zhangwei", {}, "en").get(`${setsPath}/detail`, { id }))["failReason"]).toBe(
    "The file has faults: 0 malformed, 1 duplicate, 0 unknown; line 3: It repeats a code of line 1",
  );
  expect(await codes(id)).toEqual([]);
  const set = await row(setsPath, id);
  expect(await zhangwei.post(`${setsPath}/submit`, { ...set, filePath: await fileOf([a, b, c]) })).toMatchObject({ code: 200 });
  expect(await imported(id)).toMatchObject({ status: 4, failReason: "", errorFile: "" });
  expect(await written(id)).toEqual([
    [1, 1, a, 1],
    [1, 2, b, 1],
    [1, 3, c, 1],
  ]);
});

it("a file that a set has taken is not imported by another", async () => {
  const lines = fresh(2);
  const first = await external(2, bottles, await fileOf(lines), { name: "先导入的码包" });
  const second = await external(2, bottles, await fileOf(lines));
  await call("import", first);
  await call("import", second);
  await worker.idle();
  const states = [await row(setsPath, first), await row(setsPath, second)];
  expect(new Set(states.map(({ status }) => status))).toEqual(new Set([4, 9]));
  expect(await written(states[0]?.["status"] === 4 ? first : second)).toHaveLength(2);
  const third = await external(2, bottles, await fileOf(lines));
  expect(await imported(third)).toMatchObject({
    status: 9,
    failReason: expect.stringMatching(/^该文件已由码包“.+”导入，不会重复导入$/),
  });
});

let maps = 0;
/** A data map whose columns are these targets, by their numbers. */
const mapOf = (mapType: number, columns: Readonly<Record<number, string>>): Promise<string> => {
  maps += 1;
  const items = Object.entries(columns).map(([sourceField, targetField]) => ({ sourceField, targetField }));
  return add("/digit-bind/data-map", { name: `测试映射 ${maps}`, mapType, fileType: 2, items });
};
const faultsOf = async (set: Body): Promise<readonly string[]> =>
  (await textOfUpload(set["errorFile"]))
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(",").slice(0, 3).join(","));

it("codes are read as the data map says, and those that are none of their source are told", async () => {
  const { id: dataMapId } = await find("/digit-bind/data-map", { name_equal: "白酒监管码文件" });
  const { id: digitSourceId } = await find("/digit-bind/digit-source", { mark_equal: "JGM" });
  const numbers = ["81000000000000000001", "81000000000000000002"];
  const wrong = await external(3, bottles, await fileOf([...numbers, "8100000000000000000X"]), {
    dataMapId,
    digitSourceId,
    relationMode: 0,
  });
  expect(await imported(wrong)).toMatchObject({
    status: 9,
    unknownNum: 1,
    failReason: expect.stringContaining("第 3 行：不是码源“JGM”的码"),
  });
  const right = await external(2, bottles, await fileOf(numbers), { dataMapId, digitSourceId, relationMode: 0 });
  expect(await imported(right)).toMatchObject({ status: 4 });
  const marks = await rowsOf(server, "select distinct digit_source_mark as mark from code_item where code_set_id = $1::bigint", [right]);
  expect(marks).toEqual([{ mark: "JGM" }]);
  expect(await relations(right)).toEqual([]);
  const other = (await find("/digit-bind/data-map", { name_equal: "产线关联TXT" }))["id"];
  const relationFile = await external(2, bottles, await fileOf(numbers), { dataMapId: other });
  expect(await call("import", relationFile)).toMatchObject({
    status: 400,
    msg: "数据映射“产线关联TXT”含包装关系，码包须为预关联套标且不少于两层",
    data: { error: "dataMap" },
  });
  expect(await row(setsPath, relationFile)).toMatchObject({ status: 0 });
  const productMap = await mapOf(4, { 1: "code" });
  const products = await external(2, bottles, await fileOf(numbers), { dataMapId: productMap });
  expect(await call("import", products)).toMatchObject({ status: 400, msg: expect.stringContaining("不是“码文件”类型") });
});

it("single codes with their layer are put into packages in their order", async () => {
  const dataMapId = await add("/digit-bind/data-map", {
    name: "带层级的码文件",
    mapType: 1,
    fileType: 2,
    separator: ";",
    headRows: 1,
    items: [
      { sourceField: "2", targetField: "code", isRequired: 1, transform: "urlTail" },
      { sourceField: "1", targetField: "layer", isRequired: 1 },
    ],
  });
  const [a = "", x = "", b = ""] = fresh(3);
  const lines = ["层级;码", `瓶;https://t.example.cn/c/${a}`, `3;${x}`, `1;${b}`];
  const id = await external(1, cases, await fileOf(lines), { dataMapId });
  expect(await imported(id)).toMatchObject({ status: 4, lineNum: 3 });
  expect(await relations(id)).toMatchObject([
    { code: x, parent: null },
    { code: a, parent: x, position: 1 },
    { code: b, parent: x, position: 2 },
  ]);
});

it("a part below the scratch layer comes with its code, is asked for by a look-up, and is shown to nobody", async () => {
  const dataMapId = await mapOf(1, { 1: "code", 2: "verifyCode", 3: "serialNo" });
  const [a = "", b = "", c = ""] = fresh(3);
  const wrong = await external(2, bottles, await fileOf([`${a},12a456,7`, `${b},1234,x`]), { dataMapId });
  expect(await imported(wrong)).toMatchObject({ status: 9, malformedNum: 3 });
  expect(await codes(wrong)).toEqual([]);
  const id = await external(3, bottles, await fileOf([`${a},123456,7`, `${b},654321,8`, `${c},,9`]), { dataMapId });
  expect(await imported(id)).toMatchObject({ status: 4, lineNum: 3 });
  expect((await codes(id)).map(({ serial }) => serial)).toEqual([7, 8, 9]);
  const ask = async (code: string, verifyCode?: string) =>
    (await zhangwei.get("/anti-fake-web/product-info", { code, tenantId: "100001", ...(verifyCode === undefined ? {} : { verifyCode }) }))
      .data;
  expect(await ask(a)).toMatchObject({ needVerify: true });
  expect(await ask(a, "654321")).toMatchObject({ result: 6 });
  expect(await ask(a, "１２３ 456")).toMatchObject({ result: 1, scanCount: 1 });
  expect(await ask(c)).toMatchObject({ result: 1 });
  const [stored = {}] = await rowsOf(server, "select id::text, verify_digest as digest from code_item where code = $1", [a]);
  expect(stored["digest"]).toMatch(/^[\w-]{40,60}$/);
  const shown = await zhangwei.get("/digit-bind/code-item/detail", { id: String(stored["id"]) });
  expect(JSON.stringify(shown)).not.toContain(String(stored["digest"]));
  expect(shown.data).not.toHaveProperty("verifyDigest");
});

it("a code of a make rule with a wrong check digit is told by its line", async () => {
  const { id: rule } = await find("/digit-manage/code-make-rule", { name_equal: "瓶身追溯码" });
  const preview = await zhangwei.get("/digit-manage/code-make-rule/preview", { id: String(rule) });
  const [first = "", second = ""] = JSON.stringify(preview.data).match(/MXB[0-9A-Z]{11}/g) ?? [];
  const mistyped = `${second.slice(0, -1)}${second.endsWith("7") ? "8" : "7"}`;
  const unreadable = `${second.slice(0, 5)}O${second.slice(6)}`;
  const layers: readonly LayerWish[] = [{ layer: 1, num: 1, codeFuncType: 4 }];
  const id = await external(4, layers, await fileOf([first, mistyped, unreadable, "MXB-of-another-shape"]));
  expect(await imported(id)).toMatchObject({ status: 9, malformedNum: 2, duplicateNum: 0, unknownNum: 0 });
  expect(await faultsOf(await row(setsPath, id))).toEqual(["2,格式错误 Malformed,校验位不正确", "3,格式错误 Malformed,校验位不正确"]);
  const right = await external(2, layers, await fileOf([first, second]));
  expect(await imported(right)).toMatchObject({ status: 4 });
  // Codes of another source have rules of their own.
  const { id: digitSourceId } = await find("/digit-bind/digit-source", { mark_equal: "CAPSUP" });
  const foreign = await external(1, layers, await fileOf([mistyped]), { digitSourceId });
  expect(await imported(foreign)).toMatchObject({ malformedNum: 0 });
});

it("a pattern that was stored before patterns were looked at is told with its source, and never run", async () => {
  const { id: digitSourceId } = await find("/digit-bind/digit-source", { mark_equal: "CAPSUP" });
  const stored = (pattern: string) => write(server, "update digit_source set code_pattern = $1 where id = $2", [pattern, digitSourceId]);
  const [{ code_pattern: before = "" } = {}] = await rowsOf(server, "select code_pattern from digit_source where id = $1", [digitSourceId]);
  await stored("^(([0-9A-Z])+)+$");
  const id = await external(1, bottles, await fileOf(fresh(1)), { digitSourceId });
  for (const name of ["check", "import"])
    expect(await call(name, id)).toMatchObject({
      status: 400,
      data: { error: "codePattern" },
      msg: "码源“CAPSUP”不能使用：码正则不能含反向引用、环视或嵌套的重复，请修改该码源",
    });
  expect(await row(setsPath, id)).toMatchObject({ status: 0 });
  // One that was enqueued by the version before, and goes on with this one.
  await stored(String(before));
  expect(await call("import", id)).toMatchObject({ code: 200 });
  await stored("^(([0-9A-Z])+)+$");
  await worker.idle();
  expect(await row(setsPath, id)).toMatchObject({
    status: 9,
    failReason: expect.stringContaining("码源“CAPSUP”不能使用"),
  });
  await stored(String(before));
});

const pallets: readonly LayerWish[] = [
  { layer: 3, num: 2 },
  { layer: 2, num: 2 },
  { layer: 1, num: 1 },
];
/** Two cases with two cartons of two bottles; the outermost have no line, and contents come before their packages. */
const captured = () => {
  const [x = "", y = "", ...rest] = fresh(14);
  const [x1 = "", x2 = "", y1 = "", y2 = "", ...units] = rest;
  const cartons = [x1, x2, y1, y2];
  const lines = [
    ...units.map((unit, index) => `${cartons[Math.floor(index / 2)] ?? ""},${unit},1,2025-03-01 08:00:0${index}`),
    `${y},${y1},2,2025-03-01 09:00:00`,
    `${x},${x1},2,`,
    `${x},${x2},盒,`,
    `${y},${y2},2,`,
  ];
  return { x, y, cartons, units, lines };
};
const packedIn = (id: string) =>
  rowsOf(
    server,
    `select c.code, c.seq_no as seq, p.code as parent, o.code as root, r.position, r.child_num as holds, to_char(r.bind_time, 'HH24:MI:SS') as at
     from code_relation r join code_item c on c.tenant_id = r.tenant_id and c.id = r.code_id join code_item o on o.tenant_id = r.tenant_id and o.id = r.root_id left join code_item p on p.tenant_id = r.tenant_id and p.id = r.parent_id
     where r.code_set_id = $1::bigint order by c.layer desc, c.seq_no`,
    [id],
  );

it("a file whose lines name the package around each code is written as they say, numbered package by package", async () => {
  const dataMapId = await mapOf(2, { 1: "parentCode", 2: "code", 3: "layer", 4: "bindTime" });
  const { x, y, cartons, units, lines } = captured();
  const [x1 = "", x2 = "", y1 = "", y2 = ""] = cartons;
  const id = await external(2, pallets, await fileOf(lines), { dataMapId });
  expect(await imported(id)).toMatchObject({ status: 4, lineNum: 12, codeNum: 14, progress: 100 });
  expect(faults).toEqual([]);
  const now = "12:00:00";
  expect(await packedIn(id)).toEqual([
    { code: y, seq: 1, parent: null, root: y, position: 1, holds: 2, at: now },
    { code: x, seq: 2, parent: null, root: x, position: 2, holds: 2, at: now },
    { code: y1, seq: 1, parent: y, root: y, position: 1, holds: 2, at: "09:00:00" },
    { code: y2, seq: 2, parent: y, root: y, position: 2, holds: 2, at: now },
    { code: x1, seq: 3, parent: x, root: x, position: 1, holds: 2, at: now },
    { code: x2, seq: 4, parent: x, root: x, position: 2, holds: 2, at: now },
    ...[y1, y1, y2, y2, x1, x1, x2, x2].map((parent, index) => {
      const unit = (index + 4) % 8;
      return {
        code: units[unit],
        seq: index + 1,
        parent,
        root: index < 4 ? y : x,
        position: (index % 2) + 1,
        holds: 0,
        at: `08:00:0${unit}`,
      };
    }),
  ]);
  expect((await codes(id)).every(({ life }) => life === 1)).toBe(true);
});

it("a file with packages that do not hold together is told line by line, and nothing of it is written", async () => {
  const dataMapId = await mapOf(2, { 1: "parentCode", 2: "code", 3: "layer", 4: "position" });
  const [x = "", x1 = "", x2 = "", a = "", b = "", c = "", stray = ""] = fresh(7);
  const [taken = {}] = await rowsOf(server, "select code from code_item where tenant_id = '100001' and code_set_id is null limit 1");
  const existing = String(taken["code"] ?? "");
  const id = await external(
    1,
    pallets,
    await fileOf([
      `${x},${x1},2,1`,
      `${x},${x2},2,1`,
      `${x1},${a},1,1`,
      `${x1},${a},1,2`,
      `${x2},${b},1,3`,
      `${stray},${c},1,1`,
      `${x},${existing},2,2`,
      `${x},,2,2`,
    ]),
    { dataMapId },
  );
  await call("check", id);
  await worker.idle();
  expect(faults).toEqual([]);
  const set = await row(setsPath, id);
  expect(set).toMatchObject({ status: 0, lineNum: 8, duplicateNum: 2, unknownNum: 1 });
  expect((await faultsOf(set)).slice(2).toSorted()).toEqual([
    "1,格式错误 Malformed,每“箱”应含 2 个码，文件中有 3 个",
    expect.stringMatching(/^2,格式错误 Malformed,/),
    expect.stringMatching(/^2,格式错误 Malformed,/),
    "4,重复 Duplicate,与第 3 行的码重复",
    "5,格式错误 Malformed,包内位置“3”应为 1 至 2",
    "6,不认识 Unknown,文件中没有它的父码",
    expect.stringMatching(/^7,/),
    expect.stringMatching(/^7,/),
    "8,格式错误 Malformed,码为空",
  ]);
  expect(await codes(id)).toEqual([]);
  const flat = await external(1, pallets, await fileOf([`${x},${x1},2,1`]), { dataMapId, relationMode: 0 });
  expect(await call("import", flat)).toMatchObject({ status: 400, msg: expect.stringContaining("码包须为预关联套标") });
});

it.each([7, 9, 11])("an import of packages whose worker is gone after %i steps ends as it would have", async (steps) => {
  const dataMapId = await mapOf(2, { 1: "parentCode", 2: "code", 3: "layer", 4: "bindTime" });
  const { cartons, units, lines } = captured();
  const id = await external(2, pallets, await fileOf(lines), { dataMapId });
  await call("import", id);
  await new Promise<void>((gone) => {
    const dying = pausingWorker("code-set-import", steps, () => {
      gone();
      return new Promise(() => undefined);
    });
    void dying.poll();
  });
  await laterWorker().idle();
  expect(faults).toEqual([]);
  expect(await row(setsPath, id)).toMatchObject({ status: 4 });
  const parents = new Map((await packedIn(id)).map(({ code, parent }) => [code, parent]));
  expect(parents.size).toBe(14);
  expect(units.map((unit) => parents.get(unit))).toEqual(units.map((_unit, index) => cartons[Math.floor(index / 2)]));
});

it("a set without a file, and one whose layers are not packed as its spec says, are refused", async () => {
  const none = await newSet(1, bottles, { sourceType: 2 });
  for (const name of ["check", "import"])
    expect(await call(name, none)).toMatchObject({ status: 400, msg: "请先上传外部文件", data: { error: "noFile" } });
  const { id: specId, productId } = await find("/digit-bind/spec", { specCode_equal: "SP0001" });
  const packed = await external(
    2,
    [
      { layer: 3, num: 5 },
      { layer: 1, num: 1 },
    ],
    await fileOf(fresh(2)),
    { specId, productId },
  );
  expect(await call("import", packed)).toMatchObject({ status: 400, data: { error: "packaging" } });
});

it("a worker that is gone leaves its import to another, which goes on behind the last step", async () => {
  const lines = fresh(5000);
  const id = await external(5000, bottles, await fileOf(lines), { relationMode: 0 });
  await call("import", id);
  // Two steps to begin with, four of the check, its report, and one that writes.
  await dyingWorker("code-set-import", 9).poll();
  await expect.poll(async () => (await codes(id)).length, { timeout: 60_000 }).toBeGreaterThan(0);
  await laterWorker().idle();
  expect(faults).toEqual([]);
  expect(await row(setsPath, id)).toMatchObject({ status: 4 });
  expect((await codes(id)).map(({ code, seq, life }) => [code, seq, life])).toEqual(lines.map((code, index) => [code, index + 1, 1]));
});

it("an import that is cancelled before it begins leaves the set failed and its layers free", async () => {
  const id = await external(2, bottles, await fileOf(fresh(2)));
  await call("import", id);
  const [job] = await jobs("code-set-import");
  expect(await zhangwei.post(`/blade-job/job/cancel/${String(job?.["id"])}`)).toMatchObject({ code: 200 });
  await worker.idle();
  expect(await row(setsPath, id)).toMatchObject({ status: 9, failReason: "任务已取消" });
  const [layer = {}] = await rowsOf(server, "select id::text, end_seq from code_set_layer where code_set_id = $1::bigint", [id]);
  expect(layer["end_seq"]).toBeNull();
  expect(await imported(id)).toMatchObject({ status: 4 });
});

it("another tenant's set and a person without the right are refused", async () => {
  const id = await external(1, bottles, await fileOf(fresh(1)));
  expect(await chenqing.post(`${setsPath}/import/${id}`)).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
  expect(await server.as("nobody").post(`${setsPath}/check/${id}`)).toMatchObject({ status: 403 });
  expect(await row(setsPath, id)).toMatchObject({ status: 0 });
});
