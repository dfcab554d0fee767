// The states that a code set is put into by its address: sealed, in use again, disabled for good, and none besides.
import { expect, it } from "vitest";
import type { Answer } from "../../../support/server.ts";
import { startDemonstration } from "../demonstration.ts";

const { chenqing, find, put, row, server, zhangwei } = await startDemonstration();
const sets = "/digit-manage/code-set";
const { id } = await find(sets, { setNo_equal: "MB202503010001" });
const to = (state: string | number): Promise<Answer> => zhangwei.post(`${sets}/status/${String(id)}/${state}`);

it("is sealed, used again, and disabled for good", async () => {
  expect(await to(5)).toMatchObject({ code: 200 });
  expect(await row(sets, id)).toMatchObject({ status: 5 });
  expect(await to(4)).toMatchObject({ code: 200 });
  expect(await to(6)).toMatchObject({ code: 200 });
  expect(await to(4)).toMatchObject({ status: 400, msg: "码包“MX20250301 三层套标”当前状态为“已停用”，不能解封" });
  expect(await row(sets, id)).toMatchObject({ status: 6 });
});

it.each([
  { state: "2", msg: "码包“MX20250301 三层套标”当前状态为“使用中”，不能变更为“已格式化”" },
  { state: "9", msg: "码包“MX20250301 三层套标”当前状态为“使用中”，不能变更为“失败”" },
  { state: "77", msg: "码包“MX20250301 三层套标”当前状态为“使用中”，没有状态“77”可变更" },
  { state: "x", msg: "码包“MX20250301 三层套标”当前状态为“使用中”，没有状态“x”可变更" },
])("is not put into $state, and the refusal names its state", async ({ state, msg }) => {
  await put("update code_set set status = 4 where id = $1::bigint", [id]);
  expect(await to(state)).toMatchObject({ status: 400, msg, data: { error: "wrongState", id, state: 4 } });
  expect(await row(sets, id)).toMatchObject({ status: 4 });
});

it("says so in the reader's language", async () => {
  await put("update code_set set status = 5 where id = $1::bigint", [id]);
  expect(await server.as("zhangwei", {}, "en").post(`${sets}/status/${String(id)}/2`)).toMatchObject({
    status: 400,
    msg: "Code set “MX20250301 三层套标” is “Sealed” and cannot be changed to “Formatted”",
  });
});

it("tells another tenant, and people without the right, nothing of it", async () => {
  expect(await chenqing.post(`${sets}/status/${String(id)}/2`)).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
  expect(await server.as("nobody").post(`${sets}/status/${String(id)}/2`)).toMatchObject({ status: 403 });
  expect(await zhangwei.post(`${sets}/status/x/2`)).toMatchObject({ status: 400, data: { error: "malformedParameter" } });
});

it("a make rule, whose states are set the same way, refuses others too", async () => {
  const rule = await find("/digit-manage/code-make-rule", { name_equal: "瓶身追溯码" });
  expect(await zhangwei.put(`/digit-manage/code-make-rule/status/${String(rule["id"])}/7`)).toMatchObject({
    status: 400,
    msg: "制码规则“瓶身追溯码”当前状态为“启用”，没有状态“7”可变更",
  });
});
