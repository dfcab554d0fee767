// Whatever people do to documents, in whatever order and at the same time: stock is what came in less what went out.
import { expect, it } from "vitest";
import { tenants } from "../../../support/server.ts";
import { contradictionsOf } from "../../../../src/server/domain/warehousing/reconcile.ts";
import { chanceFrom } from "../../../../src/server/seed/chance.ts";
import { startDemonstration } from "../demonstration.ts";
import { goodsOf, ins, outs, type CodedCase } from "./goods.ts";

const demonstration = await startDemonstration();
const { act, server } = demonstration;
const goods = goodsOf(demonstration);

interface Open {
  readonly direction: "in" | "out";
  readonly id: string;
  readonly warehouseId: string;
}

const seeds = [1, 2, 3];

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
  for (let round = 0; round < 25; round += 1) {
    if (open.length < 8) await draft();
    // Three people at once, now and then on the same document.
    await Promise.all([pick(open), pick(open), pick(open)].flatMap((one) => (one === undefined ? [] : [step(one)])));
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
