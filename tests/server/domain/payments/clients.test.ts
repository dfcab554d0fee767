// Who opens pay orders: a client that is enabled, has not expired, and calls from where it may; and what its keys and addresses must be.
import { describe, expect, it } from "vitest";
import { hashPassword } from "../../../../src/server/auth/password-hash.ts";
import { objectIn } from "../../../support/samples.ts";
import { startDemonstration } from "../demonstration.ts";
import { paths, paymentsOf } from "./fixture.ts";

const demonstration = await startDemonstration();
const { put, row, server, zhangwei } = demonstration;
const { account, channel, client, order, rows } = await paymentsOf(demonstration);
const offline = await channel(4);

/** A call that comes from an address. */
async function openFrom(remoteAddress: string, tenantClientId: string, payChannelId = offline, orderId?: string) {
  const answer = await server.app.inject({
    method: "POST",
    url: `/api${paths.payments}/submit`,
    remoteAddress,
    headers: zhangwei.headers,
    payload: { orderId: orderId ?? (await order()), payChannelId, tenantClientId },
  });
  return answer.json<{ readonly code: number; readonly msg: string; readonly data: Readonly<Record<string, unknown>> }>();
}

describe("a client with a white list", () => {
  it.each([
    ["10.20.0.51", "10.20.0.51"],
    ["10.20.0.0/16", "10.20.7.1"],
    ["192.0.2.7\n2001:db8::/32", "2001:db8:5::1"],
    ["10.20.0.0/16", "::ffff:10.20.7.1"],
    ["", "198.51.100.4"],
  ])("%j opens pay orders from %s", async (ipWhitelist, address) => {
    expect(await openFrom(address, await client({ ipWhitelist }))).toMatchObject({ code: 200 });
  });

  it.each([
    ["10.20.0.51", "10.20.0.52"],
    ["10.20.0.0/16", "10.21.0.1"],
    ["2001:db8::/32", "2001:db9::1"],
    ["10.20.0.0/16", "2001:db8::1"],
  ])("%j opens none from %s, and is told from where it called", async (ipWhitelist, address) => {
    const [orderId, own] = [await order(), await client({ ipWhitelist })];
    const answer = await openFrom(address, own, offline, orderId);
    expect(answer).toMatchObject({ code: 400, data: { error: "clientAddress", address }, msg: expect.stringContaining(address) });
    expect(await rows(paths.payments, { orderId_equal: orderId })).toEqual([]);
  });

  it("pays none out of an account from elsewhere, nor when it has expired meanwhile", async () => {
    const balance = await channel(3, { feeRate: "0" });
    const { memberId, accountId } = await account("500.00", null);
    const own = await client({ ipWhitelist: "127.0.0.1" });
    const id = String(
      objectIn(
        await zhangwei.post(`${paths.payments}/submit`, {
          orderId: await order("100.00", { memberId }),
          payChannelId: balance,
          tenantClientId: own,
        }),
      )["id"],
    );
    await put("update user_account set pay_password = $2 where id = $1", [accountId, await hashPassword("password")]);
    const pay = () => zhangwei.post(`${paths.payments}/pay/${id}`, undefined, { payPassword: "password" });
    await put("update tenant_client set ip_whitelist = '10.0.0.1' where id = $1", [own]);
    expect(await pay()).toMatchObject({ status: 400, data: { error: "clientAddress" } });
    await put("update tenant_client set ip_whitelist = null, expire_time = '2025-03-12 11:59:59' where id = $1", [own]);
    expect(await pay()).toMatchObject({ status: 400, data: { error: "clientExpired" } });
    expect(await row(paths.accounts, accountId)).toMatchObject({ balance: "500.00" });
    await put("update tenant_client set expire_time = null where id = $1", [own]);
    expect(await pay()).toMatchObject({ code: 200 });
  });
});

describe("the form of a client", () => {
  const submit = async (more: Readonly<Record<string, unknown>>) => {
    const id = await client();
    return zhangwei.post(`${paths.clients}/submit`, { id, signType: "RSA2", ...more });
  };
  const pair = async () => objectIn(await zhangwei.get(`${paths.clients}/keys`));

  it.each(["10.20.0", "10.0.0.0/33", "2001:db8::/129", "shop.example.cn", "10.0.0.1\n10.0.0.2-10.0.0.9"])(
    "refuses %j as a white list, and names the line",
    async (ipWhitelist) => {
      expect(await submit({ ipWhitelist })).toMatchObject({
        status: 400,
        data: {
          issues: [{ path: ["ipWhitelist"], message: expect.stringContaining(ipWhitelist.split("\n").at(-1) ?? "") }],
        },
      });
    },
  );

  it("takes the pair that it is given, and no half of another", async () => {
    const [one, other] = [await pair(), await pair()];
    expect(await submit({ publicKey: one["publicKey"], privateKey: one["privateKey"] })).toMatchObject({ code: 200 });
    expect(await submit({ publicKey: one["publicKey"], privateKey: other["privateKey"] })).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["privateKey"] }] },
    });
    expect(await submit({ publicKey: one["publicKey"], privateKey: "******" })).toMatchObject({ code: 200 });
  });

  it("takes no text for a key that is none", async () => {
    const { publicKey, privateKey } = await pair();
    for (const [field, sent] of [
      ["publicKey", { publicKey: "MIIBIjANBgexample" }],
      ["publicKey", { publicKey: privateKey }],
      ["privateKey", { privateKey: "MIIEvexample" }],
      ["privateKey", { privateKey: publicKey }],
    ] as const)
      expect(await submit(sent)).toMatchObject({ status: 400, data: { issues: [{ path: [field] }] } });
  });

  it("lets a client of long ago be changed that keeps a key which is none", async () => {
    const id = await client();
    await put("update tenant_client set sign_type = 'RSA2', public_key = 'MIIBexample' where id = $1", [id]);
    expect(await zhangwei.post(`${paths.clients}/submit`, { ...(await row(paths.clients, id)), remark: "改" })).toMatchObject({
      code: 200,
    });
  });
});

describe("a platform that is disabled", () => {
  it("takes no new orders, and those that there are can still be paid", async () => {
    const orderId = await order();
    const own = await client();
    await put('update client_platform set status = 2 where id = (select client_platform_id from "order" where id = $1)', [orderId]);
    const answer = await openFrom("127.0.0.1", own, offline, orderId);
    await put('update client_platform set status = 1 where id = (select client_platform_id from "order" where id = $1)', [orderId]);
    expect(answer).toMatchObject({ code: 200 });
  });
});
