// @vitest-environment happy-dom
// What a move writes: the rows that must change and no others, by the call of an edit, with their place in the tree; and what it tells
// afterwards.
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { ApiFailure } from "#admin/api/failure.ts";
import type { Row } from "#admin/api/wire-data.ts";
import { beginSession, endSession } from "#admin/api/session.ts";
import { startLanguage } from "#admin/i18n/index.ts";
import { bladeDataProvider } from "#admin/data/providers/data-provider.ts";
import { moveRow, type MoveInput } from "#admin/screens/row-actions/move-row.ts";
import { settings } from "#admin/browser/settings.ts";
import type { Screen } from "#schema/screen";

const screens = import.meta.glob<Screen>("../../../generated/screens/menu.json", { eager: true, import: "default" });
const [menu] = Object.values(screens);

// The halves of screens are made by the build; here the whole is there already.
vi.mock("#admin/data/screen-models/load.ts", () => ({ loadScreen: async () => menu, loadList: async () => menu }));

const provider = bladeDataProvider();
const written: { readonly path: string; readonly body: unknown }[] = [];
let refused: string | undefined;
let reported = 0;

beforeAll(() => startLanguage());

beforeEach(() => {
  written.length = 0;
  reported = 0;
  refused = undefined;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const body: unknown = JSON.parse(String(init.body));
    const isRefused = refused !== undefined && JSON.stringify(body).includes(refused);
    if (!isRefused) written.push({ path: url, body });
    return new Response(
      JSON.stringify(
        isRefused
          ? { code: 400, success: false, data: { error: "staleVersion" }, msg: "数据已被修改" }
          : { code: 200, success: true, data: {}, msg: "操作成功" },
      ),
      { status: isRefused ? 400 : 200 },
    );
  });
  beginSession({
    accessToken: "t",
    refreshToken: "r",
    tenantId: "000000",
    user: { userId: "1", account: "admin", name: "管理员", roleAliases: ["administrator"], avatar: "", deptId: "", roleId: "", ext: "" },
  });
});

afterEach(() => {
  endSession("signed-out");
  vi.unstubAllGlobals();
});

const row = (id: string, sort: number): Row => ({ id, version: 3, parentId: "9", name: `菜单${id}`, sort });

function inputOf(siblings: readonly Row[], more: Partial<MoveInput> = {}): MoveInput {
  if (menu === undefined) throw new Error("menus have no screen");
  return {
    screen: menu,
    field: "sort",
    siblings,
    from: 1,
    to: 0,
    goesOn: { before: false, behind: false },
    writes: {
      one: (id, values) => provider.update({ resource: "menu", id, variables: values }),
      together: async (rows) => {
        await provider.custom?.({ url: "/blade-system/menu/reorder", method: "post", payload: rows });
        reported += 1;
      },
      done: () => void (reported += 1),
    },
    ...more,
  };
}

test("only the number changes, and a row of a tree names the parent it stays below", async () => {
  expect(await moveRow(inputOf([row("1", 1), row("2", 2), row("3", 3)]))).toBe(true);
  expect(written).toEqual([
    { path: expect.stringContaining("/blade-system/menu/submit"), body: { id: "2", version: 3, parentId: "9", sort: 0 } },
  ]);
  expect(reported).toBe(1);
});

test("rows of one number are parted, and the list is told once", async () => {
  await moveRow(inputOf([row("1", 0), row("2", 0), row("3", 0)]));
  expect(written.map(({ body }) => body)).toEqual([
    { id: "1", version: 3, parentId: "9", sort: 1 },
    { id: "3", version: 3, parentId: "9", sort: 2 },
  ]);
  expect(reported).toBe(1);
});

describe("on a server that takes several rows in one call", () => {
  beforeEach(() => void Reflect.set(settings, "reorders", true));
  afterEach(() => void Reflect.set(settings, "reorders", false));

  test("all of them travel together, and a single one as an edit", async () => {
    await moveRow(inputOf([row("1", 0), row("2", 0), row("3", 0)]));
    await moveRow(inputOf([row("1", 1), row("2", 2), row("3", 3)]));
    expect(written).toEqual([
      {
        path: expect.stringContaining("/blade-system/menu/reorder"),
        body: [
          { id: "1", version: 3, parentId: "9", sort: 1 },
          { id: "3", version: 3, parentId: "9", sort: 2 },
        ],
      },
      { path: expect.stringContaining("/blade-system/menu/submit"), body: { id: "2", version: 3, parentId: "9", sort: 0 } },
    ]);
    expect(reported).toBe(2);
  });

  test("a refusal leaves everything as it was", async () => {
    refused = '"id":"3"';
    await expect(moveRow(inputOf([row("1", 0), row("2", 0), row("3", 0), row("4", 0)]))).rejects.toMatchObject({
      error: "staleVersion",
    } satisfies Partial<ApiFailure>);
    expect([written, reported]).toEqual([[], 0]);
  });
});

test("a refusal ends it: nothing is written after it, and what was written is told", async () => {
  refused = '"id":"3"';
  await expect(moveRow(inputOf([row("1", 0), row("2", 0), row("3", 0), row("4", 0)]))).rejects.toMatchObject({
    error: "staleVersion",
    message: "数据已被修改",
  } satisfies Partial<ApiFailure>);
  expect(written.map(({ body }) => body)).toEqual([{ id: "1", version: 3, parentId: "9", sort: 1 }]);
  expect(reported).toBe(1);
});

test("a row of one page gets no number of another page; where that leaves none, nothing is written", async () => {
  expect(await moveRow(inputOf([row("1", 0), row("2", 0)], { goesOn: { before: false, behind: true } }))).toBe(false);
  expect(await moveRow(inputOf([row("1", 4), row("2", 4), row("3", 9)], { goesOn: { before: true, behind: true } }))).toBe(true);
  expect(written.map(({ body }) => body)).toEqual([{ id: "1", version: 3, parentId: "9", sort: 5 }]);
});
