// Screens of figures and lists that ask for something first, in a real browser.
import { describe, expect, it } from "vitest";
import { nowadays } from "../support/demonstration-days.ts";
import { atLists } from "../support/lists.ts";
import { expectShown } from "../support/shown.ts";

const desk = atLists({ isReading: true });

describe("a screen of figures", () => {
  it("shows numbers and a table with a bar per row for the days that are asked for", async () => {
    const [first, last] = [nowadays("2025-03-01"), nowadays("2025-03-12")];
    const [counted] = await desk.application.rowsOf(
      "select count(*)::text as scans from consumer_scan_record where tenant_id = '100001' and scan_time between $1 and $2",
      [first, `${last} 23:59:59`],
    );
    await desk.page.goto(`${desk.application.address}/scan/scan-summary?f.day=${first},${last}`);
    const tile = desk.page.locator(".tm-tile").filter({ hasText: "扫码次数" });
    await expect.poll(() => tile.locator("dd").innerText()).toBe(counted?.["scans"]);
    const days = desk.page.getByRole("region", { name: "按日" }).getByRole("row");
    expect(await days.count()).toBeGreaterThan(5);
    const widths = await desk.page
      .getByRole("region", { name: "按省份" })
      .locator(".tm-bar i")
      .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
    expect(widths).toEqual([...widths].sort((left, right) => right - left));
    expect(widths[0]).toBeGreaterThan(20);
  });

  it("asks for what it needs first, then tells everything of it", async () => {
    await desk.page.goto(`${desk.application.address}/scan/scan-code-detail`);
    await desk.page.getByText("请输入码", { exact: true }).waitFor();
    await desk.page.getByRole("search").getByLabel("码").fill("MXB7K2Q9D4HT5H");
    await desk.page.keyboard.press("Enter");
    await desk.page.getByText("河南豫商商贸有限公司").first().waitFor();
    await expect.poll(() => desk.page.getByRole("region", { name: "全程记录" }).getByRole("listitem").count()).toBeGreaterThan(5);
    await desk.page.getByRole("search").getByLabel("码").fill("NOTHING");
    await desk.page.keyboard.press("Enter");
    await desk.page.getByText("码不存在").waitFor();
  });

  it("a list that needs something to search for asks for it instead of failing", async () => {
    const asked: string[] = [];
    desk.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await desk.page.goto(`${desk.application.address}/scan/scan-single-code`);
    await desk.page.locator(".tm-note").getByText("请输入码后搜索").waitFor();
    await desk.page.goto(`${desk.application.address}/codes/code-item`);
    await desk.page.locator(".tm-note").getByText("请先输入以下任一查询条件：码、码包、生成明细").waitFor();
    expect(asked.filter((path) => /\/(?:single-code|code-item\/list)$/.test(path))).toEqual([]);
    // A scanner types where the focus is.
    await desk.page.goto(`${desk.application.address}/codes/code-relation`);
    await desk.page.locator(".tm-note").getByText("请输入码", { exact: true }).waitFor();
    await expect.poll(() => desk.page.evaluate(() => document.activeElement?.closest("form")?.getAttribute("role"))).toBe("search");
    await desk.page.keyboard.type("MXB7K2Q9D4HT5H");
    await desk.page.keyboard.press("Enter");
    await expectShown(desk.page.getByRole("tree").getByText("MXC00000000018"));
  });
});
