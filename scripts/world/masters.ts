// What a synthetic world stands on: its factory down to the teams, its products with their specs, its warehouses and dealers.
import { ownMark } from "../../src/server/domain/codes/sources.ts";
import { db, read } from "../../src/server/rows/query.ts";
import { tables } from "../../src/server/rows/tables.ts";
import type { Calls } from "../../src/server/seed/calls.ts";
import { dealers } from "./places.ts";
import type { Masters } from "./progress.ts";
import { layers, lineCount, warehouseCount, type WorldPlan } from "./plan.ts";

/** A picture that the installation brings. */
const picture = "/demo/bottle.svg";

async function addLines({ add }: Calls): Promise<Masters["lines"]> {
  const factoryId = await add("factory", { code: "SWF1", name: "云岭酒厂", factoryType: 1, regionCode: "5203" });
  const lines = [];
  for (let index = 0; index < lineCount; index += 1) {
    const number = index + 1;
    const shopId = await add("shop", { factoryId, code: `SWC${number}`, name: `包装${number}车间`, shopType: 4 });
    const prodLineId = await add("prod-line", { factoryId, shopId, code: `SWL${number}`, name: `包装${number}线`, lineType: 1 });
    const teamId = await add("team", { factoryId, shopId, prodLineId, code: `SWT${number}`, name: `包装${number}班`, shiftType: 1 });
    lines.push({ factoryId, shopId, prodLineId, teamId });
  }
  return lines;
}

/** The pack layers of the tenant; those that it lacks are added. */
async function packLayersOf({ add, context }: Calls): Promise<ReadonlyMap<number, string>> {
  const [found] = await read(context, [db.selectFrom(tables(context).unscoped("pack-layer", "p")).select(["p.id", "p.layer"])]);
  const ids = new Map(found.map(({ id, layer }) => [layer ?? 0, id]));
  const defaultLayers = [
    [layers.bottle, "瓶", "BTL"],
    [layers.carton, "盒", "CTN"],
    [layers.case, "箱", "CSE"],
    [layers.pallet, "托", "PLT"],
  ] as const;
  for (const [layer, name, code] of defaultLayers)
    if (!ids.has(layer)) ids.set(layer, await add("pack-layer", { layer, name, code, unit: name, sort: layer }));
  return ids;
}

/** The tenant's own codes; each tenant has their source from the beginning. */
async function ownSource({ context }: Calls): Promise<string> {
  const [[source]] = await read(context, [
    db.selectFrom(tables(context).unscoped("digit-source", "s")).where("s.mark", "=", ownMark).select("s.id"),
  ]);
  if (source === undefined) throw new Error(`the tenant has no source of codes ${ownMark}`);
  return source.id;
}

async function addProducts(
  { add }: Calls,
  plan: WorldPlan,
  packLayers: ReadonlyMap<number, string>,
): Promise<Pick<Masters, "products" | "gift">> {
  const brandId = await add("brand", { code: "YL", name: "云岭", logo: picture });
  const categoryId = await add("product-category", { name: "白酒", sortOrder: 1, image: picture });
  const products = [];
  for (const { code, name, packing } of plan.products) {
    const productId = await add("attr-owner", { ownerType: 1, code, name, brandId, categoryId, image: picture });
    const specId = await add("spec", { productId, specCode: `${code}-1`, specName: packing.name, unit: "瓶" });
    const held = [
      [layers.carton, packing.bottles],
      [layers.case, packing.cartons],
      [layers.pallet, packing.cases],
    ] as const;
    for (const [layer, num] of held)
      await add("specpacklayer", { productId, specId, packLayerId: packLayers.get(layer), num, relationMode: 2 });
    products.push({ productId, specId });
  }
  const productId = await add("attr-owner", { ownerType: 1, code: "SWZP", name: "云岭礼袋", brandId });
  const specId = await add("spec", { productId, specCode: "SWZP-1", specName: "礼袋", unit: "个" });
  return { products, gift: { productId, specId } };
}

async function addDealers({ add }: Calls): Promise<readonly string[]> {
  const channelTypeId = await add("channel-type", { code: "SWJXS", name: "经销商" });
  const ids: string[] = [];
  for (const { code, name, regions, above } of dealers) {
    const pid = above === undefined ? undefined : ids[above];
    ids.push(
      await add("channel", {
        code,
        name,
        channelTypeId,
        contact: "渠道经理",
        saleRegionCodes: regions,
        ...(pid === undefined ? {} : { pid }),
      }),
    );
  }
  return ids;
}

/** Adds everything that goods and documents refer to. */
export async function addMasters(calls: Calls, plan: WorldPlan): Promise<Omit<Masters, "rules">> {
  const { add } = calls;
  const packLayers = await packLayersOf(calls);
  const lines = await addLines(calls);
  const warehouses = [];
  for (let number = 1; number <= warehouseCount; number += 1)
    warehouses.push(await add("warehouse", { code: `SWK${number}`, name: `成品${number}库`, warehouseType: 1 }));
  return {
    lines,
    warehouses,
    dealers: await addDealers(calls),
    ...(await addProducts(calls, plan, packLayers)),
    packLayers: [...packLayers],
    digitSourceId: await ownSource(calls),
  };
}
