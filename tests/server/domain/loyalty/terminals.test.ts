// Terminals and merchants know how many devices and terminals they have; pictures know whether they are shown.
import { expect, it } from "vitest";
import { startDemonstration } from "../demonstration.ts";
import { devices, loyaltyIn, terminals } from "./loyalty.ts";

const merchants = "/qianyun/merchant";
const demonstration = await startDemonstration();
const { act, add, find, row, zhangwei } = demonstration;
const { submit } = loyaltyIn(demonstration);

let made = 0;
const merchant = async (isNormal = true): Promise<string> => {
  made += 1;
  const { categoryId } = await find(merchants, { merchantNo_equal: "SH202404120001" });
  const id = await add(merchants, {
    name: `商户${made}`,
    categoryId,
    contact: "沈立",
    contactPhone: "13505750012",
    regionCode: "330602",
    address: "仓桥直街",
  });
  if (isNormal) await act(merchants, "audit/pass", id);
  return id;
};
const terminalBody = async (merchantId: string) => {
  made += 1;
  const { categoryId } = await find(terminals, { terminalNo_equal: "ZD0001" });
  return { name: `柜台${made}`, merchantId, categoryId, regionCode: "330602", address: "仓桥直街" };
};
const terminal = async (merchantId: string) => add(terminals, await terminalBody(merchantId));
const device = () => {
  made += 1;
  return add(devices, { deviceSn: `SN-C-${made}`, deviceType: 1 });
};
const bind = (deviceId: string, terminalId: string) => act(devices, "bind", deviceId, { terminalId });
const countOf = async (id: string) => (await row(terminals, id))["deviceCount"];

it("a terminal has as many devices as are bound to it, also when many come at the same moment", async () => {
  const owner = await merchant();
  const [one, other] = [await terminal(owner), await terminal(owner)];
  expect([await countOf(one), (await row(merchants, owner))["terminalCount"]]).toEqual([0, 2]);
  const ids = await Promise.all(Array.from({ length: 6 }, () => device()));
  const answers = await Promise.all(ids.map((id) => bind(id, one)));
  expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(await countOf(one)).toBe(6);
  const [first = "", second = ""] = ids;
  expect(await act(devices, "unbind", first)).toMatchObject({ code: 200 });
  expect(await row(devices, first)).toMatchObject({ terminalId: -1, merchantId: -1, status: 0 });
  await bind(first, other);
  // A disabled one still stands where it stood.
  await act(devices, "disable", second);
  expect([await countOf(one), await countOf(other)]).toEqual([5, 1]);
});

it("a terminal that changes its merchant takes its devices along, and counts with the new one", async () => {
  const [before, after] = [await merchant(), await merchant()];
  const id = await terminal(before);
  const deviceId = await device();
  await bind(deviceId, id);
  expect(await submit(terminals, { id, merchantId: after })).toMatchObject({ code: 200 });
  expect(await row(devices, deviceId)).toMatchObject({ merchantId: after });
  expect([(await row(merchants, before))["terminalCount"], (await row(merchants, after))["terminalCount"]]).toEqual([0, 1]);
  expect(await zhangwei.post(`${terminals}/remove`, undefined, { ids: id })).toMatchObject({ status: 400, data: { error: "inUse" } });
  await act(devices, "unbind", deviceId);
  expect(await zhangwei.post(`${terminals}/remove`, undefined, { ids: id })).toMatchObject({ code: 200 });
  expect((await row(merchants, after))["terminalCount"]).toBe(0);
  expect(await zhangwei.post(`${terminals}/restore`, undefined, { ids: id })).toMatchObject({ code: 200 });
  expect((await row(merchants, after))["terminalCount"]).toBe(1);
});

it("only merchants in their normal state get terminals, and only open terminals get devices", async () => {
  const pending = await merchant(false);
  expect(await submit(terminals, await terminalBody(pending))).toMatchObject({ status: 400, data: { issues: [{ path: ["merchantId"] }] } });
  const owner = await merchant();
  const id = await terminal(owner);
  await act(merchants, "disable", owner);
  expect(await bind(await device(), id)).toMatchObject({ status: 400, data: { issues: [{ path: ["terminalId"] }] } });
  expect(await countOf(id)).toBe(0);
});

it("a merchant that was rejected is submitted again", async () => {
  const id = await merchant(false);
  await act(merchants, "audit/reject", id, { auditRemark: "执照过期" });
  expect(await submit(merchants, { id, address: "新地址" })).toMatchObject({ code: 200 });
  expect(await row(merchants, id)).toMatchObject({ status: 0 });
});

it("pictures are shown while they are enabled and their time is on, and lead where they say", async () => {
  const { clientPlatformId } = await find("/qianyun/poster", { title_like: "五一" });
  const base = { image: "/demo/cup.svg", clientPlatformId };
  const showing = async (more: Readonly<Record<string, unknown>>) => {
    made += 1;
    const id = await add("/qianyun/img-nav", { title: `图${made}`, position: 1, linkType: 0, ...base, ...more });
    return (await row("/qianyun/img-nav", id))["showing"];
  };
  expect(await showing({})).toBe(1);
  expect(await showing({ startTime: "2025-03-12 12:00:01" })).toBe(0);
  expect(await showing({ startTime: "2025-03-12 12:00:00", endTime: "2025-03-12 12:00:01" })).toBe(1);
  expect(await showing({ endTime: "2025-03-12 11:59:59" })).toBe(2);
  expect(await showing({ status: 2 })).toBe(3);
  const nav = (more: Readonly<Record<string, unknown>>) => submit("/qianyun/img-nav", { title: "图", position: 1, ...base, ...more });
  expect(await nav({ linkType: 4, linkUrl: "http://a.example" })).toMatchObject({ status: 400, data: { issues: [{ path: ["linkUrl"] }] } });
  expect(await nav({ linkType: 2 })).toMatchObject({ status: 400, data: { issues: [{ code: "required", path: ["commodityId"] }] } });
  expect(await nav({ linkType: 4, linkUrl: "https://a.example/x" })).toMatchObject({ code: 200 });
});
