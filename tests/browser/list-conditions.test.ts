// Conditions of a list in groups, in a real browser: made in their dialog, shown above the rows, in the address and in a saved view.
import { describe, expect, it } from "vitest";
import { accessibilityFindings, serious } from "../support/accessibility.ts";
import { atLists } from "../support/lists.ts";
import { expectHidden, expectNotice, expectShown } from "../support/shown.ts";

const desk = atLists();
const conditionsIn = (): unknown => JSON.parse(new URL(desk.page.url()).searchParams.get("f.conditions") ?? "null");
const chips = () => desk.page.locator(".tm-chip");

/** Chooses the field of the last line, which the search of the choice finds. */
async function chooseField(name: string): Promise<void> {
  const field = desk.page.getByRole("combobox", { name: "选择字段" }).last();
  await field.click();
  await field.fill(name);
  await desk.page.locator(".ant-select-item-option").filter({ hasText: name }).first().click();
}

describe("the conditions of a list", () => {
  it("are made in a dialog, found in words above the rows and in the address, and taken back one by one", async () => {
    await desk.go("/production/shop");
    const before = await desk.rows().count();
    await desk.page.getByRole("button", { name: "高级筛选" }).click();
    const dialog = desk.page.getByRole("dialog", { name: "高级筛选" });
    await chooseField("车间名称");
    await dialog.getByRole("textbox", { name: "车间名称的筛选值" }).waitFor();
    // Nothing to compare with is no condition.
    await dialog.getByRole("button", { name: "筛选", exact: true }).click();
    await expectShown(dialog.getByText("请输入筛选值"));
    await dialog.getByRole("textbox", { name: "车间名称的筛选值" }).fill("车间");
    await dialog.getByRole("button", { name: "添加条件组" }).click();
    await chooseField("工厂类型");
    const types = dialog.getByRole("combobox", { name: /工厂类型的筛选值/ });
    await types.click();
    await desk.page.locator(".ant-select-item-option").filter({ hasText: "代工厂" }).click();
    await desk.page.keyboard.press("Escape");
    expect(await accessibilityFindings(desk.page, serious)).toEqual([]);
    await dialog.getByRole("button", { name: "筛选", exact: true }).click();
    await expectHidden(dialog);
    await expect.poll(conditionsIn).toEqual({
      all: [{ field: "name", operator: "like", value: "车间" }, { any: [{ field: "factoryId.factoryType", operator: "in", value: "2" }] }],
    });
    await expect.poll(() => chips().allInnerTexts()).toEqual(["车间名称 包含 车间", expect.stringMatching(/工厂类型 属于 代工厂$/)]);
    await expect.poll(() => desk.rows().count()).toBeLessThan(before);

    await desk.page.reload();
    await expect.poll(() => chips().count()).toBe(2);
    await chips().nth(1).getByRole("button").click();
    await expect.poll(conditionsIn).toEqual({ all: [{ field: "name", operator: "like", value: "车间" }] });
    await expect.poll(() => chips().count()).toBe(1);
    await chips().getByRole("button").click();
    await expect.poll(conditionsIn).toBeNull();
    await expect.poll(() => desk.rows().count()).toBe(before);
  });

  it("are part of a saved view", async () => {
    const conditions = JSON.stringify({
      any: [
        { field: "createTime", operator: "during", value: "past" },
        { field: "code", operator: "null" },
      ],
    });
    await desk.go(`/production/shop?f.conditions=${encodeURIComponent(conditions)}`);
    await desk.page.getByRole("button", { name: /^列表视图：/ }).click();
    await desk.page.getByRole("menu", { name: "列表视图" }).getByText("另存为视图", { exact: true }).click();
    await desk.page.getByRole("dialog").getByRole("textbox", { name: "视图名称" }).fill("以前的车间");
    await desk.page.keyboard.press("Control+s");
    await expectNotice(desk.page, "已保存视图“以前的车间”");
    await expect.poll(() => new URL(desk.page.url()).searchParams.get("view")).toMatch(/^\d+$/);
    const view = new URL(desk.page.url()).searchParams.get("view") ?? "";
    await desk.go(`/production/shop?view=${view}`);
    await expect.poll(conditionsIn).toEqual(JSON.parse(conditions));
    await expect.poll(() => chips().allInnerTexts()).toEqual([expect.stringContaining("创建时间 在 今天以前 或 车间编号 为空")]);
  });
});
