// A list as a board in a real browser: cards are dragged by the pointer or moved by the keyboard, each move is its action with what its
// button asks and refuses, and the shape is part of the address and of a saved view.
import { describe, expect, it } from "vitest";
import { accessibilityFindings } from "../support/accessibility.ts";
import { atLists } from "../support/lists.ts";
import { expectAddress, expectHidden, expectNotice, expectShown } from "../support/shown.ts";

const desk = atLists();
const merchants = "/loyalty/merchant";

const column = (state: string) => desk.page.locator("section[data-state]").filter({ has: desk.page.getByRole("heading", { name: state }) });
const card = (name: string) => desk.page.locator("section[data-state] li").filter({ hasText: name });
const question = () => desk.page.locator(".ant-modal-confirm");

async function open(): Promise<void> {
  await desk.go(`${merchants}?shape=board`);
  await expectShown(card("绍兴老酒坊"));
}

describe("a board", () => {
  it("has a column for each state with its number, and opens the record of a card", async () => {
    await open();
    await expectShown(column("待审核").filter({ hasText: "绍兴老酒坊" }));
    await expectShown(column("正常").filter({ hasText: "杭州文三路名酒汇" }));
    expect(await desk.page.locator("section[data-state] h2").allInnerTexts()).toEqual(["待审核\n1", "正常\n2", "停用\n0", "审核驳回\n0"]);
    expect(await accessibilityFindings(desk.page)).toEqual([]);
    await card("绍兴老酒坊")
      .getByRole("button", { name: /更多/ })
      .click();
    await expectShown(desk.page.getByRole("menuitem", { name: "驳回" }));
    await desk.page.keyboard.press("Escape");
    await card("绍兴老酒坊").getByRole("link", { name: "绍兴老酒坊" }).click();
    await desk.page.waitForURL(/\/merchant\/\d+$/);
    await expectShown(desk.page.getByRole("heading", { name: "绍兴老酒坊" }));
  });

  it("refuses a drop with the reason, asks what the action asks, and moves the card once it is done", async () => {
    await open();
    await card("绍兴老酒坊").dragTo(column("停用"));
    await expectNotice(desk.page, "“待审核”状态的记录不能“停用”");
    await card("杭州文三路名酒汇").dragTo(column("待审核"));
    await expectNotice(desk.page, "没有操作能把记录改为“待审核”");
    await expectShown(column("待审核").filter({ hasText: "绍兴老酒坊" }));

    await card("绍兴老酒坊").dragTo(column("审核驳回"));
    await expectShown(desk.page.getByRole("dialog", { name: "驳回" }));
    await desk.page.keyboard.press("Escape");
    await expectHidden(desk.page.getByRole("dialog"));
    await expectShown(column("待审核").filter({ hasText: "绍兴老酒坊" }));

    await card("绍兴老酒坊").dragTo(column("正常"));
    await expectShown(question().getByText("绍兴老酒坊"));
    await desk.confirm(/确\s*定/);
    await expectShown(column("正常").filter({ hasText: "绍兴老酒坊" }));
    await expectShown(column("待审核").filter({ hasText: "暂无" }));
  });

  it("moves a card by the keyboard, and says what each column would do", async () => {
    await desk.go(`${merchants}?shape=board`);
    const spoken = desk.page.locator(".tm-board [role=status]");
    await card("仁怀酒都便利店").focus();
    await desk.page.keyboard.press("Space");
    await expect.poll(() => spoken.innerText()).toContain("已拿起“仁怀酒都便利店”");
    await desk.page.keyboard.press("ArrowRight");
    await expect.poll(() => spoken.innerText()).toBe("停用：停用");
    await desk.page.keyboard.press("ArrowRight");
    await expect.poll(() => spoken.innerText()).toBe("“正常”状态的记录不能“驳回”");
    await desk.page.keyboard.press("Escape");
    await expect.poll(() => spoken.innerText()).toBe("“仁怀酒都便利店”仍在原处。");
    await desk.page.keyboard.press("Space");
    await desk.page.keyboard.press("ArrowRight");
    await desk.page.keyboard.press("Enter");
    await expectShown(question().getByText("仁怀酒都便利店"));
    await desk.confirm(/确\s*定/);
    await expectShown(column("停用").filter({ hasText: "仁怀酒都便利店" }));
  });

  it("stays in the address, in what the person prefers and in a saved view", async () => {
    const { page } = desk;
    await desk.go(merchants);
    await page.getByRole("button", { name: "看板", exact: true }).click();
    await expectAddress(page, { shape: "board" });
    await expectShown(column("正常"));
    await page.getByRole("button", { name: /^列表视图：/ }).click();
    await page.getByRole("menu", { name: "列表视图" }).getByText("另存为视图", { exact: true }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "视图名称" }).fill("商户看板");
    await page.keyboard.press("Control+s");
    await expectNotice(page, "已保存视图“商户看板”");
    const viewId = () => new URL(page.url()).searchParams.get("view") ?? "";
    await expect.poll(viewId).toMatch(/^\d+$/);
    const id = viewId();
    // A table again, here and by default; the view stays a board for whoever opens it.
    await page.getByRole("button", { name: "看板", exact: true }).click();
    await expectShown(page.getByRole("button", { name: "列表视图：商户看板（已修改）" }));
    await expectShown(page.getByRole("columnheader", { name: "商户名称" }));
    await page.getByRole("button", { name: /^列表视图：/ }).click();
    await page.getByRole("menu", { name: "列表视图" }).getByText("放弃修改", { exact: true }).click();
    await expectShown(column("正常"));
    await desk.go(`${merchants}?view=${id}`);
    await expectShown(column("正常"));
    await expectShown(page.getByRole("button", { name: "列表视图：商户看板", exact: true }));
    await desk.go(merchants);
    await expectShown(column("正常"));
  });
});
