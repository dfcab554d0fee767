// Written by `npm run generate`; do not edit.
import type { Area } from "../src/schema/area.ts";
import type { LoadedDefinition } from "../src/schema/resource-data.ts";
import attrOwnerBillDefinition from "../resources/attributes/attr-owner-bill.ts";
import attrOwnerDefinition from "../resources/attributes/attr-owner.ts";
import attrPackDefinition from "../resources/attributes/attr-pack.ts";
import attrValueDefinition from "../resources/attributes/attr-value.ts";
import attrDefinition from "../resources/attributes/attr.ts";
import attributeOwnerDocDefinition from "../resources/attributes/attribute-owner-doc.ts";
import attrownerrelationDefinition from "../resources/attributes/attrownerrelation.ts";
import attrrelationDefinition from "../resources/attributes/attrrelation.ts";
import dynamicAttrsDefinition from "../resources/attributes/dynamic-attrs.ts";
import goodsattrDefinition from "../resources/attributes/goodsattr.ts";
import specDefinition from "../resources/attributes/spec.ts";
import apiScopeDefinition from "../resources/authority/api-scope.ts";
import dataScopeDefinition from "../resources/authority/data-scope.ts";
import deptDefinition from "../resources/authority/dept.ts";
import menuDefinition from "../resources/authority/menu.ts";
import postDefinition from "../resources/authority/post.ts";
import roleMenuDefinition from "../resources/authority/role-menu.ts";
import roleScopeDefinition from "../resources/authority/role-scope.ts";
import roleDefinition from "../resources/authority/role.ts";
import tenantPackageDefinition from "../resources/authority/tenant-package.ts";
import tenantDefinition from "../resources/authority/tenant.ts";
import topmenuSettingDefinition from "../resources/authority/topmenu-setting.ts";
import topmenuDefinition from "../resources/authority/topmenu.ts";
import userOauthDefinition from "../resources/authority/user-oauth.ts";
import userProfileDefinition from "../resources/authority/user-profile.ts";
import userDefinition from "../resources/authority/user.ts";
import configTenantDefinition from "../resources/bind-config/config-tenant.ts";
import configDefinition from "../resources/bind-config/config.ts";
import businessOrderNodeDefinition from "../resources/business/business-order-node.ts";
import businessOrderDefinition from "../resources/business/business-order.ts";
import emailRecordDefinition from "../resources/business/email-record.ts";
import emailDefinition from "../resources/business/email.ts";
import partnerDefinition from "../resources/business/partner.ts";
import codeGenRecordDetailDefinition from "../resources/codes/code-gen-record-detail.ts";
import codeGenRecordDefinition from "../resources/codes/code-gen-record.ts";
import codeItemDefinition from "../resources/codes/code-item.ts";
import codeMakeRuleDefinition from "../resources/codes/code-make-rule.ts";
import codeRelationDefinition from "../resources/codes/code-relation.ts";
import codeReplaceDefinition from "../resources/codes/code-replace.ts";
import codeSetDefinition from "../resources/codes/code-set.ts";
import codemakerecordDefinition from "../resources/codes/codemakerecord.ts";
import dataMapDefinition from "../resources/codes/data-map.ts";
import digitSourceDefinition from "../resources/codes/digit-source.ts";
import transferDefinition from "../resources/codes/transfer.ts";
import leaveProcessDefinition from "../resources/desk/leave-process.ts";
import noticeDefinition from "../resources/desk/notice.ts";
import flowFollowDefinition from "../resources/flow/flow-follow.ts";
import flowHistoryDefinition from "../resources/flow/flow-history.ts";
import flowManagerDefinition from "../resources/flow/flow-manager.ts";
import flowModelDefinition from "../resources/flow/flow-model.ts";
import flowProcessDefinition from "../resources/flow/flow-process.ts";
import workClaimDefinition from "../resources/flow/work-claim.ts";
import workDoneDefinition from "../resources/flow/work-done.ts";
import workSendDefinition from "../resources/flow/work-send.ts";
import workStartDefinition from "../resources/flow/work-start.ts";
import workTodoDefinition from "../resources/flow/work-todo.ts";
import activateRecordDefinition from "../resources/loyalty/activate-record.ts";
import activateRewardDefinition from "../resources/loyalty/activate-reward.ts";
import exchangeRecordDefinition from "../resources/loyalty/exchange-record.ts";
import gradeDefinition from "../resources/loyalty/grade.ts";
import imgNavDefinition from "../resources/loyalty/img-nav.ts";
import incomeRecordDefinition from "../resources/loyalty/income-record.ts";
import loyaltyCategoryDefinition from "../resources/loyalty/loyalty-category.ts";
import memberDefinition from "../resources/loyalty/member.ts";
import membershipDefinition from "../resources/loyalty/membership.ts";
import merchantDefinition from "../resources/loyalty/merchant.ts";
import pointsRecordDefinition from "../resources/loyalty/points-record.ts";
import posterDefinition from "../resources/loyalty/poster.ts";
import shareBenefitDefinition from "../resources/loyalty/share-benefit.ts";
import terminalDeviceDefinition from "../resources/loyalty/terminal-device.ts";
import terminalPackDefinition from "../resources/loyalty/terminal-pack.ts";
import terminalDefinition from "../resources/loyalty/terminal.ts";
import waterBillDefinition from "../resources/loyalty/water-bill.ts";
import addressDefinition from "../resources/mall/address.ts";
import cartItemDefinition from "../resources/mall/cart-item.ts";
import clientPlatformDefinition from "../resources/mall/client-platform.ts";
import orderDetailDefinition from "../resources/mall/order-detail.ts";
import orderStatusLogDefinition from "../resources/mall/order-status-log.ts";
import orderDefinition from "../resources/mall/order.ts";
import repeatOrderDefinition from "../resources/mall/repeat-order.ts";
import tenantClientDefinition from "../resources/mall/tenant-client.ts";
import userAccountDefinition from "../resources/mall/user-account.ts";
import logApiDefinition from "../resources/monitor/log-api.ts";
import logErrorDefinition from "../resources/monitor/log-error.ts";
import logUsualDefinition from "../resources/monitor/log-usual.ts";
import webLogDefinition from "../resources/monitor/web-log.ts";
import codeSetLayerDefinition from "../resources/packaging/code-set-layer.ts";
import packLayerDefinition from "../resources/packaging/pack-layer.ts";
import specpacklayerDefinition from "../resources/packaging/specpacklayer.ts";
import notifyLogDefinition from "../resources/payments/notify-log.ts";
import payChannelDefinition from "../resources/payments/pay-channel.ts";
import payLogDataDefinition from "../resources/payments/pay-log-data.ts";
import payOrderDefinition from "../resources/payments/pay-order.ts";
import payRefundOrderDefinition from "../resources/payments/pay-refund-order.ts";
import brandDefinition from "../resources/product/brand.ts";
import commoditySkuDefinition from "../resources/product/commodity-sku.ts";
import commoditySpecDefinition from "../resources/product/commodity-spec.ts";
import commodityDefinition from "../resources/product/commodity.ts";
import costItemDetailDefinition from "../resources/product/cost-item-detail.ts";
import costItemDefinition from "../resources/product/cost-item.ts";
import productAttributeGroupDefinition from "../resources/product/product-attribute-group.ts";
import productAttributeValueDefinition from "../resources/product/product-attribute-value.ts";
import productAttributeDefinition from "../resources/product/product-attribute.ts";
import productBrandDefinition from "../resources/product/product-brand.ts";
import productCategoryDefinition from "../resources/product/product-category.ts";
import productSkuDefinition from "../resources/product/product-sku.ts";
import productSpuDefinition from "../resources/product/product-spu.ts";
import spuSkuAttrMapDefinition from "../resources/product/spu-sku-attr-map.ts";
import deviceDefinition from "../resources/production/device.ts";
import factoryDefinition from "../resources/production/factory.ts";
import processNodeDefinition from "../resources/production/process-node.ts";
import processStepDefinition from "../resources/production/process-step.ts";
import prodLineDefinition from "../resources/production/prod-line.ts";
import rawMaterialDefinition from "../resources/production/raw-material.ts";
import shopDefinition from "../resources/production/shop.ts";
import teamDefinition from "../resources/production/team.ts";
import attachDefinition from "../resources/resource/attach.ts";
import mediaCategoryDefinition from "../resources/resource/media-category.ts";
import mediaDefinition from "../resources/resource/media.ts";
import ossDefinition from "../resources/resource/oss.ts";
import smsDefinition from "../resources/resource/sms.ts";
import antiFakeWebDefinition from "../resources/scan/anti-fake-web.ts";
import consumerScanRecordDefinition from "../resources/scan/consumer-scan-record.ts";
import scanCodeDetailDefinition from "../resources/scan/scan-code-detail.ts";
import scanCrossRegionSaleDefinition from "../resources/scan/scan-cross-region-sale.ts";
import scanNonChannelDefinition from "../resources/scan/scan-non-channel.ts";
import scanRecordDefinition from "../resources/scan/scan-record.ts";
import scanRepeatDefinition from "../resources/scan/scan-repeat.ts";
import scanSingleCodeDefinition from "../resources/scan/scan-single-code.ts";
import scanSummaryDefinition from "../resources/scan/scan-summary.ts";
import wxuserDefinition from "../resources/scan/wxuser.ts";
import clientAuthorityDefinition from "../resources/system/client-authority.ts";
import clientDefinition from "../resources/system/client.ts";
import datasourceDefinition from "../resources/system/datasource.ts";
import dictBizDefinition from "../resources/system/dict-biz.ts";
import dictDefinition from "../resources/system/dict.ts";
import paramDefinition from "../resources/system/param.ts";
import regionDefinition from "../resources/system/region.ts";
import codeDefinition from "../resources/tools/code.ts";
import reportDefinition from "../resources/tools/report.ts";
import channelTypeDefinition from "../resources/warehousing/channel-type.ts";
import channelDefinition from "../resources/warehousing/channel.ts";
import docDetailDefinition from "../resources/warehousing/doc-detail.ts";
import goodsBillDefinition from "../resources/warehousing/goods-bill.ts";
import goodsStockDefinition from "../resources/warehousing/goods-stock.ts";
import logisticsOutDocDefinition from "../resources/warehousing/logistics-out-doc.ts";
import saledocDefinition from "../resources/warehousing/saledoc.ts";
import stockInDocDefinition from "../resources/warehousing/stock-in-doc.ts";
import stockMoveRecordDefinition from "../resources/warehousing/stock-move-record.ts";
import stockOutDocDefinition from "../resources/warehousing/stock-out-doc.ts";
import trayDefinition from "../resources/warehousing/tray.ts";
import traygoodsDefinition from "../resources/warehousing/traygoods.ts";
import warehouseInBillDefinition from "../resources/warehousing/warehouse-in-bill.ts";
import warehouseOutBillDetailDefinition from "../resources/warehousing/warehouse-out-bill-detail.ts";
import warehouseOutBillDefinition from "../resources/warehousing/warehouse-out-bill.ts";
import warehouseDefinition from "../resources/warehousing/warehouse.ts";
import warehousegoodscurrentDefinition from "../resources/warehousing/warehousegoodscurrent.ts";
import attributesArea from "../resources/attributes/area.ts";
import authorityArea from "../resources/authority/area.ts";
import bindConfigArea from "../resources/bind-config/area.ts";
import businessArea from "../resources/business/area.ts";
import codesArea from "../resources/codes/area.ts";
import deskArea from "../resources/desk/area.ts";
import flowArea from "../resources/flow/area.ts";
import loyaltyArea from "../resources/loyalty/area.ts";
import mallArea from "../resources/mall/area.ts";
import monitorArea from "../resources/monitor/area.ts";
import packagingArea from "../resources/packaging/area.ts";
import paymentsArea from "../resources/payments/area.ts";
import productArea from "../resources/product/area.ts";
import productionArea from "../resources/production/area.ts";
import resourceArea from "../resources/resource/area.ts";
import scanArea from "../resources/scan/area.ts";
import systemArea from "../resources/system/area.ts";
import toolsArea from "../resources/tools/area.ts";
import warehousingArea from "../resources/warehousing/area.ts";
import attrOwnerBillSeed from "../resources/attributes/attr-owner-bill.seed.ts";
import attrOwnerSeed from "../resources/attributes/attr-owner.seed.ts";
import attrPackSeed from "../resources/attributes/attr-pack.seed.ts";
import attrSeed from "../resources/attributes/attr.seed.ts";
import attrownerrelationSeed from "../resources/attributes/attrownerrelation.seed.ts";
import attrrelationSeed from "../resources/attributes/attrrelation.seed.ts";
import goodsattrSeed from "../resources/attributes/goodsattr.seed.ts";
import specSeed from "../resources/attributes/spec.seed.ts";
import apiScopeSeed from "../resources/authority/api-scope.seed.ts";
import dataScopeSeed from "../resources/authority/data-scope.seed.ts";
import deptSeed from "../resources/authority/dept.seed.ts";
import postSeed from "../resources/authority/post.seed.ts";
import roleMenuSeed from "../resources/authority/role-menu.seed.ts";
import roleSeed from "../resources/authority/role.seed.ts";
import tenantPackageSeed from "../resources/authority/tenant-package.seed.ts";
import tenantSeed from "../resources/authority/tenant.seed.ts";
import topmenuSettingSeed from "../resources/authority/topmenu-setting.seed.ts";
import topmenuSeed from "../resources/authority/topmenu.seed.ts";
import userSeed from "../resources/authority/user.seed.ts";
import configTenantSeed from "../resources/bind-config/config-tenant.seed.ts";
import configSeed from "../resources/bind-config/config.seed.ts";
import businessOrderSeed from "../resources/business/business-order.seed.ts";
import emailRecordSeed from "../resources/business/email-record.seed.ts";
import emailSeed from "../resources/business/email.seed.ts";
import partnerSeed from "../resources/business/partner.seed.ts";
import codeGenRecordSeed from "../resources/codes/code-gen-record.seed.ts";
import codeItemSeed from "../resources/codes/code-item.seed.ts";
import codeMakeRuleSeed from "../resources/codes/code-make-rule.seed.ts";
import codeRelationSeed from "../resources/codes/code-relation.seed.ts";
import codeReplaceSeed from "../resources/codes/code-replace.seed.ts";
import codeSetSeed from "../resources/codes/code-set.seed.ts";
import codemakerecordSeed from "../resources/codes/codemakerecord.seed.ts";
import dataMapSeed from "../resources/codes/data-map.seed.ts";
import digitSourceSeed from "../resources/codes/digit-source.seed.ts";
import transferSeed from "../resources/codes/transfer.seed.ts";
import leaveProcessSeed from "../resources/desk/leave-process.seed.ts";
import noticeSeed from "../resources/desk/notice.seed.ts";
import flowFollowSeed from "../resources/flow/flow-follow.seed.ts";
import flowHistorySeed from "../resources/flow/flow-history.seed.ts";
import flowManagerSeed from "../resources/flow/flow-manager.seed.ts";
import flowModelSeed from "../resources/flow/flow-model.seed.ts";
import activateRecordSeed from "../resources/loyalty/activate-record.seed.ts";
import activateRewardSeed from "../resources/loyalty/activate-reward.seed.ts";
import exchangeRecordSeed from "../resources/loyalty/exchange-record.seed.ts";
import gradeSeed from "../resources/loyalty/grade.seed.ts";
import imgNavSeed from "../resources/loyalty/img-nav.seed.ts";
import incomeRecordSeed from "../resources/loyalty/income-record.seed.ts";
import loyaltyCategorySeed from "../resources/loyalty/loyalty-category.seed.ts";
import memberSeed from "../resources/loyalty/member.seed.ts";
import membershipSeed from "../resources/loyalty/membership.seed.ts";
import merchantSeed from "../resources/loyalty/merchant.seed.ts";
import pointsRecordSeed from "../resources/loyalty/points-record.seed.ts";
import posterSeed from "../resources/loyalty/poster.seed.ts";
import shareBenefitSeed from "../resources/loyalty/share-benefit.seed.ts";
import terminalDeviceSeed from "../resources/loyalty/terminal-device.seed.ts";
import terminalPackSeed from "../resources/loyalty/terminal-pack.seed.ts";
import terminalSeed from "../resources/loyalty/terminal.seed.ts";
import waterBillSeed from "../resources/loyalty/water-bill.seed.ts";
import addressSeed from "../resources/mall/address.seed.ts";
import cartItemSeed from "../resources/mall/cart-item.seed.ts";
import clientPlatformSeed from "../resources/mall/client-platform.seed.ts";
import orderDetailSeed from "../resources/mall/order-detail.seed.ts";
import orderStatusLogSeed from "../resources/mall/order-status-log.seed.ts";
import orderSeed from "../resources/mall/order.seed.ts";
import repeatOrderSeed from "../resources/mall/repeat-order.seed.ts";
import tenantClientSeed from "../resources/mall/tenant-client.seed.ts";
import userAccountSeed from "../resources/mall/user-account.seed.ts";
import logApiSeed from "../resources/monitor/log-api.seed.ts";
import logErrorSeed from "../resources/monitor/log-error.seed.ts";
import logUsualSeed from "../resources/monitor/log-usual.seed.ts";
import webLogSeed from "../resources/monitor/web-log.seed.ts";
import packLayerSeed from "../resources/packaging/pack-layer.seed.ts";
import notifyLogSeed from "../resources/payments/notify-log.seed.ts";
import payChannelSeed from "../resources/payments/pay-channel.seed.ts";
import payLogDataSeed from "../resources/payments/pay-log-data.seed.ts";
import payOrderSeed from "../resources/payments/pay-order.seed.ts";
import payRefundOrderSeed from "../resources/payments/pay-refund-order.seed.ts";
import brandSeed from "../resources/product/brand.seed.ts";
import commoditySkuSeed from "../resources/product/commodity-sku.seed.ts";
import commoditySpecSeed from "../resources/product/commodity-spec.seed.ts";
import commoditySeed from "../resources/product/commodity.seed.ts";
import costItemDetailSeed from "../resources/product/cost-item-detail.seed.ts";
import costItemSeed from "../resources/product/cost-item.seed.ts";
import productAttributeGroupSeed from "../resources/product/product-attribute-group.seed.ts";
import productAttributeSeed from "../resources/product/product-attribute.seed.ts";
import productBrandSeed from "../resources/product/product-brand.seed.ts";
import productCategorySeed from "../resources/product/product-category.seed.ts";
import productSkuSeed from "../resources/product/product-sku.seed.ts";
import productSpuSeed from "../resources/product/product-spu.seed.ts";
import spuSkuAttrMapSeed from "../resources/product/spu-sku-attr-map.seed.ts";
import deviceSeed from "../resources/production/device.seed.ts";
import factorySeed from "../resources/production/factory.seed.ts";
import processNodeSeed from "../resources/production/process-node.seed.ts";
import processStepSeed from "../resources/production/process-step.seed.ts";
import prodLineSeed from "../resources/production/prod-line.seed.ts";
import rawMaterialSeed from "../resources/production/raw-material.seed.ts";
import shopSeed from "../resources/production/shop.seed.ts";
import teamSeed from "../resources/production/team.seed.ts";
import attachSeed from "../resources/resource/attach.seed.ts";
import mediaCategorySeed from "../resources/resource/media-category.seed.ts";
import mediaSeed from "../resources/resource/media.seed.ts";
import ossSeed from "../resources/resource/oss.seed.ts";
import smsSeed from "../resources/resource/sms.seed.ts";
import consumerScanRecordSeed from "../resources/scan/consumer-scan-record.seed.ts";
import scanRecordSeed from "../resources/scan/scan-record.seed.ts";
import scanRepeatSeed from "../resources/scan/scan-repeat.seed.ts";
import wxuserSeed from "../resources/scan/wxuser.seed.ts";
import clientAuthoritySeed from "../resources/system/client-authority.seed.ts";
import clientSeed from "../resources/system/client.seed.ts";
import datasourceSeed from "../resources/system/datasource.seed.ts";
import dictBizSeed from "../resources/system/dict-biz.seed.ts";
import dictSeed from "../resources/system/dict.seed.ts";
import paramSeed from "../resources/system/param.seed.ts";
import codeSeed from "../resources/tools/code.seed.ts";
import reportSeed from "../resources/tools/report.seed.ts";
import channelTypeSeed from "../resources/warehousing/channel-type.seed.ts";
import channelSeed from "../resources/warehousing/channel.seed.ts";
import goodsBillSeed from "../resources/warehousing/goods-bill.seed.ts";
import goodsStockSeed from "../resources/warehousing/goods-stock.seed.ts";
import logisticsOutDocSeed from "../resources/warehousing/logistics-out-doc.seed.ts";
import saledocSeed from "../resources/warehousing/saledoc.seed.ts";
import stockInDocSeed from "../resources/warehousing/stock-in-doc.seed.ts";
import stockMoveRecordSeed from "../resources/warehousing/stock-move-record.seed.ts";
import stockOutDocSeed from "../resources/warehousing/stock-out-doc.seed.ts";
import traySeed from "../resources/warehousing/tray.seed.ts";
import traygoodsSeed from "../resources/warehousing/traygoods.seed.ts";
import warehouseInBillSeed from "../resources/warehousing/warehouse-in-bill.seed.ts";
import warehouseOutBillSeed from "../resources/warehousing/warehouse-out-bill.seed.ts";
import warehouseSeed from "../resources/warehousing/warehouse.seed.ts";
import warehousegoodscurrentSeed from "../resources/warehousing/warehousegoodscurrent.seed.ts";

export const definitions: readonly LoadedDefinition[] = [
  { data: { ...attrOwnerBillDefinition, seed: attrOwnerBillSeed }, file: "resources/attributes/attr-owner-bill.ts", area: "attributes" },
  { data: { ...attrOwnerDefinition, seed: attrOwnerSeed }, file: "resources/attributes/attr-owner.ts", area: "attributes" },
  { data: { ...attrPackDefinition, seed: attrPackSeed }, file: "resources/attributes/attr-pack.ts", area: "attributes" },
  { data: attrValueDefinition, file: "resources/attributes/attr-value.ts", area: "attributes" },
  { data: { ...attrDefinition, seed: attrSeed }, file: "resources/attributes/attr.ts", area: "attributes" },
  { data: attributeOwnerDocDefinition, file: "resources/attributes/attribute-owner-doc.ts", area: "attributes" },
  { data: { ...attrownerrelationDefinition, seed: attrownerrelationSeed }, file: "resources/attributes/attrownerrelation.ts", area: "attributes" },
  { data: { ...attrrelationDefinition, seed: attrrelationSeed }, file: "resources/attributes/attrrelation.ts", area: "attributes" },
  { data: dynamicAttrsDefinition, file: "resources/attributes/dynamic-attrs.ts", area: "attributes" },
  { data: { ...goodsattrDefinition, seed: goodsattrSeed }, file: "resources/attributes/goodsattr.ts", area: "attributes" },
  { data: { ...specDefinition, seed: specSeed }, file: "resources/attributes/spec.ts", area: "attributes" },
  { data: { ...apiScopeDefinition, seed: apiScopeSeed }, file: "resources/authority/api-scope.ts", area: "authority" },
  { data: { ...dataScopeDefinition, seed: dataScopeSeed }, file: "resources/authority/data-scope.ts", area: "authority" },
  { data: { ...deptDefinition, seed: deptSeed }, file: "resources/authority/dept.ts", area: "authority" },
  { data: menuDefinition, file: "resources/authority/menu.ts", area: "authority" },
  { data: { ...postDefinition, seed: postSeed }, file: "resources/authority/post.ts", area: "authority" },
  { data: { ...roleMenuDefinition, seed: roleMenuSeed }, file: "resources/authority/role-menu.ts", area: "authority" },
  { data: roleScopeDefinition, file: "resources/authority/role-scope.ts", area: "authority" },
  { data: { ...roleDefinition, seed: roleSeed }, file: "resources/authority/role.ts", area: "authority" },
  { data: { ...tenantPackageDefinition, seed: tenantPackageSeed }, file: "resources/authority/tenant-package.ts", area: "authority" },
  { data: { ...tenantDefinition, seed: tenantSeed }, file: "resources/authority/tenant.ts", area: "authority" },
  { data: { ...topmenuSettingDefinition, seed: topmenuSettingSeed }, file: "resources/authority/topmenu-setting.ts", area: "authority" },
  { data: { ...topmenuDefinition, seed: topmenuSeed }, file: "resources/authority/topmenu.ts", area: "authority" },
  { data: userOauthDefinition, file: "resources/authority/user-oauth.ts", area: "authority" },
  { data: userProfileDefinition, file: "resources/authority/user-profile.ts", area: "authority" },
  { data: { ...userDefinition, seed: userSeed }, file: "resources/authority/user.ts", area: "authority" },
  { data: { ...configTenantDefinition, seed: configTenantSeed }, file: "resources/bind-config/config-tenant.ts", area: "bind-config" },
  { data: { ...configDefinition, seed: configSeed }, file: "resources/bind-config/config.ts", area: "bind-config" },
  { data: businessOrderNodeDefinition, file: "resources/business/business-order-node.ts", area: "business" },
  { data: { ...businessOrderDefinition, seed: businessOrderSeed }, file: "resources/business/business-order.ts", area: "business" },
  { data: { ...emailRecordDefinition, seed: emailRecordSeed }, file: "resources/business/email-record.ts", area: "business" },
  { data: { ...emailDefinition, seed: emailSeed }, file: "resources/business/email.ts", area: "business" },
  { data: { ...partnerDefinition, seed: partnerSeed }, file: "resources/business/partner.ts", area: "business" },
  { data: codeGenRecordDetailDefinition, file: "resources/codes/code-gen-record-detail.ts", area: "codes" },
  { data: { ...codeGenRecordDefinition, seed: codeGenRecordSeed }, file: "resources/codes/code-gen-record.ts", area: "codes" },
  { data: { ...codeItemDefinition, seed: codeItemSeed }, file: "resources/codes/code-item.ts", area: "codes" },
  { data: { ...codeMakeRuleDefinition, seed: codeMakeRuleSeed }, file: "resources/codes/code-make-rule.ts", area: "codes" },
  { data: { ...codeRelationDefinition, seed: codeRelationSeed }, file: "resources/codes/code-relation.ts", area: "codes" },
  { data: { ...codeReplaceDefinition, seed: codeReplaceSeed }, file: "resources/codes/code-replace.ts", area: "codes" },
  { data: { ...codeSetDefinition, seed: codeSetSeed }, file: "resources/codes/code-set.ts", area: "codes" },
  { data: { ...codemakerecordDefinition, seed: codemakerecordSeed }, file: "resources/codes/codemakerecord.ts", area: "codes" },
  { data: { ...dataMapDefinition, seed: dataMapSeed }, file: "resources/codes/data-map.ts", area: "codes" },
  { data: { ...digitSourceDefinition, seed: digitSourceSeed }, file: "resources/codes/digit-source.ts", area: "codes" },
  { data: { ...transferDefinition, seed: transferSeed }, file: "resources/codes/transfer.ts", area: "codes" },
  { data: { ...leaveProcessDefinition, seed: leaveProcessSeed }, file: "resources/desk/leave-process.ts", area: "desk" },
  { data: { ...noticeDefinition, seed: noticeSeed }, file: "resources/desk/notice.ts", area: "desk" },
  { data: { ...flowFollowDefinition, seed: flowFollowSeed }, file: "resources/flow/flow-follow.ts", area: "flow" },
  { data: { ...flowHistoryDefinition, seed: flowHistorySeed }, file: "resources/flow/flow-history.ts", area: "flow" },
  { data: { ...flowManagerDefinition, seed: flowManagerSeed }, file: "resources/flow/flow-manager.ts", area: "flow" },
  { data: { ...flowModelDefinition, seed: flowModelSeed }, file: "resources/flow/flow-model.ts", area: "flow" },
  { data: flowProcessDefinition, file: "resources/flow/flow-process.ts", area: "flow" },
  { data: workClaimDefinition, file: "resources/flow/work-claim.ts", area: "flow" },
  { data: workDoneDefinition, file: "resources/flow/work-done.ts", area: "flow" },
  { data: workSendDefinition, file: "resources/flow/work-send.ts", area: "flow" },
  { data: workStartDefinition, file: "resources/flow/work-start.ts", area: "flow" },
  { data: workTodoDefinition, file: "resources/flow/work-todo.ts", area: "flow" },
  { data: { ...activateRecordDefinition, seed: activateRecordSeed }, file: "resources/loyalty/activate-record.ts", area: "loyalty" },
  { data: { ...activateRewardDefinition, seed: activateRewardSeed }, file: "resources/loyalty/activate-reward.ts", area: "loyalty" },
  { data: { ...exchangeRecordDefinition, seed: exchangeRecordSeed }, file: "resources/loyalty/exchange-record.ts", area: "loyalty" },
  { data: { ...gradeDefinition, seed: gradeSeed }, file: "resources/loyalty/grade.ts", area: "loyalty" },
  { data: { ...imgNavDefinition, seed: imgNavSeed }, file: "resources/loyalty/img-nav.ts", area: "loyalty" },
  { data: { ...incomeRecordDefinition, seed: incomeRecordSeed }, file: "resources/loyalty/income-record.ts", area: "loyalty" },
  { data: { ...loyaltyCategoryDefinition, seed: loyaltyCategorySeed }, file: "resources/loyalty/loyalty-category.ts", area: "loyalty" },
  { data: { ...memberDefinition, seed: memberSeed }, file: "resources/loyalty/member.ts", area: "loyalty" },
  { data: { ...membershipDefinition, seed: membershipSeed }, file: "resources/loyalty/membership.ts", area: "loyalty" },
  { data: { ...merchantDefinition, seed: merchantSeed }, file: "resources/loyalty/merchant.ts", area: "loyalty" },
  { data: { ...pointsRecordDefinition, seed: pointsRecordSeed }, file: "resources/loyalty/points-record.ts", area: "loyalty" },
  { data: { ...posterDefinition, seed: posterSeed }, file: "resources/loyalty/poster.ts", area: "loyalty" },
  { data: { ...shareBenefitDefinition, seed: shareBenefitSeed }, file: "resources/loyalty/share-benefit.ts", area: "loyalty" },
  { data: { ...terminalDeviceDefinition, seed: terminalDeviceSeed }, file: "resources/loyalty/terminal-device.ts", area: "loyalty" },
  { data: { ...terminalPackDefinition, seed: terminalPackSeed }, file: "resources/loyalty/terminal-pack.ts", area: "loyalty" },
  { data: { ...terminalDefinition, seed: terminalSeed }, file: "resources/loyalty/terminal.ts", area: "loyalty" },
  { data: { ...waterBillDefinition, seed: waterBillSeed }, file: "resources/loyalty/water-bill.ts", area: "loyalty" },
  { data: { ...addressDefinition, seed: addressSeed }, file: "resources/mall/address.ts", area: "mall" },
  { data: { ...cartItemDefinition, seed: cartItemSeed }, file: "resources/mall/cart-item.ts", area: "mall" },
  { data: { ...clientPlatformDefinition, seed: clientPlatformSeed }, file: "resources/mall/client-platform.ts", area: "mall" },
  { data: { ...orderDetailDefinition, seed: orderDetailSeed }, file: "resources/mall/order-detail.ts", area: "mall" },
  { data: { ...orderStatusLogDefinition, seed: orderStatusLogSeed }, file: "resources/mall/order-status-log.ts", area: "mall" },
  { data: { ...orderDefinition, seed: orderSeed }, file: "resources/mall/order.ts", area: "mall" },
  { data: { ...repeatOrderDefinition, seed: repeatOrderSeed }, file: "resources/mall/repeat-order.ts", area: "mall" },
  { data: { ...tenantClientDefinition, seed: tenantClientSeed }, file: "resources/mall/tenant-client.ts", area: "mall" },
  { data: { ...userAccountDefinition, seed: userAccountSeed }, file: "resources/mall/user-account.ts", area: "mall" },
  { data: { ...logApiDefinition, seed: logApiSeed }, file: "resources/monitor/log-api.ts", area: "monitor" },
  { data: { ...logErrorDefinition, seed: logErrorSeed }, file: "resources/monitor/log-error.ts", area: "monitor" },
  { data: { ...logUsualDefinition, seed: logUsualSeed }, file: "resources/monitor/log-usual.ts", area: "monitor" },
  { data: { ...webLogDefinition, seed: webLogSeed }, file: "resources/monitor/web-log.ts", area: "monitor" },
  { data: codeSetLayerDefinition, file: "resources/packaging/code-set-layer.ts", area: "packaging" },
  { data: { ...packLayerDefinition, seed: packLayerSeed }, file: "resources/packaging/pack-layer.ts", area: "packaging" },
  { data: specpacklayerDefinition, file: "resources/packaging/specpacklayer.ts", area: "packaging" },
  { data: { ...notifyLogDefinition, seed: notifyLogSeed }, file: "resources/payments/notify-log.ts", area: "payments" },
  { data: { ...payChannelDefinition, seed: payChannelSeed }, file: "resources/payments/pay-channel.ts", area: "payments" },
  { data: { ...payLogDataDefinition, seed: payLogDataSeed }, file: "resources/payments/pay-log-data.ts", area: "payments" },
  { data: { ...payOrderDefinition, seed: payOrderSeed }, file: "resources/payments/pay-order.ts", area: "payments" },
  { data: { ...payRefundOrderDefinition, seed: payRefundOrderSeed }, file: "resources/payments/pay-refund-order.ts", area: "payments" },
  { data: { ...brandDefinition, seed: brandSeed }, file: "resources/product/brand.ts", area: "product" },
  { data: { ...commoditySkuDefinition, seed: commoditySkuSeed }, file: "resources/product/commodity-sku.ts", area: "product" },
  { data: { ...commoditySpecDefinition, seed: commoditySpecSeed }, file: "resources/product/commodity-spec.ts", area: "product" },
  { data: { ...commodityDefinition, seed: commoditySeed }, file: "resources/product/commodity.ts", area: "product" },
  { data: { ...costItemDetailDefinition, seed: costItemDetailSeed }, file: "resources/product/cost-item-detail.ts", area: "product" },
  { data: { ...costItemDefinition, seed: costItemSeed }, file: "resources/product/cost-item.ts", area: "product" },
  { data: { ...productAttributeGroupDefinition, seed: productAttributeGroupSeed }, file: "resources/product/product-attribute-group.ts", area: "product" },
  { data: productAttributeValueDefinition, file: "resources/product/product-attribute-value.ts", area: "product" },
  { data: { ...productAttributeDefinition, seed: productAttributeSeed }, file: "resources/product/product-attribute.ts", area: "product" },
  { data: { ...productBrandDefinition, seed: productBrandSeed }, file: "resources/product/product-brand.ts", area: "product" },
  { data: { ...productCategoryDefinition, seed: productCategorySeed }, file: "resources/product/product-category.ts", area: "product" },
  { data: { ...productSkuDefinition, seed: productSkuSeed }, file: "resources/product/product-sku.ts", area: "product" },
  { data: { ...productSpuDefinition, seed: productSpuSeed }, file: "resources/product/product-spu.ts", area: "product" },
  { data: { ...spuSkuAttrMapDefinition, seed: spuSkuAttrMapSeed }, file: "resources/product/spu-sku-attr-map.ts", area: "product" },
  { data: { ...deviceDefinition, seed: deviceSeed }, file: "resources/production/device.ts", area: "production" },
  { data: { ...factoryDefinition, seed: factorySeed }, file: "resources/production/factory.ts", area: "production" },
  { data: { ...processNodeDefinition, seed: processNodeSeed }, file: "resources/production/process-node.ts", area: "production" },
  { data: { ...processStepDefinition, seed: processStepSeed }, file: "resources/production/process-step.ts", area: "production" },
  { data: { ...prodLineDefinition, seed: prodLineSeed }, file: "resources/production/prod-line.ts", area: "production" },
  { data: { ...rawMaterialDefinition, seed: rawMaterialSeed }, file: "resources/production/raw-material.ts", area: "production" },
  { data: { ...shopDefinition, seed: shopSeed }, file: "resources/production/shop.ts", area: "production" },
  { data: { ...teamDefinition, seed: teamSeed }, file: "resources/production/team.ts", area: "production" },
  { data: { ...attachDefinition, seed: attachSeed }, file: "resources/resource/attach.ts", area: "resource" },
  { data: { ...mediaCategoryDefinition, seed: mediaCategorySeed }, file: "resources/resource/media-category.ts", area: "resource" },
  { data: { ...mediaDefinition, seed: mediaSeed }, file: "resources/resource/media.ts", area: "resource" },
  { data: { ...ossDefinition, seed: ossSeed }, file: "resources/resource/oss.ts", area: "resource" },
  { data: { ...smsDefinition, seed: smsSeed }, file: "resources/resource/sms.ts", area: "resource" },
  { data: antiFakeWebDefinition, file: "resources/scan/anti-fake-web.ts", area: "scan" },
  { data: { ...consumerScanRecordDefinition, seed: consumerScanRecordSeed }, file: "resources/scan/consumer-scan-record.ts", area: "scan" },
  { data: scanCodeDetailDefinition, file: "resources/scan/scan-code-detail.ts", area: "scan" },
  { data: scanCrossRegionSaleDefinition, file: "resources/scan/scan-cross-region-sale.ts", area: "scan" },
  { data: scanNonChannelDefinition, file: "resources/scan/scan-non-channel.ts", area: "scan" },
  { data: { ...scanRecordDefinition, seed: scanRecordSeed }, file: "resources/scan/scan-record.ts", area: "scan" },
  { data: { ...scanRepeatDefinition, seed: scanRepeatSeed }, file: "resources/scan/scan-repeat.ts", area: "scan" },
  { data: scanSingleCodeDefinition, file: "resources/scan/scan-single-code.ts", area: "scan" },
  { data: scanSummaryDefinition, file: "resources/scan/scan-summary.ts", area: "scan" },
  { data: { ...wxuserDefinition, seed: wxuserSeed }, file: "resources/scan/wxuser.ts", area: "scan" },
  { data: { ...clientAuthorityDefinition, seed: clientAuthoritySeed }, file: "resources/system/client-authority.ts", area: "system" },
  { data: { ...clientDefinition, seed: clientSeed }, file: "resources/system/client.ts", area: "system" },
  { data: { ...datasourceDefinition, seed: datasourceSeed }, file: "resources/system/datasource.ts", area: "system" },
  { data: { ...dictBizDefinition, seed: dictBizSeed }, file: "resources/system/dict-biz.ts", area: "system" },
  { data: { ...dictDefinition, seed: dictSeed }, file: "resources/system/dict.ts", area: "system" },
  { data: { ...paramDefinition, seed: paramSeed }, file: "resources/system/param.ts", area: "system" },
  { data: regionDefinition, file: "resources/system/region.ts", area: "system" },
  { data: { ...codeDefinition, seed: codeSeed }, file: "resources/tools/code.ts", area: "tools" },
  { data: { ...reportDefinition, seed: reportSeed }, file: "resources/tools/report.ts", area: "tools" },
  { data: { ...channelTypeDefinition, seed: channelTypeSeed }, file: "resources/warehousing/channel-type.ts", area: "warehousing" },
  { data: { ...channelDefinition, seed: channelSeed }, file: "resources/warehousing/channel.ts", area: "warehousing" },
  { data: docDetailDefinition, file: "resources/warehousing/doc-detail.ts", area: "warehousing" },
  { data: { ...goodsBillDefinition, seed: goodsBillSeed }, file: "resources/warehousing/goods-bill.ts", area: "warehousing" },
  { data: { ...goodsStockDefinition, seed: goodsStockSeed }, file: "resources/warehousing/goods-stock.ts", area: "warehousing" },
  { data: { ...logisticsOutDocDefinition, seed: logisticsOutDocSeed }, file: "resources/warehousing/logistics-out-doc.ts", area: "warehousing" },
  { data: { ...saledocDefinition, seed: saledocSeed }, file: "resources/warehousing/saledoc.ts", area: "warehousing" },
  { data: { ...stockInDocDefinition, seed: stockInDocSeed }, file: "resources/warehousing/stock-in-doc.ts", area: "warehousing" },
  { data: { ...stockMoveRecordDefinition, seed: stockMoveRecordSeed }, file: "resources/warehousing/stock-move-record.ts", area: "warehousing" },
  { data: { ...stockOutDocDefinition, seed: stockOutDocSeed }, file: "resources/warehousing/stock-out-doc.ts", area: "warehousing" },
  { data: { ...trayDefinition, seed: traySeed }, file: "resources/warehousing/tray.ts", area: "warehousing" },
  { data: { ...traygoodsDefinition, seed: traygoodsSeed }, file: "resources/warehousing/traygoods.ts", area: "warehousing" },
  { data: { ...warehouseInBillDefinition, seed: warehouseInBillSeed }, file: "resources/warehousing/warehouse-in-bill.ts", area: "warehousing" },
  { data: warehouseOutBillDetailDefinition, file: "resources/warehousing/warehouse-out-bill-detail.ts", area: "warehousing" },
  { data: { ...warehouseOutBillDefinition, seed: warehouseOutBillSeed }, file: "resources/warehousing/warehouse-out-bill.ts", area: "warehousing" },
  { data: { ...warehouseDefinition, seed: warehouseSeed }, file: "resources/warehousing/warehouse.ts", area: "warehousing" },
  { data: { ...warehousegoodscurrentDefinition, seed: warehousegoodscurrentSeed }, file: "resources/warehousing/warehousegoodscurrent.ts", area: "warehousing" },
];

export const areas: readonly Area[] = [attributesArea, authorityArea, bindConfigArea, businessArea, codesArea, deskArea, flowArea, loyaltyArea, mallArea, monitorArea, packagingArea, paymentsArea, productArea, productionArea, resourceArea, scanArea, systemArea, toolsArea, warehousingArea];
