// The names of other records in lists are links to their pages, each its own; where nobody can tell which is whose, they are a text.
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ScreenField } from "#schema/screen";
import { referenceCell, referencedList } from "#admin/screens/table/reference-cell.tsx";

const members = (more: Partial<ScreenField> = {}): ScreenField => ({
  name: "memberIds",
  kind: "refs",
  label: ["会员", "Members"],
  wire: "list",
  labelKey: "memberNames",
  reference: { resource: "member", record: "page", value: "id", show: "name", path: "/member", source: "select" },
  ...more,
});
const drawn = (value: unknown, names: string, field = members()) =>
  renderToStaticMarkup(
    <>{referenceCell({ field, value, row: { memberNames: names }, language: "zh" }, names.replaceAll(",", "，"), "/loyalty/member")}</>,
  );
const link = (id: string, name: string) =>
  `<a class="tm-reference-link" href="/loyalty/member/${id}" data-act="follow" tabindex="-1">${name}</a>`;

test("each of several names leads to its own record", () => {
  expect(drawn(["7", "8"], "甲,乙")).toBe(`${link("7", "甲")}，${link("8", "乙")}`);
  expect(drawn("9", "丙", members({ wire: "id" }))).toBe(link("9", "丙"));
});

test("names that cannot be told apart are a text, and nothing is nothing", () => {
  expect(drawn(["7"], "甲,乙")).toBe("甲，乙");
  expect(drawn([], "")).toBe("");
});

test("records without a page, and those named by a code, are no links", () => {
  const listOf = () => "/loyalty/member";
  expect(referencedList(members(), listOf)).toBe("/loyalty/member");
  expect(referencedList({ ...members(), reference: undefined }, listOf)).toBeUndefined();
  for (const more of [{ value: "code" }, { record: undefined }]) {
    const { reference } = members();
    expect(referencedList(members({ reference: reference && { ...reference, ...more } }), listOf)).toBeUndefined();
  }
});
