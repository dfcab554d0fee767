// Notices to clients: queued with the result, signed, sent again after growing pauses, and on request.
import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { startDemonstration } from "../demonstration.ts";
import { paths, paymentsOf } from "./fixture.ts";
import { startShop } from "./gateway.ts";

const demonstration = await startDemonstration();
const { act, find, put, row } = demonstration;
const { channel, client, confirm, opened, order, rows, work } = await paymentsOf(demonstration);
const shop = await startShop();
const offline = await channel(4);
let transfers = 0;

/** A payment of a client that wants to be told; answers its pay order and its notice. */
async function reported(more: Readonly<Record<string, unknown>> = {}): Promise<{ readonly id: string; readonly notice: string }> {
  const id = await opened(await order("399.00"), offline, await client({ notifyUrl: shop.url, ...more }));
  expect(await confirm(id, `BANK-${(transfers += 1)}`)).toMatchObject({ code: 200 });
  return { id, notice: String((await find(paths.notices, { payOrderId_equal: id }))["id"]) };
}

it("a client is told of a payment, signed with its key, and the pay order shows that it knows", async () => {
  Object.assign(shop, { status: 200, answer: "Success\n" });
  const { id, notice } = await reported();
  expect(await row(paths.notices, notice)).toMatchObject({
    status: 0,
    notifyCount: 0,
    maxCount: 6,
    notifyType: 1,
    signType: "HMAC-SHA256",
  });
  await work();
  const { sign, ...content } = shop.notices.at(-1) ?? {};
  const { payNo, orderNo } = await row(paths.payments, id);
  expect(content).toMatchObject({
    event: "payment",
    payNo,
    orderNo,
    status: 2,
    amount: "399.00",
    currency: "CNY",
    notifyNo: notice,
    tradeNo: expect.any(String),
  });
  const text = Object.entries(content)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}=${String(value)}`)
    .sort()
    .join("&");
  expect(sign).toBe(createHmac("sha256", "secret of the client").update(`${text}&key=secret of the client`).digest("hex").toUpperCase());
  expect(await row(paths.notices, notice)).toMatchObject({
    status: 1,
    notifyCount: 1,
    finishTime: "2025-03-12 12:00:00",
    nextNotifyTime: "",
  });
  expect(await row(paths.payments, id)).toMatchObject({ notifyStatus: 1 });
  expect(String((await row(paths.notices, notice))["requestParams"])).not.toContain(String(sign));
});

it("is sent again after 15 s, 30 s, 3 min, 10 min and 30 min, and has failed after six attempts", async () => {
  Object.assign(shop, { status: 200, answer: "fail" });
  const { id, notice } = await reported();
  const nexts: unknown[] = [];
  let now = 0;
  for (const pause of [0, 15, 30, 180, 600, 1800]) {
    now += pause;
    await work(now - 1);
    const before = shop.notices.length;
    await work(now);
    expect(shop.notices.length - before).toBe(1);
    nexts.push((await row(paths.notices, notice))["nextNotifyTime"]);
  }
  expect(nexts).toEqual([
    "2025-03-12 12:00:15",
    "2025-03-12 12:00:45",
    "2025-03-12 12:03:45",
    "2025-03-12 12:13:45",
    "2025-03-12 12:43:45",
    "",
  ]);
  expect(await row(paths.notices, notice)).toMatchObject({ status: 2, notifyCount: 6, responseData: "HTTP 200 fail" });
  expect(await row(paths.payments, id)).toMatchObject({ notifyStatus: 2 });
});

it("is sent at once when it is asked for, and a failed one stays failed until the client answers", async () => {
  Object.assign(shop, { status: 500, answer: "success" });
  const { id, notice } = await reported();
  await put("update notify_log set status = 2, notify_count = 6 where id = $1", [notice]);
  expect(await act(paths.notices, "resend", notice)).toMatchObject({ code: 200 });
  await work();
  expect(await row(paths.notices, notice)).toMatchObject({ status: 2, notifyCount: 7, responseData: "HTTP 500 success" });
  shop.status = 200;
  await act(paths.notices, "resend", notice);
  await work();
  expect(await row(paths.notices, notice)).toMatchObject({ status: 1, notifyCount: 8 });
  expect(await row(paths.payments, id)).toMatchObject({ notifyStatus: 1 });
  expect(await act(paths.notices, "resend", notice)).toMatchObject({ status: 400, data: { error: "wrongState" } });
});

it("is not sent without a key, or to an internal address, and says why", async () => {
  const [keyless, inside] = [await reported({ signType: "RSA2" }), await reported({ notifyUrl: "https://192.168.0.9/notify" })];
  const before = shop.notices.length;
  await work();
  expect(shop.notices).toHaveLength(before);
  expect(await row(paths.notices, keyless.notice)).toMatchObject({
    status: 0,
    notifyCount: 1,
    responseData: expect.stringContaining("RSA2"),
  });
  expect(await row(paths.notices, inside.notice)).toMatchObject({
    status: 0,
    notifyCount: 1,
    responseData: expect.stringContaining("INTERNAL_HOSTS"),
  });
});

it("is not made for a client without an address", async () => {
  const id = await opened(await order(), offline, await client());
  await confirm(id, `BANK-${(transfers += 1)}`);
  expect(await rows(paths.notices, { payOrderId_equal: id })).toEqual([]);
  expect(await row(paths.payments, id)).toMatchObject({ status: 2, notifyStatus: 0 });
});
