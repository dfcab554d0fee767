// What a page says of the work of others while it is open: lists, records, the number at the bell; over one connection for all windows.
import type { Browser, Page } from "playwright-core";
import { expect, it } from "vitest";
import { accessibilityFindings } from "../support/accessibility.ts";
import { callAs, signInAs, startApplication, storeSession, tenantAdministrator, type Application } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";
import { localNow } from "#schema/local-time";
import { expectHidden, expectShown } from "../support/shown.ts";

let application: Application;
let browser: Browser;
let opened: OpenedPage;
let page: Page;
/** As 李娜, who keeps the warehouses. */
let call: Awaited<ReturnType<typeof callAs>>;

const colleague = { tenantId: "100001", account: "lina", password: "123456" };

prepare(
  async () => {
    application = await startApplication();
    browser = await sharedBrowser();
    opened = await openPage(browser, { width: 1440, height: 900 });
    page = opened.page;
    await signInAs(page, application, tenantAdministrator);
    call = await callAs(application, colleague);
  },
  async () => {
    await opened.close();
    await application.close();
  },
);

/** Opens an address, and waits until the server tells what happens. */
async function openLive(path: string, on = page): Promise<void> {
  const streaming = on.waitForResponse((response) => response.url().includes("/blade-live/stream"));
  await on.goto(`${application.address}${path}`);
  await streaming;
}

interface Warehouse {
  readonly id: string;
  readonly name: string;
}

async function warehouses(): Promise<readonly Warehouse[]> {
  const { records } = (await call("GET", "/digit-bind/warehouse/list?size=5")) as { readonly records: readonly Warehouse[] };
  return records;
}

const edit = async ({ id }: Warehouse, values: object) =>
  call("POST", "/digit-bind/warehouse/submit", { ...((await call("GET", `/digit-bind/warehouse/detail?id=${id}`)) as object), ...values });

it("a list says how many of its rows others have changed, leaves them as they are, and shows them when it is asked", async () => {
  const [first, second] = await warehouses();
  if (first === undefined || second === undefined) throw new Error("there are too few warehouses");
  await openLive("/warehousing/warehouse");
  const table = page.getByRole("table").first();
  await expectShown(table.getByText(first.name, { exact: true }).first());
  await edit(first, { remark: "李娜改过" });
  await edit(second, { remark: "李娜也改过" });
  const refresh = page.getByRole("button", { name: "刷新 2 条有更新" });
  await expectShown(refresh);
  expect(await table.getByText("李娜改过").count()).toBe(0);
  expect(await accessibilityFindings(page)).toEqual([]);
  const read = page.waitForResponse((response) => response.url().includes("/digit-bind/warehouse/list"));
  await refresh.click();
  const { data } = (await (await read).json()) as { readonly data: { readonly records: readonly { readonly remark?: string }[] } };
  expect(data.records.map(({ remark }) => remark)).toEqual(expect.arrayContaining(["李娜改过", "李娜也改过"]));
  await expectShown(page.getByRole("button", { name: "刷新", exact: true }));
});

it("a change of one's own is none of others'", async () => {
  const [first] = await warehouses();
  await openLive("/warehousing/warehouse");
  const row = page
    .getByRole("row")
    .filter({ hasText: first?.name ?? "" })
    .first();
  await row.getByRole("button", { name: "编辑" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("备注").fill("自己改的");
  await dialog.getByRole("button", { name: "保存", exact: true }).click();
  await expectHidden(dialog);
  // A later change of somebody else's is the only one that is told.
  await edit(first as Warehouse, { remark: "李娜后来改的" });
  await expectShown(page.getByRole("button", { name: "刷新 1 条有更新" }));
});

it("an open record says who else has it open, edits it or has just changed it, and keeps what was entered", async () => {
  const [first] = await warehouses();
  const other = await openPage(browser, { width: 1280, height: 800 });
  await storeSession(other.page, application, colleague);
  const path = `/warehousing/warehouse?mode=edit&id=${first?.id}`;
  await openLive(path, other.page);
  await other.page.getByRole("dialog").getByLabel("备注").waitFor();
  await openLive(path);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("备注").fill("我正在写");
  await expectShown(dialog.getByText("李娜 正在编辑"));
  await expectShown(other.page.getByRole("dialog").getByText("张伟 正在编辑"));
  await edit(first as Warehouse, { remark: "李娜抢先" });
  await expectShown(dialog.getByText("李娜 刚刚修改了此记录，保存时请核对双方的改动"));
  expect(await dialog.getByLabel("备注").inputValue()).toBe("我正在写");
  await dialog.getByRole("button", { name: "保存", exact: true }).click();
  await expectShown(page.locator(".tf-conflict"));
  await other.close();
});

it("a browser has one connection, which another window takes over when the first is closed", async () => {
  let count = 0;
  const context = page.context();
  context.on("request", (request) => {
    if (request.url().includes("/blade-live/stream")) count += 1;
  });
  await openLive("/warehousing/warehouse");
  const second = await context.newPage();
  await second.goto(`${application.address}/warehousing/warehouse`);
  await expectShown(second.getByRole("table").first());
  const [first] = await warehouses();
  await edit(first as Warehouse, { remark: "两个窗口" });
  await expectShown(second.getByRole("button", { name: "刷新 1 条有更新" }));
  expect(count).toBe(1);
  const taken = second.waitForResponse((response) => response.url().includes("/blade-live/stream"));
  await page.goto("about:blank");
  await taken;
  await second.getByRole("button", { name: "刷新 1 条有更新" }).click();
  await expectShown(second.getByRole("button", { name: "刷新", exact: true }));
  await edit(first as Warehouse, { remark: "第二个窗口" });
  await expectShown(second.getByRole("button", { name: "刷新 1 条有更新" }));
  await second.close();
});

it("the bell counts a message as soon as it comes", async () => {
  await openLive("/warehousing/warehouse");
  const bell = page.getByRole("button", { name: /^消息通知/ });
  // Once it has its number, which it asks for when the page has stood for a while.
  await page.waitForResponse((response) => response.url().includes("part=news"));
  const before = await bell.getAttribute("aria-label");
  const administrator = await callAs(application, tenantAdministrator);
  const releaseTime = `${localNow().slice(0, 10)} 00:00:00`;
  await administrator("POST", "/blade-desk/notice/submit", { title: "刚刚发布", category: 1, releaseTime, content: "内容" });
  await expect.poll(() => bell.getAttribute("aria-label")).not.toBe(before);
});

it("a window that was hidden on a site without HTTPS, where it hears nothing meanwhile, tells what has happened once it is shown", async () => {
  const other = await openPage(browser, { width: 1280, height: 800 });
  await other.page.addInitScript(() => {
    let state = "visible";
    Object.defineProperty(navigator, "locks", { value: undefined });
    Object.defineProperty(document, "visibilityState", { get: () => state });
    Reflect.set(globalThis, "turn", (next: string) => {
      state = next;
      document.dispatchEvent(new Event("visibilitychange"));
    });
  });
  const turn = (next: string) => other.page.evaluate((to) => Reflect.get(globalThis, "turn")(to), next);
  await storeSession(other.page, application, tenantAdministrator);
  await openLive("/warehousing/warehouse", other.page);
  const [first] = await warehouses();
  const isStream = (request: { readonly url: () => string }) => request.url().includes("/blade-live/stream");
  const ended = other.page.waitForEvent("requestfailed", { predicate: isStream });
  await turn("hidden");
  await ended;
  await edit(first as Warehouse, { remark: "隐藏期间改的" });
  const streaming = other.page.waitForResponse(isStream);
  await turn("visible");
  await streaming;
  await expectShown(other.page.getByRole("button", { name: "刷新 1 条有更新" }));
  await other.close();
});
