// Whatever is done to stock, categories and business orders, in whatever order: pieces add up, trees stay trees, orders follow their nodes.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lockStock, returnStock, takeStock } from "../../../../src/server/domain/product/stock.ts";
import { ApiError } from "../../../../src/server/http/errors.ts";
import { amount, seed } from "../../../support/amounts.ts";
import { objectIn, recordsIn } from "../../../support/samples.ts";
import { tenants, type Answer } from "../../../support/server.ts";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf, write } from "../rows.ts";
import { goodsIn } from "./goods.ts";

const demonstration = await startDemonstration();
const { act, add, find, row, server, zhangwei } = demonstration;
const { within } = goodsIn(demonstration);
const partner = await find("/business-manage/partner", { name: "茅溪酒业" });
const runs = (numRuns: number) => ({ numRuns, seed, endOnFailure: true });
/** Histories of each kind. */
const histories = { stock: amount(60, 1000), categories: amount(40, 500), orders: amount(16, 500) };

let lastId = 7_000_000_000_000_000n;
const nextId = (): string => String((lastId += 1n));

/** How often each thing was done in histories of a kind; those of which none was done. */
function tally() {
  const counts = new Map<string, number>();
  return {
    add: (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1),
    missing: (names: readonly string[]): readonly string[] => names.filter((name) => !counts.has(name)),
  };
}

describe("stock", () => {
  const moves = ["lock", "unlock", "sell", "unsell", "give", "ungive"] as const;
  const done = tally();
  const steps = fc.array(
    fc.record({
      move: fc.constantFrom(...moves),
      sku: fc.constantFrom(0, 1),
      quantity: fc.integer({ min: 1, max: 6 }),
      isPair: fc.boolean(),
    }),
    { minLength: 3, maxLength: 7 },
  );

  /** A commodity with two SKUs. */
  async function goods(stock: readonly [number, number]) {
    const [commodityId, first, second] = [nextId(), nextId(), nextId()];
    await write(
      server,
      `with c as (insert into commodity (id, tenant_id, name, stock, sales) values ($1::bigint, $2, '历史', $5, 0))
       insert into commodity_sku (id, tenant_id, commodity_id, sku_code, spec_text, price, stock, lock_stock, sales, status)
       values ($3::bigint, $2, $1::bigint, 'H' || $3::bigint, '一', 1, $6, 0, 0, 1), ($4::bigint, $2, $1::bigint, 'H' || $4::bigint, '二', 1, $7, 0, 0, 1)`,
      [commodityId, tenants.one, first, second, stock[0] + stock[1], ...stock],
    );
    return { commodityId, skuIds: [first, second] as const };
  }

  it(`is never below nothing, and no piece gets lost (${histories.stock} histories, seed ${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.tuple(fc.nat(12), fc.nat(12)), steps, async (stock, history) => {
        const { commodityId, skuIds } = await goods(stock);
        const model = stock.map((count) => ({ stock: count, lockStock: 0, sales: 0, given: 0 }));
        for (const { move, sku, quantity: wanted, isPair } of history) {
          const touched = isPair ? [0, 1] : [sku];
          const limit = { lock: wanted, give: wanted, unlock: wanted, sell: Infinity, unsell: Infinity, ungive: Infinity }[move];
          const max = (index: number) => {
            const { lockStock: locked = 0, sales = 0, given = 0 } = model[index] ?? {};
            return Math.min(limit ?? 0, { sell: locked, unsell: sales, ungive: given }[move as "sell"] ?? Infinity, wanted);
          };
          const moved = touched.map((index) => ({ index, skuId: skuIds[index] ?? "", quantity: max(index) }));
          const isShort =
            (move === "lock" || move === "give") && moved.some(({ index, quantity }) => (model[index]?.stock ?? 0) < quantity);
          const moving = within((context, tx) =>
            move === "lock"
              ? lockStock(context, tx, moved)
              : move === "sell" || move === "give"
                ? takeStock(context, tx, moved, move === "sell" ? "locked" : "free")
                : returnStock(context, tx, moved, ({ unlock: "locked", unsell: "sold", ungive: "given" } as const)[move]),
          );
          const refused = await moving.then(
            () => undefined,
            (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
          );
          expect(refused).toBe(isShort ? "shortOfStock" : undefined);
          if (moved.some(({ quantity }) => quantity > 0)) done.add(refused ?? move);
          if (refused === undefined) {
            for (const { index, quantity } of moved) {
              const one = model[index];
              if (one === undefined) continue;
              const freed = Math.min(one.lockStock, quantity);
              if (move === "lock") [one.stock, one.lockStock] = [one.stock - quantity, one.lockStock + quantity];
              if (move === "give") [one.stock, one.given] = [one.stock - quantity, one.given + quantity];
              if (move === "unlock") [one.stock, one.lockStock] = [one.stock + freed, one.lockStock - freed];
              if (move === "sell") [one.lockStock, one.sales] = [one.lockStock - quantity, one.sales + quantity];
              if (move === "unsell") [one.stock, one.sales] = [one.stock + quantity, one.sales - quantity];
              if (move === "ungive") [one.stock, one.given] = [one.stock + quantity, one.given - quantity];
            }
          }
          const stored = await rowsOf(
            server,
            `select k.stock, k.lock_stock as "lockStock", k.sales, c.stock as total, c.sales as sold from commodity_sku k join commodity c on c.tenant_id = k.tenant_id and c.id = k.commodity_id where c.id = $1 order by k.id`,
            [commodityId],
          );
          expect(stored.map((one) => [one["stock"], one["lockStock"], one["sales"]])).toEqual(
            model.map((one) => [one.stock, one.lockStock, one.sales]),
          );
          expect(stored.every((one) => Number(one["stock"]) >= 0 && Number(one["lockStock"]) >= 0 && Number(one["sales"]) >= 0)).toBe(true);
          const sums = model.reduce((sum, one) => ({ stock: sum.stock + one.stock, sales: sum.sales + one.sales }), { stock: 0, sales: 0 });
          expect([stored[0]?.["total"], stored[0]?.["sold"]]).toEqual([sums.stock, sums.sales]);
          for (const [index, one] of model.entries()) expect(one.stock + one.lockStock + one.sales + one.given).toBe(stock[index]);
        }
      }),
      runs(histories.stock),
    );
    expect(done.missing([...moves, "shortOfStock"])).toEqual([]);
  });
});

describe("categories", () => {
  const path = "/digit-marketing/product/category";

  /** A tree of six: two tops, a child of each, and a grandchild of each. */
  async function forest(): Promise<readonly string[]> {
    const ids = Array.from({ length: 6 }, nextId);
    const parents = [null, null, ids[0], ids[1], ids[2], ids[3]];
    await write(
      server,
      `insert into product_category (id, tenant_id, name, label, parent_id, level, status, sort_order, image)
       select id, $1, id::text, id::text, parent, level, 1, 0, '/demo/cellar.svg' from unnest($2::bigint[], $3::bigint[], $4::int[]) as u(id, parent, level)`,
      [tenants.one, ids, parents, [1, 1, 2, 2, 3, 3]],
    );
    return ids;
  }

  /** Rows that can be reached from the top, with their depth. */
  const reached = (ids: readonly string[]) =>
    rowsOf(
      server,
      `with recursive below(id, depth, level) as (
         select id, 1, level from product_category where tenant_id = $2 and id = any($1::bigint[]) and parent_id is null
         union all select c.id, b.depth + 1, c.level from product_category c join below b on c.parent_id = b.id where c.tenant_id = $2 and b.depth < 10)
       select id::text as id, depth, level from below`,
      [ids, tenants.one],
    );

  /** Rows that no way leads to from the top any more, and those whose level is not how deep they stand. */
  async function faultsOf(ids: readonly string[]) {
    const rows = await reached(ids);
    const found = new Set(rows.map(({ id }) => id));
    return [...ids.filter((id) => !found.has(id)), ...rows.filter(({ depth, level }) => depth !== level || Number(depth) > 3)];
  }

  const moves = fc.array(fc.record({ moved: fc.nat(5), below: fc.integer({ min: -1, max: 5 }) }), { minLength: 2, maxLength: 4 });

  it(`stay a tree of three levels whatever is moved where (${histories.categories} histories, seed ${seed})`, async () => {
    const answered = tally();
    await fc.assert(
      fc.asyncProperty(moves, async (history) => {
        const ids = await forest();
        for (const { moved, below } of history) {
          const answer = await zhangwei.post(`${path}/submit`, { id: ids[moved], parentId: below < 0 ? 0 : ids[below] });
          expect([200, 400]).toContain(answer.code);
          answered.add(String(answer.code));
        }
        expect(await faultsOf(ids)).toEqual([]);
      }),
      runs(histories.categories),
    );
    expect(answered.missing(["200", "400"])).toEqual([]);
  });

  it("stay a tree when two moves that make a cycle together come at the same moment", async () => {
    for (let round = 0; round < amount(4, 20); round += 1) {
      const ids = await forest();
      await Promise.all([
        zhangwei.post(`${path}/submit`, { id: ids[2], parentId: ids[3] }),
        zhangwei.post(`${path}/submit`, { id: ids[3], parentId: ids[2] }),
        zhangwei.post(`${path}/submit`, { id: ids[0], parentId: ids[1] }),
        zhangwei.post(`${path}/submit`, { id: ids[1], parentId: ids[0] }),
      ]);
      expect(await faultsOf(ids)).toEqual([]);
    }
  });
});

describe("business orders", () => {
  const [orders, nodes] = ["/business-manage/order", "/business-manage/order-node"] as const;
  const kinds = ["start", "finish", "terminate", "finishNode", "skipNode", "addNode", "removeNode"] as const;
  type Step = { readonly step: (typeof kinds)[number]; readonly node: number };
  const done = tally();
  /** An order can be finished when its nodes have ended, which random steps seldom bring about. */
  const finished: readonly [number, number, number, Step[]][] = [
    [3, 12_345, 1, (["start", "finishNode", "finish"] as const).map((step) => ({ step, node: 0 }))],
  ];
  const steps = fc.array(
    fc.record({
      step: fc.constantFrom(...kinds),
      node: fc.nat(3),
    }),
    { minLength: 3, maxLength: 7 },
  );

  it(`have their exact amount, one node in progress, and the share of those that have ended (${histories.orders} histories, seed ${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 2_000_000 }),
        fc.integer({ min: 0, max: 999_999 }),
        fc.integer({ min: 0, max: 3 }),
        steps,
        async (quantity, price, count, history) => {
          const unitPrice = `${Math.floor(price / 10_000)}.${String(price % 10_000).padStart(4, "0")}`;
          const id = await add(orders, {
            title: "历史",
            partnerId: partner["id"],
            principalId: demonstration.userId,
            orderType: 1,
            quantity,
            unitPrice,
            orderDate: "2025-03-01",
            deliveryDate: "2025-04-01",
          });
          let sort = 0;
          const addNode = async () => {
            sort += 1;
            return zhangwei.post(`${nodes}/submit`, { orderId: id, name: `节点${sort}`, nodeType: 1, sort, planTime: "2025-03-20" });
          };
          const ids: string[] = [];
          for (let index = 0; index < count; index += 1) ids.push(String(objectIn(await addNode())["id"]));
          // Half a cent goes up.
          const cents = (BigInt(quantity) * BigInt(price) + 50n) / 100n;
          expect((await row(orders, id))["amount"]).toBe(`${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`);
          for (const { step, node } of history) {
            const nodeId = ids[node % Math.max(ids.length, 1)] ?? "1";
            const calls: Readonly<Record<typeof step, () => Promise<Answer>>> = {
              addNode,
              removeNode: () => zhangwei.post(`${nodes}/remove`, undefined, { ids: nodeId }),
              finishNode: () => act(nodes, "finish", nodeId),
              skipNode: () => act(nodes, "skip", nodeId, { remark: "略" }),
              start: () => act(orders, "start", id, { remark: "止" }),
              finish: () => act(orders, "finish", id, { remark: "止" }),
              terminate: () => act(orders, "terminate", id, { remark: "止" }),
            };
            const answer = await calls[step]();
            if (answer.code === 200) done.add(step);
            if (step === "addNode" && answer.code === 200) ids.push(String(objectIn(answer)["id"]));
            const order = await row(orders, id);
            const left = recordsIn(await zhangwei.get(`${nodes}/list`, { orderId: id, size: "50" }));
            const current = left.filter((one) => one["status"] === 1);
            const ended = left.filter((one) => Number(one["status"]) > 1).length;
            expect(current.length).toBeLessThanOrEqual(1);
            expect(order["currentNodeId"]).toBe(current[0]?.["id"] ?? -1);
            const [isOpen, isDone] = [order["status"] === 1, order["status"] === 2];
            expect(!isOpen || ended === left.length || current.length === 1).toBe(true);
            expect(!isDone || ended === left.length).toBe(true);
            const share = left.length === 0 ? order["progress"] : Math.floor((100 * ended) / left.length);
            expect(order["progress"]).toBe(isDone ? 100 : share);
          }
        },
      ),
      { ...runs(histories.orders), examples: [...finished] },
    );
    expect(done.missing(kinds)).toEqual([]);
  });
});
