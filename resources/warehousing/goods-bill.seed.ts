import { seedRows } from "#schema";
import { goodsBills } from "./ledger.options.ts";

export default seedRows("goods-bill", goodsBills);
