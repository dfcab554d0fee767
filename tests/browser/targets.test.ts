// A refusal that is mended elsewhere leads there, beside the page it was said on.
import { expect, it } from "vitest";
import { atLists } from "../support/lists.ts";
import { expectShown } from "../support/shown.ts";

const desk = atLists();

/** The page that a link opens beside the one it is on. */
async function openedBy(click: () => Promise<unknown>) {
  const [opened] = await Promise.all([desk.page.context().waitForEvent("page"), click()]);
  await opened.waitForLoadState();
  return opened;
}

it("what refers to a row that was to be removed is opened from the refusal", async () => {
  await desk.open("/production/factory");
  const [used] = await desk.application.rowsOf(
    "select f.id::text as id, s.name as shop from factory f join shop s on s.factory_id = f.id and s.is_deleted = 0 where f.tenant_id = '100001' and f.is_deleted = 0 order by s.id limit 1",
  );
  const row = desk.page.locator(`[data-row-key="${String(used?.["id"])}"]`);
  await row.getByRole("button", { name: /^更多操作/ }).click();
  await desk.page.getByRole("menuitem", { name: "删除" }).click();
  await desk.confirm(/确\s?定/);
  const notice = desk.page.locator(".ant-notification-notice").filter({ hasText: "不能删除" });
  const link = notice.getByRole("link", { name: /^去处理：/ });
  const page = await openedBy(() => link.click());
  // On its page, or in the dialog over its list.
  await expectShown(page.locator(".tm-record h1").or(page.getByRole("dialog")));
  expect(page.url()).toMatch(/\/\d+$|\?mode=view&id=\d+$/);
  await page.close();
  await expectShown(row);
});

it("the line of a document that has to be bound is opened with the action that binds it", async () => {
  const [draft] = await desk.application.rowsOf(
    `select d.id::text as doc, d.doc_no as number, l.id::text as line from stock_in_doc d join doc_detail l on l.doc_id = d.id::text and l.is_deleted = 0
     where d.tenant_id = '100001' and d.status = 0 and d.doc_type in (1, 2) and d.is_deleted = 0 and l.attr_doc_id is null limit 1`,
  );
  expect(draft).toBeDefined();
  await desk.application.rowsOf(
    "update config_tenant set config_value = '1' where config_key = 'warehouse.in.requireAttrBinding' and tenant_id = '100001'",
  );
  await desk.open(`/warehousing/stock-in-doc?mode=view&id=${String(draft?.["doc"])}`);
  const view = desk.page.locator(".tm-record").filter({ visible: true });
  await view.getByRole("button", { name: "开始扫码" }).click();
  await desk.confirm(/确\s?定/);
  const link = desk.page.locator(".ant-notification-notice").filter({ hasText: "未绑定属性" }).getByRole("link").first();
  const page = await openedBy(() => link.click());
  const shown = page.getByRole("dialog");
  await shown.getByRole("button", { name: "属性绑定" }).click();
  await expectShown(page.getByRole("dialog").filter({ hasText: "质检报告" }));
  await page.close();
  // Nothing of the page was closed.
  await expectShown(view);
});
