// Background jobs as a person sees them: their progress moves by itself, with one question for the whole page, and what ends by itself is
// shown as ended.
import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { accessibilityFindings, serious } from "../support/accessibility.ts";
import { callAs, storeSession, startApplication, tenantAdministrator, type Application } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";

let application: Application;
let browser: Browser;
let opened: OpenedPage;
let page: Page;
/** Ids that the page asked about, one entry per request. */
const requested: string[][] = [];

const ids = { waiting: 9101, first: 9102, second: 9103, failed: 9104, done: 9105 } as const;

async function addJob(id: number, status: number, columns: Readonly<Record<string, string>> = {}): Promise<void> {
  const names = ["id", "tenant_id", "queue", "create_by", "create_time", "status", "attempts", "max_attempts", ...Object.keys(columns)];
  const values = [
    String(id),
    tenantAdministrator.tenantId,
    "log-retention",
    "zhangwei",
    "2026-01-05 10:00:00",
    String(status),
    status === 1 ? "0" : "1",
    "6",
    ...Object.values(columns),
  ];
  await application.rowsOf(
    `insert into job (${names.join(", ")}) values (${values.map((_value, index) => `$${index + 1}`).join(", ")})`,
    values,
  );
  if (status === 3) return;
  await application.rowsOf(
    "insert into tm_job (id, tenant_id, queue, payload, run_at, max_attempts, is_unfinished) values ($1, $2, 'log-retention', 'null', 0, 6, $3)",
    [id, tenantAdministrator.tenantId, status < 3],
  );
}

const rowOf = (id: number) => page.locator(`.ant-table-row[data-row-key="${id}"]`);
const barOf = (id: number) => rowOf(id).getByRole("progressbar");

prepare(
  async () => {
    requested.length = 0;
    // No worker of this server takes the jobs: the test says what becomes of them.
    application = await startApplication({ JOBS: "0" });
    browser = await sharedBrowser();
    const call = await callAs(application, tenantAdministrator);
    const made = await call("POST", "/digit-bind/factory/submit", {
      code: "JOBS1",
      name: "任务演示厂",
      phone: "13800138000",
      factoryType: 1,
    });
    const factory = typeof made === "object" && made !== null && "id" in made ? String(made.id) : "";
    await addJob(ids.waiting, 1);
    await addJob(ids.first, 2, {
      progress_done: "30",
      progress_total: "100",
      progress_note: '["清理接口日志","Removing from API log"]',
      subject_resource: "factory",
      subject_id: factory,
      subject_title: "任务演示厂",
    });
    await addJob(ids.second, 2, { progress_done: "1200" });
    await addJob(ids.failed, 4, {
      error: '["短信服务余额不足","The SMS account has no credit left"]',
      error_code: "noCredit",
      finish_time: "2026-01-05 10:01:00",
    });
    await addJob(ids.done, 3, {
      progress_done: "4500",
      progress_total: "4500",
      start_time: "2026-01-05 09:58:30",
      finish_time: "2026-01-05 10:01:00",
    });
    opened = await openPage(browser, { width: 1600, height: 900 });
    page = opened.page;
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.pathname.endsWith("/blade-job/job/progress")) requested.push((url.searchParams.get("ids") ?? "").split(","));
    });
    await storeSession(page, application, tenantAdministrator);
    await page.goto(`${application.address}/monitor/job?f.queue=log-retention`);
    await rowOf(ids.first).waitFor();
  },
  async () => {
    await opened.close();
    await application.close();
  },
);

describe("the screen of jobs", () => {
  it("shows how far each is, what went wrong, and leads to what a job is about", async () => {
    expect(await barOf(ids.first).getAttribute("aria-valuenow")).toBe("30");
    expect(await barOf(ids.second).getAttribute("aria-valuenow")).toBeNull();
    expect(await rowOf(ids.second).innerText()).toContain("1,200");
    // One that has ended keeps its bar, and says how long it took.
    expect(await barOf(ids.done).getAttribute("aria-valuenow")).toBe("100");
    expect(await rowOf(ids.done).innerText()).toContain("2 分钟 30 秒");
    expect(await rowOf(ids.failed).innerText()).toContain("短信服务余额不足");
    expect(await rowOf(ids.first).getByRole("link", { name: "任务演示厂" }).getAttribute("href")).toMatch(/\/factory\/\d+$/);
    expect(await accessibilityFindings(page, serious)).toEqual([]);
  });

  it("follows them by itself with one question for all that have not ended, asks no more about one that has, and cancels one that waits", async () => {
    await application.rowsOf("update job set progress_done = 60 where id = $1", [ids.first]);
    await expect.poll(() => barOf(ids.first).getAttribute("aria-valuenow")).toBe("60");
    const unfinished = [ids.waiting, ids.first, ids.second].map(String);
    for (const one of requested) expect(one).toEqual(unfinished);

    await application.rowsOf("update job set status = 3, progress_done = 100, finish_time = now() where id = $1", [ids.first]);
    await expect.poll(() => rowOf(ids.first).innerText()).toContain("成功");
    await expect.poll(() => requested.at(-1)).toEqual([ids.waiting, ids.second].map(String));

    await rowOf(ids.waiting).getByRole("button", { name: "取消" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /确\s*定/ })
      .click();
    await expect.poll(() => rowOf(ids.waiting).innerText()).toContain("已取消");
    await expect.poll(() => requested.at(-1)).toEqual([String(ids.second)]);
  });
});
