// What a new form begins with.
import i18next from "i18next";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defineResource, text } from "#schema";
import { initialValues } from "../../../src/admin/inputs/values/values.ts";
import { screenFrom } from "./screens.ts";

beforeAll(async () => {
  await i18next.init({ lng: "zh", resources: {} });
});
afterAll(() => i18next.changeLanguage("zh"));

test("a word begins in the reader's language", async () => {
  const { fields } = screenFrom(
    defineResource({
      name: "factory",
      label: ["工厂", "Factory"],
      path: "/test/good",
      title: "grade",
      fields: { unit: text("单位", "Unit", { default: ["瓶", "bottle"] }), grade: text("等级", "Grade", { default: "A" }) },
    }),
  );
  const started = () => initialValues(fields, {}, new Date());
  expect(started()).toEqual({ unit: "瓶", grade: "A" });
  await i18next.changeLanguage("en");
  expect(started()).toEqual({ unit: "bottle", grade: "A" });
  expect(initialValues(fields, { unit: "box" }, new Date())).toEqual({ unit: "box", grade: "A" });
});
