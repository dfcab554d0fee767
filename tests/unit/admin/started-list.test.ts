// Rows that were read while the application was on its way are drawn with their list (src/admin/first-reads.ts).
import { expect, test } from "vitest";
import { storePrefetchedRead, takePrefetchedRead } from "#admin/api/prefetched-reads.ts";
import { accessProvider } from "#admin/access/access-provider.ts";
import { prefetchedList } from "#admin/data/providers/data-provider.ts";
import { settledValue } from "#admin/browser/settled-promise.ts";
import { loadList } from "#admin/data/screen-models/load.ts";

const address = "/digit-bind/factory/list?current=1&size=10";
const requested = { pagination: { currentPage: 1, pageSize: 10 }, filters: [], sorters: [] };
const page = { records: [{ id: "7", name: "一号工厂" }], total: 31, size: 10, current: 1 };

async function factory() {
  const screen = await loadList("factory");
  if (screen === undefined) throw new Error("there is a screen of factories");
  return screen;
}

test("rows that have come are there at once, once; the next list asks the server", async () => {
  const screen = await factory();
  const answer = Promise.resolve(page);
  storePrefetchedRead(address, answer);
  await answer;
  expect(prefetchedList(screen, requested)).toMatchObject({ data: [{ id: "7", name: "一号工厂" }], total: 31, firstNumber: 1 });
  expect(prefetchedList(screen, requested)).toBeUndefined();
  expect(takePrefetchedRead(address)).toBeUndefined();
});

test("rows on their way are left to the call that waits for them, and another page takes none", async () => {
  const screen = await factory();
  const answer = new Promise<unknown>(() => undefined);
  storePrefetchedRead(address, answer);
  expect(prefetchedList(screen, requested)).toBeUndefined();
  expect(prefetchedList(screen, { ...requested, pagination: { currentPage: 2, pageSize: 10 } })).toBeUndefined();
  expect(takePrefetchedRead(address)).toBe(answer);
});

test("a read that failed is left to the call, which tells so", async () => {
  const screen = await factory();
  const answer = Promise.reject(new Error("out of reach"));
  storePrefetchedRead(address, answer);
  await answer.catch(() => undefined);
  expect(prefetchedList(screen, requested)).toBeUndefined();
  await expect(takePrefetchedRead(address)).rejects.toThrow("out of reach");
});

test("what a person may do on a screen that is loaded is known without waiting, so that the page is drawn in one go", async () => {
  const user = { userId: "1", account: "a", name: "a", roleAliases: ["user"], avatar: "", deptId: "", roleId: "", ext: "" };
  const { can } = accessProvider({ person: { user, tenantId: "100001", permissions: new Set(["factory_edit"]) }, menuCodes: new Set() });
  await factory();
  expect(settledValue(can({ resource: "factory", action: "edit" }))).toEqual({ can: true });
  expect(settledValue(can({ resource: "factory", action: "delete" }))).toEqual({ can: false });
  expect(settledValue(can({ action: "administer" }))).toEqual({ can: false });
  const unloaded = can({ resource: "warehouse", action: "edit" });
  expect(settledValue(unloaded)).toBeUndefined();
  expect(await unloaded).toEqual({ can: false });
});
