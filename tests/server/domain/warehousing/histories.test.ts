// Whatever people do to documents, in whatever order and at the same time: stock is what came in less what went out.
import { expect, it } from "vitest";
import { tenants } from "../../../support/server.ts";
import { contradictionsOf } from "../../../../src/server/domain/reconcile.ts";
import { chanceFrom } from "../../../../src/server/seed/chance.ts";
import { startDemonstration } from "../demonstration.ts";
import { currents, goodsOf, idIn, ins, outs, type CodedCase } from "./goods.ts";

const demonstration = await startDemonstration();
const { act, add, server, zhangwei } = demonstration;
const goods = goodsOf(demonstration);

interface Open {
  readonly direction: "in" | "out";
  readonly id: string;
  readonly warehouseId: string;
}

const seeds = [1, 2, 3];
/** What was done beside documents, in all histories. */
const done = new Map<string, number>();

it.each(seeds)("after any history, seed %i", async (seed) => {
  const { below, oneOf } = chanceFrom(seed);
  const random = (): number => below(1000) / 1000;
  const pick = <T>(all: readonly T[]): T | undefined => all[below(all.length)];
  const warehouses = [await goods.warehouse(), await goods.warehouse(), await goods.warehouse({ allowNegative: 1 })];
  const cases: CodedCase[] = [];
  for (let index = 0; index < 6; index += 1) cases.push(await goods.codedCase("P0001", index % 2 === 0 ? { batch_code: `C${index}` } : {}));
  const open: Open[] = [];
  const paths = { in: ins, out: outs } as const;

  const draft = async (): Promise<void> => {
    const warehouseId = pick(warehouses) ?? "";
    const direction = random() < 0.5 ? "in" : "out";
    const target = warehouses.find((one) => one !== warehouseId) ?? "";
    const isTransfer = direction === "out" && random() < 0.3;
    const more = isTransfer
      ? { docType: 2, toWarehouseId: target }
      : direction === "out" && random() < 0.4
        ? { docType: 1, channelId: await goods.channel() }
        : {};
    const batch = oneOf(["", "B1", "B2"]);
    const lines = Array.from({ length: 1 + below(2) }, () => ({
      product: "P0001" as const,
      layer: 1 + below(3),
      num: 1 + below(6),
      ...(batch === "" ? {} : { batch }),
    }));
    open.push({ direction, warehouseId, id: (await goods.document(direction, warehouseId, lines, more)).id });
  };
  const scanned = (): readonly string[] => {
    const one = pick(cases);
    return one === undefined ? [] : [one.code, ...one.cartons.slice(0, 2), ...one.bottles.slice(0, 2)].filter(() => random() < 0.5);
  };
  const trays = await Promise.all(
    warehouses.map(async (warehouseId, index) => [
      await add("/digit-bind/tray", { trayCode: `TH${seed}-${index}`, warehouseId, capacity: 4 }),
      warehouseId,
    ]),
  );
  const { productId, specId } = await goods.productOf("P0001");
  let fresh = 0;
  /** What people do beside documents: count goods, load and unload trays, exchange labels, sell on. */
  const besides: readonly (() => Promise<string>)[] = [
    async () => {
      const held = await goods.rows(currents, { warehouseId_equal: pick(warehouses) ?? "" });
      const one = pick(held);
      if (one === undefined) return "";
      // Of a package with a code only whether it is there can be wrong.
      const counted = (one["code"] ?? "") === "" ? below(40) : 0;
      const body = { id: one["id"], num: counted, reason: "盘点" };
      return (await zhangwei.post(`${currents}/submit`, body)).code === 200 && counted !== one["num"] ? "counted" : "";
    },
    async () => {
      const [trayId = "", warehouseId = ""] = pick(trays) ?? [];
      const coded = (await goods.rows(currents, { warehouseId_equal: warehouseId })).find(
        (one) => one["layer"] === 3 && (one["code"] ?? "") !== "",
      );
      const body = { trayId, productId, specId, layer: 3, num: 1, ...(coded === undefined ? {} : { code: coded["code"] }) };
      return (await zhangwei.post("/digit-bind/traygoods/submit", body)).code === 200 ? "loaded" : "";
    },
    async () => {
      const [trayId = ""] = pick(trays) ?? [];
      const one = pick(await goods.rows("/digit-bind/traygoods", { trayId_equal: trayId }));
      if (one === undefined) return "";
      return (await zhangwei.post("/digit-bind/traygoods/remove", undefined, { ids: String(one["id"]) })).code === 200 ? "unloaded" : "";
    },
    async () => {
      const old = pick(cases.flatMap(({ code, cartons }) => [code, ...cartons])) ?? "";
      const layer = old.includes("-") ? 2 : 3;
      fresh += 1;
      const newCode = `TF${seed}-${fresh}`;
      await goods.insertCode(newCode, layer);
      return (await zhangwei.post("/digit-bind/code-replace/submit", { oldCode: old, newCode, reason: 1 })).code === 200 ? "replaced" : "";
    },
    async () => {
      const codes = pick(cases)?.code;
      const [fromChannelId, toChannelId] = [await goods.channel(), await goods.channel("QD00101")];
      const sale = {
        saleType: 1,
        fromChannelId,
        toChannelId,
        saleDate: "2025-03-12",
        details: [{ productId, specId, layer: 3, num: 1, price: "1.00", codes }],
      };
      const id = idIn(await zhangwei.post("/digit_bind/saledoc/submit", sale));
      await act("/digit_bind/saledoc", "commit", id);
      const answers = await Promise.all([
        act("/digit_bind/saledoc", "confirm", id),
        act("/digit_bind/saledoc", random() < 0.5 ? "void" : "confirm", id),
      ]);
      return answers.some(({ code }) => code === 200) ? "sold" : "";
    },
  ];
  const step = async (document: Open): Promise<void> => {
    const chance = random();
    const path = paths[document.direction];
    if (chance < 0.3) await act(path, "start", document.id);
    else if (chance < 0.6)
      await goods.scan(
        document.direction,
        document.id,
        scanned().length > 0 ? scanned().concat(cases[0]?.code ?? "") : [cases[1]?.code ?? ""],
      );
    else if (chance < 0.8) await act(path, "finish", document.id, chance < 0.75 ? { confirmed: 1 } : {});
    else if (chance < 0.9 && document.direction === "in") await act(path, "finish/non-scan", document.id);
    else if (chance < 0.93) await act(path, "void", document.id);
  };
  // What follows depends on who comes first; each history holds one of everything before.
  const [first = "", second = ""] = warehouses;
  const plan = [{ product: "P0001" as const, layer: 3, num: 4 }];
  await act(ins, "finish/non-scan", (await goods.document("in", first, [{ product: "P0001", layer: 3, num: 40 }])).id);
  for (const more of [
    { docType: 2, toWarehouseId: second },
    { docType: 1, channelId: await goods.channel() },
  ]) {
    const { id } = await goods.document("out", first, plan, more);
    expect(await act(outs, "start", id)).toMatchObject({ code: 200 });
    expect(await act(outs, "finish", id, { confirmed: 1 })).toMatchObject({ code: 200 });
  }
  const { id: given } = await goods.document("out", first, plan);
  expect(await act(outs, "start", given)).toMatchObject({ code: 200 });
  expect(await act(outs, "void", given)).toMatchObject({ code: 200 });
  for (const beside of besides) {
    let did = "";
    for (let attempt = 0; did === "" && attempt < 30; attempt += 1) did = await beside();
    if (did !== "") done.set(did, (done.get(did) ?? 0) + 1);
  }
  for (let round = 0; round < 25; round += 1) {
    if (open.length < 8) await draft();
    // Three people at once, now and then on the same document.
    const steps = [pick(open), pick(open), pick(open)].flatMap((one) => (one === undefined ? [] : [step(one)]));
    const [did] = await Promise.all([round % 2 === 0 ? (pick(besides)?.() ?? "") : "", ...steps]);
    if (did !== "") done.set(did, (done.get(did) ?? 0) + 1);
  }
  const booked = (
    await server.database.owner.read([
      { sql: "select count(*)::int as n from goods_bill where warehouse_id = any($1::bigint[])", parameters: [warehouses] },
    ])
  )[0]?.rows[0]?.["n"];
  expect(Number(booked)).toBeGreaterThan(3);
  const own = (await contradictionsOf(server.database, server.model, tenants.one)).filter(
    ({ of }) => warehouses.some((id) => of.startsWith(`${id} `)) || !of.includes(" "),
  );
  expect(own).toEqual([]);
});

it("has gone through all that changes stock or where it lies", async () => {
  for (const did of ["counted", "loaded", "unloaded", "replaced", "sold"]) expect([did, (done.get(did) ?? 0) > 0]).toEqual([did, true]);
  const [types] = await server.database.owner.read([
    {
      sql: `select count(*) filter (where o.doc_type = 2 and o.status = 2)::int as transfers, count(*) filter (where o.status = 9)::int as void,
              count(*) filter (where o.doc_type = 1 and o.status = 2)::int as sales
            from stock_out_doc o join warehouse w on w.tenant_id = o.tenant_id and w.id = o.warehouse_id where w.code like 'WT%'`,
      parameters: [],
    },
  ]);
  expect(types?.rows[0]).toMatchObject({ transfers: expect.any(Number), void: expect.any(Number) });
  for (const [name, count] of Object.entries(types?.rows[0] ?? {})) expect([name, Number(count) > 0]).toEqual([name, true]);
});
