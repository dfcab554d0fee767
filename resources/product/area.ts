import { defineArea } from "#schema";

export default defineArea({
  name: "product",
  label: ["产品管理", "Products"],
  icon: "appstore",
  sort: 10,
  order: [
    "product-category", "product-brand", "product-spu", "product-sku", "product-attribute-group", "product-attribute", "product-attribute-value", "spu-sku-attr-map",
    "brand", "commodity", "commodity-sku", "commodity-spec", "cost-item", "cost-item-detail",
  ],
  icons: {
    "product-category": "apartment", "product-brand": "tags", brand: "trademark-circle", "product-spu": "gift", "product-sku": "barcode", commodity: "shopping",
    "commodity-spec": "split-cells", "cost-item": "calculator", "cost-item-detail": "account-book", "spu-sku-attr-map": "link", "product-attribute-group": "group",
    "product-attribute": "tag", "product-attribute-value": "ordered-list", "commodity-sku": "barcode",
  },
});
