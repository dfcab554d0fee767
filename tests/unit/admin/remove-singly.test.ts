// @vitest-environment happy-dom
// Rows that are removed one per call: how far it is, and what is left where it stops.
import { beforeAll, expect, test } from "vitest";
import { ApiFailure } from "#admin/api/failure.ts";
import { startLanguage } from "#admin/i18n/index.ts";
import { removeSingly } from "#admin/screens/row-actions/remove-singly.ts";

beforeAll(() => startLanguage());

test("each row has a call of its own, and the person sees how far it is", async () => {
  const removed: (readonly string[])[] = [];
  const reported: string[] = [];
  await removeSingly(
    ["99", "98"],
    async (ids) => void removed.push(ids),
    (sentence) => reported.push(sentence),
  );
  expect(removed).toEqual([["99"], ["98"]]);
  expect(reported).toEqual(["正在删除，已完成 0/2", "正在删除，已完成 1/2"]);
});

test("where one is refused, the sentence says how many are gone and how many are left", async () => {
  const remove = async ([id]: readonly string[]) => {
    if (id === "98") throw new ApiFailure({ status: 200, code: 400, error: "code400", message: "请先删除子节点!" });
  };
  await expect(removeSingly(["99", "98", "97"], remove, () => undefined)).rejects.toMatchObject({
    code: 400,
    message: "请先删除子节点! 已删除 1 条，其余 2 条未删除",
  });
});
