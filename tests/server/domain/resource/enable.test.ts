// One configuration of a tenant is enabled at a time, for object storage and for text messages.
import { describe, expect, it } from "vitest";
import { readChanges } from "#schema/changes";
import { objectIn, recordsIn, type Body } from "../../../support/samples.ts";
import { serverOfFile, tenants, type Client } from "../../../support/server.ts";

const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");

const oss: Body = { category: "1", endpoint: "http://127.0.0.1:9000", bucketName: "trace", accessKey: "key", secretKey: "secret" };
const sms: Body = { category: "3", templateId: "T1", accessKey: "key", secretKey: "secret", signName: "签名" };

describe.each([
  ["oss", "ossCode", oss],
  ["sms", "smsCode", sms],
] as const)("a configuration of %s", (name, code, sample) => {
  const path = `/blade-resource/${name}`;
  const rows = async (client: Client) => recordsIn(await client.get(`${path}/list`, { size: "100" }));
  const enabled = async (client: Client) => (await rows(client)).filter((row) => row["status"] === 2).map((row) => row[code]);
  const add = async (client: Client, number: number) =>
    String(objectIn(await client.post(`${path}/submit`, { ...sample, [code]: `extra-${number}` }))["id"]);

  it("is enabled in place of the one before, and once only", async () => {
    const id = await add(zhangwei, 20);
    expect(await zhangwei.post(`${path}/enable`, undefined, { id, tenantId: tenants.one })).toMatchObject({ code: 200 });
    expect(await enabled(zhangwei)).toEqual(["extra-20"]);
    expect(await zhangwei.post(`${path}/enable`, undefined, { id })).toMatchObject({ status: 400, data: { error: "wrongState" } });
  });

  it("is the only one also when all are enabled at the same moment", async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, (_none, index) => add(zhangwei, index)));
    const answers = await Promise.all(ids.map((id) => zhangwei.post(`${path}/enable`, undefined, { id })));
    expect(answers.map((answer) => answer.code)).toEqual(ids.map(() => 200));
    expect(await enabled(zhangwei)).toHaveLength(1);
  });

  it("takes the place of one that is hidden from the caller, which is in the log", async () => {
    const [own, hidden] = [await add(zhangwei, 30), await add(zhangwei, 31)];
    expect(await zhangwei.post(`${path}/enable`, undefined, { id: hidden })).toMatchObject({ code: 200 });
    const onlyOwn = (alias: string) => ({
      shape: `own ${alias}`,
      parameters: [own],
      sql: ([place]: readonly string[]) => `${alias}.id = ${place}`,
    });
    const limited = server.as("zhangwei", { rowLimits: new Map([[name, onlyOwn]]) });
    expect(await rows(limited)).toHaveLength(1);
    expect(await limited.post(`${path}/enable`, undefined, { id: hidden })).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
    const answer = await limited.post(`${path}/enable`, undefined, { id: own });
    expect(answer).toMatchObject({ code: 200 });
    expect(JSON.stringify(answer)).not.toContain("extra-31");
    expect(await enabled(zhangwei)).toEqual(["extra-30"]);
    const [entry] = recordsIn(await zhangwei.get("/blade-log/usual/list", { logId_equal: `${name}.enable`, size: "1", descs: "id" }));
    expect(readChanges(String(entry?.["logData"]))?.rows).toMatchObject([
      { resource: name, id: hidden, title: "extra-31", action: "edit", changes: [{ field: "status", before: "2", after: "1" }] },
      { resource: name, id: own, action: "edit", changes: [{ field: "status", before: "1", after: "2" }] },
    ]);
  });

  it("comes back enabled where no other is, and disabled where one is", async () => {
    const id = await add(zhangwei, 40);
    await zhangwei.post(`${path}/enable`, undefined, { id });
    const send = (call: string) => zhangwei.post(`${path}/${call}`, undefined, { ids: id });
    expect([await send("remove"), await send("restore")]).toMatchObject([{ code: 200 }, { code: 200 }]);
    expect(await enabled(zhangwei)).toEqual(["extra-40"]);
    await send("remove");
    await zhangwei.post(`${path}/enable`, undefined, { id: await add(zhangwei, 41) });
    expect(await send("restore")).toMatchObject({ code: 200 });
    expect(await enabled(zhangwei)).toEqual(["extra-41"]);
    expect((await rows(zhangwei)).find((row) => row["id"] === id)).toMatchObject({ status: 1 });
  });

  it("leaves those of other tenants alone, whatever tenant is named", async () => {
    const before = await enabled(zhangwei);
    const chenqing = server.as("chenqing");
    const id = await add(chenqing, 9);
    expect(await chenqing.post(`${path}/enable`, undefined, { id, tenantId: tenants.one })).toMatchObject({ code: 200 });
    expect(await enabled(chenqing)).toEqual(["extra-9"]);
    expect(await enabled(zhangwei)).toEqual(before);
    expect(await zhangwei.post(`${path}/enable`, undefined, { id, tenantId: tenants.two })).toMatchObject({
      status: 400,
      data: { error: "rowNotFound" },
    });
    expect(await server.as("nobody").post(`${path}/enable`, undefined, { id })).toMatchObject({
      status: 403,
      data: { permission: `${name}_enable` },
    });
    expect(
      await server.as("administrator").post(`${path}/enable`, undefined, { id: await add(chenqing, 10), tenantId: tenants.two }),
    ).toMatchObject({ code: 200 });
    expect(await enabled(chenqing)).toEqual(["extra-10"]);
  });
});
