// Devices at points of sale: bound, activated, earning once; and the rewards that follow.
import { beforeAll, describe, expect, it } from "vitest";
import { recordsIn, type Body } from "../../../support/samples.ts";
import { startDemonstration } from "../demonstration.ts";

const [devices, terminals, packs, activations, rewards] = [
  "/qianyun/terminal-device",
  "/qianyun/terminal",
  "/qianyun/terminal-pack",
  "/qianyun/activaterecord",
  "/qianyun/activatereward",
];
const [members, accounts, incomes, points] = [
  "/qianyun/member",
  "/digit-marketing/useraccount",
  "/qianyun/incomerecord",
  "/qianyun/pointsrecord",
];

const demonstration = await startDemonstration();
let packId: string;
let owner: { readonly merchantId: unknown; readonly categoryId: unknown };

beforeAll(async () => {
  const { merchantId, categoryId } = await demonstration.find(terminals, { terminalNo_like: "ZD0003" });
  owner = { merchantId, categoryId };
  packId = await demonstration.add(packs, {
    name: "测试套餐",
    deviceModel: "SG-20",
    price: "1.00",
    activateDays: 30,
    rewardAmount: "100.00",
    parentRewardAmount: "20.00",
    rewardPoints: 200,
  });
});

let number = 0;

async function member(more: Body = {}): Promise<string> {
  number += 1;
  const id = await demonstration.add(members, {
    nickName: `业务员${number}`,
    phone: `137000030${String(number).padStart(2, "0")}`,
    ...more,
  });
  return id;
}

async function terminal(managerMemberId: string): Promise<string> {
  number += 1;
  return demonstration.add(terminals, { name: `柜台${number}`, ...owner, managerMemberId, regionCode: "330106", address: "文三路" });
}

async function device(): Promise<string> {
  number += 1;
  return demonstration.add(devices, { deviceSn: `SN-T-${number}`, deviceType: 1, terminalPackId: packId });
}

const bind = (deviceId: string, terminalId: string) => demonstration.act(devices, "bind", deviceId, { terminalId });
const activation = (deviceId: string, more: Body = {}) =>
  demonstration.add(activations, { terminalDeviceId: deviceId, activateType: 2, activateTime: "2025-03-20 10:00:00", ...more });
const rewardsOf = async (activateRecordId: string) =>
  recordsIn(await demonstration.zhangwei.get(`${rewards}/list`, { activateRecordId_equal: activateRecordId }));

/** A device bound at a terminal whose salesperson was invited by somebody. */
async function bound() {
  const referrerId = await member();
  const memberId = await member({ parentId: referrerId });
  const [terminalId, deviceId] = [await terminal(memberId), await device()];
  expect(await bind(deviceId, terminalId)).toMatchObject({ code: 200 });
  return { referrerId, memberId, terminalId, deviceId };
}

describe("a device", () => {
  it("belongs to the merchant of the terminal it is bound to", async () => {
    const { deviceId, terminalId } = await bound();
    expect(await demonstration.row(devices, deviceId)).toMatchObject({
      status: 1,
      terminalId,
      merchantId: owner.merchantId,
      bindTime: "2025-03-12 12:00:00",
    });
    expect(await bind(deviceId, terminalId)).toMatchObject({ status: 400, data: { error: "wrongState" } });
  });

  it("is not bound to the terminal of another tenant", async () => {
    const deviceId = await device();
    await demonstration.put("insert into terminal (id, tenant_id, name) values (7001, '100002', '茶楼柜台')", []);
    expect(await bind(deviceId, "7001")).toMatchObject({ status: 400, data: { issues: [{ code: "notFound", path: ["terminalId"] }] } });
    expect(await demonstration.row(devices, deviceId)).toMatchObject({ status: 0 });
  });

  it("goes back to where it was when it is enabled", async () => {
    const { deviceId } = await bound();
    const returns = async () => {
      expect(await demonstration.act(devices, "disable", deviceId)).toMatchObject({ code: 200 });
      expect(await demonstration.act(devices, "enable", deviceId)).toMatchObject({ code: 200 });
      return (await demonstration.row(devices, deviceId))["status"];
    };
    expect(await returns()).toBe(1);
    await demonstration.act(activations, "pass", await activation(deviceId));
    expect(await returns()).toBe(2);
    expect(await demonstration.act(devices, "enable", deviceId)).toMatchObject({ status: 400, data: { error: "wrongState" } });
    await demonstration.act(devices, "unbind", deviceId);
    expect(await returns()).toBe(0);
  });
});

describe("an activation", () => {
  it("copies where its device stands and until when it earns", async () => {
    const { deviceId, terminalId, memberId } = await bound();
    expect(await demonstration.row(activations, await activation(deviceId))).toMatchObject({
      terminalId,
      merchantId: owner.merchantId,
      terminalPackId: packId,
      memberId,
      deadline: "2025-04-11 12:00:00",
      status: 0,
      rewardStatus: 0,
    });
  });

  it("in time makes device and terminal active and earns for the salesperson and who invited them", async () => {
    const { deviceId, terminalId, memberId, referrerId } = await bound();
    const id = await activation(deviceId);
    expect(await demonstration.act(activations, "pass", id)).toMatchObject({ code: 200 });
    expect(await demonstration.row(activations, id)).toMatchObject({ status: 1, rewardStatus: 0 });
    expect(await demonstration.row(devices, deviceId)).toMatchObject({ status: 2, activateTime: "2025-03-20 10:00:00" });
    expect(await demonstration.row(terminals, terminalId)).toMatchObject({ status: 1, activateTime: "2025-03-20 10:00:00" });
    const made = (await rewardsOf(id)).map(({ memberId: who, rewardLevel, rewardType, amount, points: worth, status }) => ({
      who,
      rewardLevel,
      rewardType,
      amount,
      worth,
      status,
    }));
    expect(made).toHaveLength(3);
    expect(made).toEqual(
      expect.arrayContaining([
        { who: memberId, rewardLevel: 1, rewardType: 1, amount: "100.00", worth: 0, status: 0 },
        { who: memberId, rewardLevel: 1, rewardType: 2, amount: "0.00", worth: 200, status: 0 },
        { who: referrerId, rewardLevel: 2, rewardType: 1, amount: "20.00", worth: 0, status: 0 },
      ]),
    );
  });

  it("after its deadline earns nothing", async () => {
    const { deviceId } = await bound();
    const id = await activation(deviceId, { activateTime: "2025-04-11 12:00:01" });
    expect(await demonstration.act(activations, "pass", id)).toMatchObject({ code: 200 });
    expect(await demonstration.row(activations, id)).toMatchObject({ status: 1, rewardStatus: 2 });
    expect(await rewardsOf(id)).toEqual([]);
  });

  it("earns nothing for a member who is disabled", async () => {
    const { deviceId, memberId, referrerId } = await bound();
    await demonstration.act(members, "disable", memberId);
    const id = await activation(deviceId);
    await demonstration.act(activations, "pass", id);
    expect((await rewardsOf(id)).map((reward) => reward["memberId"])).toEqual([referrerId]);
  });

  it("needs a bound device, and a device earns once in its life", async () => {
    const idle = await device();
    const record = (terminalDeviceId: string) =>
      demonstration.zhangwei.post(`${activations}/submit`, { terminalDeviceId, activateType: 2, activateTime: "2025-03-20 10:00:00" });
    const refused = { status: 400, data: { issues: [{ path: ["terminalDeviceId"] }] } };
    expect(await record(idle)).toMatchObject(refused);
    const { deviceId, terminalId } = await bound();
    const answers = await Promise.all([record(deviceId), record(deviceId), record(deviceId)]);
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    for (const answer of answers.filter((one) => one.code !== 200)) expect(answer).toMatchObject(refused);
    const [first = {}] = recordsIn(await demonstration.zhangwei.get(`${activations}/list`, { terminalDeviceId_equal: deviceId }));
    expect(await demonstration.act(activations, "reject", first["id"], { auditRemark: "地址不符" })).toMatchObject({ code: 200 });
    const second = await activation(deviceId);
    expect(await demonstration.act(activations, "pass", second)).toMatchObject({ code: 200 });
    await demonstration.act(devices, "unbind", deviceId);
    await bind(deviceId, terminalId);
    expect(await record(deviceId)).toMatchObject(refused);
    expect(await demonstration.row(devices, deviceId)).toMatchObject({ status: 1 });
    // Recorded before, judged now.
    await demonstration.put("update activate_record set status = 0 where id = $1", [first["id"]]);
    expect(await demonstration.act(activations, "pass", first["id"])).toMatchObject({ status: 400, data: { error: "activatedBefore" } });
  });
});

describe("a reward", () => {
  it("is issued as money or points, and the last one settles its activation", async () => {
    const { deviceId, memberId, referrerId } = await bound();
    const id = await activation(deviceId);
    await demonstration.act(activations, "pass", id);
    const made = await rewardsOf(id);
    const find = (who: string, type: number) =>
      String(made.find((reward) => reward["memberId"] === who && reward["rewardType"] === type)?.["id"]);
    const [cash, worth, referred] = [find(memberId, 1), find(memberId, 2), find(referrerId, 1)];
    expect(await demonstration.act(rewards, "issue", cash)).toMatchObject({ code: 200 });
    const issued = await demonstration.row(rewards, cash);
    expect(issued).toMatchObject({ status: 1, issueTime: "2025-03-12 12:00:00" });
    expect(await demonstration.row(incomes, issued["incomeRecordId"])).toMatchObject({
      memberId,
      incomeType: 2,
      bizNo: issued["rewardNo"],
      amount: "100.00",
      status: 1,
    });
    expect(await demonstration.find(accounts, { memberId_equal: memberId })).toMatchObject({ balance: "100.00" });
    expect(await demonstration.row(activations, id)).toMatchObject({ rewardStatus: 0 });
    // The two that are left, at the same time: one of them is the last.
    expect(await Promise.all([worth, referred].map((reward) => demonstration.act(rewards, "issue", reward)))).toMatchObject([
      { code: 200 },
      { code: 200 },
    ]);
    expect(await demonstration.row(activations, id)).toMatchObject({ rewardStatus: 1 });
    const { pointsRecordId, rewardNo } = await demonstration.row(rewards, worth);
    expect(await demonstration.row(points, pointsRecordId)).toMatchObject({ memberId, bizType: 4, bizNo: rewardNo, points: 200 });
    expect(await demonstration.row(members, memberId)).toMatchObject({ points: 200, totalPoints: 200 });
    expect(await demonstration.act(rewards, "issue", worth)).toMatchObject({ status: 400, data: { error: "wrongState" } });
  });

  it("is issued once, however many issue it at the same time", async () => {
    const { deviceId, memberId } = await bound();
    const id = await activation(deviceId);
    await demonstration.act(activations, "pass", id);
    const reward = String((await rewardsOf(id)).find((one) => one["rewardType"] === 2)?.["id"]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => demonstration.act(rewards, "issue", reward)));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(await demonstration.row(members, memberId)).toMatchObject({ points: 200 });
  });
});
