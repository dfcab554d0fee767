// The orders of the demonstration are such as the rules would have made them.
import { expect, it } from "vitest";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";
import { contradictionsOf } from "./contradictions.ts";

const { server } = await startDemonstration();

it("orders of the demonstration add up, and their histories are chains", async () => {
  const members = await rowsOf(
    server,
    "select distinct member_id::text as id from \"order\" where tenant_id = '100001' and is_deleted = 0",
  );
  expect(members.length).toBeGreaterThan(3);
  for (const { id } of members) {
    const found = await contradictionsOf(server, { memberId: String(id), skuIds: [], points: 0, stock: 0 });
    // Members had points before their first record.
    expect(found.filter((one) => !String(one).startsWith("points:"))).toEqual([]);
  }
});

it("what is locked of the demonstration's goods is what its unpaid orders hold", async () => {
  const wrong = await rowsOf(
    server,
    `select k.sku_code, k.lock_stock from commodity_sku k where k.tenant_id = '100001' and k.is_deleted = 0 and coalesce(k.lock_stock, 0) is distinct from
      (select coalesce(sum(d.quantity), 0) from order_detail d join "order" o on o.tenant_id = d.tenant_id and o.id = d.order_id where d.tenant_id = k.tenant_id and d.commodity_sku_id = k.id and d.is_deleted = 0 and o.status = 0 and o.is_deleted = 0)`,
  );
  expect(wrong).toEqual([]);
});
