// @vitest-environment happy-dom
// The dialog of a record: opens, saves, and keeps what was typed whatever the server says.
import { act } from "react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { loadScreen } from "#admin/data/screen-models/load.ts";
import { beginSession, endSession } from "#admin/api/session.ts";
import { RecordDialog, type RecordDialogProps } from "#admin/forms/record/record-dialog.tsx";
import { screenNamed } from "./screens.ts";
import {
  button,
  click,
  errorOf,
  field,
  inputOf,
  leave,
  mount,
  ok,
  press,
  refused,
  serve,
  settle,
  startLanguage,
  type,
  until,
  type Answer,
  type Call,
  type Mounted,
} from "./support.tsx";

// The data provider loads what it needs of a screen in chunks that only a build of the application makes.
const shopRow = {
  id: "1001",
  factoryId: "9007199254740993001",
  factoryName: "茅台一厂",
  code: "CJ-01",
  name: "包装车间",
  shopType: 4,
  principal: "",
  phone: "138****8000",
  location: "",
  sort: 3,
  status: 1,
  remark: "",
  createTime: "2025-03-01 08:00:00",
  version: 7,
};

interface Opened {
  readonly one: Mounted;
  readonly closed: boolean[];
  readonly calls: readonly Call[];
}

type Answers = (call: Call) => Answer | Promise<Answer> | undefined;

async function open(props: Omit<RecordDialogProps, "onClose">, answers: Answers): Promise<Opened> {
  const calls = serve(answers);
  const closed: boolean[] = [];
  const one = await mount(<RecordDialog {...props} onClose={(saved) => closed.push(saved)} />);
  await until(
    "the dialog is drawn",
    () => document.querySelector(".tf-form, .tf-alert") !== null && document.querySelector(".tf-widget-skeleton") === null,
  );
  return { one, closed, calls };
}

function openShop(answers: Answers = () => undefined, row: object = shopRow): Promise<Opened> {
  return open(
    { screen: screenNamed("shop"), mode: "edit", id: "1001" },
    (call) =>
      answers(call) ??
      (call.path === "/digit-bind/shop/detail" ? ok(row) : call.path === "/digit-bind/shop/submit" ? ok({ id: "1001" }) : undefined),
  );
}

function openParam(answers: Answers = () => undefined): Promise<Opened> {
  return open(
    { screen: screenNamed("param"), mode: "create" },
    (call) => answers(call) ?? (call.path === "/blade-system/param/submit" ? ok({ id: "1" }) : undefined),
  );
}

async function fillParam(): Promise<void> {
  await type(inputOf("paramName"), "初始密码");
  await type(inputOf("paramKey"), "account.initPassword");
  await type(inputOf("paramValue"), "123456");
}

async function save(): Promise<void> {
  await click(button("保存"));
}

function submits(calls: readonly Call[]): readonly Call[] {
  return calls.filter((call) => call.path.endsWith("/submit"));
}

// What a press of a button asks for is not what loading its screen takes.
beforeAll(() => Promise.all(["param", "shop", "prod-line"].map(loadScreen)));

beforeEach(async () => {
  vi.stubGlobal("localStorage", localStorage);
  await startLanguage("zh");
});

describe("a new record", () => {
  it("is sent as it was typed, told as saved, and closes the dialog", async () => {
    const { closed, calls } = await openParam();
    expect(document.querySelector(".ant-modal-title")?.textContent).toBe("新增系统参数");
    await fillParam();
    await save();
    expect(submits(calls)).toEqual([
      {
        method: "POST",
        path: "/blade-system/param/submit",
        query: {},
        body: { paramName: "初始密码", paramKey: "account.initPassword", paramValue: "123456" },
      },
    ]);
    expect(document.body.textContent).toContain("新增成功");
    expect(closed).toEqual([true]);
  });

  it("says what a required field needs once it was passed over, and nothing of fields that were not", async () => {
    await openParam();
    await act(async () => {
      inputOf("paramName").focus();
      inputOf("paramKey").focus();
    });
    await until("the message is shown", () => field("paramName").textContent?.includes("请输入参数名称") === true);
    expect(document.querySelectorAll(".tf-error").length).toBe(1);
    expect(document.activeElement).toBe(inputOf("paramKey"));
  });

  it("is sent once, however often Save is clicked before the answer", async () => {
    let answer: (given: Answer) => void = () => undefined;
    const { calls, closed } = await openParam((call) =>
      call.path.endsWith("/submit")
        ? new Promise<Answer>((resolve) => {
            answer = resolve;
          })
        : undefined,
    );
    await fillParam();
    await save();
    const again = button("保存");
    expect(again.disabled).toBe(true);
    await click(again);
    await press(window, "s", { ctrlKey: true });
    await act(async () => answer(ok({ id: "1" })));
    await settle();
    expect(submits(calls)).toHaveLength(1);
    expect(closed).toEqual([true]);
  });

  it("is saved by Ctrl+S from inside a field", async () => {
    const { calls } = await openParam();
    await fillParam();
    await press(inputOf("paramValue"), "s", { ctrlKey: true });
    await settle();
    expect(submits(calls)[0]?.body).toMatchObject({ paramValue: "123456" });
  });

  it("may be followed by another, which begins empty; the list is told when the dialog closes", async () => {
    const { calls, closed } = await openParam();
    await fillParam();
    await click(button("保存并新增"));
    expect(closed).toEqual([]);
    expect(inputOf("paramName").value).toBe("");
    await type(inputOf("paramName"), "x");
    await type(inputOf("paramName"), "");
    await click(button("取消"));
    expect(submits(calls)).toHaveLength(1);
    expect(closed).toEqual([true]);
  });

  it("takes what the dialog was opened with, also where no field shows it", async () => {
    const { calls } = await open(
      {
        screen: screenNamed("prod-line"),
        mode: "create",
        preset: { factoryId: "5", factoryName: "茅台一厂", shopId: "6", shopName: "包装车间" },
      },
      (call) => (call.path.endsWith("/submit") ? ok({ id: "1" }) : ok([])),
    );
    expect(field("factoryId").textContent).toContain("茅台一厂");
    await type(inputOf("code"), "L-1");
    await type(inputOf("name"), "一号线");
    await save();
    expect(submits(calls)[0]?.body).toMatchObject({ factoryId: "5", shopId: "6", code: "L-1", name: "一号线" });
  });
});

describe("a stored record", () => {
  it("opens with its references by name, and asks the server for nothing but itself", async () => {
    const { calls } = await openShop();
    expect(field("factoryId").textContent).toContain("茅台一厂");
    expect(document.querySelector(".ant-modal-title")?.textContent).toBe("编辑车间 包装车间 启用");
    expect(calls.map((call) => call.path)).toEqual(["/digit-bind/shop/detail"]);
  });

  it("finds the name of a reference by one call where the record does not carry it", async () => {
    const { calls } = await openShop(
      (call) => (call.path === "/digit-bind/factory/select" ? ok([{ id: "9007199254740993001", name: "习水二厂" }]) : undefined),
      { ...shopRow, factoryName: "" },
    );
    await until("the name is there", () => field("factoryId").textContent?.includes("习水二厂") === true);
    expect(calls.filter((call) => call.path.startsWith("/digit-bind/factory"))).toHaveLength(1);
  });

  it("is sent whole with its version, an emptied field as empty; an untouched masked value is not sent back", async () => {
    const { calls, closed } = await openShop();
    await type(inputOf("name"), "包装二车间");
    await type(inputOf("sort"), "");
    await save();
    expect(submits(calls)[0]?.body).toEqual({
      id: "1001",
      version: 7,
      factoryId: "9007199254740993001",
      code: "CJ-01",
      name: "包装二车间",
      shopType: 4,
      principal: "",
      location: "",
      sort: "",
      status: 1,
      remark: "",
    });
    expect(document.body.textContent).toContain("更新成功");
    expect(closed).toEqual([true]);
  });

  it("that is gone says so", async () => {
    await open({ screen: screenNamed("shop"), mode: "edit", id: "1001" }, () => ok({}));
    expect(document.querySelector(".tf-alert")).not.toBeNull();
    expect(document.querySelector("form")).toBeNull();
  });

  it("can be asked for again when it did not come", async () => {
    let times = 0;
    await openShop((call) => (call.path.endsWith("/detail") && (times += 1) === 1 ? new TypeError("network") : undefined));
    await click(button("重试"));
    await until("the form is there", () => document.querySelector("form") !== null);
    expect(inputOf("name").value).toBe("包装车间");
  });

  it("is shown with every value by name, and nothing to change", async () => {
    await open({ screen: screenNamed("shop"), mode: "view", id: "1001" }, (call) =>
      call.path.endsWith("/detail") ? ok(shopRow) : undefined,
    );
    const shown = [...document.querySelectorAll(".tf-view [data-field]")].map((one) => one.textContent);
    expect(shown).toEqual(
      expect.arrayContaining(["工厂茅台一厂", "车间名称包装车间", "车间类型包装车间", "状态启用", "创建时间2025-03-01 08:00:00"]),
    );
    expect(document.querySelector(".ant-modal input")).toBeNull();
  });
});

describe("when saving fails", () => {
  it("what the server refused stands at its field", async () => {
    const issue = { code: "duplicate", path: ["paramKey"], parameters: {}, message: "参数键名已存在" };
    const { closed } = await openParam((call) =>
      call.path.endsWith("/submit") ? refused(400, "参数键名已存在", { error: "invalid", issues: [issue] }) : undefined,
    );
    await fillParam();
    await save();
    expect(errorOf("paramKey")).toBe("参数键名已存在");
    expect(document.querySelector(".tf-alert")).toBeNull();
    expect(closed).toEqual([]);
    expect(button("保存").disabled).toBe(false);
    await type(inputOf("paramKey"), "other");
    await leave(inputOf("paramKey"));
    expect(errorOf("paramKey")).toBe("");
  });

  it("for want of a network everything typed is still there, and the next attempt sends it", async () => {
    let times = 0;
    const { calls, closed } = await openParam((call) =>
      call.path.endsWith("/submit") && (times += 1) === 1 ? new TypeError("Failed to fetch") : undefined,
    );
    await fillParam();
    await save();
    expect(document.querySelector(".tf-alert")?.textContent).toContain("网络连接失败");
    expect(inputOf("paramName").value).toBe("初始密码");
    await save();
    expect(submits(calls)).toHaveLength(2);
    expect(closed).toEqual([true]);
  });

  it("because the session ended, what was typed waits for the same person", async () => {
    const user = {
      userId: "1",
      account: "admin",
      name: "管理员",
      roleAliases: ["administrator"],
      avatar: "",
      deptId: "",
      roleId: "",
      ext: "",
    };
    const begin = (userId: string) =>
      act(async () => beginSession({ accessToken: `token-${userId}`, refreshToken: "r", tenantId: "000000", user: { ...user, userId } }));
    await begin("1");
    const first = await openParam();
    await fillParam();
    await act(async () => endSession("expired"));
    await first.one.unmount();

    await begin("2");
    const other = await openParam();
    expect(inputOf("paramName").value).toBe("");
    await other.one.unmount();

    await begin("1");
    await openParam();
    // Another person opened this form in between, and what waited was thrown away.
    expect(inputOf("paramName").value).toBe("");
    await fillParam();
    await act(async () => endSession("expired"));
    document.body.replaceChildren();
    await begin("1");
    await openParam();
    expect(inputOf("paramName").value).toBe("初始密码");
    expect(document.querySelector(".tf-alert")?.textContent).toContain("已恢复上次未保存的内容");
    await click(button("放弃恢复"));
    expect(inputOf("paramName").value).toBe("");
    await act(async () => endSession("signed-out"));
  });
});

describe("when somebody else saved meanwhile", () => {
  const theirs = { ...shopRow, version: 8, name: "他人的车间", principal: "张伟" };
  /** The server as it is once the other person has saved: the form was opened before. */
  function changedMeanwhile(): Answers {
    let isChanged = false;
    return (call) => {
      if (call.path.endsWith("/detail")) return isChanged ? ok(theirs) : undefined;
      isChanged = true;
      const isStale = typeof call.body === "object" && call.body !== null && "version" in call.body && call.body.version === 7;
      return isStale
        ? refused(409, "记录已被修改", { error: "staleVersion", current: { version: 8, name: theirs.name }, submitted: { version: 7 } })
        : undefined;
    };
  }

  it("both values of each field that differs are shown, and what is chosen is saved over the new version", async () => {
    const { calls, closed } = await openShop(changedMeanwhile());
    await type(inputOf("name"), "我的车间");
    await type(inputOf("location"), "二号楼");
    await save();
    const rows = [...document.querySelectorAll(".tf-conflict tbody tr")].map((row) => row.textContent);
    expect(rows).toEqual(["车间名称我的车间他人的车间", "车间主任—张伟", "位置二号楼—"]);
    // Only they changed the head of the workshop: theirs is offered there, mine where I wrote something.
    expect([...document.querySelectorAll<HTMLInputElement>(".tf-conflict input")].map((one) => one.checked)).toEqual([
      true,
      false,
      false,
      true,
      true,
      false,
    ]);
    await click(button("按所选内容保存"));
    expect(submits(calls).at(-1)?.body).toMatchObject({ version: 8, name: "我的车间", principal: "张伟", location: "二号楼" });
    expect(closed).toEqual([true]);
  });

  it("and their record cannot be loaded, that is said, and saving again tries anew", async () => {
    const answer = changedMeanwhile();
    let isDown = false;
    const { calls } = await openShop((call) => (call.path.endsWith("/detail") && isDown ? new TypeError("network") : answer(call)));
    await type(inputOf("name"), "我的车间");
    isDown = true;
    await save();
    expect(document.querySelector(".tf-alert")?.textContent).toContain("网络连接失败");
    expect(inputOf("name").value).toBe("我的车间");
    isDown = false;
    await save();
    expect(document.querySelector(".tf-conflict")).not.toBeNull();
    expect(submits(calls)).toHaveLength(2);
  });

  it("or what was sent is gone for another reason, the reason of the server is said beside what differs", async () => {
    const reason = "第 2 行：该数据不存在，或无权查看";
    await openShop((call) => (call.path.endsWith("/submit") ? refused(400, reason, { error: "rowNotFound", row: 1 }) : undefined));
    await type(inputOf("name"), "我的车间");
    await save();
    expect(document.querySelector('.tf-dialog [role="alert"]')?.textContent).toBe(reason);
  });

  it("their value can be taken field by field, and going back loses nothing", async () => {
    const { calls } = await openShop(changedMeanwhile());
    await type(inputOf("name"), "我的车间");
    await save();
    await click(button("返回表单"));
    expect(inputOf("name").value).toBe("我的车间");
    await save();
    await click(button("全部用他人的"));
    await click(button("按所选内容保存"));
    expect(submits(calls).at(-1)?.body).toMatchObject({ version: 8, name: "他人的车间", principal: "张伟" });
  });
});

describe("closing", () => {
  it("asks only when something would be lost", async () => {
    const { closed } = await openShop();
    await type(inputOf("name"), "别的");
    await click(button("取消"));
    expect(closed).toEqual([]);
    expect(document.body.textContent).toContain("内容尚未保存");
    await click(button("继续填写"));
    expect(inputOf("name").value).toBe("别的");
    await click(button("取消"));
    await click(button("放弃修改"));
    expect(closed).toEqual([false]);
  });

  it("does not ask about a value that was typed back", async () => {
    const { closed } = await openShop();
    await type(inputOf("name"), "别的");
    await type(inputOf("name"), "包装车间");
    await type(inputOf("sort"), "03");
    await click(button("取消"));
    expect(closed).toEqual([false]);
  });

  it("by a click beside the dialog is refused where the definition says that it stays", async () => {
    const { closed } = await openParam();
    const wrap = document.querySelector<HTMLElement>(".ant-modal-wrap");
    if (wrap === null) throw new Error("no modal");
    await act(async () => {
      wrap.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
      wrap.dispatchEvent(new MouseEvent("mouseup", { bubbles: true }));
      wrap.click();
    });
    await settle();
    expect(closed).toEqual([]);
  });

  it("by a click beside it closes any other dialog that is clean", async () => {
    const { closed } = await openShop();
    const wrap = document.querySelector<HTMLElement>(".ant-modal-wrap");
    await act(async () => {
      wrap?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
      wrap?.dispatchEvent(new MouseEvent("mouseup", { bubbles: true }));
      wrap?.click();
    });
    await settle();
    expect(closed).toEqual([false]);
  });

  it("the page itself is held back by the browser while something would be lost", async () => {
    await openShop();
    const leaving = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    expect(leaving()).toBe(false);
    await type(inputOf("name"), "别的");
    let isHeld = false;
    await act(async () => {
      isHeld = leaving();
    });
    expect(isHeld).toBe(true);
  });

  it("by going back asks as well, and stays where it is when the person stays", async () => {
    const { one } = await openShop();
    await type(inputOf("name"), "别的");
    await act(() => one.router.navigate(-1));
    await settle();
    await click(button("继续填写"));
    expect(one.router.state.location.pathname).toBe("/second");
    expect(inputOf("name").value).toBe("别的");
    await act(() => one.router.navigate(-1));
    await settle();
    await click(button("放弃修改"));
    expect(one.router.state.location.pathname).toBe("/first");
  });

  it("by going back does not ask while nothing was typed", async () => {
    const { one } = await openShop();
    await act(() => one.router.navigate(-1));
    expect(one.router.state.location.pathname).toBe("/first");
  });
});

describe("a record with fields that are not within the reader's data scope", () => {
  const { code: _code, factoryId: _factory, factoryName: _name, phone: _phone, ...existing } = shopRow;
  const limited = { ...existing, unseenFields: ["code", "factoryId", "phone"] };
  const cellOf = (name: string): string => document.querySelector(`[data-field="${name}"]`)?.textContent ?? "";

  it("shows them as such, asks for none of them though they are required, and sends none", async () => {
    const { calls, closed } = await openShop(undefined, limited);
    for (const [name, label] of [
      ["code", "车间编号"],
      ["factoryId", "工厂"],
      ["phone", "联系电话"],
    ] as const) {
      expect(cellOf(name)).toBe(`${label}不在您的数据权限内`);
      expect(document.querySelector(`[data-field="${name}"] :is(input, [role=combobox])`)).toBeNull();
    }
    await type(inputOf("name"), "二车间");
    await save();
    expect(Object.keys(Object(submits(calls)[0]?.body)).filter((name) => limited.unseenFields.includes(name))).toEqual([]);
    expect(submits(calls)[0]?.body).toMatchObject({ id: "1001", name: "二车间", version: 7 });
    expect(closed).toEqual([true]);
  });

  it("is shown with them as such, and empty fields as empty", async () => {
    await startLanguage("en");
    await open({ screen: screenNamed("shop"), mode: "view", id: "1001" }, (call) =>
      call.path === "/digit-bind/shop/detail" ? ok(limited) : undefined,
    );
    expect(cellOf("code")).toContain("Not within your data scope");
    expect(cellOf("principal")).not.toContain("data scope");
  });

  it("is on a back-end that says nothing of them a record with empty fields", async () => {
    const { calls } = await openShop(undefined, existing);
    expect(document.body.textContent).not.toContain("数据权限");
    await save();
    expect(submits(calls)).toEqual([]);
    expect(errorOf("code")).not.toBe("");
  });
});
