import { expect, it } from "vitest";
import { startTestServer } from "../../support/server.ts";

it("goes", async () => {
  const t0 = performance.now();
  const server = await startTestServer();
  console.log("start", performance.now() - t0);
  const one = server.as("zhangwei");
  const made = await one.post("/digit-bind/factory/submit", { code: "F1", name: "总厂", phone: "13800138000" });
  console.log(made);
  const id = (made.data as { id: string }).id;
  console.log(await one.get("/digit-bind/factory/detail", { id }));
  console.log(JSON.stringify(await one.get("/digit-bind/factory/list", { name: "总" })));
  const shop = await one.post("/digit-bind/shop/submit", { factoryId: id, code: "S1", name: "包装一" });
  console.log(shop);
  console.log(await one.post("/digit-bind/factory/remove", undefined, { ids: id }));
  console.log(await one.post("/digit-bind/factory/submit", { code: "F1", name: "总厂" }));
  console.log(await one.post("/digit-bind/factory/submit", { id, version: 7, name: "总厂2" }));
  console.log(await one.post("/digit-bind/factory/submit", { id, version: 1, name: "总厂2" }));
  console.log(JSON.stringify(await one.get("/digit-bind/shop/list", {})));
  console.log(JSON.stringify(await one.get("/digit-bind/factory/select", {})));
  console.log(JSON.stringify(await server.as("chenqing").get("/digit-bind/factory/detail", {id})));
  expect(1).toBe(1);
  await server.close();
});
