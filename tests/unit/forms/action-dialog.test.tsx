// @vitest-environment happy-dom
// The dialog of an action: asks what the action needs, or only to confirm it, and does it once.
import { act } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { choice, code, defineResource, file, integer, json, money, ref, refs, state, text } from "#schema";
import { ActionDialog, type ActionDialogProps } from "#admin/forms/actions/action-dialog.tsx";
import type { Row } from "#admin/api/wire-data.ts";
import type { ScreenAction } from "#schema/screen";
import { screenFrom } from "./screens.ts";
import {
  button,
  click,
  errorOf,
  field,
  inputOf,
  mount,
  ok,
  refused,
  serve,
  settle,
  startLanguage,
  type,
  until,
  type Answer,
  type Call,
} from "./support.tsx";

const order = defineResource({
  name: "order",
  label: ["订单", "Order"],
  path: "/digit-marketing/order",
  title: "orderNo",
  fields: {
    orderNo: code("订单编号", "Order number", { required: true }),
    deliveryNo: text("物流单号", "Delivery number", { required: true, max: 10 }),
    deliveryCompany: text("物流公司", "Carrier"),
    amount: money("金额", "Amount", { readonly: true }),
    days: integer("天数", "Days", { readonly: true }),
    factoryId: ref("factory", "工厂", "Factory"),
    status: state("状态", "Status", { audited: [1, "已审核", "Audited"], shipped: [2, "已发货", "Shipped"] }),
  },
  actions: {
    ship: { label: ["发货", "Ship"], from: "audited", to: "shipped", ask: ["deliveryNo", "deliveryCompany"] },
    refund: {
      label: ["退款", "Refund"],
      handler: true,
      params: { amount: money("退款金额", "To refund", { min: 0.01 }), days: integer("天数", "Days", { default: 7 }) },
    },
    settle: {
      label: ["结清", "Settle"],
      confirm: ["确定结清?", "Settle it?"],
      shows: ["amount", "factoryId", "deliveryCompany"],
      handler: true,
    },
    close: { label: ["关闭", "Close"], confirm: ["确定关闭该订单?", "Close this order?"], handler: true },
    grant: {
      label: ["授权", "Grant"],
      on: "selection",
      path: "/grant",
      idParam: "orderIds",
      handler: true,
      send: "query",
      params: {
        kinds: choice("类型", "Kinds", {
          options: [
            ["a", "甲", "A"],
            ["b", "乙", "B"],
          ],
          multiple: true,
        }),
        days: integer("天数", "Days", { default: 7 }),
        extra: json("附加", "Extra"),
        ids: refs("order", "关联", "Related"),
      },
    },
    file: {
      label: ["上传", "Upload"],
      on: "toolbar",
      send: "multipart",
      handler: true,
      params: {
        proof: file("凭证", "Proof", { required: ["请选择凭证", "Please choose the proof"], accept: "txt", maxKb: 1 }),
        note: text("说明", "Note"),
      },
    },
    mark: {
      label: ["标记", "Mark"],
      on: "selection",
      path: "/mark",
      send: "body",
      handler: true,
      params: { reason: text("原因", "Reason", { required: true }) },
    },
  },
});
const factory = defineResource({
  name: "factory",
  label: ["工厂", "Factory"],
  path: "/digit-bind/factory",
  title: "name",
  fields: { name: text("名称", "Name") },
});
const screen = screenFrom(order, [factory]);

const shop = defineResource({
  name: "shop",
  label: ["车间", "Workshop"],
  path: "/digit-bind/shop",
  title: "name",
  fields: { name: text("名称", "Name"), factoryId: ref("factory", "工厂", "Factory") },
});
const device = defineResource({
  name: "device",
  label: ["设备", "Device"],
  path: "/digit-bind/device",
  title: "name",
  fields: { name: text("名称", "Name"), factoryId: ref("factory", "所属工厂", "Factory") },
  actions: {
    move: {
      label: ["调拨", "Move"],
      on: "selection",
      handler: true,
      params: { shopId: ref("shop", "车间", "Workshop", { within: "factoryId" }) },
    },
  },
});
const devices = screenFrom(device, [factory, shop]);

function actionNamed(name: string): ScreenAction {
  const action = screen.actions.find((one) => one.name === name);
  if (action === undefined) throw new Error(`there is no action ${name}`);
  return action;
}

async function openMove(rows: readonly Row[]): Promise<readonly Call[]> {
  const calls = serve(() => ok({ records: [{ id: "7", name: "一车间" }], total: 1 }));
  const [action] = devices.actions;
  if (action === undefined) throw new Error("there is no action");
  await mount(
    <ActionDialog screen={devices} action={action} ids={rows.map((one) => String(one["id"]))} rows={rows} onClose={() => undefined} />,
  );
  await settle();
  return calls;
}

async function open(name: string, props: Partial<ActionDialogProps>, answer: (call: Call) => Answer | Promise<Answer> = () => ok({})) {
  const calls = serve(answer);
  const closed: boolean[] = [];
  await mount(<ActionDialog screen={screen} action={actionNamed(name)} ids={["1"]} {...props} onClose={(done) => closed.push(done)} />);
  await settle();
  return { calls, closed };
}

const row: Row = { id: "1", orderNo: "D-1", deliveryNo: "SF-1", deliveryCompany: null, status: 1 };

beforeEach(() => startLanguage("zh"));

describe("an action", () => {
  it("asks for its fields, which begin with what the row holds, and sends them", async () => {
    const { calls, closed } = await open("ship", { record: row });
    expect(document.querySelector(".ant-modal-title")?.textContent).toBe("发货 D-1 已审核");
    expect(inputOf("deliveryNo").value).toBe("SF-1");
    await type(inputOf("deliveryNo"), "SF-2");
    await type(inputOf("deliveryCompany"), "顺丰");
    await click(button("确定"));
    expect(calls).toEqual([
      { method: "POST", path: "/digit-marketing/order/ship/1", query: {}, body: { deliveryNo: "SF-2", deliveryCompany: "顺丰" } },
    ]);
    expect(document.body.textContent).toContain("操作成功!");
    expect(closed).toEqual([true]);
  });

  it("begins its own values empty, or with their default, where the row has a field of that name", async () => {
    const { calls } = await open("refund", { record: { ...row, amount: "100.00", days: 3 } });
    expect([inputOf("amount").value, inputOf("days").value]).toEqual(["", "7"]);
    await click(button("确定"));
    expect(calls).toEqual([{ method: "POST", path: "/digit-marketing/order/refund/1", query: {}, body: { days: "7" } }]);
  });

  it("is not done while something asked for is missing", async () => {
    const { calls } = await open("ship", { record: { ...row, deliveryNo: null } });
    await click(button("确定"));
    expect(errorOf("deliveryNo")).toBe("请输入物流单号");
    expect(calls).toEqual([]);
  });

  it("with nothing to ask only wants to be confirmed", async () => {
    const { calls, closed } = await open("close", {});
    expect(document.querySelector(".tf-question")?.textContent).toBe("确定关闭该订单?");
    await click(button("取消"));
    expect(closed).toEqual([false]);
    expect(calls).toEqual([]);
    await click(button("确定"));
    expect(calls.map((call) => call.path)).toEqual(["/digit-marketing/order/close/1"]);
  });

  it("shows what it is about: the fields that its definition names, as people read them", async () => {
    await open("settle", { record: { ...row, amount: "5280.00", factoryId: "7", factoryName: "一厂" } });
    const facts = [...document.querySelectorAll(".tf-facts > div")].map((one) => [
      one.querySelector("dt")?.textContent,
      one.querySelector("dd")?.textContent,
    ]);
    expect(facts).toEqual([
      ["金额", "¥5,280.00"],
      ["工厂", "一厂"],
      ["物流公司", "—"],
    ]);
  });

  it("on several rows shows the fields of none", async () => {
    await open("settle", { ids: ["1", "2"], record: row });
    expect(document.querySelector(".tf-facts")).toBeNull();
  });

  it("is done once, however often it is clicked", async () => {
    let answer: (given: Answer) => void = () => undefined;
    const { calls } = await open(
      "close",
      {},
      () =>
        new Promise<Answer>((resolve) => {
          answer = resolve;
        }),
    );
    await click(button("确定"));
    await click(button("确定"));
    await act(async () => answer(ok({})));
    expect(calls).toHaveLength(1);
  });

  it("for several rows sends their keys joined, lists joined, and structured data as text, in the query", async () => {
    const { calls } = await open("grant", { ids: ["1", "2"], record: row });
    await vi.waitFor(async () => {
      await settle();
      inputOf("extra"); // its widget is loaded when it is first needed
    });
    await type(inputOf("extra"), '{"a":1}');
    await click(button("确定"));
    expect(calls[0]?.query).toEqual({ orderIds: "1,2", days: "7", extra: '{"a":1}' });
  });

  it("that wants a body gets one", async () => {
    const { calls } = await open("mark", { ids: ["1", "2"] });
    await type(inputOf("reason"), "重复");
    await click(button("确定"));
    expect(calls[0]).toMatchObject({ path: "/digit-marketing/order/mark", query: {}, body: { ids: "1,2", reason: "重复" } });
  });

  it("sends its files with its call, and stops when it is called back", async () => {
    const sent: { readonly form: FormData; readonly address: string; readonly call: Sending }[] = [];
    class Sending extends EventTarget {
      readonly upload = new EventTarget();
      readonly status = 200;
      readonly responseText = JSON.stringify({ code: 200, success: true, data: { id: "7" }, msg: "" });
      #address = "";
      open(_method: string, address: string): void {
        this.#address = address;
      }
      setRequestHeader(): void {}
      abort(): void {
        this.dispatchEvent(new Event("abort"));
      }
      send(form: FormData): void {
        sent.push({ form, address: this.#address, call: this });
      }
    }
    vi.stubGlobal("XMLHttpRequest", Sending);
    const { calls, closed } = await open("file", { ids: [] });
    const pickerIn = () => field("proof").querySelector<HTMLInputElement>('input[type="file"]');
    await until("the input of the file", () => pickerIn() !== null);
    const picker = pickerIn();
    const choose = (name: string, size: number) =>
      act(async () => {
        Object.defineProperty(picker, "files", { configurable: true, value: [new File(["x".repeat(size)], name)] });
        picker?.dispatchEvent(new Event("change", { bubbles: true }));
      });
    await choose("凭证.pdf", 10);
    expect(field("proof").textContent).toContain("仅支持 txt");
    await choose("凭证.txt", 2000);
    expect(field("proof").textContent).toContain("超过 1 KB");
    await choose("凭证.txt", 10);
    expect(field("proof").querySelector("a")).toBeNull();
    expect(field("proof").querySelector(".tf-file")?.textContent).toContain("凭证.txt");
    await type(inputOf("note"), "第一批");
    await click(button("确定"));
    await until("the call", () => sent.length === 1);
    const [first] = sent;
    expect(first?.address).toBe("/api/digit-marketing/order/file");
    expect(first?.form.get("note")).toBe("第一批");
    const given = first?.form.get("proof");
    expect(given instanceof File ? [given.name, given.size] : given).toEqual(["凭证.txt", 10]);
    await act(
      async () => void first?.call.upload.dispatchEvent(new ProgressEvent("progress", { lengthComputable: true, loaded: 4, total: 8 })),
    );
    expect(document.querySelector(".tf-sending")?.textContent).toContain("正在上传 50%");
    await click(button("取消上传"));
    await until("the form again", () => document.querySelector(".tf-sending") === null);
    expect(closed).toEqual([]);
    await click(button("确定"));
    await until("the second call", () => sent.length === 2);
    await act(async () => void sent[1]?.call.dispatchEvent(new Event("load")));
    await until("the end", () => closed.length > 0);
    expect(closed).toEqual([true]);
    expect(calls).toEqual([]);
    vi.unstubAllGlobals();
  });

  it("for several rows offers what belongs to what they share", async () => {
    const calls = await openMove([
      { id: "1", name: "甲", factoryId: "9" },
      { id: "2", name: "乙", factoryId: "9" },
    ]);
    await act(async () => void inputOf("shopId").dispatchEvent(new MouseEvent("mousedown", { bubbles: true })));
    await until("the choices", () => calls.length > 0);
    expect(calls[0]).toMatchObject({ path: "/digit-bind/shop/list", query: { factoryId: "9" } });
  });

  it("for rows that differ in what its choices hang on says so, and is not done", async () => {
    await openMove([
      { id: "1", name: "甲", factoryId: "9" },
      { id: "2", name: "乙", factoryId: "8" },
    ]);
    expect(document.querySelector("[role=alert]")?.textContent).toBe("所选数据的“所属工厂”不同，请分开操作");
    expect(button("确定").disabled).toBe(true);
  });

  it("refused by the server says why, at the field where there is one, and keeps what was typed", async () => {
    const issue = { code: "notFound", path: ["deliveryNo"], parameters: {}, message: "物流单号不存在" };
    const { closed } = await open("ship", { record: row }, () => refused(400, "物流单号不存在", { error: "invalid", issues: [issue] }));
    await type(inputOf("deliveryNo"), "SF-9");
    await click(button("确定"));
    expect(errorOf("deliveryNo")).toBe("物流单号不存在");
    expect(inputOf("deliveryNo").value).toBe("SF-9");
    expect(closed).toEqual([]);
  });

  it("refused for another reason says it in the dialog", async () => {
    await open("close", {}, () => refused(400, "该订单已关闭", { error: "state" }));
    await click(button("确定"));
    expect(document.querySelector(".tf-alert")?.textContent).toContain("该订单已关闭");
  });
});
