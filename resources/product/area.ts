import { defineArea } from "#schema";

export default defineArea({
  name: "product",
  label: ["产品管理", "Products"],
  icon: "appstore",
  sort: 10,
  order: ["product-category", "product-brand", "product-spu", "product-sku", "product-attribute-group", "product-attribute", "product-attribute-value", "brand", "commodity", "commodity-sku"],
  icons: { "product-category": "apartment", "product-brand": "tags", brand: "trademark-circle", "product-spu": "gift", "product-sku": "barcode", commodity: "shopping" },
});
