// A person whose data scope leaves fields out, in a real browser: what the list, the form and the view show of a row, and that an edit
// keeps the rest of it.
import type { Browser, Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { accessibilityFindings, serious } from "../support/accessibility.ts";
import { administrator, callAs, signInAs, startApplication, type Application, type Person } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";

const keeper: Person = { tenantId: "100001", account: "lina", password: "123456" };
const unseen = "不在您的数据权限内";

let application: Application;
let browser: Browser;
let opened: OpenedPage;
let page: Page;

/** Gives the keeper's role a scope that leaves all rows of a resource, and these fields of them. */
async function limitFields(resource: string, scopeField: string): Promise<void> {
  const [menu] = await application.rowsOf("select id::text as id from menu where code = $1", [resource]);
  const call = await callAs(application, administrator);
  await call("POST", "/blade-system/data-scope/submit", {
    menuId: menu?.["id"],
    scopeName: resource,
    resourceCode: `${resource} fields`,
    scopeColumn: "create_dept",
    scopeType: "1",
    scopeClass: resource,
    scopeField,
  });
  await application.rowsOf(
    `insert into role_scope (id, tenant_id, role_id, scope_category, scope_id)
      select s.id, r.tenant_id, r.id, 1, s.id::text from role r, data_scope s
        where r.tenant_id = '100001' and r.role_name = '仓库主管' and s.resource_code = $1`,
    [`${resource} fields`],
  );
}

prepare(
  async () => {
    application = await startApplication();
    await limitFields("warehouse", "name,region_code,address,phone,sort,status,remark");
    await limitFields("stock-move-record", "code,move_time");
    browser = await sharedBrowser();
    opened = await openPage(browser, { width: 1440, height: 900 });
    page = opened.page;
    await signInAs(page, application, keeper);
  },
  async () => {
    await opened.close();
    await application.close();
  },
);

const cell = (name: string): Locator => page.getByRole("dialog").locator(`[data-field="${name}"]`);
const stored = async (name: string) =>
  (
    await application.rowsOf(
      "select code, warehouse_type, channel_id, principal, capacity, version from warehouse where tenant_id = '100001' and name = $1 and is_deleted = 0",
      [name],
    )
  )[0];

describe("a person who does not see a warehouse's code, type and keeper", () => {
  it("edits what they see, is told what they do not, and loses nothing of it", async () => {
    const [row] = await application.rowsOf(
      "select name from warehouse where tenant_id = '100001' and warehouse_type = 4 and channel_id is not null and is_deleted = 0 order by id limit 1",
    );
    const name = String(row?.["name"]);
    const before = await stored(name);
    await page.goto(`${application.address}/warehousing/warehouse`);
    const line = page.getByRole("row").filter({ hasText: name }).first();
    await line.waitFor();
    expect(await line.textContent()).not.toContain(String(before?.["code"]));
    await line.getByRole("button", { name: "编辑" }).click();
    for (const hidden of ["code", "warehouseType", "principal", "capacity"])
      expect([hidden, await cell(hidden).locator(".tf-fixed").textContent()]).toEqual([hidden, unseen]);
    expect(await cell("channelId").count()).toBe(0);
    expect(await accessibilityFindings(page, serious)).toEqual([]);
    await cell("name").getByRole("textbox").fill(`${name}甲`);
    await page.getByRole("dialog").getByRole("button", { name: "保存", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    expect(await stored(`${name}甲`)).toEqual({ ...before, version: Number(before?.["version"]) + 1 });
    await page
      .getByRole("row")
      .filter({ hasText: `${name}甲` })
      .first()
      .getByRole("button", { name: "查看" })
      .click();
    expect(await cell("code").textContent()).toContain(unseen);
    expect(opened.problems).toEqual([]);
  });
});

describe("the page of a record to which rows refer by a field that a person does not see", () => {
  it("has no tab for them, which could only be refused", async () => {
    await page.goto(`${application.address}/warehousing/stock-out-doc`);
    await page.locator("[data-row-key]").filter({ visible: true }).locator("a[data-act=view]").first().click();
    const related = page.getByRole("region", { name: "相关记录" });
    await related.getByRole("tab").first().waitFor();
    await related.scrollIntoViewIfNeeded();
    await related.locator(".tm-record-count").first().waitFor();
    await related.getByRole("tab", { name: /库存移动记录/ }).waitFor({ state: "detached" });
    await related.getByRole("tabpanel").filter({ visible: true }).locator(".ant-table").first().waitFor();
    expect(await related.getByRole("alert").count()).toBe(0);
  });
});
