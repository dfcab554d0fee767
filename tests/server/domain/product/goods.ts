// Goods of the shop for tests: commodities with SKUs of their own, and what moves their stock.
import type { CommitContext } from "../../../../src/server/contract.ts";
import type { Transaction } from "../../../../src/server/store/database.ts";
import { arrayIn, type Body } from "../../../support/samples.ts";
import { people, tenants } from "../../../support/server.ts";
import type { Demonstration } from "../demonstration.ts";

const [commodities, skus] = ["/digit-marketing/commodity", "/digit-marketing/commodity-sku"] as const;

interface Goods {
  readonly commodityId: string;
  /** In the order in which their stocks were given. */
  readonly skuIds: readonly string[];
}

/** What a SKU shows of its stock. */
interface Stock {
  readonly stock: number;
  readonly lockStock: number;
  readonly sales: number;
}

export function goodsIn({ add, find, server, userId, zhangwei }: Demonstration) {
  let count = 0;
  let template: Promise<Body> | undefined;

  /** Adds a commodity with one SKU for each of these stocks. */
  async function commodity(stocks: readonly number[]): Promise<Goods> {
    template ??= find(commodities, { commodityNo_equal: "SP202404100001" });
    const { categoryId, clientPlatformIds, mainImage } = await template;
    count += 1;
    const name = `试样${count}`;
    const commodityId = await add(commodities, { name, categoryId, clientPlatformIds, mainImage, type: 1 });
    const saved = await zhangwei.post(
      `${skus}/submit-list`,
      stocks.map((stock, index) => ({ commodityId, skuCode: `SY-${count}-${index}`, specs: { 款: `${index}` }, price: "10.00", stock })),
    );
    return { commodityId, skuIds: arrayIn(saved).map((row) => String(row["id"])) };
  }

  /** Runs work of the server in the tenant, as an effect does. */
  function within<T>(work: (context: CommitContext, tx: Transaction) => Promise<T>): Promise<T> {
    const scope = { tenantId: tenants.one };
    const context: CommitContext = {
      caller: { ...people.zhangwei, userId },
      language: "zh",
      model: server.model,
      scope,
      now: server.clock.now,
      identifiers: server.services.identifiers,
      address: "",
    };
    return server.database.transaction(scope, (tx) => work(context, tx));
  }

  async function stocksOf({ commodityId, skuIds }: Goods): Promise<readonly Stock[]> {
    const rows = new Map(arrayIn(await zhangwei.get(`${skus}/list`, { commodityId })).map((row) => [String(row["id"]), row]));
    return skuIds.map((id) => {
      const row = rows.get(id) ?? {};
      return { stock: Number(row["stock"]), lockStock: Number(row["lockStock"]), sales: Number(row["sales"]) };
    });
  }

  return { commodity, within, stocksOf };
}
