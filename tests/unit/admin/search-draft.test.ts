// The draft of a search panel beside filters that change by themselves.
import { describe, expect, test } from "vitest";
import { mergedDraft, searchFields } from "#admin/screens/search/search-fields.ts";

describe("a draft", () => {
  test("follows a filter that was taken away or came back", () => {
    expect(mergedDraft({ name: "tea", status: "1" }, { name: "tea", status: "1" }, { status: "1" })).toEqual({
      name: undefined,
      status: "1",
    });
    expect(mergedDraft({}, {}, { name: "tea", createTime: ["2025-01-01", ""] })).toEqual({ name: "tea", createTime: ["2025-01-01", ""] });
  });

  test("keeps what was typed and not searched for", () => {
    expect(mergedDraft({ name: "tea", code: "A" }, { name: "te" }, { name: "te", code: "B" })).toEqual({ name: "tea", code: "A" });
    expect(mergedDraft({ name: "tea" }, {}, { status: "1" })).toEqual({ name: "tea", status: "1" });
  });

  test("that was emptied stays empty when its filter goes", () => {
    expect(mergedDraft({}, { name: "tea" }, {})).toEqual({});
  });
});

test("a panel begins with what its list asks for, so that it is in view", () => {
  const fields = ["layer", "code", "product", "codeSetId"].map((name) => ({
    name,
    kind: "text",
    wire: "text" as const,
    label: ["x", "x"] as const,
    search: "equal" as const,
  }));
  expect(searchFields({ fields, listNeeds: [["code", "codeSetId"]] }, false).map(({ name }) => name)).toEqual([
    "code",
    "codeSetId",
    "layer",
    "product",
  ]);
});
