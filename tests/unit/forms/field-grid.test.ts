// How the fields of a form share its two columns.
import { expect, test } from "vitest";
import { choice, defineResource, image, integer, text, textarea } from "#schema";
import { cellClasses } from "../../../src/admin/forms/view/field-grid.ts";
import { screenFrom } from "./screens.ts";

const { fields } = screenFrom(
  defineResource({
    name: "factory",
    label: ["工厂", "Factory"],
    path: "/test/good",
    title: "line",
    fields: {
      line: text("名称", "Name"),
      picture: image("图片", "Picture"),
      note: textarea("备注", "Note"),
      count: integer("人数", "People"),
      gln: text("全球位置码", "GLN", { max: 13 }),
      kind: choice("类型", "Kind", {
        options: [
          [1, "自有", "Own"],
          [2, "其他", "Other"],
        ],
      }),
    },
  }),
);
const byLetter = new Map(fields.map((field) => [field.name[0], field]));

/** The places of fields that are named by their first letters: 1 one, 2 two rows, w the whole width. */
function placed(order: string): string {
  const classes = cellClasses([...order].flatMap((letter) => byLetter.get(letter) ?? []));
  return classes.map((one) => (one.includes("wide") ? "w" : one.includes("tall") ? "2" : "1")).join("");
}

test.each([
  ["a text that would stand alone has the whole row", "lll", "11w"],
  ["also before one of the whole width", "lnl", "www"],
  ["a number that would stand alone stays as wide as its column", "llcnl", "111ww"],
  ["so does a code", "llgnl", "111ww"],
  ["and a choice", "llknl", "111ww"],
  ["two share a row", "llnll", "11w11"],
  ["beside a picture stand two fields", "pll", "211"],
  ["and the rest begins below", "plll", "211w"],
  ["a picture in the second column has one beside it and one below that", "lpl", "121"],
  ["a picture with one field beside it is no higher than it", "pl", "11"],
  ["two pictures stand side by side", "pp", "11"],
  ["and alone it has the row", "pnp", "www"],
])("%s", (_what, order, places) => {
  expect(placed(order)).toBe(places);
});
