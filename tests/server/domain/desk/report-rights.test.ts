// Reports under the rights of who reads them, within their limits, and whatever definition is sent.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reportLimits, rowsOfCell, type ReportAnswer, type ReportDefinition } from "#schema/report";
import { limitsOf } from "../../../../src/server/access/data-scopes.ts";
import type { Caller } from "../../../../src/server/caller/caller.ts";
import { runReport } from "../../../../src/server/crud/report/run.ts";
import { arrayIn, objectIn, recordsIn } from "../../../support/samples.ts";
import { people, tenants, testNow, type Answer } from "../../../support/server.ts";
import { startDemonstration } from "../demonstration.ts";

const { server, zhangwei, chenqing, userId, put } = await startDemonstration();
const path = "/blade-report/report/rest";
const preview = "/blade-report/ureport/preview";

const reportOf = (answer: Answer): ReportAnswer => objectIn(answer) as unknown as ReportAnswer;
const byStatus = {
  resource: "stock-out-doc",
  rows: [{ field: "status" }],
  totals: [{ of: "count" }, { of: "sum", field: "realNum" }],
} satisfies ReportDefinition;
const tried = (definition: unknown, client = zhangwei) => client.post(`${path}/try`, { definition });
/** The totals of everything. */
const grand = ({ cells }: ReportAnswer) => cells.find(({ at }) => at.every((place) => place === null))?.values;
const one = async (sql: string): Promise<unknown> => {
  const [answer] = await server.database.owner.read([{ sql, parameters: [] }]);
  return Object.values(answer?.rows[0] ?? {})[0];
};
/** Somebody who designs reports, with further rights. */
const designer = (permissions: readonly string[], more: Partial<Caller> = {}) =>
  server.as("nobody", {
    userId,
    permissions: new Set(["report", "report_view", "report_setting", "report_add", "report_edit", ...permissions]),
    ...more,
  });

describe("a report is of what its reader may read", () => {
  it("rows outside a data scope are in no figure", async () => {
    const scope = { id: "1", scopeClass: "stock-out-doc", scopeColumn: "create_user", scopeType: "2", scopeValue: "", scopeField: "*" };
    const { rows: rowLimits } = limitsOf(server.model, [scope], { userId, tenantId: tenants.one, deptIds: [], branchIds: [] });
    await put(
      `update stock_out_doc set create_user = null where tenant_id = $1 and id in (select id from stock_out_doc where tenant_id = $1 order by id limit 2)`,
      [tenants.one],
    );
    const own = reportOf(await tried(byStatus, designer(["stock-out-doc"], { rowLimits })));
    const all = reportOf(await tried(byStatus));
    const where = `from stock_out_doc where tenant_id = '${tenants.one}' and is_deleted = 0`;
    expect(grand(own)?.[0]).toBe(String(await one(`select count(*) ${where} and create_user = ${userId}`)));
    expect(grand(all)?.[0]).toBe(String(await one(`select count(*) ${where}`)));
    expect(Number(grand(own)?.[0])).toBeLessThan(Number(grand(all)?.[0]));
  });

  it("rows of other tenants are in no figure, and their reports are not there", async () => {
    expect(grand(reportOf(await tried(byStatus, chenqing)))).toEqual(["0", null]);
    const [report = {}] = recordsIn(await zhangwei.get(`${path}/list`));
    expect(await chenqing.get(preview, { id: String(report["id"]) })).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
  });

  it("rows whose list somebody may not read make no report for them, whoever saved it", async () => {
    const [report = {}] = recordsIn(await zhangwei.get(`${path}/list`, { name: "出库数量" }));
    const refused = await designer([]).get(preview, { id: String(report["id"]) });
    expect(refused).toMatchObject({ status: 400, data: { error: "invalid", issues: [{ path: ["definition", "resource"] }] } });
    expect(await designer(["stock-out-doc", "channel"]).get(preview, { id: String(report["id"]) })).toMatchObject({ status: 200 });
    expect(await server.as("nobody").get(preview, { id: String(report["id"]) })).toMatchObject({ status: 403 });
  });

  it("hidden and masked fields are refused at their place, in groups, totals and filters", async () => {
    const hidden = designer(["stock-out-doc"], { fieldLimits: new Map([["stock-out-doc", new Set(["realNum"])]]) });
    expect(await tried(byStatus, hidden)).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["definition", "totals", 1, "field"] }] },
    });
    const masked = designer(["consumer-scan-record"]);
    const scans = { resource: "consumer-scan-record", totals: [{ of: "count" }] };
    const places = [
      [{ ...scans, rows: [{ field: "phone" }] }, ["definition", "rows", 0, "field"]],
      [{ ...scans, totals: [{ of: "distinct", field: "phone" }] }, ["definition", "totals", 0, "field"]],
      [{ ...scans, filters: [{ field: "phone", operator: "like", value: "138" }] }, ["definition", "filters", 0, "field"]],
    ] as const;
    for (const [definition, place] of places) {
      const answer = await tried(definition, masked);
      expect(answer).toMatchObject({ status: 400, data: { issues: [{ path: place }] } });
      expect(answer.msg).toContain("脱敏");
    }
    expect(await tried(places[0][0])).toMatchObject({ status: 200 });
    const offered = objectIn(await masked.get("/blade-report/ureport/designer", { resource: "consumer-scan-record" }))["fields"];
    expect(JSON.stringify(offered)).not.toContain('"phone"');
  });

  it("secrets are no fields of reports", async () => {
    expect(await tried({ resource: "user", rows: [{ field: "password" }], totals: [{ of: "count" }] })).toMatchObject({ status: 400 });
    expect(await tried({ resource: "code-gen-record", rows: [{ field: "zipPassword" }], totals: [{ of: "count" }] })).toMatchObject({
      status: 400,
    });
  });

  it("a report for roles is for these, for who made it, and for administrators", async () => {
    const [role = {}] = arrayIn(await zhangwei.get("/blade-system/role/list", { roleAlias: "auditor" }));
    const roleId = String(role["id"]);
    const id = String(objectIn(await zhangwei.post(`${path}/submit`, { name: "仅审计", definition: byStatus, roleIds: roleId }))["id"]);
    const reader = (roleIds: readonly string[]) =>
      server.as("nobody", { permissions: new Set(["report", "report_view", "stock-out-doc"]), roleIds });
    expect(await reader(["7"]).get(preview, { id })).toMatchObject({ data: { error: "rowNotFound" } });
    expect(recordsIn(await reader(["7"]).get(`${path}/list`, { name: "仅审计" }))).toEqual([]);
    expect(reportOf(await reader([roleId]).get(preview, { id })).definition).toEqual(byStatus);
    expect(await zhangwei.get(preview, { id })).toMatchObject({ status: 200 });
  });
});

describe("definitions are checked", () => {
  it("a saved report says in the list what it is drawn as", async () => {
    const lookOf = async () => recordsIn(await zhangwei.get(`${path}/list`, { name: "图示试验" }))[0];
    await zhangwei.post(`${path}/submit`, { name: "图示试验", definition: { ...byStatus, chart: { type: "line" } } });
    const saved = await lookOf();
    expect(saved).toMatchObject({ look: "line-chart" });
    await zhangwei.post(`${path}/submit`, { id: saved?.["id"], version: saved?.["version"], definition: byStatus });
    expect(await lookOf()).toMatchObject({ look: "table" });
  });

  it("what cannot be read is not saved, and a saved report is kept as it was", async () => {
    const wrong = await zhangwei.post(`${path}/submit`, { name: "错误", definition: { ...byStatus, rows: [{ field: "nothing" }] } });
    expect(wrong).toMatchObject({ status: 400, data: { issues: [{ path: ["definition", "rows", 0, "field"] }] } });
    expect(recordsIn(await zhangwei.get(`${path}/list`, { name: "错误" }))).toEqual([]);
    expect(await zhangwei.post(`${path}/submit`, { name: "没有定义" })).toMatchObject({ status: 400 });
  });

  it.each([
    ["a table", { resource: 'stock_out_doc" t; drop table brand; --' }],
    ["a field", { rows: [{ field: 'status" from brand; --' }] }],
    ["a field of another row", { rows: [{ field: "channelId.phone'--.name" }] }],
    ["a part of days", { rows: [{ field: "bizDate", part: "month'); drop table brand; --" }] }],
    ["an aggregate", { totals: [{ of: "count(*)); drop table brand; --", field: "realNum" }] }],
    ["a place of a total", { sort: { total: 7 } }],
    ["a limit", { limit: 1e9 }],
    ["a member", { sql: "select 1" }],
  ])("%s that is none is refused", async (_what, wrong) => {
    expect(await tried({ ...byStatus, ...wrong })).toMatchObject({ status: 400, data: { error: "invalid" } });
  });

  it("values of filters are values", async () => {
    const definition = { ...byStatus, filters: [{ field: "docNo", operator: "like", value: "' or 1=1; drop table brand; --%_" }] };
    expect(grand(reportOf(await tried(definition)))?.[0]).toBe("0");
  });
});

describe("limits are kept and told", () => {
  it("more groups than an answer holds are cut, and their number is told", async () => {
    const more = reportLimits.groups + 50;
    await put(
      `insert into brand (id, tenant_id, name, code) select 800000000 + n, $1, 'brand ' || n, 'B' || n from generate_series(1, ${more}) n`,
      [tenants.one],
    );
    const answer = reportOf(await tried({ resource: "brand", rows: [{ field: "code" }], totals: [{ of: "count" }] }));
    expect(answer.isCut).toBe(true);
    expect(answer.cells).toHaveLength(reportLimits.groups);
    const brands = Number(await one(`select count(*) from brand where tenant_id = '${tenants.one}' and is_deleted = 0`));
    expect(answer.groups).toBe(brands + 1);
    expect(grand(answer)).toEqual([String(brands)]);
  });

  it("only the first groups are shown where a report says so, and totals include the others", async () => {
    const all = reportOf(await tried({ ...byStatus, sort: { total: 0, descending: true } }));
    const first = reportOf(await tried({ ...byStatus, sort: { total: 0, descending: true }, limit: 1 }));
    expect(first.first).toEqual({ shown: 1, all: all.cells.length - 1 });
    expect(first.cells).toEqual(all.cells.slice(0, 2));
  });

  it("what takes too long is ended, with a sentence that says what to do", async () => {
    const context = {
      ...server.services,
      caller: { ...people.zhangwei, isAdministrator: true },
      language: "zh" as const,
      scope: { tenantId: tenants.one, userId },
      now: () => testNow,
      address: "",
    };
    const heavy: ReportDefinition = {
      resource: "brand",
      rows: [{ field: "code" }, { field: "name" }],
      totals: [{ of: "distinct", field: "name" }],
    };
    await expect(runReport(context, heavy, 0.001)).rejects.toMatchObject({ code: "reportTooLarge", status: 400 });
    expect((await runReport(context, heavy)).cells.length).toBeGreaterThan(0);
  });
});

it("a cell that counts no rows leads to none", async () => {
  const report = reportOf(
    await tried({
      resource: "consumer-scan-record",
      rows: [],
      totals: [{ of: "count" }],
      filters: [
        { field: "specId.skuId", operator: "notnull" },
        { field: "code", operator: "equal", value: "nowhere" },
      ],
    }),
  );
  const [cell] = report.cells;
  expect(cell?.values).toEqual(["0"]);
  expect(cell && rowsOfCell(report, cell)).toBeUndefined();
});

it("random definitions are worked out or refused, groups add up to the whole, and cells lead to the rows that they count", async () => {
  const names = ["order", "order-detail", "stock-out-doc", "goods-bill", "consumer-scan-record", "points-record", "doc-detail", "brand"];
  const fields = new Map<string, readonly { readonly path: string; readonly type: string; readonly aggregates: readonly string[] }[]>();
  for (const name of names) {
    const offered = objectIn(await zhangwei.get("/blade-report/ureport/designer", { resource: name }))["fields"];
    fields.set(name, offered as never);
  }
  const definitions = fc.constantFrom(...names).chain((resource) => {
    const field = fc.constantFrom(...(fields.get(resource) ?? []));
    const group = fc
      .tuple(field, fc.constantFrom("day", "week", "month", "quarter", "year"))
      .map(([{ path: name, type }, part]) => (type === "time" ? { field: name, part } : { field: name }));
    return fc.record({
      resource: fc.constant(resource),
      rows: fc.array(group, { maxLength: 3 }),
      across: fc.array(group, { maxLength: 1 }),
      totals: fc
        .array(
          field.chain(({ path: name, aggregates }) => fc.constantFrom(...aggregates).map((of) => ({ of, field: name }))),
          { maxLength: 2 },
        )
        .map((more) => [{ of: "count" }, ...more]),
      filters: fc.array(
        field.chain(({ path: name }) => fc.constantFrom("null", "notnull").map((operator) => ({ field: name, operator }))),
        { maxLength: 1 },
      ),
    });
  });
  await fc.assert(
    fc.asyncProperty(definitions, async (definition) => {
      const answer = await tried(definition);
      expect(answer.status, JSON.stringify([definition, answer.msg])).toBe(200);
      const report = reportOf(answer);
      fc.pre(!report.isCut);
      const leaves = report.cells.filter(({ at }) => at.every((place) => place !== null));
      const added = leaves.reduce((sum, { values }) => sum + Number(values[0]), 0);
      expect(added, JSON.stringify(definition)).toBe(Number(grand(report)?.[0]));
      const some = leaves[Math.floor(leaves.length / 2)];
      const filter = some === undefined ? undefined : rowsOfCell(report, some);
      fc.pre(filter !== undefined);
      const listed = objectIn(await zhangwei.get(report.resource.list, { ...filter, size: 1 }));
      expect(Number(listed["total"]), JSON.stringify([definition, filter])).toBe(Number(some?.values[0]));
    }),
    { numRuns: 60 },
  );
});
