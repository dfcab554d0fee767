// Trays and current goods: what lies on a tray, and changes by hand that stock and ledger follow.
import { describe, expect, it } from "vitest";
import { contradictionsOf } from "../../../../src/server/domain/reconcile.ts";
import type { Body } from "../../../support/samples.ts";
import { tenants } from "../../../support/server.ts";
import { expectsAuditedChanges } from "../../../support/audit-coverage.ts";
import { startDemonstration } from "../demonstration.ts";
import { bills, currents, goodsOf, idIn, moves, outs } from "./goods.ts";

const demonstration = await startDemonstration();
expectsAuditedChanges(demonstration.server);
const { act, add, put, row, server, userId, zhangwei } = demonstration;
const goods = goodsOf(demonstration);
const [trays, onTrays] = ["/digit-bind/tray", "/digit-bind/traygoods"];

let made = 0;
const tray = (warehouseId: string, more: Body = {}): Promise<string> => {
  made += 1;
  return add(trays, { trayCode: `TT${made}`, warehouseId, capacity: 4, ...more });
};
const load = async (trayId: string, more: Body = {}, client = zhangwei) =>
  client.post(`${onTrays}/submit`, { trayId, ...(await goods.productOf("P0001")), layer: 3, num: 1, ...more });
const english = server.as("zhangwei", { userId, realName: "张伟" }, "en");

describe("a tray", () => {
  it("counts its cases, says whether it is full, and is idle again when all is taken down", async () => {
    const id = await tray(await goods.warehouse());
    const first = await load(id, { num: 2 });
    expect(await row(onTrays, idIn(first))).toMatchObject({ loadTime: "2025-03-12 12:00:00", loadUserId: userId });
    expect(await row(trays, id)).toMatchObject({ loadedNum: 2, status: 1 });
    await load(id, { layer: 1, num: 37 });
    expect(await row(trays, id)).toMatchObject({ loadedNum: 4, status: 2 });
    for (const { id: goodsId } of await goods.rows(onTrays, { trayId_equal: id }))
      await zhangwei.post(`${onTrays}/remove`, undefined, { ids: String(goodsId) });
    expect(await row(trays, id)).toMatchObject({ loadedNum: 0, status: 0 });
  });

  it("never holds more than it can, also when two people load it at the same moment", async () => {
    const id = await tray(await goods.warehouse());
    expect(await load(id, { num: 5 })).toMatchObject({
      status: 400,
      data: { issues: [{ code: "tooLarge", path: ["num"], message: expect.stringContaining("容量 4 箱，码放后将有 5 箱") }] },
    });
    const answers = await Promise.all([load(id, { num: 3 }), load(id, { num: 3 })]);
    expect(answers.map(({ code }) => code).toSorted((left, right) => left - right)).toEqual([200, 400]);
    expect(await row(trays, id)).toMatchObject({ loadedNum: 3 });
    const body = { ...(await row(trays, id)), capacity: 2 };
    expect(await zhangwei.post(`${trays}/submit`, body)).toMatchObject({ status: 400, data: { issues: [{ path: ["capacity"] }] } });
    expect(await zhangwei.post(`${trays}/submit`, { ...body, capacity: 3 })).toMatchObject({ code: 200 });
    expect(await row(trays, id)).toMatchObject({ status: 2 });
    expect(await zhangwei.post(`${trays}/remove`, undefined, { ids: id })).toMatchObject({ status: 400 });
  });

  it("that is out of use is not loaded, and a code is loaded where it is, once", async () => {
    const [here, there] = [await goods.warehouse(), await goods.warehouse()];
    const disabled = await tray(here);
    await act(trays, "disable", disabled);
    expect(await load(disabled)).toMatchObject({ status: 400, data: { issues: [{ code: "notFound", path: ["trayId"] }] } });
    const held = await goods.codedCase();
    await goods.taken(here, [held.code]);
    const [id, elsewhere] = [await tray(here), await tray(there)];
    expect(await load(elsewhere, { code: held.code })).toMatchObject({
      status: 400,
      data: { issues: [{ message: "该码不在托盘所在的仓库" }] },
    });
    expect(await load(id, { code: "NOBODY" })).toMatchObject({ status: 400, data: { issues: [{ message: "码“NOBODY”不存在" }] } });
    expect(await load(id, { code: held.code, num: 2 })).toMatchObject({ status: 400, data: { issues: [{ path: ["num"] }] } });
    expect(await load(id, { code: held.code })).toMatchObject({ code: 200 });
    expect(await load(id, { code: held.code })).toMatchObject({ status: 400 });
    expect(await goods.rows(currents, { code_equal: held.code })).toMatchObject([{ trayId: id }]);
  });

  it("gives a package to another tray of its warehouse, and to none elsewhere", async () => {
    const [here, there] = [await goods.warehouse(), await goods.warehouse()];
    const { code } = await goods.codedCase();
    await goods.taken(here, [code]);
    const [one, two, elsewhere] = [await tray(here), await tray(here), await tray(there)];
    const id = idIn(await load(one, { code }));
    const move = (trayId: string) => zhangwei.post(`${onTrays}/submit`, { id, trayId });
    expect(await move(elsewhere)).toMatchObject({
      status: 400,
      data: { issues: [{ code: "notAllowed", path: ["code"], message: "该码不在托盘所在的仓库" }] },
    });
    expect(await row(trays, one)).toMatchObject({ loadedNum: 1, status: 1 });
    expect(await move(two)).toMatchObject({ code: 200 });
    expect([await row(trays, one), await row(trays, two)]).toMatchObject([
      { loadedNum: 0, status: 0 },
      { loadedNum: 1, status: 1 },
    ]);
    expect(await goods.rows(currents, { code_equal: code })).toMatchObject([{ trayId: two }]);
  });

  it("with the code of a pallet holds the packages of that pallet alone", async () => {
    const [inside, outside] = [await goods.codedCase(), await goods.codedCase()];
    const pallet = await goods.insertCode("TPALLET", 4);
    await put("update code_relation set parent_id = $1::bigint where code_id = (select id from code_item where code = $2)", [
      pallet,
      inside.code,
    ]);
    const id = await tray(await goods.warehouse(), { trayCode: "TPALLET" });
    expect(await load(id, { code: outside.code })).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["code"], message: "该码与托码没有关联，不在此托上" }] },
    });
    expect(await load(id, { code: inside.code })).toMatchObject({ code: 200 });
  });

  describe("takes a package by its code", () => {
    const refused = (path: string, message: string) => ({
      status: 400,
      data: { error: "invalid", issues: [{ code: path === "code" ? "notAllowed" : "different", path: [path], message }] },
    });
    /** A case, and a tray in a warehouse of its own. */
    const scene = async () => {
      const warehouseId = await goods.warehouse();
      return { warehouseId, held: await goods.codedCase(), id: await tray(warehouseId) };
    };
    type Scene = Awaited<ReturnType<typeof scene>>;
    const stateOfCase = (column: string, value: number) => (one: Scene) =>
      put(`update code_item set ${column} = $2 where code = $1`, [one.held.code, value]);

    it.each([
      {
        what: "sealed",
        now: stateOfCase("block_status", 1),
        path: "code",
        message: "该码已封存、作废或被替换",
        en: "The code is sealed, void or replaced",
      },
      {
        what: "void",
        now: stateOfCase("block_status", 2),
        path: "code",
        message: "该码已封存、作废或被替换",
        en: "The code is sealed, void or replaced",
      },
      {
        what: "replaced",
        now: stateOfCase("block_status", 3),
        path: "code",
        message: "该码已封存、作废或被替换",
        en: "The code is sealed, void or replaced",
      },
      {
        what: "opened",
        now: ({ held }: Scene) =>
          put("update code_relation set opened = 1 where code_id = (select id from code_item where code = $1)", [held.code]),
        path: "code",
        message: "该包装已拆开",
        en: "The package was opened",
      },
      { what: "shipped", now: stateOfCase("life_status", 3), path: "code", message: "该码已出库", en: "The code was shipped" },
      {
        what: "of another product",
        sent: () => goods.productOf("P0002"),
        path: "code",
        message: "该码的产品或规格与所选不一致",
        en: "The code is of another product or spec",
      },
      {
        what: "of another layer",
        sent: async () => ({ layer: 2 }),
        path: "layer",
        message: "层级与货品码不一致",
        en: "The layer differs from that of the code",
      },
      {
        what: "more than one",
        sent: async () => ({ num: 2 }),
        path: "num",
        message: "有码货品的数量为 1",
        en: "The quantity of goods with a code is 1",
      },
    ])("that is not $what", async ({ now, sent, path, message, en }) => {
      const one = await scene();
      await now?.(one);
      expect(await load(one.id, { code: one.held.code, ...(await sent?.()) })).toMatchObject(refused(path, message));
      expect((await load(one.id, { code: one.held.code, ...(await sent?.()) }, english)).msg).toBe(en);
      expect(await row(trays, one.id)).toMatchObject({ loadedNum: 0, status: 0 });
    });

    it.each([
      { what: "made", life: 0 },
      { what: "activated", life: 1 },
    ])("that is $what and lies in no warehouse by the books", async ({ life }) => {
      const one = await scene();
      await stateOfCase("life_status", life)(one);
      expect(await load(one.id, { code: one.held.code })).toMatchObject({ code: 200 });
    });

    it("of an inner layer, and has its batch from it unless one is said", async () => {
      const one = await scene();
      await put("update code_item set batch_code = 'B7' where code = $1", [one.held.code]);
      const first = await load(one.id, { code: one.held.cartons[0], layer: 2 });
      expect(await row(onTrays, idIn(first))).toMatchObject({ code: one.held.cartons[0], batchCode: "B7" });
      const second = await load(one.id, { code: one.held.cartons[1], layer: 2, batchCode: "B8" });
      expect(await row(onTrays, idIn(second))).toMatchObject({ batchCode: "B8" });
    });
  });

  it("is not made smaller than what lies on it, nor moved to another warehouse, while something lies on it", async () => {
    const [here, there] = [await goods.warehouse(), await goods.warehouse()];
    const id = await tray(here);
    const change = (values: Body) => zhangwei.post(`${trays}/submit`, { id, ...values });
    expect(await change({ warehouseId: there, capacity: 3 })).toMatchObject({ code: 200 });
    const goodsOnIt = idIn(await load(id, { num: 2 }));
    expect(await change({ warehouseId: here })).toMatchObject({
      status: 400,
      data: { issues: [{ code: "notAllowed", path: ["warehouseId"], message: "托盘上有货品，不能更换仓库" }] },
    });
    expect(await change({ capacity: 1 })).toMatchObject({
      status: 400,
      data: { issues: [{ code: "tooSmall", path: ["capacity"], message: "托盘上已有 2 箱，容量不能更小" }] },
    });
    expect([
      (await english.post(`${trays}/submit`, { id, warehouseId: here })).msg,
      (await english.post(`${trays}/submit`, { id, capacity: 1 })).msg,
    ]).toEqual(["The tray has goods on it, so it cannot change its warehouse", "The tray has 2 cases on it; it cannot hold fewer"]);
    expect(await change({ warehouseId: there, capacity: 2, name: "满的" })).toMatchObject({ code: 200 });
    expect(await row(trays, id)).toMatchObject({ status: 2 });
    expect(await change({ capacity: 5 })).toMatchObject({ code: 200 });
    expect(await row(trays, id)).toMatchObject({ status: 1 });
    // One that was made smaller past the rules still changes otherwise, and is unloaded.
    await put("update tray set capacity = 1 where id = $1", [id]);
    expect(await change({ capacity: 1, name: "还是它" })).toMatchObject({ code: 200 });
    expect(await zhangwei.post(`${onTrays}/submit`, { id: goodsOnIt, num: 2, remark: "不变" })).toMatchObject({ code: 200 });
    expect(await zhangwei.post(`${onTrays}/remove`, undefined, { ids: goodsOnIt })).toMatchObject({ code: 200 });
    expect(await change({ warehouseId: here })).toMatchObject({ code: 200 });
  });

  it("says in both languages what keeps it from being loaded", async () => {
    const [here, there] = [await goods.warehouse(), await goods.warehouse()];
    const [held, outside] = [await goods.codedCase(), await goods.codedCase()];
    await goods.taken(here, [held.code]);
    const code = `TP${(made += 1)}`;
    const pallet = await goods.insertCode(code, 4);
    await put("update code_relation set parent_id = $1::bigint where code_id = (select id from code_item where code = $2)", [
      pallet,
      (await goods.codedCase()).code,
    ]);
    const message = async (trayId: string, more: Body) => [(await load(trayId, more)).msg, (await load(trayId, more, english)).msg];
    expect(await message(await tray(there), { code: held.code })).toEqual([
      "该码不在托盘所在的仓库",
      "The code is not in the warehouse of the tray",
    ]);
    expect(await message(await tray(here), { code: "NOBODY" })).toEqual(["码“NOBODY”不存在", "There is no code “NOBODY”"]);
    expect(await message(await tray(here, { trayCode: code }), { code: outside.code })).toEqual([
      "该码与托码没有关联，不在此托上",
      "The code is not related to the pallet's, so it does not lie on it",
    ]);
    const full = await tray(here, { trayCode: "TFULL" });
    expect(await message(full, { num: 5 })).toEqual([
      "托盘“TFULL”容量 4 箱，码放后将有 5 箱",
      "Tray “TFULL” holds 4 cases; with these goods it would have 5",
    ]);
    await put("update tray set status = 3 where id = $1", [full]);
    const lying = await load(await tray(here));
    await put("update traygoods set tray_id = $2 where id = $1", [idIn(lying), full]);
    const change = (client: typeof zhangwei) => client.post(`${onTrays}/submit`, { id: idIn(lying), num: 2 });
    expect([(await change(zhangwei)).msg, (await change(english)).msg]).toEqual([
      "托盘“TFULL”当前状态为“已出库”，不能码放",
      "Tray “TFULL” is “Shipped”, so nothing can be put on it",
    ]);
  });

  it("leaves with the stock-out that it is scanned for, and loses a case that leaves without it", async () => {
    const warehouseId = await goods.warehouse();
    const [one, two] = [await goods.codedCase(), await goods.codedCase()];
    await goods.taken(warehouseId, [one.code, two.code]);
    const [own, other] = [await tray(warehouseId, { trayCode: one.code }), await tray(warehouseId)];
    await load(own);
    await load(other, { code: two.code });
    const { id } = await goods.document("out", warehouseId, [{ num: 2 }]);
    await act(outs, "start", id);
    await goods.scan("out", id, [one.code, two.code]);
    expect(await act(outs, "finish", id)).toMatchObject({ code: 200 });
    expect(await row(trays, own)).toMatchObject({ status: 3, loadedNum: 1 });
    expect(await row(trays, other)).toMatchObject({ status: 0, loadedNum: 0 });
    expect(await load(own)).toMatchObject({ status: 400, data: { issues: [{ path: ["trayId"] }] } });
    const [onOwn] = await goods.rows(onTrays, { trayId_equal: own });
    expect(await zhangwei.post(`${onTrays}/submit`, { ...onOwn, num: 2 })).toMatchObject({
      status: 400,
      data: { issues: [{ message: expect.stringContaining("当前状态为“已出库”，不能码放") }] },
    });
  });
});

describe("current goods that are changed by hand", () => {
  const submit = async (body: Body) => zhangwei.post(`${currents}/submit`, { ...(await goods.productOf("P0001")), ...body });
  const movesOf = async (query: Readonly<Record<string, string>>) => goods.rows(moves, { ...query, ascs: "id" });

  it("change stock and ledger with the reason, up, down and away", async () => {
    const [here, there] = [await goods.warehouse(), await goods.warehouse()];
    expect(await submit({ warehouseId: here, num: 50, batchCode: "B1" })).toMatchObject({
      status: 400,
      data: { issues: [{ code: "required", path: ["reason"], message: "请填写调整原因" }] },
    });
    expect(await goods.stockOf(here)).toEqual([]);
    const id = await add(currents, { ...(await goods.productOf("P0001")), warehouseId: here, num: 50, batchCode: "B1", reason: "盘盈" });
    expect(await goods.stockOf(here)).toEqual([["B1", 50, 0, 50]]);
    const current = await row(currents, id);
    expect(current).toMatchObject({ num: 50, reason: "" });
    expect(await submit({ ...current, num: 30, reason: "盘亏" })).toMatchObject({ code: 200 });
    expect(await submit({ ...(await row(currents, id)), warehouseId: there, reason: "放错仓库" })).toMatchObject({ code: 200 });
    expect([await goods.stockOf(here), await goods.stockOf(there)]).toEqual([[["B1", 0, 0, 0]], [["B1", 30, 0, 30]]]);
    expect(await goods.rows(bills, { warehouseId_equal: here, ascs: "id" })).toMatchObject([
      { billType: 5, docKind: 9, changeNum: 50, beforeNum: 0, afterNum: 50, reason: "盘盈" },
      { billType: 5, changeNum: -20, afterNum: 30, reason: "盘亏" },
      { billType: 5, changeNum: -30, afterNum: 0, reason: "放错仓库" },
    ]);
    expect(await movesOf({ fromWarehouseId_equal: here })).toMatchObject([
      { moveType: 8, num: 20, reason: "盘亏" },
      { moveType: 8, num: 30, reason: "放错仓库" },
    ]);
    expect(await contradictionsOf(server.database, server.model, tenants.one)).toEqual([]);
  });

  it("take no more than is free, and a row that has goods is not removed", async () => {
    const warehouseId = await goods.warehouse();
    await goods.stocked(warehouseId, [{ num: 2 }]);
    const { id } = await goods.document("out", warehouseId, [{ num: 1 }]);
    await act(outs, "start", id);
    const [current] = await goods.rows(currents, { warehouseId_equal: warehouseId });
    expect(await submit({ ...current, num: 10, reason: "盘亏" })).toMatchObject({ status: 400, data: { error: "stockShort" } });
    expect(await submit({ ...current, num: 36, reason: "盘亏" })).toMatchObject({ code: 200 });
    expect(await goods.stockOf(warehouseId)).toEqual([["", 36, 36, 0]]);
    expect(await zhangwei.post(`${currents}/remove`, undefined, { ids: String(current?.["id"]) })).toMatchObject({
      status: 400,
      data: { error: "goodsLeft" },
    });
  });

  it("with a code only change their place", async () => {
    const [warehouseId, held] = [await goods.warehouse(), await goods.codedCase()];
    await goods.taken(warehouseId, [held.code]);
    const [current] = await goods.rows(currents, { warehouseId_equal: warehouseId });
    expect(await submit({ ...current, num: 30, reason: "盘亏" })).toMatchObject({ status: 400, data: { issues: [{ path: ["num"] }] } });
    expect(await submit({ ...current, location: "A-09-01", reason: "移库" })).toMatchObject({ code: 200 });
    expect(await movesOf({ code_equal: held.code })).toMatchObject([
      { moveType: 1 },
      { moveType: 6, reason: "移库", toWarehouseId: warehouseId },
    ]);
  });
});
