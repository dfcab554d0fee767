// @vitest-environment happy-dom
// Inputs of @rjsf/antd as forms draw them: what they say of their field, and what their antd control can do that they do not pass on.
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, describe, expect, it } from "vitest";
import type { ScreenField } from "#schema/screen";
import { choice, code, integer, json, money, password, phone, text, textarea } from "#schema";
import type { WidgetProps } from "#admin/inputs/values/field-scope.ts";
import { themed } from "#admin/inputs/themed.tsx";
import { openForm } from "./open-form.tsx";
import { screenOfFields } from "./screens.ts";
import { click, field, inputOf, leave, startLanguage, type } from "./support.tsx";

beforeEach(() => startLanguage("zh"));

const required = { required: true } as const;
const screen = screenOfFields({
  name: text("名称", "Name", required),
  key: code("编号", "Code", required),
  phone: phone("电话", "Phone", required),
  count: integer("数量", "Count", { ...required, min: 0, unit: ["件", "pcs"] }),
  price: money("单价", "Price", required),
  secret: password("密码", "Password", required),
  remark: textarea("备注", "Remark", required),
  extra: json("扩展", "Extra", required),
  grade: choice("等级", "Grade", {
    ...required,
    options: [
      [1, "一", "One"],
      [2, "二", "Two"],
      [3, "三", "Three"],
      [4, "四", "Four"],
    ],
  }),
  kind: choice("种类", "Kind", {
    ...required,
    options: [
      [1, "甲", "A"],
      [2, "乙", "B"],
    ],
  }),
});

const controlOf = (name: string): Element => {
  const found = field(name).querySelector("[role=radiogroup], input, textarea");
  if (found === null) throw new Error(`${name} has no control`);
  return found;
};

function fieldNamed(name: string): ScreenField {
  const found = screen.fields.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no field ${name}`);
  return found;
}

const names = screen.fields.map(({ name }) => name);

describe("every input of the theme", () => {
  it.each(names)("of %s says that it is required, and neither that it is wrong nor what is wrong before something is", async (name) => {
    await openForm(screen);
    const control = controlOf(name);
    expect(control.getAttribute("aria-required")).toBe("true");
    expect(control.hasAttribute("aria-invalid")).toBe(false);
    expect((control.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id.endsWith("__error"))).toEqual([]);
  });

  it.each(names)("of %s says that it is wrong and points to the sentence after a submit", async (name) => {
    const form = await openForm(screen);
    await form.submit();
    const control = controlOf(name);
    expect(control.getAttribute("aria-invalid")).toBe("true");
    const sentences = (control.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent ?? "");
    expect(sentences.join("")).not.toBe("");
  });
});

describe("the control behind an input of the theme", () => {
  it("brings up the right keyboard, and lets the browser offer nothing", async () => {
    await openForm(screen);
    expect(["count", "price", "phone"].map((name) => inputOf(name).inputMode)).toEqual(["numeric", "decimal", "tel"]);
    expect(inputOf("name").autocomplete).toBe("off");
    expect(inputOf("secret").autocomplete).toBe("new-password");
    expect(field("count").textContent).toContain("件");
  });

  it("shows a secret by a button that a keyboard reaches", async () => {
    await openForm(screen);
    const eye = field("secret").querySelector("button");
    expect(eye?.getAttribute("aria-label")).toBe("显示密码");
    if (eye !== null) await click(eye);
    expect(inputOf("secret").getAttribute("type")).toBe("text");
  });

  it("keeps what is typed until it is left, then gives it to the form", async () => {
    const form = await openForm(screen);
    await type(inputOf("remark"), " 满 ");
    expect(inputOf("remark").value).toBe(" 满 ");
    await leave(inputOf("remark"));
    expect(inputOf("remark").value).toBe("满");
    expect(await form.values()).toMatchObject({ remark: "满" });
  });
});

describe("a part of the theme that no longer draws its control", () => {
  it("is noticed", () => {
    const of: WidgetProps = {
      field: fieldNamed("name"),
      id: "f_name",
      value: "",
      onChange: () => undefined,
      isDisabled: false,
      isInvalid: false,
      describedBy: undefined,
      ariaLabel: undefined,
    };
    const Changed = themed((): ReactElement => <span id="another" />);
    expect(() => renderToStaticMarkup(<Changed of={of} value="" onChange={() => undefined} />)).toThrow(
      "@rjsf/antd draws no control with the id f_name",
    );
  });
});
