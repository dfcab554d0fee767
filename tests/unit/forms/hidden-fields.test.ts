// What an edit sends for fields that the form does not show: back-ends of the contract replace whole rows, so what nobody touched goes back
// as it was.
import { describe, expect, test } from "vitest";
import { choice, integer, lines, password, text } from "#schema";
import { formOf, type FormMode, type FormValues } from "#admin/inputs/values/form-definition.ts";
import { rowOf, valuesOfRecord } from "#admin/inputs/values/values.ts";
import type { Screen } from "#schema/screen";
import { screenOfFields } from "./screens.ts";

const kind = choice("类型", "Kind", {
  options: [
    [1, "菜单", "Menu"],
    [2, "按钮", "Button"],
    [3, "目录", "Folder"],
  ],
});

const menu = screenOfFields({
  name: text("名称", "Name", { required: true }),
  kind,
  path: text("地址", "Path", { required: true, showWhen: { kind: 1 } }),
  opens: choice("打开方式", "Opens", {
    options: [
      [1, "本页", "Here"],
      [2, "新窗口", "A new window"],
    ],
    showWhen: { path: { not: "" } },
  }),
  secret: password("密钥", "Secret", { showWhen: { kind: 1 } }),
});

/** What is sent after somebody opened the record and changed this. */
function sent(screen: Screen, record: FormValues, changed: FormValues, mode: FormMode = "edit"): FormValues {
  const form = formOf(screen, mode, { isAdministrator: true });
  const before = valuesOfRecord(screen.fields, record);
  return rowOf(form, before, { ...before, ...changed });
}

const button = { name: "新增", kind: 2, path: "/api/submit", opens: 2 };

describe("a field that the form never showed", () => {
  test("is sent as it was stored", () => {
    expect(sent(menu, button, { name: "新建" })).toEqual({ name: "新建", kind: 2, path: "/api/submit", opens: 2 });
  });

  test("is sent as it was stored after a change that shows none of it either", () => {
    expect(sent(menu, button, { kind: 3 })).toMatchObject({ kind: 3, path: "/api/submit" });
  });

  test("is sent as it was stored when it was shown meanwhile, and edited, and hidden again", () => {
    expect(sent(menu, button, { path: "/typed" })).toMatchObject({ kind: 2, path: "/api/submit" });
  });

  test("is sent empty where nothing is stored", () => {
    expect(sent(menu, { name: "新增", kind: 2 }, { name: "新建" })).toEqual({ name: "新建", kind: 2, path: "", opens: "" });
  });

  test("is left out of what is created", () => {
    expect(sent(menu, button, {}, "create")).toEqual({ name: "新增", kind: 2 });
  });
});

describe("a field whose condition the person changed", () => {
  test("is emptied when that hides it, with what hangs on it", () => {
    expect(sent(menu, { ...button, kind: 1 }, { kind: 2 })).toEqual({ name: "新增", kind: 2, path: "", opens: "" });
  });

  test("is sent with what was entered when that shows it", () => {
    expect(sent(menu, button, { kind: 1, path: "/typed" })).toMatchObject({ kind: 1, path: "/typed", opens: 2 });
  });
});

describe("a cell of a row within the record", () => {
  const document = screenOfFields({
    rows: lines("明细", "Lines", {
      fields: { kind, num: integer("数量", "Number"), path: text("地址", "Path", { showWhen: { kind: 1 } }) },
    }),
  });
  const rows = [
    { id: "1", kind: 2, num: 1, path: "/a" },
    { id: "2", kind: 1, num: 1, path: "/b" },
  ];
  const sentRows = (changed: readonly FormValues[]) => sent(document, { rows }, { rows: changed })["rows"];

  test("keeps what it held where it was hidden before, and loses it where the person hid it", () => {
    expect(
      sentRows([
        { ...rows[0], num: 5 },
        { ...rows[1], kind: 2 },
      ]),
    ).toEqual([
      { id: "1", kind: 2, num: 5, path: "/a" },
      { id: "2", kind: 2, num: 1 },
    ]);
  });

  test("is left out of a new row where it is hidden", () => {
    expect(sentRows([{ kind: 2, num: 3, path: "/c" }])).toEqual([{ kind: 2, num: 3 }]);
  });
});
