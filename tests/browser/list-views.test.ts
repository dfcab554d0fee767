// Saved views of a list in a real browser: saved, changed, shared, opened by link and as the default of somebody else, removed and taken back.
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { accessibilityFindings, serious } from "../support/accessibility.ts";
import { callAs, storeSession, tenantAdministrator } from "../support/application.ts";
import { openPage } from "../support/chromium.ts";
import { atLists } from "../support/lists.ts";
import { expectHidden, expectNotice, expectShown } from "../support/shown.ts";

const desk = atLists();
const keeper = { tenantId: "100001", account: "lina", password: "123456" } as const;
const list = "/warehousing/warehouse";

const menuButton = (page: Page): Locator => page.getByRole("button", { name: /^列表视图：/ }).filter({ visible: true });
const menu = (page: Page): Locator => page.getByRole("menu", { name: "列表视图" });
async function choose(page: Page, item: string): Promise<void> {
  await menuButton(page).click();
  await menu(page).getByText(item, { exact: true }).click();
}
const parametersOf = (page: Page): Record<string, string> => Object.fromEntries(new URL(page.url()).searchParams);

/** Searches for the finished goods, and saves that. */
async function saveFinishedGoods(page: Page, name: string, isDefault = false): Promise<string> {
  await desk.go(`${list}?f.warehouseType=1&sort=-createTime&size=30`);
  await choose(page, "另存为视图");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "视图名称" }).fill(name);
  await dialog.getByRole("checkbox", { name: "打开此列表时默认使用" }).setChecked(isDefault);
  await page.keyboard.press("Control+s");
  await expectNotice(page, `已保存视图“${name}”`);
  await expect.poll(() => parametersOf(page)["view"]).toMatch(/^\d+$/);
  return parametersOf(page)["view"] ?? "";
}

describe("a saved view", () => {
  it("keeps filters, order, size, row height and columns, and is opened by its menu and by its link", async () => {
    const { page } = desk;
    const id = await saveFinishedGoods(page, "成品仓");
    await expectShown(page.getByRole("button", { name: "列表视图：成品仓", exact: true }));
    expect(parametersOf(page)).toEqual({ view: id, "f.warehouseType": "1", sort: "-createTime", size: "30" });

    await page.getByRole("button", { name: /^行高/ }).click();
    await expectShown(page.getByRole("button", { name: "列表视图：成品仓（已修改）" }));
    await choose(page, "保存修改");
    await expectNotice(page, "已保存视图“成品仓”");
    await expectShown(page.getByRole("button", { name: "列表视图：成品仓", exact: true }));

    await choose(page, "默认列表");
    await expect.poll(() => parametersOf(page)).toEqual({});
    await expectShown(page.getByRole("button", { name: /^行高/, pressed: false }));

    await desk.go(`${list}?view=${id}`);
    await expect.poll(() => parametersOf(page)).toEqual({ view: id, "f.warehouseType": "1", sort: "-createTime", size: "30" });
    await expectShown(page.getByRole("button", { name: /^行高/, pressed: true }));
    expect(await accessibilityFindings(page, serious)).toEqual([]);
  });

  it("says that it was changed, and goes back to what was saved", async () => {
    const { page } = desk;
    const id = await saveFinishedGoods(page, "待改视图");
    await page.getByRole("button", { name: "移除条件：仓库类型" }).click();
    await expectShown(page.getByRole("button", { name: "列表视图：待改视图（已修改）" }));
    await page.reload();
    await expectShown(page.getByRole("button", { name: "列表视图：待改视图（已修改）" }));
    await choose(page, "放弃修改");
    await expect.poll(() => parametersOf(page)).toEqual({ view: id, "f.warehouseType": "1", sort: "-createTime", size: "30" });
  });

  it("is reached and chosen by the keyboard, and its menu has nothing that axe finds", async () => {
    const { page } = desk;
    const id = await saveFinishedGoods(page, "一键到达");
    await desk.go(list);
    await menuButton(page).focus();
    await page.keyboard.press("Enter");
    const focused = page.locator(":focus");
    await expect.poll(() => focused.getAttribute("aria-checked")).toBe("true");
    expect(await focused.innerText()).toContain("默认列表");
    for (let item = 0; item < 20 && !(await focused.innerText()).includes("一键到达"); item += 1) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => parametersOf(page)["view"]).toBe(id);
    await menuButton(page).click();
    await expectShown(menu(page).getByRole("menuitemradio", { name: "一键到达", checked: true }));
    expect(await accessibilityFindings(page, serious)).toEqual([]);
    await page.keyboard.press("Escape");
  });

  it("is found in the palette", async () => {
    const { page } = desk;
    const id = await saveFinishedGoods(page, "面板找到的视图");
    await desk.go("/production/factory");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("面板找到");
    await page.getByRole("option", { name: /面板找到的视图/ }).click();
    await expect.poll(() => parametersOf(page)["view"]).toBe(id);
    await expectShown(page.getByRole("button", { name: "列表视图：面板找到的视图", exact: true }));
  });

  it("is removed with a way back, under the same link", async () => {
    const { page } = desk;
    const id = await saveFinishedGoods(page, "临时视图");
    await choose(page, "删除视图");
    await expect.poll(() => parametersOf(page)["view"]).toBeUndefined();
    await page.getByRole("button", { name: "撤销" }).click();
    await expectNotice(page, "已撤销对“临时视图”的“删除视图”");
    await desk.go(`${list}?view=${id}`);
    await expectShown(page.getByRole("button", { name: "列表视图：临时视图", exact: true }));
  });
});

describe("somebody else", () => {
  it("is told that a view is not there for them, and has it by its link and by default once it is shared", async () => {
    const { page } = desk;
    const id = await saveFinishedGoods(page, "全员成品仓");
    const other = await openPage(desk.browser, { width: 1440, height: 900 });
    await storeSession(other.page, desk.application, keeper);
    await other.page.goto(`${desk.application.address}${list}?view=${id}`);
    await expectShown(other.page.getByText("链接中的视图不存在，或者没有共享给您"));

    await choose(page, "共享设置");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("全体用户", { exact: true }).click();
    await dialog.getByRole("switch", { name: "默认打开" }).click();
    await dialog.getByRole("button", { name: /确\s*定/ }).click();
    await expectHidden(dialog);

    await other.page.goto(`${desk.application.address}${list}?view=${id}`);
    await expectShown(other.page.getByRole("button", { name: "列表视图：全员成品仓", exact: true }));
    await other.page.goto(`${desk.application.address}${list}`);
    await expectShown(other.page.getByRole("button", { name: "列表视图：全员成品仓", exact: true }));
    expect(parametersOf(other.page)).toMatchObject({ view: id, "f.warehouseType": "1" });
    // They use it, and do not change it for the others.
    await menuButton(other.page).click();
    await expectShown(menu(other.page).getByRole("menuitem", { name: "另存为视图" }));
    expect(await menu(other.page).getByRole("menuitem", { name: "删除视图" }).count()).toBe(0);
    await menu(other.page).getByText("默认列表", { exact: true }).click();
    await expect.poll(() => parametersOf(other.page)).toEqual({ view: "none" });
    await other.page.reload();
    await expectShown(other.page.getByRole("button", { name: "列表视图：默认列表", exact: true }));
    other.expectNoProblems();
    await other.close();
    const call = await callAs(desk.application, tenantAdministrator);
    await call("POST", "/blade-desk/list-view/remove-view", { id });
  });
});

describe("a period", () => {
  it("is chosen in place of days, stays a period in the address, and is said with the filters", async () => {
    const { page } = desk;
    await desk.go("/production/factory");
    await page.getByRole("button", { name: "展开" }).click();
    const sent = page.waitForRequest((request) => request.url().includes("createTime_dategt"));
    await page.getByRole("combobox", { name: "创建时间：时间范围" }).selectOption({ label: "最近 30 天" });
    await page.getByRole("button", { name: "搜索", exact: true }).click();
    expect(new URL((await sent).url()).searchParams.get("createTime_dategt")).toMatch(/^\d{4}-\d{2}-\d{2} 23:59:59$/);
    expect(parametersOf(page)["f.createTime"]).toMatch(/^last30Days/);
    await expectShown(page.getByRole("list", { name: "已选条件" }).getByText("最近 30 天"));
    expect(await accessibilityFindings(page, serious)).toEqual([]);
  });
});
