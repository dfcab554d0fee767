// Columns and rows of a list in a real browser, and what stands in their place when there are none.
import { describe, expect, it } from "vitest";
import { openInside, storeSession, tenantAdministrator } from "../support/application.ts";
import { openPage } from "../support/chromium.ts";
import { atLists } from "../support/lists.ts";
import { expectAddress, expectHidden, expectNotice, expectShown } from "../support/shown.ts";

const desk = atLists({ factories: 220 });

const headings = (): Promise<string[]> => desk.page.getByRole("columnheader").allInnerTexts();
/** A dialog takes the keys once it has opened. */
const expectFocusInDialog = () =>
  expect.poll(() => desk.page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true);

describe("the columns of a list", () => {
  it("are hidden, moved, kept over a reload and brought back", async () => {
    await desk.open("/production/factory");
    const before = await headings();
    expect(before).toEqual(expect.arrayContaining(["工厂编号", "工厂名称", "负责人"]));
    await desk.page.getByRole("button", { name: "列设置" }).click();
    const settings = desk.page.getByRole("dialog", { name: "列设置" });
    await settings.getByRole("checkbox", { name: "负责人" }).uncheck();
    await settings.getByRole("button", { name: "上移：工厂名称" }).click();
    await desk.page.keyboard.press("Escape");
    const changed = async () => {
      const now = await headings();
      return [now.includes("负责人"), now.indexOf("工厂名称") < now.indexOf("工厂编号")];
    };
    expect(await changed()).toEqual([false, true]);
    await desk.page.reload();
    await desk.rows().first().waitFor();
    expect(await changed()).toEqual([false, true]);
    await desk.page.getByRole("button", { name: "列设置" }).click();
    await settings.getByRole("button", { name: "恢复默认" }).click();
    await desk.page.keyboard.press("Escape");
    expect(await headings()).toEqual(before);
  });
});

describe("the width of a column", () => {
  it("is set by dragging its edge or with keys, stays for the person, and is given up again", async () => {
    await desk.open("/production/factory");
    const heading = desk.page.getByRole("columnheader", { name: "工厂名称" });
    const width = async () => Math.round((await heading.boundingBox())?.width ?? 0);
    const edge = desk.page.getByRole("separator", { name: "列宽：工厂名称" });
    const before = await width();
    await heading.hover();
    const box = await edge.boundingBox();
    if (box === null) throw new Error("the edge has no place");
    await desk.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await desk.page.mouse.down();
    await desk.page.mouse.move(box.x + box.width / 2 + 80, box.y + box.height / 2, { steps: 4 });
    await desk.page.mouse.up();
    await expect.poll(width).toBe(before + 80);
    // The heading was not clicked.
    await expectAddress(desk.page, {});
    await edge.focus();
    await desk.page.keyboard.press("ArrowRight");
    await expect.poll(width).toBe(before + 96);
    await expect.poll(() => edge.getAttribute("aria-valuenow")).toBe(String(before + 96));
    await desk.page.reload();
    await desk.rows().first().waitFor();
    await expect.poll(width).toBe(before + 96);
    await heading.hover();
    await edge.dblclick();
    await expect.poll(width).toBeLessThan(before + 96);
    const fitted = await width();
    await edge.focus();
    await desk.page.keyboard.press("ArrowLeft");
    await expect.poll(width).toBe(fitted - 16);
    await desk.page.keyboard.press("ArrowUp");
    await expect.poll(() => desk.page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).not.toBe("列宽：工厂名称");
    await desk.page.getByRole("button", { name: "列设置" }).click();
    const settings = desk.page.getByRole("dialog", { name: "列设置" });
    await settings.getByRole("button", { name: "恢复列宽" }).click();
    await expect.poll(width).toBe(before);
    await expectHidden(settings.getByRole("button", { name: "恢复列宽" }));
    await desk.page.keyboard.press("Escape");
  });
});

describe("rows", () => {
  it("of a long page are drawn while they are in view, and still are a table to a screen reader", async () => {
    await desk.open("/production/factory?size=200");
    const table = desk.page.getByRole("table", { name: "工厂列表" });
    expect(await table.getAttribute("aria-rowcount")).toBe("201");
    expect(await desk.rows().count()).toBeLessThan(60);
    const outline = await table.ariaSnapshot();
    expect(outline).toMatch(/- columnheader "工厂编号"/);
    expect(outline).toMatch(/- row .*MX01/);
  });

  it("are walked with the arrow keys and opened with Enter", async () => {
    await desk.open("/production/factory");
    await desk.rows().first().focus();
    await desk.page.keyboard.press("ArrowDown");
    const key = await desk.page.evaluate(() => document.activeElement?.getAttribute("data-row-key"));
    expect(key).toBe(await desk.rows().nth(1).getAttribute("data-row-key"));
    await desk.page.keyboard.press("Enter");
    await desk.page.getByRole("dialog").waitFor();
    await expectAddress(desk.page, { mode: "view", id: key ?? "" });
    await expectFocusInDialog();
    await desk.page.keyboard.press("Escape");
    await desk.page.getByRole("dialog").waitFor({ state: "hidden" });
  });

  it("are found with a slash and added with an n", async () => {
    await desk.open("/production/factory");
    await desk.page.keyboard.press("/");
    await desk.page.keyboard.type("LIST-007");
    await desk.page.keyboard.press("Enter");
    await expect.poll(() => desk.rows().count()).toBe(1);
    // Away from the input, where an n is a letter.
    await desk.page.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined));
    await desk.page.keyboard.press("n");
    await desk.page.getByRole("dialog").getByRole("textbox", { name: "工厂编号" }).waitFor();
    await desk.page.keyboard.press("Escape");
    await expectHidden(desk.page.getByRole("dialog"));
  });

  it("are not removed when none is ticked, and several at once when some are", async () => {
    await desk.open("/production/factory?f.code=LIST-2");
    const remove = desk.page.getByRole("button", { name: "批量删除" });
    // Nothing to be afraid of while it would do nothing.
    expect(await remove.getAttribute("class")).not.toContain("dangerous");
    await remove.click();
    await expectNotice(desk.page, "请选择至少一条数据");
    for (const code of ["LIST-201", "LIST-202"]) await desk.rowOf(code).getByRole("checkbox").check();
    await desk.page.getByText("已选 2 项").waitFor();
    expect(await remove.getAttribute("class")).toContain("dangerous");
    await desk.page.getByRole("button", { name: "批量删除" }).click();
    await desk.confirm(/确\s?定/);
    await expectNotice(desk.page, "删除成功");
    await expect.poll(() => desk.rowOf("LIST-201").count()).toBe(0);
    await desk.page.getByText("已选").waitFor({ state: "hidden" });
  });
});

describe("a list that does not load", () => {
  it("says why and loads when it is asked to try again", async () => {
    await desk.page.route("**/factory/list?*", (route) =>
      route.fulfill({ status: 500, json: { code: 500, success: false, data: {}, msg: "服务器异常" } }),
    );
    await desk.page.goto(`${desk.application.address}/production/factory`);
    await desk.page.getByRole("alert").getByText("服务器异常").waitFor();
    await desk.page.unroute("**/factory/list?*");
    await desk.page.getByRole("button", { name: "重试" }).click();
    await expectShown(desk.page.locator("[data-row-key]").first());
  });

  it("keeps its rows while the server is out of reach, and goes on by itself when it is back", async () => {
    const other = await openPage(desk.browser);
    await storeSession(other.page, desk.application, tenantAdministrator);
    await other.page.goto(`${desk.application.address}/production/factory?size=30`);
    await other.page.locator("[data-row-key]").first().waitFor();
    await other.context.setOffline(true);
    await other.page.getByText("无法连接服务器").waitFor();
    await other.page.getByRole("button", { name: "刷新" }).click();
    await other.page.getByRole("alert").getByText("以下仍为之前的数据").waitFor();
    await other.page.getByRole("button", { name: "编辑", exact: true }).first().click();
    expect(await other.page.locator("[data-row-key]").count()).toBeGreaterThan(3);
    await other.context.setOffline(false);
    await expectShown(other.page.getByRole("dialog").getByRole("textbox", { name: "工厂名称" }));
    await expectHidden(other.page.getByText("无法连接服务器"));
    await expectHidden(other.page.getByText("以下仍为之前的数据"));
    await other.close();
  });

  it("says that there is nothing yet, or nothing that matches, and what to do about it", async () => {
    await openInside(desk.page, desk.application, "/production/factory?f.code=no-such-code");
    await desk.page.getByText("没有符合条件的数据").waitFor();
    await desk.page.locator(".tm-note").getByRole("button", { name: "清除全部" }).click();
    await desk.rows().first().waitFor();
    await expectAddress(desk.page, {});
  });
});

describe("the menu", () => {
  it("shows the entry of the screen that an address led to, however far down it stands", async () => {
    await desk.go("/system/dict-biz");
    await expect
      .poll(() =>
        desk.page.locator(".tm-menu a[aria-current=page]").evaluate((entry) => {
          const { top, bottom } = entry.getBoundingClientRect();
          return top >= 0 && bottom <= window.innerHeight;
        }),
      )
      .toBe(true);
  });
});

describe("a row", () => {
  /** How far the middle of what a row shows is from the middle of the row, and where rows and their last cells begin, px. */
  const measured = () =>
    desk.page.evaluate(() => {
      const all = [...document.querySelectorAll<HTMLElement>(".tm-table tr[data-row-key]")].filter((row) => row.offsetParent !== null);
      const middleOf = (element: Element) => {
        const { top, height } = element.getBoundingClientRect();
        return top + height / 2;
      };
      const shown = all.flatMap((row) =>
        [...row.querySelectorAll(".tm-thumbnail, .tm-tag, input, .tm-action, .tm-expand")].map((element) => ({
          element: element.className || element.tagName,
          off: Math.abs(middleOf(element) - middleOf(row)),
        })),
      );
      const tops = all.flatMap((row) => [row, row.lastElementChild ?? row].map((one) => one.getBoundingClientRect().top));
      return { count: shown.length, askew: shown.filter(({ off }) => off > 1), blurred: tops.filter((top) => !Number.isInteger(top)) };
    });

  it("holds everything at its middle and begins at a whole pixel, whatever the size of the window", async () => {
    await desk.open("/product/product-category?f.status=1");
    for (const size of [
      { width: 1301, height: 857 },
      { width: 1440, height: 900 },
    ]) {
      await desk.page.setViewportSize(size);
      await expect.poll(measured).toMatchObject({ askew: [], blurred: [] });
    }
    expect((await measured()).count).toBeGreaterThan(8);
  });
});
