// Browsers send the entries they kept, and the server keeps them for the sender's tenant.
import { expect, it } from "vitest";
import { recordsIn } from "../../../support/samples.ts";
import { serverOfFile, type Client } from "../../../support/server.ts";

const server = await serverOfFile();
const zhangwei = server.as("zhangwei");

const stored = async (client: Client) => recordsIn(await client.get("/blade-log/web/list", { size: "100", ascs: "id" }));

it("entries are stored as they were, and no other tenant sees them", async () => {
  const entries = [
    { type: "error", url: "/wel/index", message: "x is not a function", stack: "at f", info: "in List", time: "2025-03-12 11:59:00" },
    { type: "info", message: "后一条", time: "2025-03-12 11:59:30" },
  ];
  expect(await zhangwei.post("/user/send-logs", entries)).toMatchObject({ code: 200, data: { count: 2 } });
  expect(await stored(zhangwei)).toMatchObject([entries[0], { type: "info", url: "", message: "后一条", time: "2025-03-12 11:59:30" }]);
  expect(await stored(server.as("chenqing"))).toEqual([]);
});

it("an entry that is too long or odd is cut and mended rather than lost", async () => {
  await zhangwei.post("/user/send-logs", [
    { type: "fatal", message: "长".repeat(20_001), info: { component: "List" }, time: 1_741_000_000, url: null },
  ]);
  const row = (await stored(zhangwei)).at(-1);
  expect(row).toMatchObject({ type: "error", info: '{"component":"List"}', time: "2025-03-12 12:00:00" });
  expect(String(row?.["message"])).toHaveLength(20_000);
});

it("what is no list of entries, or no end of it, is refused", async () => {
  const before = await stored(zhangwei);
  for (const body of [{ message: "x" }, ["x"], Array.from({ length: 1001 }, () => ({ message: "x" }))]) {
    expect(await zhangwei.post("/user/send-logs", body)).toMatchObject({ status: 400, data: { error: "malformedParameter" } });
  }
  expect(await zhangwei.post("/user/send-logs", [])).toMatchObject({ code: 200, data: { count: 0 } });
  expect(await stored(zhangwei)).toEqual(before);
});

it("an operator without any right sends what went wrong in their own browser, and sees nobody's", async () => {
  const operator = server.as("nobody");
  expect(await operator.post("/user/send-logs", [{ message: "of an operator" }])).toMatchObject({ code: 200, data: { count: 1 } });
  expect((await stored(zhangwei)).at(-1)).toMatchObject({ message: "of an operator" });
  expect(await operator.get("/blade-log/web/list")).toMatchObject({ status: 403 });
  expect(
    (await server.app.inject({ method: "POST", url: "/api/user/send-logs", payload: [{ message: "of nobody" }] })).json(),
  ).toMatchObject({ code: 401 });
});
