// Fields that the state of a row fixes: shown in the edit form without an input, and not sent.
import { describe, expect, it } from "vitest";
import { choice, text } from "#schema";
import { formOf } from "#admin/inputs/values/form-definition.ts";
import { screenOfFields } from "./screens.ts";

const screen = screenOfFields({
  name: text("收货人", "Receiver", { required: true, changeableWhen: { phase: [0, 1] } }),
  phase: choice("阶段", "Phase", {
    options: [
      [0, "待付款", "Unpaid"],
      [1, "待发货", "To ship"],
      [2, "已发货", "Shipped"],
    ],
  }),
});
const namesIn = (phase: number | undefined) => {
  const form = formOf(screen, phase === undefined ? "create" : "edit", {
    isAdministrator: false,
    ...(phase === undefined ? {} : { record: { name: "周敏", phase } }),
  });
  return {
    shown: form.fields.map(({ name }) => name),
    edited: form.editable.map(({ name }) => name),
    required: form.schema.required ?? [],
  };
};

describe("a field that can be changed in some states", () => {
  it("is edited while the row is in one of them", () => {
    expect(namesIn(1)).toMatchObject({ edited: ["name", "phase"], required: ["name"] });
  });

  it("is shown and neither edited nor asked for afterwards", () => {
    expect(namesIn(2)).toEqual({ shown: ["name", "phase"], edited: ["phase"], required: [] });
  });

  it("is entered in a new row", () => {
    expect(namesIn(undefined).edited).toEqual(["name", "phase"]);
  });
});
