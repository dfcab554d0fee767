import { seedRows } from "#schema";
import { goodsStocks } from "./ledger.options.ts";

export default seedRows("goods-stock", goodsStocks);
