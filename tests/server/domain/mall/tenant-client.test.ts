// The form of a client application is filled in with a fresh pair of keys; orders are named by their ids.
import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { expect, it } from "vitest";
import { arrayIn, objectIn, recordsIn } from "../../../support/samples.ts";
import { serverOfFile } from "../../../support/server.ts";

const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");

it("the keys are a pair, new each time, and nothing is stored", async () => {
  const path = "/digit-marketing/tenant-client";
  const before = recordsIn(await zhangwei.get(`${path}/list`));
  const { publicKey, privateKey } = objectIn(await zhangwei.get(`${path}/keys`));
  const key = createPrivateKey({ key: Buffer.from(String(privateKey), "base64"), format: "der", type: "pkcs8" });
  expect(key.asymmetricKeyDetails).toMatchObject({ modulusLength: 2048 });
  const signature = sign("sha256", Buffer.from("x"), key);
  expect(
    verify(
      "sha256",
      Buffer.from("x"),
      createPublicKey({ key: Buffer.from(String(publicKey), "base64"), format: "der", type: "spki" }),
      signature,
    ),
  ).toBe(true);
  expect(objectIn(await zhangwei.get(`${path}/keys`))["privateKey"]).not.toBe(privateKey);
  expect(recordsIn(await zhangwei.get(`${path}/list`))).toEqual(before);
  expect(await server.as("nobody").get(`${path}/keys`)).toMatchObject({ status: 403 });
});

it("the keys are made one after the other, and too many at once are refused", async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => zhangwei.get("/digit-marketing/tenant-client/keys")));
  const made = answers.filter(({ code }) => code === 200);
  expect(made.length).toBeGreaterThan(1);
  expect(new Set(made.map((answer) => objectIn(answer)["privateKey"])).size).toBe(made.length);
  const refused = answers.filter(({ code }) => code !== 200);
  expect(refused.length).toBeGreaterThan(1);
  for (const answer of refused) expect(answer).toMatchObject({ status: 429, data: { error: "tooManyKeys" } });
});

it("orders are found by their ids at both addresses, by who may see orders of the tenant", async () => {
  const [order = {}] = recordsIn(await zhangwei.get("/digit-marketing/order/list", { orderNo_equal: "DD202503080001" }));
  const id = String(order["id"]);
  for (const path of ["/digit-bind/order/list/ids", "/digit-marketing/order/list/ids"]) {
    expect(arrayIn(await zhangwei.post(path, [id, "404"]))).toMatchObject([
      {
        id,
        orderNo: "DD202503080001",
        memberId: order["memberId"],
        status: order["status"],
        payAmount: order["payAmount"],
        details: expect.any(Array),
      },
    ]);
    expect((await server.as("chenqing").post(path, [id])).data).toEqual([]);
    expect(await server.as("nobody").post(path, [id])).toMatchObject({ status: 403 });
  }
});
