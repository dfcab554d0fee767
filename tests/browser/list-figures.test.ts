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
    const requested: string[] = [];
    desk.page.on("request", (request) => requested.push(new URL(request.url()).pathname));
    await desk.page.goto(`${desk.application.address}/scan/scan-single-code`);
    await desk.page.locator(".tm-note").getByText("请输入码后搜索").waitFor();
    await desk.page.goto(`${desk.application.address}/codes/code-item`);
    await desk.page.locator(".tm-note").getByText("请先输入以下任一查询条件：码、码包、生成明细").waitFor();
    expect(requested.filter((path) => /\/(?:single-code|code-item\/list)$/.test(path))).toEqual([]);
    // A scanner types where the focus is.
    await desk.page.goto(`${desk.application.address}/codes/code-relation`);
    await desk.page.locator(".tm-note").getByText("请输入码", { exact: true }).waitFor();
    await expect.poll(() => desk.page.evaluate(() => document.activeElement?.closest("form")?.getAttribute("role"))).toBe("search");
    await desk.page.keyboard.type("MXB7K2Q9D4HT5H");
    await desk.page.keyboard.press("Enter");
    await expectShown(desk.page.getByRole("tree").getByText("MXC00000000018"));
  });
});

describe("charts above a list", () => {
  const charts = () => desk.page.getByRole("region", { name: "图表" });

  it("are of the same rows as the list, and a group that is chosen filters both, in one request each", async () => {
    const requested: string[] = [];
    desk.page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.endsWith("/cross-region-sale/summary/charts")) requested.push(search);
    });
    await desk.page.goto(`${desk.application.address}/scan/scan-cross-region-sale`);
    const byProvince = charts().getByRole("region", { name: "按扫码省份" });
    await byProvince.getByRole("row").getByRole("link", { name: "广东省" }).click();
    await desk.page.waitForURL((url) => url.searchParams.get("f.scanRegionCode") === "44");
    await expect.poll(() => byProvince.getByRole("row").count()).toBe(2);
    const rows = desk.page.getByRole("table").last().locator("tbody tr[data-row-key]");
    await expect.poll(() => rows.count()).toBe(1);
    expect(await rows.innerText()).toContain("广东省");
    expect(new Set(requested).size).toBe(requested.length);
    expect(requested).toHaveLength(2);
  });

  it("can be hidden, and stay hidden", async () => {
    await desk.page.goto(`${desk.application.address}/scan/scan-repeat`);
    await charts().getByRole("region", { name: "按触发规则" }).waitFor();
    await charts().getByRole("button", { name: "图表" }).click();
    await expect.poll(() => charts().getByRole("region").count()).toBe(0);
    await desk.page.reload();
    await charts().getByRole("button", { name: "图表", expanded: false }).click();
    await charts().getByRole("region", { name: "按触发规则" }).waitFor();
  });

  it("say what they would show where there are no rows, and that nothing matches where a filter is the reason", async () => {
    await desk.page.route("**/non-channel/charts*", (route) =>
      route.fulfill({ json: { code: 200, success: true, msg: "", data: { byProvince: [], byDay: [] } } }),
    );
    await desk.page.goto(`${desk.application.address}/scan/scan-non-channel`);
    await expectShown(charts().getByText("有数据后，这里显示：按省份（扫码次数）、按日（扫码次数）"));
    await desk.page.goto(`${desk.application.address}/scan/scan-non-channel?f.batchCode=nothing`);
    await expectShown(charts().getByText("没有符合条件的数据，因此没有图表"));
    await desk.page.unroute("**/non-channel/charts*");
  });

  it("of figures without rows say what is missing once, for all of them", async () => {
    await desk.page.goto(`${desk.application.address}/scan/scan-cross-region?f.day=2020-01-01%2C2020-01-31`);
    const note = desk.page.locator(".tm-note");
    await expectShown(note.getByText("这段时间没有数据"));
    await expectShown(note.getByText("有数据后，这里显示：按日（窜货扫码次数、窜货码数）、按省份", { exact: false }));
    await note.getByRole("button", { name: "清除全部" }).click();
    await expectShown(desk.page.getByRole("region", { name: "按省份", exact: true }));
  });
});
