// Whatever people do to orders and their payments, and whatever a gateway reports, in any order: amounts add up, money is counted once and
// never goes back twice, stock and points are never lost or made, and the history of each order is a chain.
import fc from "fast-check";
import { expect, it } from "vitest";
import { amount, seed } from "../../../support/amounts.ts";
import { objectIn } from "../../../support/samples.ts";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf, write } from "../rows.ts";
import { contradictionsOf, type Subject } from "./contradictions.ts";
import { historyPayments } from "./history-payments.ts";
import { paths } from "./shop.ts";

const demonstration = await startDemonstration();
const { act, find, server, zhangwei } = demonstration;

/** Histories that run at the same time, each with rows of its own. */
const abreast = 8;
const histories = amount(64, 4000);

const ids = async (path: string, codes: readonly string[], field: string) =>
  Promise.all(codes.map(async (one) => String((await find(path, { [`${field}_equal`]: one }))["id"])));
const platforms = await ids(paths.platforms, ["mp-weixin", "h5"], "code");
const payments = await historyPayments(demonstration, platforms);
const { categoryId } = await find(paths.commodities, { commodityNo_equal: "SP202404100001" });
const grades = await rowsOf(server, "select id::text from grade where tenant_id = '100001' and is_deleted = 0 order by id");

const receiver = { receiverName: "周敏", receiverPhone: "13805710003", receiverRegion: "330106", receiverAddress: "文三路 478 号" };

interface Shop {
  readonly grade: number;
  readonly platform: number;
  readonly prices: readonly number[];
  readonly points: number;
}

type Step =
  | {
      readonly does: "place";
      readonly lines: readonly (readonly [sku: number, quantity: number])[];
      readonly points: number;
      readonly freight: number;
      readonly discount: number;
    }
  | {
      readonly does: "close" | "pass" | "reject" | "ship" | "receive" | "receiveTwice" | "onward";
      readonly order: number;
    }
  | { readonly does: "refund"; readonly order: number; readonly part: number }
  | { readonly does: "settle" | "giveUp" | "begin"; readonly order: number }
  | { readonly does: "open" | "pay" | "payTwice" | "arrive" | "closePayment"; readonly order: number; readonly way: number }
  | { readonly does: "refundPayment"; readonly order: number; readonly way: number; readonly part: number; readonly type: number }
  | { readonly does: "change"; readonly order: number; readonly freight: number; readonly discount: number }
  | { readonly does: "add"; readonly order: number; readonly sku: number; readonly quantity: number }
  | { readonly does: "take"; readonly order: number };

const cents = fc.integer({ min: 0, max: 30_000 });
const order = fc.nat(2);
const place = fc.record({
  does: fc.constant("place" as const),
  lines: fc.array(fc.tuple(fc.nat(1), fc.integer({ min: 1, max: 4 })), { minLength: 1, maxLength: 3 }),
  points: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 700 })),
  freight: fc.oneof(fc.constant(0), cents),
  discount: fc.oneof(fc.constant(0), cents),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: place, weight: 2 },
  {
    arbitrary: fc.record({
      does: fc.constantFrom(
        "close" as const,
        "pass" as const,
        "reject" as const,
        "ship" as const,
        "receive" as const,
        "receiveTwice" as const,
      ),
      order,
    }),
    weight: 8,
  },
  { arbitrary: fc.record({ does: fc.constantFrom("pay" as const, "payTwice" as const), order, way: fc.nat(1) }), weight: 3 },
  {
    arbitrary: fc.record({ does: fc.constantFrom("open" as const, "arrive" as const, "closePayment" as const), order, way: fc.nat(1) }),
    weight: 3,
  },
  {
    arbitrary: fc.record({
      does: fc.constant("refundPayment" as const),
      order,
      way: fc.nat(1),
      part: fc.integer({ min: 1, max: 3 }),
      type: fc.constantFrom(1, 2),
    }),
    weight: 2,
  },
  { arbitrary: fc.record({ does: fc.constant("onward" as const), order: fc.constant(0) }), weight: 8 },
  { arbitrary: fc.record({ does: fc.constant("refund" as const), order, part: fc.integer({ min: 1, max: 4 }) }), weight: 3 },
  { arbitrary: fc.record({ does: fc.constantFrom("settle" as const, "giveUp" as const, "begin" as const), order }), weight: 4 },
  { arbitrary: fc.record({ does: fc.constant("change" as const), order, freight: cents, discount: cents }), weight: 1 },
  {
    arbitrary: fc.record({ does: fc.constant("add" as const), order, sku: fc.nat(1), quantity: fc.integer({ min: 1, max: 3 }) }),
    weight: 1,
  },
  { arbitrary: fc.record({ does: fc.constant("take" as const), order }), weight: 1 },
);
const history = fc.record({
  shop: fc.record({
    grade: fc.nat(2),
    platform: fc.nat(1),
    prices: fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 2, maxLength: 2 }),
    points: fc.integer({ min: 0, max: 700 }),
  }),
  first: place,
  steps: fc.array(step, { minLength: 2, maxLength: 7 }),
});

const started = {
  shop: { grade: 0, platform: 0, prices: [1_000, 2_500], points: 100 },
  first: { does: "place" as const, lines: [[0, 1] as [number, number], [1, 2] as [number, number]], points: 0, freight: 0, discount: 0 },
};
const [pay, pass, ship] = [
  { does: "pay" as const, order: 0, way: 0 },
  { does: "pass" as const, order: 0 },
  { does: "ship" as const, order: 0 },
];
/** Histories that do each thing between them: random ones begin with these, so that few of them meet everything. */
const ofEveryKind: readonly (typeof history extends fc.Arbitrary<infer T> ? T : never)[] = [
  [pay, pass, ship, { does: "receive" as const, order: 0 }],
  [pay, pass, ship, { does: "receiveTwice" as const, order: 0 }],
  [
    { does: "payTwice" as const, order: 0, way: 0 },
    { does: "refundPayment" as const, order: 0, way: 1, part: 1, type: 2 },
    { does: "settle" as const, order: 0 },
  ],
  [pay, { does: "reject" as const, order: 0 }],
  [{ does: "close" as const, order: 0 }],
  [
    { does: "change" as const, order: 0, freight: 500, discount: 300 },
    { does: "add" as const, order: 0, sku: 1, quantity: 1 },
    { does: "take" as const, order: 0 },
  ],
  [pay, { does: "refund" as const, order: 0, part: 2 }, { does: "giveUp" as const, order: 0 }],
  [pay, { does: "refund" as const, order: 0, part: 1 }, { does: "begin" as const, order: 0 }, { does: "settle" as const, order: 0 }],
].map((steps: Step[]) => ({ ...started, steps }));

let made = 0;
const stock = 9;

/** A member with points, and a commodity with two SKUs. */
async function open({ grade, prices, points }: Shop): Promise<Subject & { readonly commodityId: string }> {
  made += 1;
  const base = 50_000_000 + made * 10;
  const [memberId, commodityId, skuIds] = [String(base), String(base + 1), [String(base + 2), String(base + 3)]];
  await write(
    server,
    `with m as (insert into member (id, tenant_id, member_no, nick_name, grade_id, growth_value, points, total_points, status) values ($1::bigint, '100001', 'HYH' || $1::bigint, '会员', $2, 0, $3::int, $3::int, 1)),
      c as (insert into commodity (id, tenant_id, commodity_no, name, category_id, client_platform_ids, type, price, freight, limit_quantity, stock, sales, status) values ($4::bigint, '100001', 'SPH' || $4::bigint, '试样', $5, $6::bigint[], 1, 0, 0, 0, 18, 0, 1))
      insert into commodity_sku (id, tenant_id, commodity_id, sku_code, specs, spec_text, price, stock, lock_stock, sales, status)
      select id, '100001', $4::bigint, 'SKH' || id::text, jsonb_build_object('款', id::text), id::text, price::numeric / 100, $9, 0, 0, 1 from unnest($7::bigint[], $8::int[]) as s(id, price)`,
    [memberId, grades[grade % grades.length]?.["id"], points, commodityId, categoryId, platforms, skuIds, prices, stock],
  );
  return { memberId, commodityId, skuIds, points, stock };
}

const statusOf = (answer: unknown): number => {
  if (typeof answer !== "object" || answer === null) return 0;
  if ("code" in answer && typeof answer.code === "number") return answer.code;
  return "statusCode" in answer && typeof answer.statusCode === "number" ? answer.statusCode : 0;
};
const isDone = (answer: unknown): boolean => statusOf(answer) === 200;

const way = (index: number) => payments.ways[index % payments.ways.length] ?? "transfer";
const yuan = (amount: number): string => (amount / 100).toFixed(2);
/** How often each step did something, in all histories: a property about steps that are all refused says nothing. */
const done = new Map<string, number>();

interface Course {
  readonly subject: Subject & { readonly commodityId: string };
  readonly platform: string;
  readonly orders: string[];
}

const next: Readonly<Record<number, Step["does"]>> = {
  0: "pay",
  1: "pass",
  2: "ship",
  3: "receive",
  4: "refund",
  6: "settle",
  7: "settle",
};

/** What comes next in the life of an order. */
async function onward(course: Course, id: string): Promise<unknown> {
  const [found] = await rowsOf(server, 'select status from "order" where id = $1', [id]);
  const does = next[Number(found?.["status"])];
  if (does === undefined) return undefined;
  const answer = await follow(course, { does, order: course.orders.indexOf(id), part: 2, way: course.orders.length } as Step);
  if ([answer].flat().some(isDone)) done.set(does, (done.get(does) ?? 0) + 1);
  return answer;
}

async function follow(course: Course, one: Step): Promise<unknown> {
  const { subject, platform, orders } = course;
  const { memberId, commodityId, skuIds } = subject;
  if (one.does === "place") {
    const details = one.lines.map(([sku, quantity]) => ({ commodityId, commoditySkuId: skuIds[sku], quantity }));
    const body = {
      clientPlatformId: platform,
      memberId,
      orderType: 1,
      details,
      usedPoints: one.points,
      freightAmount: yuan(one.freight),
      discountAmount: yuan(one.discount),
      ...receiver,
    };
    const answer = await zhangwei.post(`${paths.orders}/submit`, body);
    if (answer.code === 200) orders.push(String(objectIn(answer)["id"]));
    return answer;
  }
  const id = orders[one.order % Math.max(orders.length, 1)];
  if (id === undefined) return undefined;
  const twice = <T>(call: () => Promise<T>) => Promise.all([call(), call()]);
  switch (one.does) {
    case "pay":
      return payments.pay(id, platform, [way(one.way)]);
    case "payTwice":
      return payments.pay(id, platform, payments.ways);
    case "open":
      return payments.open(id, platform, way(one.way));
    case "arrive":
    case "closePayment":
      return payments[one.does](id, one.way);
    case "refundPayment":
      return payments.refundPayment(id, one.way, one.part, one.type);
    case "close":
      return twice(() => act(paths.orders, "close", id, { closeReason: "不要了" }));
    case "pass":
      return act(paths.orders, "audit/success", id);
    case "reject":
      return act(paths.orders, "audit/fail", id);
    case "ship":
      return act(paths.orders, "ship", id, { deliveryCompany: "1", deliveryNo: "SF1" });
    case "receive":
      return act(paths.orders, "receive", id);
    case "onward":
      return onward(course, id);
    case "receiveTwice":
      return twice(() => act(paths.orders, "receive", id));
    case "refund": {
      const [found] = await rowsOf(
        server,
        'select ((paid_amount - refund_amount) / $2::int)::numeric(18,2)::text as amount from "order" where id = $1',
        [id, one.part],
      );
      return act(paths.orders, "refund", id, {
        refundReason: "不要了",
        ...(one.part === 1 ? {} : { refundAmount: String(found?.["amount"]) }),
      });
    }
    case "settle":
    case "giveUp":
      return payments.settle(id, one.does === "settle");
    case "begin":
      return payments.begin(id);
    case "change":
      return zhangwei.post(`${paths.orders}/submit`, { id, freightAmount: yuan(one.freight), discountAmount: yuan(one.discount) });
    case "add":
      return zhangwei.post(`${paths.lines}/submit`, { orderId: id, commodityId, commoditySkuId: skuIds[one.sku], quantity: one.quantity });
    case "take": {
      const [line] = await rowsOf(server, "select id::text from order_detail where order_id = $1 and is_deleted = 0 order by id limit 1", [
        id,
      ]);
      return zhangwei.post(`${paths.lines}/remove`, undefined, { ids: String(line?.["id"]) });
    }
  }
}

it(`add up after each step of ${histories} random histories (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(history, { minLength: abreast, maxLength: abreast }), async (some) => {
      await Promise.all(
        some.map(async ({ shop, first, steps }) => {
          const subject = await open(shop);
          const course: Course = { subject, platform: platforms[shop.platform] ?? "", orders: [] };
          for (const one of [first, ...steps]) {
            const answers = [await follow(course, one)].flat();
            for (const answer of answers) {
              if (isDone(answer)) done.set(one.does, (done.get(one.does) ?? 0) + 1);
              // A refusal is an answer; a fault is none.
              expect(statusOf(answer)).toBeLessThan(500);
            }
            expect({ after: one.does, contradictions: await contradictionsOf(server, subject) }).toEqual({
              after: one.does,
              contradictions: [],
            });
          }
        }),
      );
    }),
    { seed, numRuns: histories / abreast, examples: [[[...ofEveryKind]]], endOnFailure: true },
  );
  for (const does of [
    "place",
    "pay",
    "close",
    "pass",
    "reject",
    "ship",
    "receive",
    "refund",
    "settle",
    "giveUp",
    "refundPayment",
    "payTwice",
    "change",
    "add",
    "take",
  ])
    expect({ does, isSeen: (done.get(does) ?? 0) > 0 }).toEqual({ does, isSeen: true });
});
