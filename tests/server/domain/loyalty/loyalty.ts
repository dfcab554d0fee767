// Members, goods for points and points of sale for tests of loyalty: each test has its own, and the clock goes as it says.
import { createSchedules } from "../../../../src/server/jobs/schedules.ts";
import { createWorker } from "../../../../src/server/jobs/worker.ts";
import { millisecondsOf } from "../../../../src/server/store/clock.ts";
import { arrayIn, recordsIn, type Body } from "../../../support/samples.ts";
import { businessDomain, testMoment, type Answer } from "../../../support/server.ts";
import type { Demonstration } from "../demonstration.ts";

export const members = "/qianyun/member";
export const records = "/qianyun/pointsrecord";
export const grades = "/qianyun/grade";
export const memberships = "/qianyun/membership";
export const exchanges = "/qianyun/exchangerecord";
export const terminals = "/qianyun/terminal";
export const devices = "/qianyun/terminal-device";
export const shares = "/qianyun/sharebenefit";
export const incomes = "/qianyun/incomerecord";
export const accounts = "/digit-marketing/useraccount";
const addresses = "/digit-marketing/address";
export const commodities = "/digit-marketing/commodity";
export const skus = "/digit-marketing/commodity-sku";
export const jobs = "/blade-job/job";

/** A clock that stands still until a test moves it. */
export function movableClock() {
  let moment = testMoment;
  return {
    milliseconds: (): number => moment,
    /** Local time "yyyy-MM-dd HH:mm:ss", never backwards. */
    goTo: (time: string): void => {
      moment = Math.max(moment, millisecondsOf(time));
    },
    pass: (minutes: number): void => {
      moment += minutes * 60_000;
    },
  };
}

export interface ExchangeGoods {
  readonly commodityId: string;
  readonly commoditySkuId: string;
}

export function loyaltyIn({ server, zhangwei, add, act, find }: Demonstration) {
  let made = 0;
  const submit = (path: string, body: Body): Promise<Answer> => zhangwei.post(`${path}/submit`, body);

  const member = async (more: Body = {}): Promise<string> => {
    made += 1;
    return add(members, { nickName: `会员${made}`, phone: `137${String(10_000_000 + made)}`, ...more });
  };
  const accountOf = async (memberId: string): Promise<Body> => find(accounts, { memberId_equal: memberId });
  const adjust = (memberId: string, points: number): Promise<Answer> =>
    act(members, "adjust-points", memberId, { points, remark: "客诉补偿" });

  /** A member with so many points. */
  const richMember = async (points: number): Promise<string> => {
    const id = await member();
    const answer = await adjust(id, points);
    if (answer.code !== 200) throw new Error(JSON.stringify(answer));
    return id;
  };

  /** A commodity on the shelf that is exchanged for points. */
  const goods = async ({ points, stock, ...more }: Body & { readonly points: number; readonly stock: number }): Promise<ExchangeGoods> => {
    made += 1;
    const { categoryId, clientPlatformIds, mainImage } = await find(commodities, { commodityNo_equal: "SP202404220001" });
    const name = `积分商品${made}`;
    const commodityId = await add(commodities, {
      name,
      categoryId,
      clientPlatformIds,
      mainImage,
      type: 2,
      exchangePoints: points,
      ...more,
    });
    const saved = await zhangwei.post(`${skus}/submit-list`, [
      { commodityId, skuCode: `JF-${made}`, specs: { 款: "一" }, price: "0.00", stock },
    ]);
    const [sku] = arrayIn(saved);
    const answer = await act(commodities, "on-shelf", commodityId);
    if (answer.code !== 200) throw new Error(JSON.stringify(answer));
    return { commodityId, commoditySkuId: String(sku?.["id"]) };
  };
  const address = (memberId: string, more: Body = {}): Promise<string> =>
    add(addresses, {
      memberId,
      receiverName: "收货人",
      receiverPhone: "13800000000",
      regionCode: "330106",
      detailAddress: "文三路 1 号",
      ...more,
    });
  const exchange = (memberId: string, of: ExchangeGoods, more: Body = {}): Promise<Answer> =>
    submit(exchanges, { memberId, ...of, quantity: 1, receiveType: 3, ...more });

  const gradeNamed = async (name: string): Promise<string> => String((await find(grades, { name_equal: name }))["id"]);
  const ledgerOf = async (memberId: string): Promise<readonly Body[]> =>
    recordsIn(await zhangwei.get(`${records}/list`, { memberId_equal: memberId, size: "200", ascs: "id" }));

  /** Has a schedule come due, and runs its jobs, in which a fault is expected or not; answers those of this tenant, the newest first. */
  const runSchedule = async (name: string, clock: ReturnType<typeof movableClock>, faults = 0): Promise<readonly Body[]> => {
    const { [name]: schedule } = businessDomain.schedules ?? {};
    if (schedule === undefined) throw new Error(`there is no schedule "${name}"`);
    const { database } = server;
    const schedules = createSchedules({ database, clock: server.clock, schedules: { [name]: schedule } });
    await schedules.prepare();
    clock.pass(24 * 60);
    await schedules.poll();
    await work(faults);
    return recordsIn(await zhangwei.get(`${jobs}/list`, { queue_equal: name, descs: "create_time" }));
  };
  /** Runs the jobs that are due. */
  const work = async (expected = 0): Promise<void> => {
    const faults: unknown[] = [];
    const { database, model, services } = server;
    const handlers = businessDomain.jobs ?? {};
    const { identifiers } = services;
    await createWorker({ model, database, clock: server.clock, identifiers, handlers, onFault: (error) => void faults.push(error) }).idle();
    if (faults.length !== expected) throw faults[0] ?? new Error(`there were ${faults.length} faults instead of ${expected}`);
  };

  return { member, richMember, accountOf, adjust, goods, address, exchange, gradeNamed, ledgerOf, runSchedule, work, submit };
}
