// Which reads may be late (store/replica.ts): reports, figures and exports of long lists, and nothing that somebody looks for what they have
// just written in.
import { afterEach, describe, expect, it, vi } from "vitest";
import { isLarge } from "#schema/indexes";
import type { ReportDefinition } from "#schema/report";
import type { MayBeLate } from "../../src/server/store/database.ts";
import { localTime } from "../../src/server/store/clock.ts";
import { objectIn } from "../support/samples.ts";
import { serverOfFile, testNow } from "../support/server.ts";

const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");
const { database } = server;

afterEach(() => vi.restoreAllMocks());

/** How the reads of some calls were asked for: "late", or "now". */
async function readsOf(calls: () => Promise<unknown>): Promise<readonly string[]> {
  const read = vi.spyOn(database, "read");
  const longRead = vi.spyOn(database, "longRead");
  await calls();
  const how = [...read.mock.calls, ...longRead.mock.calls].map(([, , third]) => (typeof third === "object" ? "late" : "now"));
  vi.restoreAllMocks();
  return how;
}

/** The same without repetitions. */
const kindsOf = async (calls: () => Promise<unknown>): Promise<readonly string[]> => [...new Set(await readsOf(calls))].sort();

const scans = "/digit-apply/consumer-scan-record";
const definition: ReportDefinition = { resource: "warehouse", totals: [{ of: "count" }] };
const tryReport = (language?: "en") => server.as("zhangwei", {}, language).post("/blade-report/report/rest/try", { definition });

async function answered(path: string, query: Readonly<Record<string, string>> = {}): Promise<void> {
  expect(await zhangwei.get(path, query)).toMatchObject({ status: 200, success: true });
}

describe("may be late", () => {
  it.each([
    ["the summary of scans", `${scans}/summary`],
    ["the overview of scans outside", `${scans}/cross-region-sale/overview`],
    ["the list of scans outside", `${scans}/cross-region-sale/summary`],
    ["its charts", `${scans}/cross-region-sale/summary/charts`],
    ["scans outside of channels", `${scans}/non-channel`],
    ["figures of the steps of processes", "/blade-flow/statistics/step-list"],
  ])("%s", async (_name, path) => {
    expect(await kindsOf(() => answered(path))).toEqual(["late"]);
  });

  it("a report", async () => {
    expect(await kindsOf(() => tryReport())).toEqual(["late"]);
  });

  it("the export of a list that may be long", async () => {
    expect(await kindsOf(() => zhangwei.raw("GET", `${scans}/list/export`))).toEqual(["late"]);
  });

  it("the charts of the home page, beside counts of what is to be done", async () => {
    expect(await readsOf(() => answered("/blade-desk/home"))).toEqual(["now"]);
    const withReplica = Object.assign(database, { hasReplica: true });
    const alone = objectIn(await zhangwei.get("/blade-desk/home"));
    expect(await readsOf(() => answered("/blade-desk/home"))).toEqual(["now", "late"]);
    Object.assign(withReplica, { hasReplica: false });
    expect(objectIn(await zhangwei.get("/blade-desk/home"))).toEqual(alone);
    expect(alone).toMatchObject({ scans: expect.any(Array), codes: expect.any(Array), stockIn: { num: expect.any(Number) } });
  });
});

describe("is read as it is now", () => {
  const reports = new Set(["scan-non-channel"]);
  const lists = server.model.resources.filter(({ name, calls, hasTable }) => hasTable && !reports.has(name) && calls.has("list"));

  it("every list", async () => {
    expect(lists.length).toBeGreaterThan(100);
    const late: string[] = [];
    for (const { name, path } of lists) {
      const how = await readsOf(() => zhangwei.get(`${path}/list`, { size: 1 }));
      if (how.includes("late")) late.push(name);
    }
    expect(late).toEqual([]);
  });

  it.each([
    ["what a report may be made of", "/blade-report/ureport/designer"],
    ["the history of a code", `${scans}/single-code?code=1`],
  ])("%s", async (_name, path) => {
    expect(await kindsOf(() => zhangwei.get(path))).not.toContain("late");
  });

  it("the export of a list that is short", async () => {
    const warehouse = server.model.resource.get("warehouse");
    expect(warehouse !== undefined && isLarge(warehouse)).toBe(false);
    expect(await kindsOf(() => zhangwei.raw("GET", `${warehouse?.path}/list/export`))).toEqual(["now"]);
  });
});

describe("a report that a replica has answered", () => {
  it("says up to when its figures are", async () => {
    const asOf = new Date(2026, 2, 1, 12, 30, 15).getTime();
    const { read } = database;
    vi.spyOn(database, "read").mockImplementation((scope, statements, how) => {
      const { onReplica } = (how ?? {}) as Partial<MayBeLate>; // "kept" has none either
      onReplica?.(asOf);
      return read(scope, statements, how);
    });
    expect(objectIn(await tryReport())).toMatchObject({ asOf: localTime(asOf), isFromReplica: true });
  });

  it("and one that the primary has answered differ", async () => {
    const answer = objectIn(await tryReport());
    expect(answer).toMatchObject({ asOf: testNow });
    expect(answer).not.toHaveProperty("isFromReplica");
  });
});
