// Reports as files: the cells of the page, in its order, under the rights of whoever takes them away.
import { readXlsx } from "hucre/xlsx";
import { describe, expect, it } from "vitest";
import { keyOf, labelAt, shownReport } from "#schema/report-table";
import type { ReportAnswer, ReportDefinition } from "#schema/report";
import { limitsOf } from "../../../../src/server/access/data-scopes.ts";
import { columnsIn } from "../../../../src/server/domain/codes/line-file.ts";
import { exportKey } from "#schema/permissions";
import { arrayIn, objectIn, recordsIn } from "../../../support/samples.ts";
import { tenants, type Answer, type Client } from "../../../support/server.ts";
import { startDemonstration } from "../demonstration.ts";

const { server, zhangwei, chenqing, put } = await startDemonstration();
const path = "/blade-report/report/rest";
const preview = "/blade-report/ureport/preview";
const keys = ["report", "report_view", "report_export", "stock-out-doc", "channel", "warehouse"];

const reportOf = (answer: Answer): ReportAnswer => objectIn(answer) as unknown as ReportAnswer; // the server answers by this type

async function saved(name: string, definition: ReportDefinition, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const answer = await zhangwei.post(`${path}/submit`, { name, definition, ...more });
  expect(answer.msg).toBe("操作成功");
  return String(objectIn(answer)["id"]);
}

const exported = (client: Client, query: Readonly<Record<string, string>>) =>
  client.raw("GET", `${preview}/export?${new URLSearchParams(query)}`);

/** Lines of a CSV file, by their columns. */
const linesOf = (text: string): readonly (readonly string[])[] =>
  text
    .slice(1)
    .split("\r\n")
    .filter((line) => line !== "")
    .map((line) => columnsIn(line, { separator: ",", isQuoted: true }) ?? []);

/** What the page shows of a report, as lines. */
function shownLines(answer: ReportAnswer, isPivot: boolean): readonly (readonly string[])[] {
  const { fore, above, across, rows, grand } = shownReport(answer, isPivot);
  const tops = above.length === 0 ? [""] : [...across.map(keyOf), ""];
  const all = grand === undefined ? rows : [...rows, grand];
  return all.map((row) => [
    ...fore.map((axis, index) => {
      if (row === grand) return index === 0 ? "合计" : "";
      const place = row.at[index];
      if (place !== null && place !== undefined) return labelAt(answer, axis, place, "");
      return index > 0 && typeof row.at[index - 1] === "number" ? "小计" : "";
    }),
    ...tops.flatMap((top) => answer.totals.map((_total, total) => row.cells.get(top)?.values[total] ?? "")),
  ]);
}

const byMonth: ReportDefinition = {
  resource: "stock-out-doc",
  rows: [{ field: "warehouseId" }, { field: "status" }],
  across: [{ field: "bizDate", part: "month" }],
  totals: [{ of: "count" }, { of: "sum", field: "realNum" }],
};
const single: ReportDefinition = { resource: "stock-out-doc", columns: ["docNo", "bizDate"], totals: [{ of: "sum", field: "realNum" }] };

describe("the file of a report", () => {
  it.each(["pivot", "table"] as const)("as a %s has the cells of the page, subtotals and totals included", async (view) => {
    const id = await saved(`出库 ${view}`, byMonth);
    const answer = reportOf(await zhangwei.get(preview, { id }));
    const file = await exported(zhangwei, { id, view });
    expect(file.statusCode, file.body).toBe(200);
    const [header = [], ...lines] = linesOf(file.body);
    expect(lines).toEqual(shownLines(answer, view === "pivot"));
    expect(lines.length).toBeGreaterThan(3);
    expect(header.slice(0, 2)).toEqual(["仓库", "状态"]);
    expect(header.at(-1)).toBe(view === "pivot" ? "合计 / 实发数量（最小单位）" : "实发数量（最小单位）");
    expect(file.headers["content-disposition"]).toContain(encodeURIComponent(`出库 ${view} 2025-03-12.csv`));
  });

  it("is a workbook with numbers that Excel adds up, in the reader's language", async () => {
    const id = await saved("出库", byMonth, { nameEn: "Stock out" });
    const english = server.as("zhangwei", {}, "en");
    const answer = reportOf(await english.get(preview, { id }));
    const file = await exported(english, { id, format: "xlsx" });
    const { sheets } = await readXlsx(file.rawPayload);
    const rows = sheets[0]?.rows ?? [];
    const whole = answer.cells.find(({ at }) => at.every((place) => place === null));
    expect(rows.at(-1)?.[0]).toBe("Total");
    expect(rows.at(-1)?.at(-1)).toBe(Number(whole?.values[1]));
    expect(file.headers["content-disposition"]).toContain(encodeURIComponent("Stock out 2025-03-12.xlsx"));
  });

  it("says what its limits leave out", async () => {
    const id = await saved("前两单", { ...single, limit: 2 });
    const lines = linesOf((await exported(zhangwei, { id })).body);
    expect(lines.at(-1)?.[0]).toMatch(/^仅含前 2 项，共 \d+ 项/);
    expect(lines).toHaveLength(5);
  });
});

describe("whoever exports a report", () => {
  it("needs the key of exports; to open it is not enough", async () => {
    const id = await saved("出库", byMonth);
    const reader = server.as("nobody", { permissions: new Set(keys.filter((key) => key !== "report_export")) });
    expect((await reader.get(preview, { id })).status).toBe(200);
    expect((await exported(reader, { id })).statusCode).toBe(403);
    expect((await exported(server.as("nobody", { permissions: new Set(keys) }), { id })).statusCode).toBe(200);
  });

  it("needs the right to export the rows of a report that lists single ones", async () => {
    const id = await saved("逐单", single);
    const refused = await exported(server.as("nobody", { permissions: new Set(keys) }), { id });
    expect(refused.statusCode).toBe(403);
    expect(refused.body).toContain("“导出”权限");
    const documents = server.model.resource.get("stock-out-doc");
    const holder = server.as("nobody", { permissions: new Set([...keys, documents === undefined ? "" : exportKey(documents)]) });
    expect((await exported(holder, { id })).statusCode).toBe(200);
  });

  it("gets the figures of their own rows alone", async () => {
    const id = await saved("出库", byMonth);
    const scope = { id: "1", scopeClass: "stock-out-doc", scopeColumn: "create_user", scopeType: "2", scopeValue: "", scopeField: "*" };
    const [lina = {}] = recordsIn(await zhangwei.get("/blade-user/page", { account_equal: "lina" }));
    const userId = String(lina["id"]);
    await put(
      "update stock_out_doc set create_user = $1 where id in (select id from stock_out_doc where tenant_id = '100001' order by id limit 2)",
      [userId],
    );
    const { rows } = limitsOf(server.model, [scope], { userId, tenantId: tenants.one, deptIds: [], branchIds: [] });
    const limited = server.as("nobody", { userId, permissions: new Set(keys), rowLimits: rows });
    const answer = reportOf(await limited.get(preview, { id }));
    const all = linesOf((await exported(zhangwei, { id })).body);
    const own = linesOf((await exported(limited, { id })).body);
    expect(own.slice(1)).toEqual(shownLines(answer, true));
    expect(own.at(-1)?.at(-2)).toBe("2");
    expect(all.at(-1)?.at(-2)).not.toBe("2");
  });

  it("is refused a report over fields that are hidden from them, by name", async () => {
    const id = await saved("出库", byMonth);
    const limited = server.as("nobody", { permissions: new Set(keys), fieldLimits: new Map([["stock-out-doc", new Set(["realNum"])]]) });
    const refused = await exported(limited, { id });
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain("实发数量");
  });

  it("of another tenant finds none, and nobody one for other roles", async () => {
    const id = await saved("出库", byMonth);
    expect((await exported(chenqing, { id })).statusCode).toBe(400);
    const [role = {}] = arrayIn(await zhangwei.get("/blade-system/role/list", { roleAlias: "auditor" }));
    const hidden = await saved("仅部分角色", byMonth, { roleIds: String(role["id"]) });
    expect((await exported(server.as("nobody", { permissions: new Set(keys) }), { id: hidden })).statusCode).toBe(400);
  });

  it.each<Readonly<Record<string, string>>>([{ view: "cube" }, { format: "pdf" }, { columns: "status" }])(
    "is refused %o",
    async (query) => {
      const id = await saved("出库", byMonth);
      expect((await exported(zhangwei, { id, ...query })).statusCode).toBe(400);
    },
  );
});
