// A list as a calendar, as a map and as a gallery in a real browser: days with their rows, months and days by pointer and keyboard, periods over the
// end of a month, filters that stay in force.
import { describe, expect, it } from "vitest";
import { accessibilityFindings } from "../support/accessibility.ts";
import { callAs, tenantAdministrator } from "../support/application.ts";
import { atLists } from "../support/lists.ts";
import { prepare } from "../support/prepare.ts";
import { expectAddress, expectHidden, expectShown } from "../support/shown.ts";

const desk = atLists();
const notices = "/desk/notice";

prepare(async () => {
  const call = await callAs(desk.application, tenantAdministrator);
  const notice = (title: string, releaseTime: string) =>
    call("POST", "/blade-desk/notice/submit", { title, releaseTime, category: 1, content: "<p>内容</p>" });
  for (const hour of ["08", "09", "10", "11", "12"]) await notice(`盘点通知${hour}`, `2031-05-12 ${hour}:30:00`);
  await notice("月末通知", "2031-05-31 23:30:00");
  await notice("放假通知", "2031-06-01 00:00:00");
  const { records } = (await call("GET", "/digit-marketing/client-platform/list?size=1")) as {
    readonly records: readonly { readonly id: string }[];
  };
  const clientPlatformId = records[0]?.id;
  const poster = (title: string, period: object) =>
    call("POST", "/qianyun/poster/submit", { title, image: "/demo/sample-1.png", type: 1, clientPlatformId, ...period });
  await poster("跨月海报", { startTime: "2031-05-30 00:00:00", endTime: "2031-06-02 23:59:59" });
  await poster("无截止海报", { startTime: "2031-06-03 00:00:00" });
});

const day = (name: RegExp) => desk.page.getByRole("button", { name });
const cell = (name: RegExp) => desk.page.locator(".tm-month td").filter({ has: day(name) });

async function open(path: string): Promise<void> {
  await desk.page.goto(`${desk.application.address}${path}`);
  await desk.page.locator(".tm-month table").waitFor();
}

describe("a calendar", () => {
  it("names the rows of each day, says how many more there are, and shows those of a chosen day as cards", async () => {
    const { page } = desk;
    await open(`${notices}?shape=calendar&at=2031-05`);
    await expectShown(page.getByRole("heading", { name: "2031年5月" }));
    await expectShown(cell(/^2031年5月12日星期一，5 条/).getByText("还有 2 条"));
    await expectShown(cell(/^2031年5月31日星期六，1 条/).getByText("月末通知"));
    await expectShown(cell(/^2031年6月1日星期日，1 条/).getByText("放假通知"));
    expect(
      await cell(/^2031年5月12日/)
        .locator("[data-row-key]")
        .allInnerTexts(),
    ).toEqual(["08:30\n盘点通知08", "09:30\n盘点通知09", "10:30\n盘点通知10"]);
    expect(await accessibilityFindings(page)).toEqual([]);
    await cell(/^2031年5月12日/)
      .getByText("还有 2 条")
      .click();
    await expectAddress(page, { shape: "calendar", at: "2031-05-12" });
    const cards = page.getByRole("region", { name: "2031年5月12日星期一" }).getByRole("listitem");
    await expect.poll(() => cards.count()).toBe(5);
    await cards.filter({ hasText: "盘点通知11" }).getByRole("button", { name: "盘点通知11", exact: true }).click();
    await expectShown(page.getByRole("dialog").getByText("盘点通知11").first());
    await page.keyboard.press("Escape");
    await expectHidden(page.getByRole("dialog"));
    await expectShown(page.getByRole("heading", { name: "2031年5月", exact: true }));
  });

  it("is gone through by the keyboard, and keeps the filters of the list", async () => {
    const { page } = desk;
    await open(`${notices}?shape=calendar&at=2031-05-31&f.title=${encodeURIComponent("月末")}`);
    await expectShown(day(/^2031年5月31日星期六，1 条/));
    await expectShown(day(/^2031年5月12日星期一，0 条/));
    await day(/^2031年5月31日/).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => page.locator(":focus").getAttribute("data-day")).toBe("2031-06-01");
    await page.keyboard.press("PageDown");
    await expectShown(page.getByRole("heading", { name: "2031年7月" }));
    await expect.poll(() => page.locator(":focus").getAttribute("data-day")).toBe("2031-07-01");
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => page.locator(":focus").getAttribute("data-day")).toBe("2031-06-24");
    await page.getByRole("button", { name: "上个月" }).click();
    await expectShown(page.getByRole("heading", { name: "2031年6月" }));
    await page.getByRole("button", { name: "今天" }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("f.title")).toBe("月末");
  });

  it("has a row of a period on all of its days, whichever month it began in", async () => {
    await open("/loyalty/poster?shape=calendar&at=2031-06");
    await expectShown(cell(/^2031年6月1日/).getByText("跨月海报"));
    await expectShown(cell(/^2031年6月2日/).getByText("跨月海报"));
    await expectShown(cell(/^2031年6月3日/).getByText("无截止海报"));
    expect(
      await cell(/^2031年6月4日/)
        .locator("[data-row-key]")
        .filter({ hasText: "海报" })
        .allInnerTexts(),
    ).not.toContain("无截止海报");
  });
});

describe("a map", () => {
  it("has the numbers of provinces as links, and the rows of the chosen one as cards", async () => {
    const { page } = desk;
    await page.goto(`${desk.application.address}/loyalty/member?shape=map`);
    await expectShown(page.getByText("另有 1 条没有地区"));
    await page.getByRole("list", { name: "各省份的记录数" }).getByRole("link", { name: "浙江省 3" }).click();
    await expectAddress(page, { shape: "map", at: "33" });
    const cards = page.getByRole("region", { name: "浙江省" }).getByRole("listitem");
    await expect.poll(() => cards.count()).toBe(3);
    await expectShown(cards.first().getByRole("button", { name: "查看" }));
    expect(await accessibilityFindings(page)).toEqual([]);
  });
});

describe("a gallery", () => {
  it("is offered for pictures that are columns, beside the table and the board", async () => {
    const { page } = desk;
    await desk.go("/product/product-spu");
    await page.getByRole("button", { name: "大图", exact: true }).click();
    await expectAddress(page, { shape: "gallery" });
    const pictures = page.locator(".tm-gallery li button.tm-look img");
    await expect.poll(() => pictures.count()).toBe(4);
    await page.getByRole("button", { name: "看板", exact: true }).click();
    await expectShown(page.locator("section[data-state]").first());
    expect(await pictures.count()).toBe(0);
    await page.getByRole("button", { name: "看板", exact: true }).click();
    await expectAddress(page, { shape: "table" });
    await expectShown(page.getByRole("columnheader", { name: "SPU编码" }));
  });
});
