// What was removed comes back: by the bar after a removal, by its key, and from the recycle bin of the list; and goes for good from there.
import { describe, expect, it } from "vitest";
import { accessibilityFindings, serious } from "../support/accessibility.ts";
import { atLists } from "../support/lists.ts";
import { expectHidden, expectNotice, expectShown } from "../support/shown.ts";

const desk = atLists({ factories: 30 });

const bar = () => desk.page.locator(".ant-notification-notice").filter({ hasText: "已移入回收站" });
const bin = () => desk.page.getByRole("dialog", { name: /^回收站/ });

/** Ticks rows by their codes, and removes them. */
async function remove(...codes: readonly string[]): Promise<void> {
  for (const code of codes) await desk.rowOf(code).getByRole("checkbox").check();
  await desk.page.getByRole("button", { name: "批量删除" }).click();
  await expectShown(desk.page.getByText(/将移入回收站，可以还原/));
  await desk.confirm(/确\s?定/);
  for (const code of codes) await expect.poll(() => desk.rowOf(code).count()).toBe(0);
}

describe("a removal", () => {
  it("is taken back by the bar that says what is gone", async () => {
    await desk.open("/production/factory?f.code=LIST-01");
    await remove("LIST-011", "LIST-012");
    await expectShown(bar());
    await bar()
      .getByRole("button", { name: /撤\s?销/ })
      .click();
    await expectNotice(desk.page, "已撤销删除");
    await expectHidden(bar());
    await expect.poll(() => desk.rowOf("LIST-011").count()).toBe(1);
    await expect.poll(() => desk.rowOf("LIST-012").count()).toBe(1);
  });

  it("is taken back by the keyboard alone, and not while a text is typed", async () => {
    await desk.open("/production/factory?f.code=LIST-01");
    await remove("LIST-013");
    await expectShown(bar());
    await desk.page.getByRole("textbox", { name: "工厂编号" }).first().focus();
    await desk.page.keyboard.press("Control+z");
    await expectShown(bar());
    await desk.page.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined));
    await desk.page.keyboard.press("Control+z");
    await expect.poll(() => desk.rowOf("LIST-013").count()).toBe(1);
    await expectHidden(bar());
  });

  it("that cannot be taken back any more is told why", async () => {
    await desk.open("/production/factory?f.code=LIST-01");
    await remove("LIST-014");
    await desk.page.route("**/factory/restore?*", (route) =>
      route.fulfill({
        status: 400,
        json: { code: 400, success: false, data: {}, msg: "“工厂编号”已被工厂“新厂”占用，请先修改后者再还原" },
      }),
    );
    await bar()
      .getByRole("button", { name: /撤\s?销/ })
      .click();
    await expectNotice(desk.page, "已被工厂“新厂”占用");
    await desk.page.unroute("**/factory/restore?*");
  });
});

describe("the removal of several rows", () => {
  it("is taken back as far as it can be, and the others are named with the reason", async () => {
    await desk.open("/production/factory?f.code=LIST-02");
    const taken = await desk.rowOf("LIST-021").getAttribute("data-row-key");
    await remove("LIST-021", "LIST-022");
    await desk.page.route("**/factory/restore?*", async (route) => {
      const ids = new URL(route.request().url()).searchParams.get("ids") ?? "";
      if (!ids.split(",").includes(taken ?? "")) return route.continue();
      return route.fulfill({
        status: 400,
        json: { code: 400, success: false, data: {}, msg: "“工厂编号”已被工厂“新厂”占用，请先修改后者再还原" },
      });
    });
    await bar()
      .getByRole("button", { name: /撤\s?销/ })
      .click();
    await expectNotice(desk.page, "已还原 1 条，以下未能还原");
    await expectNotice(desk.page, "已被工厂“新厂”占用");
    await expect.poll(() => desk.rowOf("LIST-022").count()).toBe(1);
    expect(await desk.rowOf("LIST-021").count()).toBe(0);
    await desk.page.unroute("**/factory/restore?*");
  });
});

describe("an action on several rows that only moves them", () => {
  it("is taken back by the bar as well, for all of them", async () => {
    await desk.application.rowsOf("update webhook set status = 1 where tenant_id = '100001'");
    const copy =
      "insert into webhook select w2.* from webhook w, jsonb_populate_record(w, jsonb_build_object('id', 900001, 'name', '第二个系统')) w2";
    await desk.application.rowsOf(`${copy} where w.tenant_id = '100001' limit 1`);
    const states = async () =>
      (await desk.application.rowsOf("select status from webhook where tenant_id = '100001' and is_deleted = 0")).map(
        ({ status }) => status,
      );
    await desk.open("/system/webhook");
    await desk.page.getByRole("checkbox", { name: "选择本页全部" }).check();
    await desk.page.locator(".tm-toolbar").filter({ visible: true }).getByRole("button", { name: "停用" }).click();
    await desk.confirm(/确\s?定/);
    await expect.poll(states).toEqual([2, 2]);
    await expectShown(desk.page.getByText(/执行“停用”/));
    await desk.page.getByRole("button", { name: /撤\s?销/ }).click();
    await expect.poll(states).toEqual([1, 1]);
  });
});

describe("the recycle bin of a list", () => {
  it("shows what was removed, when and by whom, and restores it", async () => {
    await desk.open("/production/factory?f.code=LIST-01");
    await remove("LIST-015");
    await desk.page.getByRole("button", { name: "回收站" }).click();
    await expectShown(bin());
    const first = bin().locator("tbody tr[data-row-key]").first();
    await expectShown(first);
    expect(await first.textContent()).toMatch(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/);
    expect(await accessibilityFindings(desk.page, serious)).toEqual([]);
    await first.getByRole("button", { name: /^还原/ }).click();
    await expectNotice(desk.page, "已还原");
    await bin()
      .getByRole("button", { name: /关\s?闭/ })
      .click();
    await expectHidden(bin());
    await expect.poll(() => desk.rowOf("LIST-015").count()).toBe(1);
  });

  it("deletes for good after a question, and several at once", async () => {
    await desk.open("/production/factory?f.code=LIST-01");
    await remove("LIST-016", "LIST-017");
    await desk.page.getByRole("button", { name: "回收站" }).click();
    const rows = bin().locator("tbody tr[data-row-key]");
    // What an earlier reading of the bin had is shown until it is read anew.
    await expectShown(rows.nth(1));
    const count = await rows.count();
    for (const place of [0, 1]) await rows.nth(place).getByRole("checkbox").check();
    await bin().locator(".ant-modal-footer").getByRole("button", { name: "彻底删除" }).click();
    const question = desk.page.getByRole("dialog").filter({ hasText: "此后无法恢复" });
    await expectShown(question);
    await question.getByRole("button", { name: "彻底删除" }).click();
    await expectNotice(desk.page, "已彻底删除");
    await expect.poll(() => rows.count()).toBe(count - 2);
    await bin()
      .getByRole("button", { name: /关\s?闭/ })
      .click();
  });

  it("is not there where a removal is final, and the question says so", async () => {
    await desk.open("/authority/role");
    await expectShown(desk.rows().first());
    expect(await desk.page.getByRole("button", { name: "回收站" }).count()).toBe(0);
  });
});
