// Exports of lists: every list of the product against its own rows, what is refused, and what no file may hold.
import { readXlsx } from "hucre/xlsx";
import { describe, expect, it } from "vitest";
import { isRecord } from "#schema/json";
import { exportedListsOf, type ExportedList } from "#schema/exports";
import type { ResourceModel } from "#schema/model";
import { allPermissions } from "#schema/permissions";
import { wireCell } from "../../../src/server/export/list/wire-cell.ts";
import { columnsIn } from "../../../src/server/domain/codes/line-file.ts";
import { serverOfFile, type Client } from "../../support/server.ts";

const server = await serverOfFile({ isSeeded: true });
const owner = server.as("zhangwei");
const platform = server.as("administrator");

type Row = Readonly<Record<string, unknown>>;

function objectIn(value: unknown): Row {
  if (!isRecord(value)) throw new Error(`no object: ${JSON.stringify(value)}`);
  return value;
}

const arrayIn = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.map(objectIn) : []);

/** Lines of a file, by their columns; no value of these has a line of its own. */
function linesOf(file: string): readonly (readonly string[])[] {
  expect(file.charCodeAt(0)).toBe(0xfeff);
  return file
    .slice(1)
    .split("\r\n")
    .filter((line) => line !== "")
    .map((line) => columnsIn(line, { separator: ",", isQuoted: true }) ?? []);
}

async function exportOf(client: Client, path: string, query: Readonly<Record<string, string>> = {}) {
  const answer = await client.raw("GET", `${path}?${new URLSearchParams(query)}`);
  return { status: answer.statusCode, headers: answer.headers, body: answer.body, bytes: answer.rawPayload };
}

/** A filter without which some lists answer nothing. */
async function neededFilter(resource: ResourceModel): Promise<Readonly<Record<string, string>>> {
  const { listNeeds } = resource.data;
  if (listNeeds === undefined) return {};
  const [found] = await server.database.owner.read([
    { sql: `select code_set_id::text as set, code_gen_record_detail_id::text as line from code_item limit 1`, parameters: [] },
  ]);
  const line = String(found?.rows[0]?.["line"] ?? "1");
  if (listNeeds.includes("codeGenRecordDetailId")) return { codeGenRecordDetailId: line };
  return { [listNeeds[0] ?? ""]: "1" };
}

const lists: readonly { readonly name: string; readonly resource: ResourceModel; readonly list: ExportedList }[] = server.model.resources
  // Nobody signs in here; who is signed in is the subject of tests/server/auth/all-sessions.test.ts.
  .filter(({ name }) => name !== "session")
  .flatMap((resource) => exportedListsOf(resource).map((list) => ({ name: `${resource.name} ${list.name}`, resource, list })));

describe("every list", () => {
  it.each(lists)("$name is a file with the labels of its columns and the rows that the list answers", async ({ resource, list }) => {
    const client = resource.scope === "platform" || resource.data.writeAccess === "administrator" ? platform : owner;
    const query = await neededFilter(resource);
    const isAdministrator = client === platform;
    const fields = resource.fields.filter(
      ({ inList, name, data }) =>
        inList &&
        (isAdministrator || data.administratorOnly !== true) &&
        (list.read?.fields === undefined || list.read.fields.includes(name)),
    );
    // Before the export, which writes a row into one of these lists.
    const answer = await client.get(list.path.replace(/\/export$/, ""), { ...query, current: 1, size: 1 });
    const file = await exportOf(client, list.path, query);
    expect(file.status, file.body).toBe(200);
    expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8");
    const text = file.body;
    expect(text.slice(1).startsWith(fields.map(({ label }) => label[0]).join(","))).toBe(true);
    const { data } = answer;
    const [row] = isRecord(data) ? arrayIn(data["records"]) : arrayIn(data);
    const cells = fields.map((field) =>
      (row === undefined ? "" : (wireCell(field, row, "zh") ?? "")).replace(/\?until=\d+&sign=[\w-]+/g, ""),
    );
    const guarded = cells.map((cell) => (/^[=+\-@\t\r]/.test(cell) && !/^-?\d+(?:\.\d+)?$/.test(cell) ? `'${cell}` : cell));
    const quoted = guarded.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
    expect(text.split("\r\n").slice(1).join("\r\n")).toContain(row === undefined ? "" : quoted.join(","));
    expect(text.split("\r\n").length > 2).toBe(row !== undefined);
  });
});

describe("the rows of a file", () => {
  it("are all that the filters find, in the order and with the columns that were asked for, in the reader's language", async () => {
    const english = server.as("zhangwei", {}, "en");
    const query = { columns: "name,shortName,status", descs: "name", format: "csv" };
    const whole = await english.get("/digit-bind/factory/list", { size: 200, descs: "name" });
    const rows = arrayIn(objectIn(whole.data)["records"]).map(objectIn);
    const fields = ["name", "shortName", "status"].map((name) => server.model.resource.get("factory")?.field.get(name));
    const lines = linesOf((await exportOf(english, "/digit-bind/factory/list/export", query)).body);
    expect(lines[0]).toEqual(fields.map((field) => field?.label[1]));
    expect(lines.slice(1)).toEqual(rows.map((row) => fields.map((field) => (field === undefined ? "" : wireCell(field, row, "en")))));
    expect(rows.length).toBeGreaterThan(1);
    const [first] = rows;
    const one = linesOf((await exportOf(english, "/digit-bind/factory/list/export", { ...query, id_in: String(first?.["id"]) })).body);
    expect(one).toHaveLength(2);
  });

  it("are no formulas, whatever people have typed", async () => {
    const names = ['=HYPERLINK("http://x","y")', "+1+1", "-2+3", "@SUM(1)", "-17"];
    const saved = await owner.post("/digit-bind/factory/submit", { name: names[0], shortName: names[1], code: "EXPORT1" });
    expect(saved.msg).toBe("操作成功");
    const { id } = objectIn(saved.data);
    const file = await exportOf(owner, "/digit-bind/factory/list/export", { id_equal: String(id), columns: "name,shortName" });
    expect(file.body.split("\r\n")[1]).toBe(`"'=HYPERLINK(""http://x"",""y"")",'+1+1`);
    const book = await exportOf(owner, "/digit-bind/factory/list/export", {
      id_equal: String(id),
      columns: "name,shortName",
      format: "xlsx",
    });
    const { sheets } = await readXlsx(book.bytes);
    expect(sheets[0]?.rows[1]).toEqual([names[0], names[1]]);
  });

  it("are a workbook with the name of the list and the day, where that is asked for", async () => {
    const { headers, bytes, status } = await exportOf(owner, "/digit-bind/factory/list/export", { format: "xlsx" });
    expect(status).toBe(200);
    expect(headers["content-disposition"]).toContain(`filename*=UTF-8''${encodeURIComponent("工厂 2025-03-12.xlsx")}`);
    const { sheets } = await readXlsx(bytes);
    const { data } = await owner.get("/digit-bind/factory/list", { size: 1 });
    expect(sheets[0]?.rows).toHaveLength(1 + Number(objectIn(data)["total"]));
  });
});

describe("is refused", () => {
  const path = "/digit-bind/factory/list/export";
  it.each<{ readonly query: Readonly<Record<string, string>>; readonly code: string }>([
    { query: { format: "pdf" }, code: "malformedParameter" },
    { query: { columns: "name,nothing" }, code: "unknownColumn" },
    { query: { nothing: "1" }, code: "unknownParameter" },
    { query: { ascs: "nothing" }, code: "unsortable" },
  ])("$query with $code, before a file begins", async ({ query, code }) => {
    const { status, body } = await exportOf(owner, path, query);
    expect(status).toBe(400);
    expect(objectIn(objectIn(JSON.parse(body))["data"])["error"]).toBe(code);
  });

  it("to those who may look at the list and may not export it", async () => {
    const all = allPermissions(server.model)
      .filter(({ resource }) => resource === "factory")
      .map(({ key }) => key);
    const reader = server.as("nobody", { permissions: new Set(["factory", ...all.filter((key) => key !== "factory_export")]) });
    expect((await reader.get("/digit-bind/factory/list")).status).toBe(200);
    const refused = await exportOf(reader, path);
    expect(refused.status).toBe(403);
    expect(refused.body).toContain("导出");
    const holder = server.as("nobody", { permissions: new Set(["factory", "factory_export"]) });
    expect((await exportOf(holder, path)).status).toBe(200);
  });

  it("a column that the data scopes hide, by its name; the file has the others", async () => {
    const keys = new Set(["factory", "factory_export"]);
    const limited = server.as("nobody", { permissions: keys, fieldLimits: new Map([["factory", new Set(["address"])]]) });
    const refused = await exportOf(limited, path, { columns: "name,address" });
    expect(refused.status).toBe(403);
    expect(refused.body).toContain("地址");
    const [header = []] = linesOf((await exportOf(limited, path)).body);
    expect(header).not.toContain("地址");
  });
});

describe("keeps to what the list shows its reader", () => {
  it("rows of the own tenant only", async () => {
    const other = server.as("chenqing");
    const lines = linesOf((await exportOf(other, "/digit-bind/factory/list/export", { columns: "name" })).body);
    const { data } = await other.get("/digit-bind/factory/list", { size: 1 });
    expect(lines).toHaveLength(1 + Number(objectIn(data)["total"]));
  });

  it("sensitive values masked in both formats, unless the key for them is there", async () => {
    const masked: { readonly resource: ResourceModel; readonly field: string }[] = server.model.resources.flatMap((resource) => {
      const [list] = exportedListsOf(resource);
      const field = resource.fields.find((one) => one.sensitive && one.stored && one.kind === "phone");
      return list?.read === undefined && list !== undefined && field !== undefined && resource.scope === "tenant"
        ? [{ resource, field: field.name }]
        : [];
    });
    let compared = 0;
    for (const { resource, field } of masked) {
      const [list] = exportedListsOf(resource);
      const keys = new Set([resource.name, `${resource.permission}_export`]);
      const reader = server.as("nobody", { permissions: keys });
      const query = { columns: field };
      const own = linesOf((await exportOf(owner, list?.path ?? "", query)).body).flat();
      const shown = linesOf((await exportOf(reader, list?.path ?? "", query)).body).flat();
      const { sheets } = await readXlsx((await exportOf(reader, list?.path ?? "", { ...query, format: "xlsx" })).bytes);
      const book = (sheets[0]?.rows ?? []).map(([value]) => value ?? "");
      for (const [index, value] of own.entries()) {
        if (index === 0 || value === "") continue;
        expect(value).toMatch(/^\+?[\d-]+$/);
        expect(shown[index]).toContain("****");
        expect(shown).not.toContain(value);
        expect(book).not.toContain(value);
        compared += 1;
      }
    }
    expect(masked.length).toBeGreaterThanOrEqual(3);
    expect(compared).toBeGreaterThan(3);
  });

  it("and is in the log, with who, what, filters, format and rows", async () => {
    await exportOf(owner, "/digit-bind/factory/list/export", { columns: "name", format: "xlsx", name: "不存在的" });
    const [found] = await server.database.owner.read([
      { sql: "select create_by, params from log_usual where log_id = 'factory.export' order by id desc limit 1", parameters: [] },
    ]);
    const row = found?.rows[0];
    expect(row?.["create_by"]).toBe("person11");
    expect(JSON.parse(String(row?.["params"]))).toEqual({ query: { columns: "name", format: "xlsx", name: "不存在的" }, rows: 0 });
  });
});
