// Written by `npm run generate`; do not edit.
import type { Area } from "../src/schema/area.ts";
import type { LoadedDefinition } from "../src/schema/resource-data.ts";
import resource0 from "../resources/attributes/attr-owner.ts";
import resource1 from "../resources/attributes/attr-pack.ts";
import resource2 from "../resources/attributes/attr-value.ts";
import resource3 from "../resources/attributes/attr.ts";
import resource4 from "../resources/attributes/attribute-owner-doc.ts";
import resource5 from "../resources/attributes/spec.ts";
import resource6 from "../resources/authority/dept.ts";
import resource7 from "../resources/authority/menu.ts";
import resource8 from "../resources/authority/post.ts";
import resource9 from "../resources/authority/role-menu.ts";
import resource10 from "../resources/authority/role.ts";
import resource11 from "../resources/authority/tenant-package.ts";
import resource12 from "../resources/authority/tenant.ts";
import resource13 from "../resources/authority/user.ts";
import resource14 from "../resources/codes/data-map.ts";
import resource15 from "../resources/codes/digit-source.ts";
import resource16 from "../resources/loyalty/grade.ts";
import resource17 from "../resources/loyalty/loyalty-category.ts";
import resource18 from "../resources/loyalty/member.ts";
import resource19 from "../resources/loyalty/merchant.ts";
import resource20 from "../resources/loyalty/terminal-pack.ts";
import resource21 from "../resources/loyalty/terminal.ts";
import resource22 from "../resources/mall/client-platform.ts";
import resource23 from "../resources/mall/order.ts";
import resource24 from "../resources/packaging/pack-layer.ts";
import resource25 from "../resources/packaging/specpacklayer.ts";
import resource26 from "../resources/payments/pay-channel.ts";
import resource27 from "../resources/product/brand.ts";
import resource28 from "../resources/product/commodity-sku.ts";
import resource29 from "../resources/product/commodity.ts";
import resource30 from "../resources/product/product-attribute-group.ts";
import resource31 from "../resources/product/product-attribute-value.ts";
import resource32 from "../resources/product/product-attribute.ts";
import resource33 from "../resources/product/product-brand.ts";
import resource34 from "../resources/product/product-category.ts";
import resource35 from "../resources/product/product-sku.ts";
import resource36 from "../resources/product/product-spu.ts";
import resource37 from "../resources/production/factory.ts";
import resource38 from "../resources/production/process-node.ts";
import resource39 from "../resources/production/process-step.ts";
import resource40 from "../resources/production/prod-line.ts";
import resource41 from "../resources/production/raw-material.ts";
import resource42 from "../resources/production/shop.ts";
import resource43 from "../resources/production/team.ts";
import resource44 from "../resources/resource/media-category.ts";
import resource45 from "../resources/scan/wxuser.ts";
import resource46 from "../resources/system/client.ts";
import resource47 from "../resources/system/datasource.ts";
import resource48 from "../resources/system/dict-biz.ts";
import resource49 from "../resources/system/dict.ts";
import resource50 from "../resources/system/param.ts";
import resource51 from "../resources/system/region.ts";
import resource52 from "../resources/warehousing/channel-type.ts";
import resource53 from "../resources/warehousing/channel.ts";
import resource54 from "../resources/warehousing/doc-detail.ts";
import resource55 from "../resources/warehousing/stock-out-doc.ts";
import resource56 from "../resources/warehousing/warehouse-out-bill-detail.ts";
import resource57 from "../resources/warehousing/warehouse-out-bill.ts";
import resource58 from "../resources/warehousing/warehouse.ts";
import area0 from "../resources/attributes/area.ts";
import area1 from "../resources/authority/area.ts";
import area2 from "../resources/codes/area.ts";
import area3 from "../resources/loyalty/area.ts";
import area4 from "../resources/mall/area.ts";
import area5 from "../resources/packaging/area.ts";
import area6 from "../resources/payments/area.ts";
import area7 from "../resources/product/area.ts";
import area8 from "../resources/production/area.ts";
import area9 from "../resources/resource/area.ts";
import area10 from "../resources/scan/area.ts";
import area11 from "../resources/system/area.ts";
import area12 from "../resources/warehousing/area.ts";

export const definitions: readonly LoadedDefinition[] = [
  { data: resource0, file: "resources/attributes/attr-owner.ts", area: "attributes" },
  { data: resource1, file: "resources/attributes/attr-pack.ts", area: "attributes" },
  { data: resource2, file: "resources/attributes/attr-value.ts", area: "attributes" },
  { data: resource3, file: "resources/attributes/attr.ts", area: "attributes" },
  { data: resource4, file: "resources/attributes/attribute-owner-doc.ts", area: "attributes" },
  { data: resource5, file: "resources/attributes/spec.ts", area: "attributes" },
  { data: resource6, file: "resources/authority/dept.ts", area: "authority" },
  { data: resource7, file: "resources/authority/menu.ts", area: "authority" },
  { data: resource8, file: "resources/authority/post.ts", area: "authority" },
  { data: resource9, file: "resources/authority/role-menu.ts", area: "authority" },
  { data: resource10, file: "resources/authority/role.ts", area: "authority" },
  { data: resource11, file: "resources/authority/tenant-package.ts", area: "authority" },
  { data: resource12, file: "resources/authority/tenant.ts", area: "authority" },
  { data: resource13, file: "resources/authority/user.ts", area: "authority" },
  { data: resource14, file: "resources/codes/data-map.ts", area: "codes" },
  { data: resource15, file: "resources/codes/digit-source.ts", area: "codes" },
  { data: resource16, file: "resources/loyalty/grade.ts", area: "loyalty" },
  { data: resource17, file: "resources/loyalty/loyalty-category.ts", area: "loyalty" },
  { data: resource18, file: "resources/loyalty/member.ts", area: "loyalty" },
  { data: resource19, file: "resources/loyalty/merchant.ts", area: "loyalty" },
  { data: resource20, file: "resources/loyalty/terminal-pack.ts", area: "loyalty" },
  { data: resource21, file: "resources/loyalty/terminal.ts", area: "loyalty" },
  { data: resource22, file: "resources/mall/client-platform.ts", area: "mall" },
  { data: resource23, file: "resources/mall/order.ts", area: "mall" },
  { data: resource24, file: "resources/packaging/pack-layer.ts", area: "packaging" },
  { data: resource25, file: "resources/packaging/specpacklayer.ts", area: "packaging" },
  { data: resource26, file: "resources/payments/pay-channel.ts", area: "payments" },
  { data: resource27, file: "resources/product/brand.ts", area: "product" },
  { data: resource28, file: "resources/product/commodity-sku.ts", area: "product" },
  { data: resource29, file: "resources/product/commodity.ts", area: "product" },
  { data: resource30, file: "resources/product/product-attribute-group.ts", area: "product" },
  { data: resource31, file: "resources/product/product-attribute-value.ts", area: "product" },
  { data: resource32, file: "resources/product/product-attribute.ts", area: "product" },
  { data: resource33, file: "resources/product/product-brand.ts", area: "product" },
  { data: resource34, file: "resources/product/product-category.ts", area: "product" },
  { data: resource35, file: "resources/product/product-sku.ts", area: "product" },
  { data: resource36, file: "resources/product/product-spu.ts", area: "product" },
  { data: resource37, file: "resources/production/factory.ts", area: "production" },
  { data: resource38, file: "resources/production/process-node.ts", area: "production" },
  { data: resource39, file: "resources/production/process-step.ts", area: "production" },
  { data: resource40, file: "resources/production/prod-line.ts", area: "production" },
  { data: resource41, file: "resources/production/raw-material.ts", area: "production" },
  { data: resource42, file: "resources/production/shop.ts", area: "production" },
  { data: resource43, file: "resources/production/team.ts", area: "production" },
  { data: resource44, file: "resources/resource/media-category.ts", area: "resource" },
  { data: resource45, file: "resources/scan/wxuser.ts", area: "scan" },
  { data: resource46, file: "resources/system/client.ts", area: "system" },
  { data: resource47, file: "resources/system/datasource.ts", area: "system" },
  { data: resource48, file: "resources/system/dict-biz.ts", area: "system" },
  { data: resource49, file: "resources/system/dict.ts", area: "system" },
  { data: resource50, file: "resources/system/param.ts", area: "system" },
  { data: resource51, file: "resources/system/region.ts", area: "system" },
  { data: resource52, file: "resources/warehousing/channel-type.ts", area: "warehousing" },
  { data: resource53, file: "resources/warehousing/channel.ts", area: "warehousing" },
  { data: resource54, file: "resources/warehousing/doc-detail.ts", area: "warehousing" },
  { data: resource55, file: "resources/warehousing/stock-out-doc.ts", area: "warehousing" },
  { data: resource56, file: "resources/warehousing/warehouse-out-bill-detail.ts", area: "warehousing" },
  { data: resource57, file: "resources/warehousing/warehouse-out-bill.ts", area: "warehousing" },
  { data: resource58, file: "resources/warehousing/warehouse.ts", area: "warehousing" },
];

export const areas: readonly Area[] = [area0, area1, area2, area3, area4, area5, area6, area7, area8, area9, area10, area11, area12];
