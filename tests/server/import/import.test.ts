// Imports of files: what is read, what a trial tells, what is written, what is refused.
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter } from "@zip.js/zip.js";
import { readXlsx, writeXlsx } from "hucre/xlsx";
import { beforeEach, describe, expect, it } from "vitest";
import { isRecord, recordsIn } from "#schema/json";
import { serverOfFile, type Client } from "../../support/server.ts";

const server = await serverOfFile({ isSeeded: true });
beforeEach(() => server.reset());
const owner = server.as("zhangwei");
const english = server.as("zhangwei", {}, "en");

type Body = { readonly text: string } | { readonly file: string };
type Row = Readonly<Record<string, unknown>>;

const objectIn = (value: unknown): Row => {
  if (!isRecord(value)) throw new Error(`no object: ${JSON.stringify(value)}`);
  return value;
};

const linesOf = (...rows: readonly (readonly string[])[]): Body => ({ text: rows.map((row) => row.join("\t")).join("\n") });
const bookOf = async (...rows: Parameters<typeof writeXlsx>[0]["sheets"]): Promise<Body> => ({
  file: Buffer.from(await writeXlsx({ sheets: rows })).toString("base64"),
});

async function imported(body: Body, query: Readonly<Record<string, string>> = {}, path = "/digit-bind/factory", client: Client = owner) {
  const answer = await client.post(`${path}/import`, body, query);
  expect({ code: answer.code, data: answer.code === 200 ? "" : answer.data }, answer.msg).toEqual({ code: 200, data: "" });
  return objectIn(answer.data);
}

async function refusal(body: unknown, query: Readonly<Record<string, string>> = {}, path = "/digit-bind/factory") {
  const answer = await owner.post(`${path}/import`, body, query);
  return objectIn(answer.data)["error"];
}

const counts = (data: Row): readonly unknown[] => ["added", "changed", "unchanged", "refused"].map((kind) => objectIn(data[kind])["count"]);
const problemsIn = (data: Row) =>
  recordsIn(objectIn(data["refused"])["rows"]).map((row) => [row["row"], recordsIn(row["problems"]).map(({ message }) => message)]);

async function factories(query: Readonly<Record<string, string>>): Promise<readonly Row[]> {
  return recordsIn(objectIn((await owner.get("/digit-bind/factory/list", query)).data)["records"]);
}

/** A promise that the test keeps. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

const heading = ["工厂编号", "工厂名称", "工厂简称"];

describe("a trial", () => {
  it("tells what would be added, changed, left alone and refused, and writes nothing", async () => {
    const [first] = await factories({ size: "1", ascs: "code" });
    const own = [first?.["code"], first?.["name"], first?.["shortName"]].map(String);
    const body = linesOf(
      heading,
      ["NEW-1", "新工厂一", "新一"],
      [own[0] ?? "", "改名工厂", own[2] ?? ""],
      ["", "没有编号", ""],
      ["NEW-1", "重复", ""],
    );
    const data = await imported(body, { dryRun: "1" });
    expect(data).toMatchObject({ done: false, key: "code", rows: 4 });
    expect(counts(data)).toEqual([1, 1, 0, 2]);
    expect(recordsIn(objectIn(data["changed"])["rows"])).toMatchObject([
      { row: 3, changes: [{ label: "工厂名称", before: own[1], after: "改名工厂" }] },
    ]);
    expect(problemsIn(data)).toEqual([
      [4, ["请输入工厂编号"]],
      [5, ["与文件第 2 行重复"]],
    ]);
    expect(await factories({ code: "NEW-1" })).toEqual([]);
  });
});

describe("an import", () => {
  it("writes all rows of a file, and the same file again changes nothing", async () => {
    const body = linesOf(heading, ["NEW-1", "新工厂一", "新一"], ["NEW-2", "新工厂二", ""]);
    expect(counts(await imported(body))).toEqual([2, 0, 0, 0]);
    expect((await factories({ code_like: "NEW-", ascs: "code" })).map(({ name, factoryType }) => [name, factoryType])).toEqual([
      ["新工厂一", 1],
      ["新工厂二", 1],
    ]);
    expect(counts(await imported(body))).toEqual([0, 0, 2, 0]);
  });

  it("writes nothing where a row is refused, unless the good rows are asked for", async () => {
    const body = linesOf(heading, ["NEW-1", "新工厂一", "新一"], ["空 格", "编号有空格", ""]);
    expect(await imported(body)).toMatchObject({ done: false, written: "" });
    expect(await factories({ code_like: "NEW-" })).toEqual([]);
    expect(await imported(body, { goodRows: "1" })).toMatchObject({ done: true, added: { count: 1 }, refused: { count: 1 } });
    expect(await factories({ code_like: "NEW-" })).toHaveLength(1);
  });

  it("of a thousand rows is done by its call, and can be undone as a whole", async () => {
    const rows = Array.from({ length: 1_000 }, (_none, index) => [`N${index}`, `厂${index}`, ""]);
    const data = await imported(linesOf(heading, ...rows));
    expect(counts(data)).toEqual([1_000, 0, 0, 0]);
    expect((await owner.post(`/digit-bind/factory/import-undo?row=${String(data["undo"])}`)).data).toEqual({ removed: 1_000, restored: 0 });
  }, 60_000);

  it("leaves what the file has no column for, and empties a cell only where that is asked for", async () => {
    await imported(linesOf([...heading, "详细地址"], ["NEW-1", "新工厂一", "新一", "一号"]));
    expect(counts(await imported(linesOf(["工厂编号", "工厂简称", "详细地址"], ["NEW-1", "", "二号"])))).toEqual([0, 1, 0, 0]);
    expect(await factories({ code: "NEW-1" })).toMatchObject([{ name: "新工厂一" }]);
    const detail = async () => {
      const [row] = await factories({ code: "NEW-1" });
      return objectIn((await owner.get("/digit-bind/factory/detail", { id: String(row?.["id"]) })).data);
    };
    expect(await detail()).toMatchObject({ shortName: "新一", address: "二号" });
    await imported(linesOf(["工厂编号", "工厂简称"], ["NEW-1", ""]), { empty: "clear" });
    expect(await detail()).toMatchObject({ shortName: "", address: "二号" });
  });

  it("only adds, or only changes, where that is asked for", async () => {
    await imported(linesOf(heading, ["NEW-1", "新工厂一", ""]));
    const both = linesOf(heading, ["NEW-1", "改名", ""], ["NEW-2", "新工厂二", ""]);
    expect(problemsIn(await imported(both, { mode: "add" }))).toEqual([[2, ["数据已存在，本次导入只新增"]]]);
    expect(problemsIn(await imported(both, { mode: "update" }))).toEqual([[3, ["没有匹配到已有数据"]]]);
  });

  it("is one entry in the history of each of its rows", async () => {
    await imported(linesOf(heading, ["NEW-1", "新工厂一", ""], ["NEW-2", "新工厂二", ""]));
    const rows = await factories({ code_like: "NEW-", ascs: "code" });
    const entries = await Promise.all(
      rows.map(async ({ id }) => {
        const history = objectIn((await owner.get("/digit-bind/factory/history", { id: String(id) })).data);
        return recordsIn(history["entries"]).map(({ callTitle, account }) => [callTitle, account]);
      }),
    );
    expect(entries).toEqual([[["导入工厂", "person11"]], [["导入工厂", "person11"]]]);
  });

  it("tells what a change empties besides, because a field of the form has gone", async () => {
    const path = server.model.resource.get("warehouse")?.path ?? "";
    const name = server.model.resource.get("factory")?.title ?? "";
    const [factory] = await factories({ size: "1", ascs: "code" });
    await imported(
      linesOf(["仓库编号", "仓库名称", "仓库类型", "工厂"], ["WH-1", "成品一库", "成品库", String(factory?.[name])]),
      {},
      path,
    );
    const [channel] = recordsIn(
      objectIn((await owner.get(`${server.model.resource.get("channel")?.path ?? ""}/list`, { size: "1" })).data)["records"],
    );
    const changed = linesOf(["仓库编号", "仓库类型", "渠道"], ["WH-1", "渠道库", String(channel?.["id"])]);
    const data = await imported(changed, { dryRun: "1" }, path);
    const [row] = recordsIn(objectIn(data["changed"])["rows"]);
    expect(recordsIn(row?.["changes"]).map(({ label, before, after }) => [label, before, after])).toContainEqual([
      "工厂",
      factory?.[name],
      "",
    ]);
  });

  it("refuses rows by what others have: unique values, the rows that they refer to, and what belongs to them", async () => {
    const [first] = await factories({ size: "1", ascs: "code" });
    const body = linesOf(["编号", "工厂名称"], ["NEW-1", String(first?.["name"])], ["NEW-2", "可以"]);
    const data = await imported(body, { columns: "code,name", dryRun: "1" });
    expect(problemsIn(data)).toEqual([[2, ["工厂名称已存在"]]]);
  });
});

describe("an import that is undone", () => {
  const undo = (row: unknown) => owner.post(`/digit-bind/factory/import-undo?row=${String(row)}`);

  it("leaves rows as they were before it", async () => {
    const [first] = await factories({ size: "1", ascs: "code" });
    const code = String(first?.["code"]);
    const body = linesOf(["工厂编号", "工厂名称"], ["NEW-1", "新工厂一"], [code, "改名工厂"]);
    const data = await imported(body);
    expect(await factories({ code })).toMatchObject([{ name: "改名工厂" }]);
    expect((await undo(data["undo"])).msg).toBe("操作成功");
    expect(await factories({ code })).toMatchObject([{ name: first?.["name"] }]);
    expect(await factories({ code: "NEW-1" })).toEqual([]);
    // There is nothing left to undo.
    expect(objectIn((await undo(first?.["id"])).data)["error"]).toBe("noImport");
  });

  it("waits for whoever saves one of its rows at the same moment, and is refused by what they have saved", async () => {
    const data = await imported(linesOf(heading, ["NEW-1", "新工厂一", ""]));
    const { database } = server;
    const owned = (sql: string, parameters: readonly unknown[]) => database.owner.transaction((tx) => tx.query({ sql, parameters }));
    const waiting = async () =>
      (
        await owned(
          "select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
          [],
        )
      ).rows[0]?.["count"];
    const [locked, saved] = [gate(), gate()];
    const saving = database.owner.transaction(async (tx) => {
      await tx.query({ sql: "update factory set short_name = '刚存' where id = $1", parameters: [data["undo"]] });
      await tx.query({
        sql: `insert into row_change (id, tenant_id, create_time, resource, row_id, change_kind, changes, call_name, entry_id)
          select id + 1, tenant_id, create_time, resource, row_id, 'edit', '{}', 'submit', '1' from row_change where row_id = $1`,
        parameters: [data["undo"]],
      });
      locked.open();
      await saved.opened;
    });
    await locked.opened;
    const undoing = undo(data["undo"]);
    await expect.poll(waiting).toBe(1);
    saved.open();
    await saving;
    expect((await undoing).msg).toBe("有 1 条数据在导入之后又有变更，不能整体撤销");
    expect(await factories({ code: "NEW-1" })).toMatchObject([{ shortName: "刚存" }]);
  });

  it("is refused as a whole once one of its rows has changed", async () => {
    const data = await imported(linesOf(heading, ["NEW-1", "新工厂一", ""], ["NEW-2", "新工厂二", ""]));
    const [, second] = await factories({ code_like: "NEW-", ascs: "code" });
    await owner.post("/digit-bind/factory/submit", { id: second?.["id"], name: "又改名" });
    const answer = await undo(data["undo"]);
    expect([answer.msg, await factories({ code_like: "NEW-" })]).toMatchObject(["有 1 条数据在导入之后又有变更，不能整体撤销", [{}, {}]]);
  });
});

describe("references", () => {
  const labelsOf = (name: string, ...fields: readonly string[]) =>
    fields.map((field) => server.model.resource.get(name)?.field.get(field)?.label[0] ?? "");

  it("are named by title or code; what names none is told", async () => {
    await imported(linesOf(heading, ["NEW-1", "新工厂一", ""]));
    const data = await imported(
      linesOf(
        labelsOf("shop", "factoryId", "code", "name"),
        ["新工厂一", "W-1", "一车间"],
        ["NEW-1", "W-2", "二车间"],
        ["没有的工厂", "W-3", "三车间"],
      ),
      { dryRun: "1" },
      server.model.resource.get("shop")?.path,
    );
    expect(counts(data)).toEqual([2, 0, 0, 1]);
    expect(problemsIn(data)).toEqual([[4, ["“工厂”中没有“没有的工厂”"]]]);
  });

  it("are found however many rows have the name of another row of the file", async () => {
    const shops = (data: Body) => imported(data, {}, server.model.resource.get("shop")?.path);
    const numbers = Array.from({ length: 70 }, (_none, at) => String(at));
    await imported(linesOf(["工厂编号", "工厂名称"], ...numbers.map((at) => [`NEW-${at}`, `新工厂${at}`])));
    const labels = labelsOf("shop", "factoryId", "code", "name");
    await shops(linesOf(labels, ...numbers.map((at) => [`NEW-${at}`, `W-${at}`, "同名车间"]), ["NEW-0", "W-X", "唯一车间"]));
    const lines = linesOf(
      labelsOf("prod-line", "factoryId", "shopId", "code", "name"),
      ["NEW-0", "唯一车间", "L-1", "一线"],
      ["NEW-69", "同名车间", "L-2", "二线"],
      ["没有的工厂", "同名车间", "L-3", "三线"],
    );
    const data = await imported(lines, { dryRun: "1" }, server.model.resource.get("prod-line")?.path);
    expect(problemsIn(data).map(([row]) => row)).toEqual([4]);
    expect(counts(data)).toEqual([2, 0, 0, 1]);
  });

  it("may name a row of the same file in a tree, whatever their order is", async () => {
    const path = server.model.resource.get("dept")?.path ?? "";
    const rows = linesOf(
      labelsOf("dept", "deptName", "parentId", "fullName", "deptCategory", "sort"),
      ["导入的下级", "导入的上级", "导入的下级", "部门", "1"],
      ["导入的上级", "", "导入的上级", "公司", "1"],
      ["导入的末级", "导入的上级/导入的下级", "导入的末级", "部门", "1"],
      ["无处可去", "没有的上级", "无处可去", "部门", "1"],
    );
    const data = await imported(rows, { goodRows: "1" }, path);
    expect(problemsIn(data)).toEqual([[5, ["“上级部门”中没有“没有的上级”"]]]);
    expect(counts(data)).toEqual([3, 0, 0, 1]);
    expect(counts(await imported(rows, { dryRun: "1" }, path))).toEqual([0, 0, 3, 1]);
    // A row that is there goes below one that comes with the same file: written as it was tried.
    const { data: tree } = await owner.get(`${path}/list`, { deptName: "导入的末级" });
    const [last] = recordsIn(tree);
    const moved = linesOf(
      ["ID", ...labelsOf("dept", "deptName", "parentId", "fullName", "deptCategory", "sort")],
      ["", "新的上级", "", "新的上级", "公司", "1"],
      [String(last?.["id"]), "导入的末级", "新的上级", "导入的末级", "部门", "1"],
    );
    expect(counts(await imported(moved, {}, path))).toEqual([1, 1, 0, 0]);
  });
});

describe("a workbook", () => {
  it("keeps leading zeros, reads numbers and days as they were meant, and any of its sheets", async () => {
    const rows = [
      ["工厂编号", "工厂名称", "排序", "统一社会信用代码"],
      ["007", "零零七厂", 12, "91520382MA6DK1234X"],
    ];
    const body = await bookOf({ name: "说明", rows: [] }, { name: "数据", rows });
    const data = await imported(body);
    expect(data).toMatchObject({ sheets: ["说明", "数据"], sheet: "数据", done: true });
    expect(await factories({ code: "007" })).toMatchObject([{ code: "007", name: "零零七厂", sort: 12 }]);
    expect(await imported(body, { sheet: "数据", dryRun: "1" })).toMatchObject({ unchanged: { count: 1 } });
    expect(await refusal(body, { sheet: "没有" })).toBe("noSuchSheet");
  });

  it("is refused where a code has lost its last digits to the spreadsheet", async () => {
    const body = await bookOf({ name: "一", rows: [heading, [Number("1234567890123456789"), "长编号", ""]] });
    expect(problemsIn(await imported(body, { dryRun: "1" }))).toEqual([
      [2, ["“工厂编号”是超过 15 位的数字，表格软件已丢失末尾数位；请将该列设为文本格式后重新填写"]],
    ]);
  });

  it("that declares entities, is of another kind, or has too many rows, is refused before any of it is read", async () => {
    expect(await refusal({ file: Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]).toString("base64") })).toBe("otherKindOfFile");
    expect(await refusal({ file: Buffer.from("PK\u0003\u0004 no archive").toString("base64") })).toBe("unreadableFile");
    // Rows of a tree may stand below any other of their file, so that no job takes them apart.
    const rows = Array.from({ length: 5_001 }, (_none, index) => `部门${index}`);
    expect(await refusal({ text: ["部门名称", ...rows].join("\n") }, {}, server.model.resource.get("dept")?.path)).toBe("tooManyRows");
    expect(await refusal({ text: "工厂编号" })).toBe("noRows");
    expect(await refusal({ text: "没有的列\n1" })).toBe("nothingMapped");
    expect(await refusal({})).toBe("missingParameter");
    expect(await refusal({ text: "工厂编号\n1" }, { mode: "all" })).toBe("malformedParameter");
  });
});

describe("what a workbook might hide", () => {
  /** A workbook with another part, or another content of one. */
  async function bookWith(parts: Readonly<Record<string, string | Uint8Array>>): Promise<Body> {
    const reader = new ZipReader(
      new Uint8ArrayReader(await writeXlsx({ sheets: [{ name: "一", rows: [heading, ["NEW-1", "新工厂一", ""]] }] })),
    );
    const writer = new ZipWriter(new Uint8ArrayWriter());
    for (const entry of await reader.getEntries())
      if (!entry.directory && !(entry.filename in parts))
        await writer.add(entry.filename, new Uint8ArrayReader(await entry.getData(new Uint8ArrayWriter())));
    for (const [name, content] of Object.entries(parts))
      await writer.add(name, new Uint8ArrayReader(typeof content === "string" ? new TextEncoder().encode(content) : content));
    return { file: Buffer.from(await writer.close()).toString("base64") };
  }

  it("is passed over where it is a macro or a link to another file", async () => {
    const body = await bookWith({ "xl/vbaProject.bin": "Sub Auto_Open()", "xl/externalLinks/externalLink1.xml": "<externalLink/>" });
    expect(counts(await imported(body, { dryRun: "1" }))).toEqual([1, 0, 0, 0]);
  });

  it("is refused where it unfolds: by entities, or to more than is read", async () => {
    const entities = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><sst>&b;</sst>';
    expect(await refusal(await bookWith({ "xl/sharedStrings.xml": entities }))).toBe("unreadableFile");
    expect(await refusal(await bookWith({ "xl/media/large.bin": new Uint8Array(101_000_000) }))).toBe("fileTooLarge");
  });
});

describe("a file of text", () => {
  const text = "工厂编号;工厂名称;状态\r\nNEW-1;新工厂一;启用\r\n";
  it.each([
    ["UTF-8 with a mark", Buffer.from(`\ufeff${text}`)],
    ["UTF-16", Buffer.from(`\ufeff${text}`, "utf16le")],
    ["GB18030", Buffer.from("b9a4b3a7b1e0bac53bb9a4b3a7c3fbb3c63bd7b4ccac0d0a4e45572d313bd0c2b9a4b3a7d2bb3bc6f4d3c30d0a", "hex")],
  ])("in %s is read", async (_name, file) => {
    const data = await imported({ file: file.toString("base64") }, { dryRun: "1" });
    expect(counts(data)).toEqual([1, 0, 0, 0]);
    expect(recordsIn(objectIn(data["added"])["rows"])).toMatchObject([{ title: "新工厂一" }]);
  });
});

describe("the rows that were refused", () => {
  it("come back as a file with the reason behind each, which can be mended and sent again", async () => {
    const file = await server.app.inject({
      method: "POST",
      url: "/api/digit-bind/factory/import?format=csv",
      headers: { ...owner.headers, "content-type": "application/json" },
      payload: linesOf(heading, ["NEW-1", "新工厂一", ""], ["", "没有编号", ""]),
    });
    expect(file.headers["content-type"]).toContain("text/csv");
    expect(file.body).toBe("\ufeff工厂编号,工厂名称,工厂简称,错误原因\r\n,没有编号,,请输入工厂编号\r\n");
  });
});

describe("a template", () => {
  it("has the labels of the form in the reader's language, with choices and an explanation of each column", async () => {
    const answer = await english.raw("GET", "/digit-bind/factory/import-template");
    const { sheets } = await readXlsx(answer.rawPayload);
    expect(sheets[0]?.rows[0]?.slice(0, 3)).toEqual(["Factory code *", "Factory name *", "Short name"]);
    expect(sheets[0]?.dataValidations?.length).toBeGreaterThan(1);
    expect(sheets[1]?.rows.find(([column]) => column === "Factory type")).toEqual([
      "Factory type",
      "Optional",
      "Choose from the list",
      "Own plant",
    ]);
  });

  it("that is filled in is imported by its marked headings", async () => {
    const answer = await owner.raw("GET", "/digit-bind/factory/import-template?format=csv");
    const [labels = ""] = answer.body.slice(1).split("\r\n");
    const cells = labels.split(",").map((label) => ({ "工厂编号 *": "NEW-1", "工厂名称 *": "新工厂一", 工厂类型: "代工厂" })[label] ?? "");
    expect(counts(await imported({ text: `${labels}\n${cells.join(",")}` }))).toEqual([1, 0, 0, 0]);
    expect(await factories({ code: "NEW-1" })).toMatchObject([{ factoryType: 2 }]);
  });
});

describe("what a file may not do", () => {
  it("is to leave rows out in silence that stand behind many empty ones", async () => {
    const rows = Array.from({ length: 5_000 }, (_none, at) => `间隔部门${at}\n`);
    const path = server.model.resource.get("dept")?.path;
    expect(await refusal({ text: `部门名称\n${rows.join("\n")}` }, { dryRun: "1" }, path)).toBe("tooManyRows");
  });

  it("is to match more rows than can be looked through", async () => {
    await imported(linesOf(["工厂编号", "工厂名称"], ...Array.from({ length: 20 }, (_none, at) => [`NEW-${at}`, `新工厂${at}`])));
    const enabled = (await factories({ size: "200", status: "1" })).length;
    const text = `状态\n${"启用\n".repeat(Math.ceil(20_001 / enabled))}`;
    const answer = await owner.post("/digit-bind/factory/import", { text }, { dryRun: "1" });
    expect(enabled).toBeGreaterThan(20);
    expect(objectIn(answer.data)["error"]).toBe("tooManyMatches");
  });

  it("is to tell whether a masked value was guessed", async () => {
    const [row] = await factories({ size: "1", ascs: "code" });
    const masked = server.as("nobody", { permissions: new Set(["factory", "factory_edit"]) });
    const guess = async (phone: string, client: Client) =>
      counts(
        await imported(
          linesOf(["工厂编号", "联系电话"], [String(row?.["code"]), phone]),
          { mode: "update", dryRun: "1" },
          "/digit-bind/factory",
          client,
        ),
      );
    const right = String(row?.["phone"]);
    expect([await guess(right, owner), await guess("0851-11111111", owner)]).toEqual([
      [0, 0, 1, 0],
      [0, 1, 0, 0],
    ]);
    expect(await guess(right, masked)).toEqual(await guess("0851-11111111", masked));
  });

  it("is to put rows into another tenant than that of the call", async () => {
    const path = server.model.resource.get("post")?.path ?? "";
    const text = "所属租户,岗位编号,岗位名称,岗位类型\n100001,IMP,导入岗位,中层";
    const data = await imported({ text }, { mode: "add", dryRun: "1" }, path, server.as("administrator"));
    expect(JSON.stringify(problemsIn(data))).toContain("一次导入只能新增同一租户的数据");
  });
});

describe("rights", () => {
  it("to add and to edit decide about the mode, and hidden fields are not filled", async () => {
    const adder = server.as("nobody", { permissions: new Set(["factory", "factory_add", "factory_view"]) });
    const body = linesOf(heading, ["NEW-1", "新工厂一", ""]);
    const may = async (mode: string) => (await adder.post("/digit-bind/factory/import", body, { mode, dryRun: "1" })).code;
    expect([await may("both"), await may("update"), await may("add")]).toEqual([403, 403, 200]);
    const limited = server.as("zhangwei", { fieldLimits: new Map([["factory", new Set(["shortName"])]]) });
    const data = await imported(
      linesOf(["工厂编号", "工厂名称", "工厂简称"], ["NEW-1", "新工厂一", "新一"]),
      { dryRun: "1" },
      "/digit-bind/factory",
      limited,
    );
    expect(recordsIn(data["columns"]).map(({ field }) => field)).toEqual(["code", "name", ""]);
  });
});
