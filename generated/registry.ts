// Written by `npm run generate`; do not edit.
import type { Area } from "../src/schema/area.ts";
import type { LoadedDefinition } from "../src/schema/resource-data.ts";
import attrOwnerDefinition from "../resources/attributes/attr-owner.ts";
import attrPackDefinition from "../resources/attributes/attr-pack.ts";
import attrValueDefinition from "../resources/attributes/attr-value.ts";
import attrDefinition from "../resources/attributes/attr.ts";
import attributeOwnerDocDefinition from "../resources/attributes/attribute-owner-doc.ts";
import specDefinition from "../resources/attributes/spec.ts";
import deptDefinition from "../resources/authority/dept.ts";
import menuDefinition from "../resources/authority/menu.ts";
import postDefinition from "../resources/authority/post.ts";
import roleMenuDefinition from "../resources/authority/role-menu.ts";
import roleDefinition from "../resources/authority/role.ts";
import tenantPackageDefinition from "../resources/authority/tenant-package.ts";
import tenantDefinition from "../resources/authority/tenant.ts";
import userDefinition from "../resources/authority/user.ts";
import dataMapDefinition from "../resources/codes/data-map.ts";
import digitSourceDefinition from "../resources/codes/digit-source.ts";
import gradeDefinition from "../resources/loyalty/grade.ts";
import loyaltyCategoryDefinition from "../resources/loyalty/loyalty-category.ts";
import memberDefinition from "../resources/loyalty/member.ts";
import merchantDefinition from "../resources/loyalty/merchant.ts";
import terminalPackDefinition from "../resources/loyalty/terminal-pack.ts";
import terminalDefinition from "../resources/loyalty/terminal.ts";
import clientPlatformDefinition from "../resources/mall/client-platform.ts";
import orderDefinition from "../resources/mall/order.ts";
import packLayerDefinition from "../resources/packaging/pack-layer.ts";
import specpacklayerDefinition from "../resources/packaging/specpacklayer.ts";
import payChannelDefinition from "../resources/payments/pay-channel.ts";
import brandDefinition from "../resources/product/brand.ts";
import commoditySkuDefinition from "../resources/product/commodity-sku.ts";
import commodityDefinition from "../resources/product/commodity.ts";
import productAttributeGroupDefinition from "../resources/product/product-attribute-group.ts";
import productAttributeValueDefinition from "../resources/product/product-attribute-value.ts";
import productAttributeDefinition from "../resources/product/product-attribute.ts";
import productBrandDefinition from "../resources/product/product-brand.ts";
import productCategoryDefinition from "../resources/product/product-category.ts";
import productSkuDefinition from "../resources/product/product-sku.ts";
import productSpuDefinition from "../resources/product/product-spu.ts";
import factoryDefinition from "../resources/production/factory.ts";
import processNodeDefinition from "../resources/production/process-node.ts";
import processStepDefinition from "../resources/production/process-step.ts";
import prodLineDefinition from "../resources/production/prod-line.ts";
import rawMaterialDefinition from "../resources/production/raw-material.ts";
import shopDefinition from "../resources/production/shop.ts";
import teamDefinition from "../resources/production/team.ts";
import mediaCategoryDefinition from "../resources/resource/media-category.ts";
import wxuserDefinition from "../resources/scan/wxuser.ts";
import clientDefinition from "../resources/system/client.ts";
import datasourceDefinition from "../resources/system/datasource.ts";
import dictBizDefinition from "../resources/system/dict-biz.ts";
import dictDefinition from "../resources/system/dict.ts";
import paramDefinition from "../resources/system/param.ts";
import regionDefinition from "../resources/system/region.ts";
import channelTypeDefinition from "../resources/warehousing/channel-type.ts";
import channelDefinition from "../resources/warehousing/channel.ts";
import docDetailDefinition from "../resources/warehousing/doc-detail.ts";
import stockOutDocDefinition from "../resources/warehousing/stock-out-doc.ts";
import warehouseOutBillDetailDefinition from "../resources/warehousing/warehouse-out-bill-detail.ts";
import warehouseOutBillDefinition from "../resources/warehousing/warehouse-out-bill.ts";
import warehouseDefinition from "../resources/warehousing/warehouse.ts";
import attributesArea from "../resources/attributes/area.ts";
import authorityArea from "../resources/authority/area.ts";
import codesArea from "../resources/codes/area.ts";
import loyaltyArea from "../resources/loyalty/area.ts";
import mallArea from "../resources/mall/area.ts";
import packagingArea from "../resources/packaging/area.ts";
import paymentsArea from "../resources/payments/area.ts";
import productArea from "../resources/product/area.ts";
import productionArea from "../resources/production/area.ts";
import resourceArea from "../resources/resource/area.ts";
import scanArea from "../resources/scan/area.ts";
import systemArea from "../resources/system/area.ts";
import warehousingArea from "../resources/warehousing/area.ts";
import attrOwnerSeed from "../resources/attributes/attr-owner.seed.ts";
import attrPackSeed from "../resources/attributes/attr-pack.seed.ts";
import attrSeed from "../resources/attributes/attr.seed.ts";
import specSeed from "../resources/attributes/spec.seed.ts";
import deptSeed from "../resources/authority/dept.seed.ts";
import postSeed from "../resources/authority/post.seed.ts";
import roleMenuSeed from "../resources/authority/role-menu.seed.ts";
import roleSeed from "../resources/authority/role.seed.ts";
import tenantPackageSeed from "../resources/authority/tenant-package.seed.ts";
import tenantSeed from "../resources/authority/tenant.seed.ts";
import userSeed from "../resources/authority/user.seed.ts";
import dataMapSeed from "../resources/codes/data-map.seed.ts";
import digitSourceSeed from "../resources/codes/digit-source.seed.ts";
import gradeSeed from "../resources/loyalty/grade.seed.ts";
import loyaltyCategorySeed from "../resources/loyalty/loyalty-category.seed.ts";
import memberSeed from "../resources/loyalty/member.seed.ts";
import merchantSeed from "../resources/loyalty/merchant.seed.ts";
import terminalPackSeed from "../resources/loyalty/terminal-pack.seed.ts";
import terminalSeed from "../resources/loyalty/terminal.seed.ts";
import clientPlatformSeed from "../resources/mall/client-platform.seed.ts";
import orderSeed from "../resources/mall/order.seed.ts";
import packLayerSeed from "../resources/packaging/pack-layer.seed.ts";
import payChannelSeed from "../resources/payments/pay-channel.seed.ts";
import brandSeed from "../resources/product/brand.seed.ts";
import commoditySkuSeed from "../resources/product/commodity-sku.seed.ts";
import commoditySeed from "../resources/product/commodity.seed.ts";
import productAttributeGroupSeed from "../resources/product/product-attribute-group.seed.ts";
import productAttributeSeed from "../resources/product/product-attribute.seed.ts";
import productBrandSeed from "../resources/product/product-brand.seed.ts";
import productCategorySeed from "../resources/product/product-category.seed.ts";
import productSkuSeed from "../resources/product/product-sku.seed.ts";
import productSpuSeed from "../resources/product/product-spu.seed.ts";
import factorySeed from "../resources/production/factory.seed.ts";
import processNodeSeed from "../resources/production/process-node.seed.ts";
import processStepSeed from "../resources/production/process-step.seed.ts";
import prodLineSeed from "../resources/production/prod-line.seed.ts";
import rawMaterialSeed from "../resources/production/raw-material.seed.ts";
import shopSeed from "../resources/production/shop.seed.ts";
import teamSeed from "../resources/production/team.seed.ts";
import mediaCategorySeed from "../resources/resource/media-category.seed.ts";
import wxuserSeed from "../resources/scan/wxuser.seed.ts";
import clientSeed from "../resources/system/client.seed.ts";
import datasourceSeed from "../resources/system/datasource.seed.ts";
import dictBizSeed from "../resources/system/dict-biz.seed.ts";
import dictSeed from "../resources/system/dict.seed.ts";
import paramSeed from "../resources/system/param.seed.ts";
import channelTypeSeed from "../resources/warehousing/channel-type.seed.ts";
import channelSeed from "../resources/warehousing/channel.seed.ts";
import stockOutDocSeed from "../resources/warehousing/stock-out-doc.seed.ts";
import warehouseOutBillSeed from "../resources/warehousing/warehouse-out-bill.seed.ts";
import warehouseSeed from "../resources/warehousing/warehouse.seed.ts";

export const definitions: readonly LoadedDefinition[] = [
  { data: { ...attrOwnerDefinition, seed: attrOwnerSeed }, file: "resources/attributes/attr-owner.ts", area: "attributes" },
  { data: { ...attrPackDefinition, seed: attrPackSeed }, file: "resources/attributes/attr-pack.ts", area: "attributes" },
  { data: attrValueDefinition, file: "resources/attributes/attr-value.ts", area: "attributes" },
  { data: { ...attrDefinition, seed: attrSeed }, file: "resources/attributes/attr.ts", area: "attributes" },
  { data: attributeOwnerDocDefinition, file: "resources/attributes/attribute-owner-doc.ts", area: "attributes" },
  { data: { ...specDefinition, seed: specSeed }, file: "resources/attributes/spec.ts", area: "attributes" },
  { data: { ...deptDefinition, seed: deptSeed }, file: "resources/authority/dept.ts", area: "authority" },
  { data: menuDefinition, file: "resources/authority/menu.ts", area: "authority" },
  { data: { ...postDefinition, seed: postSeed }, file: "resources/authority/post.ts", area: "authority" },
  { data: { ...roleMenuDefinition, seed: roleMenuSeed }, file: "resources/authority/role-menu.ts", area: "authority" },
  { data: { ...roleDefinition, seed: roleSeed }, file: "resources/authority/role.ts", area: "authority" },
  { data: { ...tenantPackageDefinition, seed: tenantPackageSeed }, file: "resources/authority/tenant-package.ts", area: "authority" },
  { data: { ...tenantDefinition, seed: tenantSeed }, file: "resources/authority/tenant.ts", area: "authority" },
  { data: { ...userDefinition, seed: userSeed }, file: "resources/authority/user.ts", area: "authority" },
  { data: { ...dataMapDefinition, seed: dataMapSeed }, file: "resources/codes/data-map.ts", area: "codes" },
  { data: { ...digitSourceDefinition, seed: digitSourceSeed }, file: "resources/codes/digit-source.ts", area: "codes" },
  { data: { ...gradeDefinition, seed: gradeSeed }, file: "resources/loyalty/grade.ts", area: "loyalty" },
  { data: { ...loyaltyCategoryDefinition, seed: loyaltyCategorySeed }, file: "resources/loyalty/loyalty-category.ts", area: "loyalty" },
  { data: { ...memberDefinition, seed: memberSeed }, file: "resources/loyalty/member.ts", area: "loyalty" },
  { data: { ...merchantDefinition, seed: merchantSeed }, file: "resources/loyalty/merchant.ts", area: "loyalty" },
  { data: { ...terminalPackDefinition, seed: terminalPackSeed }, file: "resources/loyalty/terminal-pack.ts", area: "loyalty" },
  { data: { ...terminalDefinition, seed: terminalSeed }, file: "resources/loyalty/terminal.ts", area: "loyalty" },
  { data: { ...clientPlatformDefinition, seed: clientPlatformSeed }, file: "resources/mall/client-platform.ts", area: "mall" },
  { data: { ...orderDefinition, seed: orderSeed }, file: "resources/mall/order.ts", area: "mall" },
  { data: { ...packLayerDefinition, seed: packLayerSeed }, file: "resources/packaging/pack-layer.ts", area: "packaging" },
  { data: specpacklayerDefinition, file: "resources/packaging/specpacklayer.ts", area: "packaging" },
  { data: { ...payChannelDefinition, seed: payChannelSeed }, file: "resources/payments/pay-channel.ts", area: "payments" },
  { data: { ...brandDefinition, seed: brandSeed }, file: "resources/product/brand.ts", area: "product" },
  { data: { ...commoditySkuDefinition, seed: commoditySkuSeed }, file: "resources/product/commodity-sku.ts", area: "product" },
  { data: { ...commodityDefinition, seed: commoditySeed }, file: "resources/product/commodity.ts", area: "product" },
  { data: { ...productAttributeGroupDefinition, seed: productAttributeGroupSeed }, file: "resources/product/product-attribute-group.ts", area: "product" },
  { data: productAttributeValueDefinition, file: "resources/product/product-attribute-value.ts", area: "product" },
  { data: { ...productAttributeDefinition, seed: productAttributeSeed }, file: "resources/product/product-attribute.ts", area: "product" },
  { data: { ...productBrandDefinition, seed: productBrandSeed }, file: "resources/product/product-brand.ts", area: "product" },
  { data: { ...productCategoryDefinition, seed: productCategorySeed }, file: "resources/product/product-category.ts", area: "product" },
  { data: { ...productSkuDefinition, seed: productSkuSeed }, file: "resources/product/product-sku.ts", area: "product" },
  { data: { ...productSpuDefinition, seed: productSpuSeed }, file: "resources/product/product-spu.ts", area: "product" },
  { data: { ...factoryDefinition, seed: factorySeed }, file: "resources/production/factory.ts", area: "production" },
  { data: { ...processNodeDefinition, seed: processNodeSeed }, file: "resources/production/process-node.ts", area: "production" },
  { data: { ...processStepDefinition, seed: processStepSeed }, file: "resources/production/process-step.ts", area: "production" },
  { data: { ...prodLineDefinition, seed: prodLineSeed }, file: "resources/production/prod-line.ts", area: "production" },
  { data: { ...rawMaterialDefinition, seed: rawMaterialSeed }, file: "resources/production/raw-material.ts", area: "production" },
  { data: { ...shopDefinition, seed: shopSeed }, file: "resources/production/shop.ts", area: "production" },
  { data: { ...teamDefinition, seed: teamSeed }, file: "resources/production/team.ts", area: "production" },
  { data: { ...mediaCategoryDefinition, seed: mediaCategorySeed }, file: "resources/resource/media-category.ts", area: "resource" },
  { data: { ...wxuserDefinition, seed: wxuserSeed }, file: "resources/scan/wxuser.ts", area: "scan" },
  { data: { ...clientDefinition, seed: clientSeed }, file: "resources/system/client.ts", area: "system" },
  { data: { ...datasourceDefinition, seed: datasourceSeed }, file: "resources/system/datasource.ts", area: "system" },
  { data: { ...dictBizDefinition, seed: dictBizSeed }, file: "resources/system/dict-biz.ts", area: "system" },
  { data: { ...dictDefinition, seed: dictSeed }, file: "resources/system/dict.ts", area: "system" },
  { data: { ...paramDefinition, seed: paramSeed }, file: "resources/system/param.ts", area: "system" },
  { data: regionDefinition, file: "resources/system/region.ts", area: "system" },
  { data: { ...channelTypeDefinition, seed: channelTypeSeed }, file: "resources/warehousing/channel-type.ts", area: "warehousing" },
  { data: { ...channelDefinition, seed: channelSeed }, file: "resources/warehousing/channel.ts", area: "warehousing" },
  { data: docDetailDefinition, file: "resources/warehousing/doc-detail.ts", area: "warehousing" },
  { data: { ...stockOutDocDefinition, seed: stockOutDocSeed }, file: "resources/warehousing/stock-out-doc.ts", area: "warehousing" },
  { data: warehouseOutBillDetailDefinition, file: "resources/warehousing/warehouse-out-bill-detail.ts", area: "warehousing" },
  { data: { ...warehouseOutBillDefinition, seed: warehouseOutBillSeed }, file: "resources/warehousing/warehouse-out-bill.ts", area: "warehousing" },
  { data: { ...warehouseDefinition, seed: warehouseSeed }, file: "resources/warehousing/warehouse.ts", area: "warehousing" },
];

export const areas: readonly Area[] = [attributesArea, authorityArea, codesArea, loyaltyArea, mallArea, packagingArea, paymentsArea, productArea, productionArea, resourceArea, scanArea, systemArea, warehousingArea];
