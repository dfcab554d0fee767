// The model of all definitions of the product, without the server: product.ts has its databases.
import { areas, definitions } from "#generated/registry.ts";
import { buildModel, type Model } from "#schema/model";

export const productModel: Model = buildModel(definitions, areas);
