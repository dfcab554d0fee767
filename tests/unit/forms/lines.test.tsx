// @vitest-environment happy-dom
// The grid of rows that belong to a record: edited like a spreadsheet, given to the form as one value.
import { act } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { bool, choice, date, defineResource, integer, lines, money, ref, text } from "#schema";
import { isTable, tableOf } from "#fields/pasted-cell.ts";
import { openForm } from "./open-form.tsx";
import { screenFrom, screenOfFields } from "./screens.ts";
import { button, click, field, leave, ok, press, serve, settle, startLanguage, type, until } from "./support.tsx";

const screen = screenOfFields({
  title: text("标题", "Title"),
  details: lines("明细", "Lines", {
    required: true,
    max: 60,
    fields: {
      factoryId: ref("factory", "工厂", "Factory"),
      name: text("名称", "Name", { required: true, max: 8 }),
      num: integer("数量", "Quantity", { min: 1, default: 1 }),
      price: money("单价", "Price"),
      kind: choice("类型", "Kind", {
        options: [
          [1, "整箱", "Case"],
          [2, "散装", "Loose"],
        ],
      }),
      day: date("日期", "Day"),
      gift: bool("赠品", "Gift"),
    },
  }),
});

function rows(): readonly HTMLElement[] {
  return [...field("details").querySelectorAll<HTMLElement>(".tf-line")];
}

function cell(row: number, name: string): HTMLElement {
  const line = rows().find((one) => one.getAttribute("aria-rowindex") === String(row + 2));
  const found = [...(line?.querySelectorAll<HTMLElement>("[data-cell]") ?? [])].find((one) => one.dataset["cell"] === name);
  if (found === undefined) throw new Error(`there is no cell ${name} in row ${row}`);
  return found;
}

function input(row: number, name: string): HTMLInputElement {
  const found = cell(row, name).querySelector("input");
  if (found === null) throw new Error(`the cell ${name} in row ${row} has no input`);
  return found;
}

async function paste(target: HTMLElement, content: string): Promise<void> {
  await act(async () => {
    const event = new Event("paste", { bubbles: true, cancelable: true });
    Object.defineProperty(event, "clipboardData", { value: { getData: () => content } });
    target.dispatchEvent(event);
  });
  await settle(8);
}

beforeEach(async () => {
  await startLanguage("zh");
  serve((call) =>
    call.path === "/digit-bind/factory/select"
      ? ok([
          { id: "1", name: "茅台一厂" },
          { id: "2", name: "习水二厂" },
        ])
      : undefined,
  );
});

describe("rows", () => {
  it("are added with their defaults and edited; the form has them when the grid is left or saved", async () => {
    const { values, submit, submitted } = await openForm(screen);
    await click(button("添加一行"));
    await type(input(0, "name"), "飞天");
    await type(input(0, "price"), "1499");
    expect(document.activeElement).toBe(input(0, "price"));
    await click(button("添加一行"));
    await type(input(1, "name"), "迎宾");
    expect(await values()).toEqual({
      details: [
        { name: "飞天", num: 1, price: "1499" },
        { name: "迎宾", num: 1 },
      ],
    });
    await type(input(1, "num"), "6");
    await submit();
    expect(submitted).toEqual([
      {
        details: [
          { name: "飞天", num: 1, price: "1499" },
          { name: "迎宾", num: 6 },
        ],
      },
    ]);
  });

  it("are duplicated without their key, and removed", async () => {
    const { values } = await openForm(screen, {
      mode: "edit",
      record: {
        details: [
          { id: "7", name: "飞天", num: 2 },
          { id: "8", name: "迎宾", num: 3 },
        ],
      },
    });
    await click(button("复制本行 1"));
    expect(await values()).toEqual({
      details: [
        { id: "7", name: "飞天", num: 2 },
        { name: "飞天", num: 2 },
        { id: "8", name: "迎宾", num: 3 },
      ],
    });
    await click(button("删除本行 1"));
    expect(await values()).toEqual({
      details: [
        { name: "飞天", num: 2 },
        { id: "8", name: "迎宾", num: 3 },
      ],
    });
  });

  it("are compared with those that were loaded, so that looking changes nothing", async () => {
    const { isDirty } = await openForm(screen, {
      mode: "edit",
      record: { details: [{ id: "7", name: "飞天", num: 2, price: "10.00", factoryId: -1, factoryName: "" }] },
    });
    await type(input(0, "name"), "别的");
    await type(input(0, "name"), "飞天");
    await leave(input(0, "name"));
    expect(await isDirty()).toBe(false);
  });

  it("show the names of their references as they came", async () => {
    await openForm(screen, {
      mode: "edit",
      record: { details: [{ id: "7", name: "飞天", num: 2, factoryId: "9", factoryName: "停用的厂" }] },
    });
    expect(cell(0, "factoryId").textContent).toContain("停用的厂");
  });

  it("out of view are not drawn", async () => {
    await openForm(screen, {
      mode: "edit",
      record: { details: Array.from({ length: 60 }, (_none, index) => ({ id: String(index + 1), name: `第${index}`, num: 1 })) },
    });
    expect(rows().length).toBeLessThan(20);
    expect(field("details").querySelector("[role=table]")?.getAttribute("aria-rowcount")).toBe("61");
    expect(button("添加一行").disabled).toBe(true);
  });
});

it("count in their row and in the head while they are typed, added and removed", async () => {
  const sale = defineResource({
    name: "factory",
    label: ["销售", "Sale"],
    path: "/digit-bind/factory",
    title: "id",
    fields: {
      details: lines("明细", "Lines", {
        fields: { num: integer("数量", "Quantity"), price: money("单价", "Price"), amount: money("金额", "Amount", { readonly: true }) },
        formulas: { amount: { multiply: ["num", "price"] } },
      }),
      total: money("合计", "Total", { readonly: true }),
    },
    formulas: { total: { sum: "details", of: "amount" } },
  });
  const { values } = await openForm(screenFrom(sale));
  const total = () => field("total").textContent;
  await click(button("添加一行"));
  await type(input(0, "num"), "3");
  await type(input(0, "price"), "1.05");
  expect(rows()[0]?.textContent).toContain("3.15");
  await until("the total follows", () => total()?.includes("3.15") === true);
  await click(button("添加一行"));
  await type(input(1, "num"), "2");
  await type(input(1, "price"), "2");
  await until("the total follows", () => total()?.includes("7.15") === true);
  await type(input(1, "price"), "");
  await until("the total follows", () => total()?.includes("3.15") === true);
  expect(await values()).toMatchObject({ details: [{ num: 3, price: "1.05" }, { num: 2 }] });
});

describe("errors of cells", () => {
  it("stand at their cell and below the grid, with the row; none while the first row is being typed", async () => {
    const { submit, submitted } = await openForm(screen);
    await submit();
    expect(field("details").textContent).toContain("请输入明细");
    await click(button("添加一行"));
    await type(input(0, "num"), "0");
    await type(input(0, "name"), "名称超过了八个字符了");
    await submit();
    expect(submitted).toEqual([]);
    expect(input(0, "num").getAttribute("aria-invalid")).toBe("true");
    expect(cell(0, "num").title).toBe("数量不能小于 1");
    expect([...field("details").querySelectorAll(".tf-error")].map((one) => one.textContent)).toEqual([
      "第 1 行 名称不能超过 8 个字符",
      "第 1 行 数量不能小于 1",
    ]);
    expect(document.querySelector(".tf-summary")?.textContent).toContain("第 1 行 明细：数量不能小于 1");
  });

  it("follow their row when another is put before it", async () => {
    const { submit } = await openForm(screen, {
      mode: "edit",
      record: {
        details: [
          { id: "1", name: "甲", num: 1 },
          { id: "2", name: "乙", num: 1 },
        ],
      },
    });
    await type(input(1, "num"), "0");
    await submit();
    expect(cell(1, "num").title).toBe("数量不能小于 1");
    await press(input(0, "name"), "Enter", { ctrlKey: true });
    await settle();
    expect(cell(1, "num").title).toBe("");
    expect(cell(2, "num").title).toBe("数量不能小于 1");
  });
});

describe("keys", () => {
  it("Enter goes down a row, and adds one at the end; arrows move", async () => {
    await openForm(screen, {
      mode: "edit",
      record: {
        details: [
          { id: "1", name: "甲", num: 1 },
          { id: "2", name: "乙", num: 1 },
        ],
      },
    });
    await act(async () => input(0, "name").focus());
    await press(input(0, "name"), "Enter");
    expect(document.activeElement).toBe(input(1, "name"));
    await press(input(1, "name"), "ArrowUp");
    expect(document.activeElement).toBe(input(0, "name"));
    await press(input(1, "name"), "Enter");
    await settle();
    expect(rows()).toHaveLength(3);
    expect(document.activeElement).toBe(input(2, "name"));
  });

  it("while a word is composed are left to the input method", async () => {
    await openForm(screen, { mode: "edit", record: { details: [{ id: "1", name: "甲", num: 1 }] } });
    await act(async () => input(0, "name").focus());
    await press(input(0, "name"), "Enter", { isComposing: true });
    expect(rows()).toHaveLength(1);
  });

  it("Ctrl+D repeats a row, Ctrl+Delete removes it", async () => {
    const { values } = await openForm(screen, { mode: "edit", record: { details: [{ id: "1", name: "甲", num: 1 }] } });
    await press(input(0, "name"), "d", { ctrlKey: true });
    await settle();
    expect(rows()).toHaveLength(2);
    await press(input(0, "name"), "Delete", { ctrlKey: true });
    await settle();
    expect(await values()).toEqual({ details: [{ name: "甲", num: 1 }] });
  });
});

describe("rows from a spreadsheet", () => {
  it("are pasted from the cell on, over rows that are there and new ones, each cell by its kind", async () => {
    const { values } = await openForm(screen, { mode: "edit", record: { details: [{ id: "1", name: "旧", num: 9 }] } });
    await paste(
      input(0, "factoryId"),
      "习水二厂\t飞天\t1,200\t¥1,499.00\t整箱\t2025/3/1\t是\n茅台一厂\t迎宾\t6\t88\t2\t2025年12月31日\t否\n",
    );
    await until("the rows are there", () => document.body.textContent?.includes("已粘贴 2 行") === true);
    expect(await values()).toEqual({
      details: [
        { id: "1", factoryId: "2", name: "飞天", num: 1200, price: "1499.00", kind: 1, day: "2025-03-01", gift: 1 },
        { factoryId: "1", name: "迎宾", num: 6, price: "88", kind: 2, day: "2025-12-31", gift: 0 },
      ],
    });
  });

  it("are kept when they are pasted into a row that was only just added", async () => {
    const { values } = await openForm(screen);
    await click(button("添加一行"));
    await paste(input(0, "factoryId"), "习水二厂\t飞天\t5\n茅台一厂\t迎宾\t6\n没有的厂\t王子\t7\n");
    await until("the rows are there", () => document.body.textContent?.includes("已粘贴 3 行") === true);
    expect(rows()).toHaveLength(3);
    expect(field("details").textContent).toContain("第 3 行 工厂：找不到“没有的厂”");
    expect(await values()).toMatchObject({
      details: [
        { factoryId: "2", name: "飞天", num: 5 },
        { factoryId: "1", name: "迎宾", num: 6 },
        { factoryId: { unmatched: "没有的厂" }, name: "王子", num: 7 },
      ],
    });
  });

  it("that name something unknown say which, paste the rest, and cannot be saved", async () => {
    const { submit, submitted } = await openForm(screen, {
      mode: "edit",
      record: { details: [{ id: "1", factoryId: "1", name: "旧", num: 9 }] },
    });
    await paste(input(0, "factoryId"), "没有的厂\t飞天\n");
    await until("the note is there", () => document.body.textContent?.includes("找不到") === true);
    expect(field("details").textContent).toContain("第 1 行 工厂：找不到“没有的厂”");
    expect(cell(0, "factoryId").textContent).toContain("没有的厂");
    await submit();
    expect(document.body.textContent).toContain("没有唯一匹配“没有的厂”的工厂，请从列表中选择");
    expect(submitted).toEqual([]);
  });

  it("leave what is there where a cell is empty", async () => {
    const { values } = await openForm(screen, { mode: "edit", record: { details: [{ id: "1", factoryId: "1", name: "旧", num: 9 }] } });
    await paste(input(0, "factoryId"), "\t飞天\t\t5\n\t迎宾\t\t\n");
    await until("the rows are there", () => document.body.textContent?.includes("已粘贴 2 行") === true);
    expect(await values()).toEqual({
      details: [
        { id: "1", factoryId: "1", name: "飞天", num: 9, price: "5" },
        { name: "迎宾", num: 1 },
      ],
    });
  });

  it("keep what is no number in its cell, and say of a day and a yes that they cannot be read", async () => {
    const { values } = await openForm(screen, { mode: "edit", record: { details: [{ id: "1", name: "旧", num: 9 }] } });
    await paste(input(0, "name"), "飞天\t1.5万\t(100)\t整箱\t01/02/2026\t大概\n迎宾\t3E2\t1.2E3\t整箱\t2026-12-01T09:00:00Z\t否\n");
    await until("the rows are there", () => document.body.textContent?.includes("已粘贴 2 行") === true);
    expect(field("details").textContent).toContain("第 1 行 日期：无法识别“01/02/2026”");
    expect(field("details").textContent).toContain("第 1 行 赠品：无法识别“大概”");
    expect(await values()).toEqual({
      details: [
        { id: "1", name: "飞天", num: "1.5万", price: "(100)", kind: 1 },
        { name: "迎宾", num: 300, price: "1200", kind: 1, day: "2026-12-01", gift: 0 },
      ],
    });
  });

  it("beyond the most rows of the field are left out, and that is said", async () => {
    const { values } = await openForm(screen, { mode: "edit", record: { details: [{ id: "1", name: "旧", num: 9 }] } });
    await paste(input(0, "name"), Array.from({ length: 70 }, (_none, index) => `名${index}\t1`).join("\n"));
    await until("the note is there", () => document.body.textContent?.includes("最多 60 行") === true);
    expect((await values())["details"]).toHaveLength(60);
  });

  it("are told from a word pasted into a cell", () => {
    expect(["一个词", "一行\n", "two words"].map(isTable)).toEqual([false, false, false]);
    expect(["a\tb", "a\nb", '"a\nb"\tc'].map(isTable)).toEqual([true, true, true]);
  });

  it("may hold tabs, breaks and quotes inside quoted cells", () => {
    expect(tableOf('a\t"b\nc"\t"say ""hi"""\r\nd\t\te\r\n')).toEqual([
      ["a", "b\nc", 'say "hi"'],
      ["d", "", "e"],
    ]);
  });
});
