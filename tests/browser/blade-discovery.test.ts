// What the server finds out about the back-end behind it: told at the start, on a page for administrators, and by what the menu leaves out.
import type { Browser } from "playwright-core";
import { expect, it } from "vitest";
import { bladeAdministrator, bladeTester } from "../support/blade-back-end/index.ts";
import { enterBlade, startBladeFront, type BladeFront } from "../support/blade-front.ts";
import { openPage, sharedBrowser } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";

let front: BladeFront;
let browser: Browser;

prepare(
  async () => {
    front = await startBladeFront();
    browser = await sharedBrowser();
  },
  async () => {
    await front.close();
  },
);

it("is told at the start: how many resources are available, mapped and absent", async () => {
  await expect.poll(() => front.notes.join("\n")).toMatch(/3 of \d+ resources are available, 17 mapped, \d+ absent/);
});

it("is a table for administrators, who can look again, in both languages", async () => {
  const { page, problems, close } = await openPage(browser, { width: 1440, height: 900 });
  await enterBlade(page, front, bladeAdministrator);
  await page.goto(`${front.address}/docs/back-end`);
  const row = (name: string) => page.getByRole("row").filter({ has: page.locator("code", { hasText: new RegExp(`^${name}$`) }) });
  await expect.poll(() => row("notice").innerText()).toContain("可用");
  await expect.poll(() => row("dept").innerText()).toContain("映射");
  await expect.poll(() => row("order").innerText()).toContain("缺失");
  const requested = () => front.backEnd.received.filter(({ path }) => path === "/blade-desk/notice/list").length;
  const before = requested();
  await page.getByRole("button", { name: "以当前账号重新探测" }).click();
  await expect.poll(requested).toBeGreaterThan(before);
  await page.getByText("English", { exact: true }).click();
  await expect.poll(() => row("notice").innerText()).toContain("Available");
  expect(problems).toEqual([]);
  await close();
});

it("is for nobody else", async () => {
  const { page, close } = await openPage(browser, { width: 1440, height: 900 });
  await enterBlade(page, front, bladeTester);
  await page.goto(`${front.address}/docs/back-end`);
  await expect.poll(() => page.locator("main").innerText()).toContain("403");
  expect(await page.getByRole("table").count()).toBe(0);
  await close();
});
