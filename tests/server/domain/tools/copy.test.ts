// A module of the code generator is copied by the platform's administrator.
import { expect, it } from "vitest";
import { objectIn, recordsIn } from "../../../support/samples.ts";
import { serverOfFile } from "../../../support/server.ts";

const server = await serverOfFile({ isSeeded: true });

it("the copy holds what its original holds, under an id of its own", async () => {
  const administrator = server.as("administrator");
  const list = async () => recordsIn(await administrator.get("/blade-develop/code/list", { codeName_equal: "通知公告" }));
  const [original = {}] = await list();
  const answer = await administrator.post("/blade-develop/code/copy", undefined, { id: String(original["id"]) });
  const { id } = objectIn(answer);
  expect(id).not.toBe(original["id"]);
  const detail = async (one: unknown) => objectIn(await administrator.get("/blade-develop/code/detail", { id: String(one) }));
  const { codeName, tableName, packageName, datasourceId, apiPath } = await detail(original["id"]);
  expect(await detail(id)).toMatchObject({
    codeName,
    tableName,
    packageName,
    datasourceId,
    apiPath,
    version: 1,
    createTime: "2025-03-12 12:00:00",
  });
  expect(await list()).toHaveLength(2);
  expect(await administrator.post("/blade-develop/code/copy", undefined, { id: "404" })).toMatchObject({
    status: 400,
    data: { error: "rowNotFound" },
  });
  expect(await server.as("zhangwei").post("/blade-develop/code/copy", undefined, { id: String(id) })).toMatchObject({ status: 403 });
  expect(await list()).toHaveLength(2);
});
