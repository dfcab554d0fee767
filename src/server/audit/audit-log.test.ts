// What an audit log records: only differences, once per row, within its bounds and without secrets.
import { describe, expect, it } from "vitest";
import { readChanges } from "#schema/changes";
import { areas, definitions } from "#generated/registry.ts";
import { buildModel, type ResourceModel } from "#schema/model";
import { AuditLog } from "./audit-log.ts";

const model = buildModel(definitions, areas);

function resource(name: string): ResourceModel {
  const found = model.resource.get(name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}

const recordOf = (auditLog: AuditLog) => readChanges(auditLog.texts("factory", "submit")[0] ?? "");

describe("an audit log", () => {
  it("tells of a row that is written twice what it was at first and is at last", () => {
    const auditLog = new AuditLog();
    auditLog.name(resource("factory"), "touch", { id: "1", name: "甲" });
    auditLog.record(resource("factory"), "edit", "1", { before: { name: "甲", sort: 1 }, after: { name: "甲", sort: 2 } });
    auditLog.record(resource("factory"), "edit", "1", { before: { sort: 2, remark: null }, after: { sort: 3, remark: "x" } });
    auditLog.record(resource("factory"), "edit", "1", { before: { remark: "x" }, after: { remark: "y" } });
    expect(recordOf(auditLog)?.rows).toEqual([
      {
        resource: "factory",
        id: "1",
        title: "甲",
        action: "edit",
        changes: [
          { field: "sort", before: "1", after: "3" },
          { field: "remark", before: null, after: "y" },
        ],
      },
    ]);
  });

  it("forgets a change that was taken back, and what the server writes into every row", () => {
    const auditLog = new AuditLog();
    auditLog.record(resource("factory"), "edit", "1", {
      before: { sort: 1, version: 1, updateTime: "a" },
      after: { sort: 2, version: 2, updateTime: "b" },
    });
    auditLog.record(resource("factory"), "edit", "1", { before: { sort: 2 }, after: { sort: 1 } });
    expect(recordOf(auditLog)?.rows[0]?.changes).toEqual([]);
  });

  it("is a record that can be read whatever was noted, and no longer than its column", () => {
    const auditLog = new AuditLog();
    for (let id = 0; id < 200; id += 1) {
      auditLog.record(resource("factory"), "edit", String(id), {
        before: {},
        after: Object.fromEntries(resource("factory").fields.map((field) => [field.name, `"${"长".repeat(5_000)}\n`])),
      });
    }
    const text = auditLog.texts("factory", "submit")[0] ?? "";
    expect(text.length).toBeLessThanOrEqual(16_000);
    const record = readChanges(text);
    expect((record?.rows.length ?? 0) + (record?.more ?? 0)).toBe(200);
  });

  it("masks what cells of rows and members of structured values hold in secret", () => {
    const auditLog = new AuditLog();
    auditLog.record(resource("sms"), "edit", "1", {
      before: { secretKey: "kept-1", accessKey: "AKIA0123456789" },
      after: { secretKey: "kept-2", accessKey: "AKIA9876543210" },
    });
    auditLog.record(resource("client"), "add", "2", {
      before: {},
      after: { clientId: "c", clientSecret: "s3cret-value", additionalInformation: { token: "inner-token", note: "kept" } },
    });
    const text = auditLog.texts("sms", "submit")[0] ?? "";
    for (const secret of ["kept-1", "kept-2", "0123456789", "s3cret-value", "inner-token"]) expect(text).not.toContain(secret);
    expect(readChanges(text)?.rows[0]?.changes).toContainEqual({ field: "secretKey", before: "****", after: "****", masked: true });
  });

  it("knows a row that is removed and made anew under its id as one that was edited", () => {
    const auditLog = new AuditLog();
    const before = { id: "1", name: "贵阳厂", sort: 1 };
    auditLog.record(resource("factory"), "remove", "1", { before, after: {} });
    auditLog.record(resource("factory"), "add", "1", { before: {}, after: { ...before, sort: 2 } });
    const [text = ""] = auditLog.texts("factory", "factory.move");
    expect(readChanges(text)?.rows).toMatchObject([{ action: "edit", changes: [{ field: "sort", before: "1", after: "2" }] }]);
  });

  it("counts rows of a set, with what all of them hold now, and those that were written alike together", () => {
    const auditLog = new AuditLog();
    const written = { names: ["name", "sort", "version"], shared: { sort: 2, version: 3 } };
    auditLog.recordSet(resource("factory"), "edit", { ...written, count: 0 });
    expect(auditLog.isEmpty).toBe(true);
    auditLog.recordSet(resource("factory"), "edit", { ...written, count: 4000 });
    auditLog.recordSet(resource("factory"), "edit", { ...written, count: 1000 });
    auditLog.recordSet(resource("factory"), "remove", { names: [], shared: {}, count: 7 });
    expect(auditLog.isEmpty).toBe(false);
    expect(recordOf(auditLog)?.sets).toEqual([
      { resource: "factory", action: "edit", count: 5000, changes: [{ field: "name" }, { field: "sort", after: "2" }] },
      { resource: "factory", action: "remove", count: 7, changes: [] },
    ]);
  });

  it("keeps sets within its bounds and counts the rows of others", () => {
    const auditLog = new AuditLog();
    const names = resource("factory").fields.map(({ name }) => name);
    for (let index = 0; index < 25; index += 1)
      auditLog.recordSet(resource("factory"), "edit", {
        names,
        shared: Object.fromEntries(names.map((name) => [name, `${index}${"长".repeat(400)}`])),
        count: 10,
      });
    const text = auditLog.texts("factory", "submit")[0] ?? "";
    expect(text.length).toBeLessThan(20_000);
    const { sets = [], more = 0 } = readChanges(text) ?? {};
    expect(sets.length).toBeGreaterThan(0);
    expect(sets.reduce((sum, { count }) => sum + count, 0) + more).toBe(250);
  });

  it("of a step of a job has all rows, in as many texts as they take, and the rows of other tenants apart", () => {
    const auditLog = new AuditLog({ limit: 100 });
    for (let index = 0; index < 105; index += 1)
      auditLog.record(resource("factory"), "edit", String(index), {
        before: { sort: 1 },
        after: { sort: 2 },
        tenantId: index < 3 ? "100001" : undefined,
      });
    const texts = auditLog.texts("job", "factory.sort").map((text) => readChanges(text));
    expect(texts.map((record) => [record?.rows.length, record?.more])).toEqual([
      [40, 5],
      [40, undefined],
      [20, undefined],
    ]);
    expect(auditLog.otherTenants("000000")).toEqual(["100001"]);
    expect(auditLog.otherTenants("100001")).toEqual([]);
    expect(auditLog.textsOf("100001", "job", "factory.sort").map((text) => readChanges(text)?.rows.map(({ id }) => id))).toEqual([
      ["0", "1", "2"],
    ]);
  });
});
