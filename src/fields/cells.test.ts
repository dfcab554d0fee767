// How values are drawn in lists: as their kind says, as a link where the value leads elsewhere, as nothing where there is nothing.
import { isValidElement } from "react";
import { expect, it } from "vitest";
import type { ScreenField } from "../schema/screen.ts";
import type { Cell } from "./cell.ts";
import { renderedCell } from "./cells.ts";
import { LeadingLink } from "./leading-link.tsx";

const shown = (field: object, value: unknown, language: "zh" | "en" = "zh") => ({ field: field as ScreenField, value, row: {}, language }); // what is looked at
const plain: Cell = { text: ({ value }) => (typeof value === "string" ? value : "") };

it("nothing is drawn of nothing, and a text as it is", () => {
  expect(renderedCell(plain, shown({ kind: "text" }, null))).toBeNull();
  expect(renderedCell(plain, shown({ kind: "text" }, "甲"))).toBe("甲");
});

it("what a kind has more to show of is drawn by it", () => {
  expect(renderedCell({ ...plain, render: ({ value }) => `<${String(value)}>` }, shown({ kind: "text" }, "甲"))).toBe("<甲>");
});

it.each([
  { what: "becomes a link", cell: plain, isLink: true },
  { what: "becomes a link, whatever its kind draws", cell: { ...plain, render: () => "own" }, isLink: true },
  { what: "is left to a kind that draws its link", cell: { ...plain, leads: true as const, render: () => "own" }, isLink: false },
])("a value that leads elsewhere $what", ({ cell, isLink }) => {
  const drawn = renderedCell(cell, shown({ kind: "text", leadsTo: { screen: "box" } }, "甲"));
  expect(isValidElement(drawn) && drawn.type === LeadingLink ? "a link" : drawn).toBe(isLink ? "a link" : "own");
});
