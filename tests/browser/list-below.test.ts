// Trees, and the rows below a row, in a real browser.
import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { atLists } from "../support/lists.ts";
import { expectAddress, expectHidden, expectShown } from "../support/shown.ts";

const desk = atLists();

describe("a tree", () => {
  it("asks for a level when it is opened, and after a write for that level only", async () => {
    await desk.open("/product/product-category");
    const requested: string[] = [];
    desk.page.on("request", (request) => {
      if (request.url().includes("/category/lazy-list")) requested.push(new URL(request.url()).searchParams.get("parentId") ?? "");
    });
    const top = desk.rowOf("白酒").first();
    const key = await top.getAttribute("data-row-key");
    await top.getByRole("button", { name: "展开：白酒" }).click();
    await desk.rowOf("酱香型").waitFor();
    expect(requested).toEqual([key]);
    const child = desk.rowOf("清香型").first();
    await child.getByRole("button", { name: "编辑" }).click();
    await desk.page.getByRole("dialog").getByRole("textbox", { name: "分类别名" }).fill("Light");
    await desk.page.getByRole("dialog").getByRole("button", { name: "保存", exact: true }).click();
    await desk.page.getByRole("dialog").waitFor({ state: "hidden" });
    await desk.rowOf("清香型").getByText("Light", { exact: true }).waitFor();
    expect(new Set(requested)).toEqual(new Set([key]));
  });

  it("adds a child below the row it was asked for at", async () => {
    await desk.open("/product/product-category");
    const top = desk.rowOf("黄酒").first();
    await top.getByRole("button", { name: "更多操作：黄酒" }).click();
    await desk.page.getByRole("menuitem", { name: "新增子项" }).click();
    await desk.page.getByRole("dialog").getByText("黄酒").first().waitFor();
    await desk.page.keyboard.press("Escape");
    await expectHidden(desk.page.getByRole("dialog"));
  });

  it("shows the matches of a search flat, from all levels", async () => {
    await desk.open("/product/product-category");
    await desk.page.getByRole("textbox", { name: "分类名称" }).fill("香型");
    await desk.page.keyboard.press("Enter");
    // Neither the rows of before, nor the moment in which there are none.
    await expect.poll(async () => (await desk.rowOf("茶叶").count()) === 0 && (await desk.rowOf("酱香型").count()) > 1).toBe(true);
    expect(await desk.page.locator(".tm-table button.tm-expand").count()).toBe(0);
  });
});

describe("the rows below a row", () => {
  const pane = (): Locator => desk.page.locator(".tm-lines");
  const line = (): Locator => pane().locator("[data-row-key]").first();
  const nameOf = async (row: Locator): Promise<string> => (await row.locator("td").nth(2).innerText()).trim();
  const expectFocusOn = (key: string) =>
    expect.poll(() => desk.page.evaluate(() => document.activeElement?.getAttribute("data-row-key"))).toBe(key);

  it("are beside the list for the row that is chosen, and written only while it is a draft", async () => {
    await desk.open("/warehousing/stock-out-doc?f.status=0");
    await expectShown(desk.page.getByText("点击一行，查看其单据明细"));
    await desk.rows().first().locator("td").nth(4).click();
    const details = pane().getByRole("region", { name: "单据明细", exact: true });
    await details.getByRole("button", { name: "新增" }).first().waitFor();
    // What may be done with the document is there, too.
    const voiding = pane().getByRole("button", { name: "作废", exact: true });
    await expectShown(voiding);
    await voiding.click();
    await desk.confirm(/取\s*消/);
    // How many of what, before the buttons that stay in view.
    const heading = (name: string) => details.getByRole("columnheader", { name, exact: true }).boundingBox();
    const [quantity, buttons] = await Promise.all([heading("数量"), heading("操作")]);
    expect((quantity?.x ?? 0) + (quantity?.width ?? 0)).toBeLessThanOrEqual((buttons?.x ?? 0) + 1);
    await desk.open("/warehousing/stock-out-doc?f.status=2");
    await desk.rows().first().locator("td").nth(4).click();
    await desk.page.getByText("当前状态不可修改").waitFor();
    // A screen reader that goes from landmark to landmark hears which pages are whose.
    await expect.poll(() => desk.page.getByRole("navigation", { name: "出库单：分页", exact: true }).count()).toBe(1);
    await line().waitFor();
    expect(await details.getByRole("button", { name: "新增" }).count()).toBe(0);
    // The lines are seen where the row was clicked, and the row stays where it was.
    const [list, lines] = await Promise.all([desk.page.locator(".tm-split > .tm-card").boundingBox(), line().boundingBox()]);
    expect(lines?.x).toBeGreaterThan((list?.x ?? 0) + (list?.width ?? 0));
    expect((lines?.y ?? 0) + (lines?.height ?? 0)).toBeLessThan((list?.y ?? 0) + 300);
    // The one line of a document needs neither search nor pages.
    expect(await pane().getByRole("search").count()).toBe(0);
    expect(await pane().getByRole("navigation").count()).toBe(0);
  });

  it("are reached with the keyboard, and the address keeps the row until Esc leads back to it", async () => {
    await desk.open("/warehousing/stock-out-doc?f.status=2");
    const second = desk.rows().nth(1);
    const key = (await second.getAttribute("data-row-key")) ?? "";
    const name = await nameOf(second);
    await desk.rows().first().focus();
    await desk.page.keyboard.press("ArrowDown");
    await desk.page.keyboard.press("Enter");
    await expectAddress(desk.page, { "f.status": "2", row: key });
    await expect.poll(() => desk.page.evaluate(() => document.activeElement?.closest(".tm-lines") !== null)).toBe(true);
    await desk.page.reload();
    await line().waitFor();
    expect(await pane().getByRole("heading").first().innerText()).toContain(name);
    await desk.page.keyboard.press("Escape");
    await expectHidden(pane());
    await expectAddress(desk.page, { "f.status": "2" });
    await expectFocusOn(key);
  });

  it("have the part of the page that they were given, with the pointer or the keyboard", async () => {
    await desk.open("/warehousing/stock-out-doc?f.status=2");
    await desk.rows().first().locator("td").nth(4).click();
    const edge = desk.page.getByRole("separator", { name: "明细区宽度" });
    await edge.waitFor();
    const width = async () => Math.round((await pane().boundingBox())?.width ?? 0);
    const before = await width();
    await edge.focus();
    await desk.page.keyboard.press("ArrowLeft");
    await expect.poll(width).toBe(before + 16);
    const grip = (await edge.boundingBox()) ?? { x: 0, y: 0 };
    await desk.page.mouse.move(grip.x + 4, grip.y + 40);
    await desk.page.mouse.down();
    await desk.page.mouse.move(grip.x + 44, grip.y + 40, { steps: 4 });
    await desk.page.mouse.up();
    await expect.poll(width).toBe(before - 24);
    await desk.page.reload();
    await line().waitFor();
    await expect.poll(width).toBe(before - 24);
    await edge.focus();
    await desk.page.keyboard.press("End");
    await expect.poll(width).toBeGreaterThan(before);
    await desk.page.evaluate(() => localStorage.removeItem("tracemark-split.stock-out-doc"));
  });

  it("come over the list where it is narrow: a dialog of theirs is closed first, and going back closes them", async () => {
    await desk.page.setViewportSize({ width: 1000, height: 800 });
    await desk.open("/warehousing/stock-out-doc?f.status=2");
    const key = (await desk.rows().first().getAttribute("data-row-key")) ?? "";
    const name = await nameOf(desk.rows().first());
    await desk.rows().first().locator("td").nth(3).click();
    const drawer = desk.page.getByRole("dialog", { name });
    await line().waitFor();
    await expectShown(drawer);
    await line().getByRole("button", { name: "查看" }).click();
    await desk.page.locator(".ant-modal").getByText("产品", { exact: true }).first().waitFor();
    await desk.page.keyboard.press("Escape");
    await expectHidden(desk.page.locator(".ant-modal"));
    await expectShown(drawer);
    await desk.page.goBack();
    await expectHidden(drawer);
    await expectAddress(desk.page, { "f.status": "2" });
    await expectFocusOn(key);
    await desk.page.setViewportSize({ width: 1440, height: 900 });
  });
});
