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
import apiTokenDefinition from "../resources/authority/api-token.ts";
import dataScopeDefinition from "../resources/authority/data-scope.ts";
import deptDefinition from "../resources/authority/dept.ts";
import identityProviderDefinition from "../resources/authority/identity-provider.ts";
import menuDefinition from "../resources/authority/menu.ts";
import postDefinition from "../resources/authority/post.ts";
import roleMenuDefinition from "../resources/authority/role-menu.ts";
import roleScopeDefinition from "../resources/authority/role-scope.ts";
import roleDefinition from "../resources/authority/role.ts";
import sessionDefinition from "../resources/authority/session.ts";
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
import emailAttemptDefinition from "../resources/business/email-attempt.ts";
import emailRecordDefinition from "../resources/business/email-record.ts";
import emailDefinition from "../resources/business/email.ts";
import mailTemplateDefinition from "../resources/business/mail-template.ts";
import partnerDefinition from "../resources/business/partner.ts";
import codeEventDefinition from "../resources/codes/code-event.ts";
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
import transferLineDefinition from "../resources/codes/transfer-line.ts";
import transferDefinition from "../resources/codes/transfer.ts";
import leaveProcessDefinition from "../resources/desk/leave-process.ts";
import listViewDefinition from "../resources/desk/list-view.ts";
import noticeDefinition from "../resources/desk/notice.ts";
import recordCommentDefinition from "../resources/desk/record-comment.ts";
import recordFollowDefinition from "../resources/desk/record-follow.ts";
import reportDeliveryDefinition from "../resources/desk/report-delivery.ts";
import reportScheduleDefinition from "../resources/desk/report-schedule.ts";
import reportDefinition from "../resources/desk/report.ts";
import flowCandidateDefinition from "../resources/flow/flow-candidate.ts";
import flowFollowDefinition from "../resources/flow/flow-follow.ts";
import flowHistoryDefinition from "../resources/flow/flow-history.ts";
import flowInstanceDefinition from "../resources/flow/flow-instance.ts";
import flowManagerDefinition from "../resources/flow/flow-manager.ts";
import flowModelDefinition from "../resources/flow/flow-model.ts";
import flowNoticeDefinition from "../resources/flow/flow-notice.ts";
import flowProcessDefinition from "../resources/flow/flow-process.ts";
import flowStatisticsDefinition from "../resources/flow/flow-statistics.ts";
import flowTaskDefinition from "../resources/flow/flow-task.ts";
import workClaimDefinition from "../resources/flow/work-claim.ts";
import workDoneDefinition from "../resources/flow/work-done.ts";
import workNoticeDefinition from "../resources/flow/work-notice.ts";
import workSendDefinition from "../resources/flow/work-send.ts";
import workStartDefinition from "../resources/flow/work-start.ts";
import workStepDefinition from "../resources/flow/work-step.ts";
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
import jobDefinition from "../resources/monitor/job.ts";
import logApiDefinition from "../resources/monitor/log-api.ts";
import logErrorDefinition from "../resources/monitor/log-error.ts";
import logUsualDefinition from "../resources/monitor/log-usual.ts";
import rowChangeDefinition from "../resources/monitor/row-change.ts";
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
import smsRecordDefinition from "../resources/resource/sms-record.ts";
import smsDefinition from "../resources/resource/sms.ts";
import antiFakeWebDefinition from "../resources/scan/anti-fake-web.ts";
import consumerScanDayDefinition from "../resources/scan/consumer-scan-day.ts";
import consumerScanReachDefinition from "../resources/scan/consumer-scan-reach.ts";
import consumerScanRecordDefinition from "../resources/scan/consumer-scan-record.ts";
import scanCodeDetailDefinition from "../resources/scan/scan-code-detail.ts";
import scanCrossRegionSaleDefinition from "../resources/scan/scan-cross-region-sale.ts";
import scanCrossRegionDefinition from "../resources/scan/scan-cross-region.ts";
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
import webhookDeliveryDefinition from "../resources/system/webhook-delivery.ts";
import webhookDefinition from "../resources/system/webhook.ts";
import codeProposalDefinition from "../resources/tools/code-proposal.ts";
import codeDefinition from "../resources/tools/code.ts";
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
import apiTokenSeed from "../resources/authority/api-token.seed.ts";
import dataScopeSeed from "../resources/authority/data-scope.seed.ts";
import deptSeed from "../resources/authority/dept.seed.ts";
import identityProviderSeed from "../resources/authority/identity-provider.seed.ts";
import postSeed from "../resources/authority/post.seed.ts";
import roleMenuSeed from "../resources/authority/role-menu.seed.ts";
import roleScopeSeed from "../resources/authority/role-scope.seed.ts";
import roleSeed from "../resources/authority/role.seed.ts";
import tenantPackageSeed from "../resources/authority/tenant-package.seed.ts";
import tenantSeed from "../resources/authority/tenant.seed.ts";
import topmenuSettingSeed from "../resources/authority/topmenu-setting.seed.ts";
import topmenuSeed from "../resources/authority/topmenu.seed.ts";
import userSeed from "../resources/authority/user.seed.ts";
import configTenantSeed from "../resources/bind-config/config-tenant.seed.ts";
import configSeed from "../resources/bind-config/config.seed.ts";
import businessOrderSeed from "../resources/business/business-order.seed.ts";
import emailAttemptSeed from "../resources/business/email-attempt.seed.ts";
import emailRecordSeed from "../resources/business/email-record.seed.ts";
import emailSeed from "../resources/business/email.seed.ts";
import mailTemplateSeed from "../resources/business/mail-template.seed.ts";
import partnerSeed from "../resources/business/partner.seed.ts";
import codeGenRecordSeed from "../resources/codes/code-gen-record.seed.ts";
import codeItemSeed from "../resources/codes/code-item.seed.ts";
import codeMakeRuleSeed from "../resources/codes/code-make-rule.seed.ts";
import codeSetSeed from "../resources/codes/code-set.seed.ts";
import codemakerecordSeed from "../resources/codes/codemakerecord.seed.ts";
import dataMapSeed from "../resources/codes/data-map.seed.ts";
import digitSourceSeed from "../resources/codes/digit-source.seed.ts";
import noticeSeed from "../resources/desk/notice.seed.ts";
import reportDeliverySeed from "../resources/desk/report-delivery.seed.ts";
import reportScheduleSeed from "../resources/desk/report-schedule.seed.ts";
import reportSeed from "../resources/desk/report.seed.ts";
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
import jobSeed from "../resources/monitor/job.seed.ts";
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
import smsRecordSeed from "../resources/resource/sms-record.seed.ts";
import smsSeed from "../resources/resource/sms.seed.ts";
import consumerScanRecordSeed from "../resources/scan/consumer-scan-record.seed.ts";
import wxuserSeed from "../resources/scan/wxuser.seed.ts";
import clientAuthoritySeed from "../resources/system/client-authority.seed.ts";
import clientSeed from "../resources/system/client.seed.ts";
import datasourceSeed from "../resources/system/datasource.seed.ts";
import dictBizSeed from "../resources/system/dict-biz.seed.ts";
import dictSeed from "../resources/system/dict.seed.ts";
import paramSeed from "../resources/system/param.seed.ts";
import webhookDeliverySeed from "../resources/system/webhook-delivery.seed.ts";
import webhookSeed from "../resources/system/webhook.seed.ts";
import codeSeed from "../resources/tools/code.seed.ts";
import channelTypeSeed from "../resources/warehousing/channel-type.seed.ts";
import channelSeed from "../resources/warehousing/channel.seed.ts";
import goodsStockSeed from "../resources/warehousing/goods-stock.seed.ts";
import saledocSeed from "../resources/warehousing/saledoc.seed.ts";
import stockInDocSeed from "../resources/warehousing/stock-in-doc.seed.ts";
import stockOutDocSeed from "../resources/warehousing/stock-out-doc.seed.ts";
import traySeed from "../resources/warehousing/tray.seed.ts";
import warehouseInBillSeed from "../resources/warehousing/warehouse-in-bill.seed.ts";
import warehouseOutBillSeed from "../resources/warehousing/warehouse-out-bill.seed.ts";
import warehouseSeed from "../resources/warehousing/warehouse.seed.ts";

export const definitions: readonly LoadedDefinition[] = [
  { data: { ...attrOwnerBillDefinition, seed: attrOwnerBillSeed }, file: "resources/attributes/attr-owner-bill.ts", area: "attributes", about: "The attributes of one batch of an owner, independent of stock documents. Confirmed, it fills the bindings of that batch ahead." },
  { data: { ...attrOwnerDefinition, seed: attrOwnerSeed }, file: "resources/attributes/attr-owner.ts", area: "attributes", about: "Anything that can carry attributes: a product, a raw material, a process step. Every productId of the code side is a row of type 1." },
  { data: { ...attrPackDefinition, seed: attrPackSeed }, file: "resources/attributes/attr-pack.ts", area: "attributes", about: "Attributes that are given to an owner together. A later change of the pack does not touch the owners that got it." },
  { data: attrValueDefinition, file: "resources/attributes/attr-value.ts", area: "attributes", about: "A value that a listed attribute may have." },
  { data: { ...attrDefinition, seed: attrSeed }, file: "resources/attributes/attr.ts", area: "attributes", about: "What can be said of goods: fixed for a product (static), or entered per batch and document line (dynamic)." },
  { data: attributeOwnerDocDefinition, file: "resources/attributes/attribute-owner-doc.ts", area: "attributes", about: "Where and by whom the goods of a document line were made, with their dynamic attributes; one per line." },
  { data: { ...attrownerrelationDefinition, seed: attrownerrelationSeed }, file: "resources/attributes/attrownerrelation.ts", area: "attributes", about: "What a product is made of and which steps it passes: its bill of materials and its routing." },
  { data: { ...attrrelationDefinition, seed: attrrelationSeed }, file: "resources/attributes/attrrelation.ts", area: "attributes", about: "Which attributes an owner has, given one by one or with a pack. Removing one keeps the values that were entered." },
  { data: dynamicAttrsDefinition, file: "resources/attributes/dynamic-attrs.ts", area: "attributes", about: "The dynamic attributes that a product's batches ask for: its own, and those of its materials and steps." },
  { data: { ...goodsattrDefinition, seed: goodsattrSeed }, file: "resources/attributes/goodsattr.ts", area: "attributes", about: "The value of a static attribute for a product, or for one of its specs; that of the spec counts." },
  { data: { ...specDefinition, seed: specSeed }, file: "resources/attributes/spec.ts", area: "attributes", about: "How a product is packed: bottles in a carton, cartons in a case. Not the spec of a commodity in the shop." },
  { data: { ...apiScopeDefinition, seed: apiScopeSeed }, file: "resources/authority/api-scope.ts", area: "authority", about: "Paths that only roles which hold such a scope may call, besides the permission of the call itself; administrators always. A path that no scope covers is open to all who hold its permission. What is everybody's (their own account, choices of forms) or the public's is not narrowed." },
  { data: { ...apiTokenDefinition, seed: apiTokenSeed }, file: "resources/authority/api-token.ts", area: "authority", about: "A token by which a program calls the platform as an account, limited to the permissions that were chosen for it. The token itself is shown once and never kept." },
  { data: { ...dataScopeDefinition, seed: dataScopeSeed }, file: "resources/authority/data-scope.ts", area: "authority", about: "Which rows of a resource a role sees, and may write or choose, and which of their fields. A role takes scopes by granting; administrators are never restricted. Of several on one resource the widest wins; a resource without any is seen whole (docs/data-scopes.md)." },
  { data: { ...deptDefinition, seed: deptSeed }, file: "resources/authority/dept.ts", area: "authority", about: "The departments of a tenant. One never moves to another tenant." },
  { data: { ...identityProviderDefinition, seed: identityProviderSeed }, file: "resources/authority/identity-provider.ts", area: "authority", about: "A system with whose accounts people of a tenant sign in. It decides who may enter as whom, so only the tenant's administrators write it; its secrets are stored encrypted and never answered." },
  { data: menuDefinition, file: "resources/authority/menu.ts", area: "authority", about: "Menus (category 1) and the buttons on their screens (category 2) in one tree; the code of a button is its permission key. A button leads nowhere and is drawn by its screen, so nobody is asked where it leads and what it looks like." },
  { data: { ...postDefinition, seed: postSeed }, file: "resources/authority/post.ts", area: "authority", about: "What people are employed as; one person may hold several." },
  { data: { ...roleMenuDefinition, seed: roleMenuSeed }, file: "resources/authority/role-menu.ts", area: "authority", about: "Which menus and buttons a role holds; written by granting, never by hand." },
  { data: { ...roleScopeDefinition, seed: roleScopeSeed }, file: "resources/authority/role-scope.ts", area: "authority", about: "Which data scopes and API scopes a role holds; written by granting, never by hand." },
  { data: { ...roleDefinition, seed: roleSeed }, file: "resources/authority/role.ts", area: "authority", about: "What people may do: menus, buttons, data and interfaces, granted together. The alias, not the name, is what rules ask for; administrator exists in tenant 000000 only, admin once in every tenant." },
  { data: sessionDefinition, file: "resources/authority/session.ts", area: "authority", about: "Where people are signed in now. Ending a session takes effect at its next request, in every process." },
  { data: { ...tenantPackageDefinition, seed: tenantPackageSeed }, file: "resources/authority/tenant-package.ts", area: "authority", about: "What a tenant may use: a set of menus. Bound to a tenant it cannot be removed." },
  { data: { ...tenantDefinition, seed: tenantSeed }, file: "resources/authority/tenant.ts", area: "authority", about: "A customer of the platform, known by six digits. A new one gets a free number, the role admin, a department, a post and the account admin." },
  { data: { ...topmenuSettingDefinition, seed: topmenuSettingSeed }, file: "resources/authority/topmenu-setting.ts", area: "authority", about: "Which menus stand below an entry of the header; written by configuring it, never by hand." },
  { data: { ...topmenuDefinition, seed: topmenuSeed }, file: "resources/authority/topmenu.ts", area: "authority", about: "An entry of the header: choosing it narrows the sidebar to the menus that are configured for it." },
  { data: userOauthDefinition, file: "resources/authority/user-oauth.ts", area: "authority", about: "Whom a person is on another platform. A guest without an account of ours asks for one; it waits for approval." },
  { data: userProfileDefinition, file: "resources/authority/user-profile.ts", area: "authority", about: "What a person sees and changes of the own account. The page is made of calls of `user`: info, updateInfo, updatePassword." },
  { data: { ...userDefinition, seed: userSeed }, file: "resources/authority/user.ts", area: "authority", about: "A person who signs in. `submit` makes new ones, `update` changes them; no answer ever holds a password." },
  { data: { ...configTenantDefinition, seed: configTenantSeed }, file: "resources/bind-config/config-tenant.ts", area: "bind-config", about: "A tenant's own value of a setting. Removing the row restores the default." },
  { data: { ...configDefinition, seed: configSeed }, file: "resources/bind-config/config.ts", area: "bind-config", about: "A setting of the code side with its default for the whole platform. Disabled, the built-in default applies." },
  { data: businessOrderNodeDefinition, file: "resources/business/business-order-node.ts", area: "business", about: "A step of a business order. One is in progress at a time; the next begins when it ends." },
  { data: { ...businessOrderDefinition, seed: businessOrderSeed }, file: "resources/business/business-order.ts", area: "business", about: "An order with a partner: labels, service, equipment. Not an order of the shop." },
  { data: { ...emailAttemptDefinition, seed: emailAttemptSeed }, file: "resources/business/email-attempt.ts", area: "business", about: "An attempt to hand a mail to the server of its mailbox, with what that server said." },
  { data: { ...emailRecordDefinition, seed: emailRecordSeed }, file: "resources/business/email-record.ts", area: "business", about: "A mail, written by people or by the server, sent by a job, and tried again while its failure may pass. What was sent cannot be changed." },
  { data: { ...emailDefinition, seed: emailSeed }, file: "resources/business/email.ts", area: "business", about: "A mailbox that mails are sent from. At most one of a tenant is the default." },
  { data: { ...mailTemplateDefinition, seed: mailTemplateSeed }, file: "resources/business/mail-template.ts", area: "business", about: "A mail with places for the values of a row: {{orderNo}} becomes the number of the order that the mail is about." },
  { data: { ...partnerDefinition, seed: partnerSeed }, file: "resources/business/partner.ts", area: "business", about: "A company we work with: brands that buy labels, printers, carriers, agents." },
  { data: codeEventDefinition, file: "resources/codes/code-event.ts", area: "codes", about: "What was done with all codes of a generation record or of a set at once: when, and, as its creator, by whom. The life of each of their codes tells it, so it stays when the logs are cleared." },
  { data: codeGenRecordDetailDefinition, file: "resources/codes/code-gen-record-detail.ts", area: "codes", about: "A line of a generation record: the codes of one layer." },
  { data: { ...codeGenRecordDefinition, seed: codeGenRecordSeed }, file: "resources/codes/code-gen-record.ts", area: "codes", about: "An order for codes: how many of which layer by which rule. A job makes them; the file is downloaded when it is done." },
  { data: { ...codeItemDefinition, seed: codeItemSeed }, file: "resources/codes/code-item.ts", area: "codes", about: "One code: what was printed on one bottle, carton, case or pallet, and where it stands in its life. A list asks for a code, a set or a generation line." },
  { data: { ...codeMakeRuleDefinition, seed: codeMakeRuleSeed }, file: "resources/codes/code-make-rule.ts", area: "codes", about: "How a code is composed: prefix, date, layer mark, body, check digit. Once codes were made by it, only its name, address, status and remark change." },
  { data: codeRelationDefinition, file: "resources/codes/code-relation.ts", area: "codes", about: "Which code is packed in which, and which codes stand on the same unit. Whole trees are looked up by any of their codes." },
  { data: codeReplaceDefinition, file: "resources/codes/code-replace.ts", area: "codes", about: "A damaged code exchanged for a fresh one, which takes over its place in the package, its stock and its documents. Adding carries it out at once; a failed one is corrected and tried again." },
  { data: { ...codeSetDefinition, seed: codeSetSeed }, file: "resources/codes/code-set.ts", area: "codes", about: "Codes in layers, as they are handed to the printer and the line: formatted, imported, sealed and disabled together." },
  { data: { ...codemakerecordDefinition, seed: codemakerecordSeed }, file: "resources/codes/codemakerecord.ts", area: "codes", about: "The making of codes: which range went to which printer or device, and what was scrapped." },
  { data: { ...dataMapDefinition, seed: dataMapSeed }, file: "resources/codes/data-map.ts", area: "codes", about: "How the columns of a file, or the fields of another system, become ours." },
  { data: { ...digitSourceDefinition, seed: digitSourceSeed }, file: "resources/codes/digit-source.ts", area: "codes", about: "Where codes come from; tells of a scanned text whose code it is. Every tenant has SELF, the platform itself." },
  { data: transferLineDefinition, file: "resources/codes/transfer-line.ts", area: "codes", about: "A line of an uploaded file, kept while a job works on it: what it names, the package that it belongs to, and what is wrong with it." },
  { data: transferDefinition, file: "resources/codes/transfer.ts", area: "codes", about: "A file with the package relations that a line captured off-line. A job checks it, and relates its codes package by package: one with a faulty line is rejected as a whole and listed in the error file." },
  { data: leaveProcessDefinition, file: "resources/desk/leave-process.ts", area: "desk", about: "A request for leave. It is written with the start of its process and moved by the tasks of that process alone." },
  { data: listViewDefinition, file: "resources/desk/list-view.ts", area: "desk", about: "What a list shows under a name: its filters, order, columns and row height. Everybody has views of their own; shared ones are for roles or for all." },
  { data: { ...noticeDefinition, seed: noticeSeed }, file: "resources/desk/notice.ts", area: "desk", about: "What the company tells its people." },
  { data: recordCommentDefinition, file: "resources/desk/record-comment.ts", area: "desk", about: "What people say about a record: a row for each comment, of records of all kinds. Whoever may open the record reads and writes them." },
  { data: recordFollowDefinition, file: "resources/desk/record-follow.ts", area: "desk", about: "Who is told of comments on a record and of its states: a row for each person and record. Whoever has stopped keeps the row, which says so." },
  { data: { ...reportDeliveryDefinition, seed: reportDeliverySeed }, file: "resources/desk/report-delivery.ts", area: "desk", about: "A report on its way to one of its receivers. What becomes of the mail itself is with the mail." },
  { data: { ...reportScheduleDefinition, seed: reportScheduleSeed }, file: "resources/desk/report-schedule.ts", area: "desk", about: "When a report goes to whom by mail. Each receiver gets the figures of their own rights, as a file." },
  { data: { ...reportDefinition, seed: reportSeed }, file: "resources/desk/report.ts", area: "desk", about: "A report over the rows of one resource: what it groups, adds up and filters. Users see the figures of the rows that they may read. It is designed on a page of its own." },
  { data: flowCandidateDefinition, file: "resources/flow/flow-candidate.ts", area: "flow", about: "Who may claim a task: a user, or everybody with a role, in a department or at a post. Gone when the task has somebody." },
  { data: flowFollowDefinition, file: "resources/flow/flow-follow.ts", area: "flow", about: "An instance that is running." },
  { data: flowHistoryDefinition, file: "resources/flow/flow-history.ts", area: "flow", about: "What happened in an instance, node by node: who, when, how long, with which comment." },
  { data: flowInstanceDefinition, file: "resources/flow/flow-instance.ts", area: "flow", about: "An instance of a process, running or over. What the engine knows of it is one document, which no call answers; what its definition was called stays here, as a deployment may be deleted." },
  { data: { ...flowManagerDefinition, seed: flowManagerSeed }, file: "resources/flow/flow-manager.ts", area: "flow", about: "A deployed process: what can be started. A suspended one cannot." },
  { data: { ...flowModelDefinition, seed: flowModelSeed }, file: "resources/flow/flow-model.ts", area: "flow", about: "A process as it is drawn. Each deployment makes a process definition of it, which a later change of the model does not touch." },
  { data: flowNoticeDefinition, file: "resources/flow/flow-notice.ts", area: "flow", about: "What somebody is told of a process, or of a record that they follow: a row for each person. The list of notices is made of these." },
  { data: flowProcessDefinition, file: "resources/flow/flow-process.ts", area: "flow", about: "A process as it is drawn, with what has happened in one of its instances." },
  { data: flowStatisticsDefinition, file: "resources/flow/flow-statistics.ts", area: "flow", about: "How long the steps of a deployed process take, and what waits at them." },
  { data: flowTaskDefinition, file: "resources/flow/flow-task.ts", area: "flow", about: "A user task of an instance: waiting, completed, or taken away by its process. The lists of work are made of these." },
  { data: workClaimDefinition, file: "resources/flow/work-claim.ts", area: "flow", about: "Tasks that several people may take: the one who claims it has it alone." },
  { data: workDoneDefinition, file: "resources/flow/work-done.ts", area: "flow", about: "Tasks that the caller has completed, newest first." },
  { data: workNoticeDefinition, file: "resources/flow/work-notice.ts", area: "flow", about: "What the caller is told of processes, and of the records that they follow." },
  { data: workSendDefinition, file: "resources/flow/work-send.ts", area: "flow", about: "Requests that the caller has made." },
  { data: workStartDefinition, file: "resources/flow/work-start.ts", area: "flow", about: "Processes that the caller's tenant may start: the newest active definition of each." },
  { data: workStepDefinition, file: "resources/flow/work-step.ts", area: "flow", about: "A step that a task may be sent back to." },
  { data: workTodoDefinition, file: "resources/flow/work-todo.ts", area: "flow", about: "Tasks that wait for the caller." },
  { data: { ...activateRecordDefinition, seed: activateRecordSeed }, file: "resources/loyalty/activate-record.ts", area: "loyalty", about: "The activation of a device at a terminal. Approved, it earns rewards; a device earns once." },
  { data: { ...activateRewardDefinition, seed: activateRewardSeed }, file: "resources/loyalty/activate-reward.ts", area: "loyalty", about: "What a member gets for an activation." },
  { data: { ...exchangeRecordDefinition, seed: exchangeRecordSeed }, file: "resources/loyalty/exchange-record.ts", area: "loyalty", about: "Points given for goods, from the request to the receipt." },
  { data: { ...gradeDefinition, seed: gradeSeed }, file: "resources/loyalty/grade.ts", area: "loyalty", about: "A rung of membership, reached by growth. Exactly one is the default: the one that needs none." },
  { data: { ...imgNavDefinition, seed: imgNavSeed }, file: "resources/loyalty/img-nav.ts", area: "loyalty", about: "A picture that leads somewhere: banners and icons of the shop's pages." },
  { data: { ...incomeRecordDefinition, seed: incomeRecordSeed }, file: "resources/loyalty/income-record.ts", area: "loyalty", about: "What a member earned, and why. Booked, it stands on the account; reversed, it is taken back." },
  { data: { ...loyaltyCategoryDefinition, seed: loyaltyCategorySeed }, file: "resources/loyalty/loyalty-category.ts", area: "loyalty", about: "Trades of merchants, kinds of exchange goods, kinds of terminals: one tree per purpose." },
  { data: { ...memberDefinition, seed: memberSeed }, file: "resources/loyalty/member.ts", area: "loyalty", about: "A consumer with an account. Points, growth and grade are written by the server; the referrer is fixed at the beginning." },
  { data: { ...membershipDefinition, seed: membershipSeed }, file: "resources/loyalty/membership.ts", area: "loyalty", about: "A time during which a member holds a grade. Two of one member never overlap." },
  { data: { ...merchantDefinition, seed: merchantSeed }, file: "resources/loyalty/merchant.ts", area: "loyalty", about: "A shop that sells our goods; it is audited before it may." },
  { data: { ...pointsRecordDefinition, seed: pointsRecordSeed }, file: "resources/loyalty/points-record.ts", area: "loyalty", about: "Every change of a member's points, with what there was before and after. Corrections are counter-entries." },
  { data: { ...posterDefinition, seed: posterSeed }, file: "resources/loyalty/poster.ts", area: "loyalty", about: "A picture that members share or the shop shows. One for referrals carries the member's invitation code." },
  { data: { ...shareBenefitDefinition, seed: shareBenefitSeed }, file: "resources/loyalty/share-benefit.ts", area: "loyalty", about: "A beneficiary's share of a sale, as it is worked out. Settled it becomes income; a refund takes it back." },
  { data: { ...terminalDeviceDefinition, seed: terminalDeviceSeed }, file: "resources/loyalty/terminal-device.ts", area: "loyalty", about: "A device of a point of sale: scanner, cabinet, cash register. Not the equipment of production lines." },
  { data: { ...terminalPackDefinition, seed: terminalPackSeed }, file: "resources/loyalty/terminal-pack.ts", area: "loyalty", about: "An offer of devices for a terminal, with what its activation earns." },
  { data: { ...terminalDefinition, seed: terminalSeed }, file: "resources/loyalty/terminal.ts", area: "loyalty", about: "A point of sale of a merchant: a counter, a vending machine." },
  { data: { ...waterBillDefinition, seed: waterBillSeed }, file: "resources/loyalty/water-bill.ts", area: "loyalty", about: "Every movement on a member's account, with the balance before and after. Corrections are counter-entries." },
  { data: { ...addressDefinition, seed: addressSeed }, file: "resources/mall/address.ts", area: "mall", about: "Where a member's parcels go. Orders keep a copy, so that no later change touches them." },
  { data: { ...cartItemDefinition, seed: cartItemSeed }, file: "resources/mall/cart-item.ts", area: "mall", about: "What a member has put into the cart. Putting the same in again adds to its quantity." },
  { data: { ...clientPlatformDefinition, seed: clientPlatformSeed }, file: "resources/mall/client-platform.ts", area: "mall", about: "Where consumers shop: a mini program, a site, a machine." },
  { data: { ...orderDetailDefinition, seed: orderDetailSeed }, file: "resources/mall/order-detail.ts", area: "mall", about: "A line of an order, with name, picture, spec and price as they were when it was placed." },
  { data: { ...orderStatusLogDefinition, seed: orderStatusLogSeed }, file: "resources/mall/order-status-log.ts", area: "mall", about: "The history of an order, one row per step." },
  { data: { ...orderDefinition, seed: orderSeed }, file: "resources/mall/order.ts", area: "mall", about: "What a member bought, from placing to receipt or refund; nobody skips a step." },
  { data: { ...repeatOrderDefinition, seed: repeatOrderSeed }, file: "resources/mall/repeat-order.ts", area: "mall", about: "A payment that came for an order which was paid or closed already. Found by the callback of the channel, never made by hand." },
  { data: { ...tenantClientDefinition, seed: tenantClientSeed }, file: "resources/mall/tenant-client.ts", area: "mall", about: "An application of the tenant: what opens pay orders and is told how they end." },
  { data: { ...userAccountDefinition, seed: userAccountSeed }, file: "resources/mall/user-account.ts", area: "mall", about: "The money of a member. Only account movements move it; nobody writes its amounts." },
  { data: { ...jobDefinition, seed: jobSeed }, file: "resources/monitor/job.ts", area: "monitor", about: "Work that the server does in the background, tried again when it fails." },
  { data: { ...logApiDefinition, seed: logApiSeed }, file: "resources/monitor/log-api.ts", area: "monitor", about: "Every write and every sign-in, with who called and how long it took." },
  { data: { ...logErrorDefinition, seed: logErrorSeed }, file: "resources/monitor/log-error.ts", area: "monitor", about: "Failures that nobody foresaw. A refusal by a rule of the business is none." },
  { data: { ...logUsualDefinition, seed: logUsualSeed }, file: "resources/monitor/log-usual.ts", area: "monitor", about: "Every write with what it changed, and what else the server found worth noting. Passwords and tokens are masked before they are stored." },
  { data: rowChangeDefinition, file: "resources/monitor/row-change.ts", area: "monitor", about: "What a write did to one row, with the values themselves: the history of a record is read from it. Secrets are never among them. Readers see of it what they see of the record." },
  { data: { ...webLogDefinition, seed: webLogSeed }, file: "resources/monitor/web-log.ts", area: "monitor", about: "What browsers recorded: uncaught errors and local entries, uploaded on request or with signing out." },
  { data: codeSetLayerDefinition, file: "resources/packaging/code-set-layer.ts", area: "packaging", about: "A layer of a code set: how many codes of which function, and where they are taken from." },
  { data: { ...packLayerDefinition, seed: packLayerSeed }, file: "resources/packaging/pack-layer.ts", area: "packaging", about: "A layer of packing, from the bottle outwards; 1 is the smallest unit that is sold." },
  { data: specpacklayerDefinition, file: "resources/packaging/specpacklayer.ts", area: "packaging", about: "How many units of the next lower layer a layer of a spec holds." },
  { data: { ...notifyLogDefinition, seed: notifyLogSeed }, file: "resources/payments/notify-log.ts", area: "payments", about: "A notice of a payment or refund to a client of the tenant, sent again until the client answers." },
  { data: { ...payChannelDefinition, seed: payChannelSeed }, file: "resources/payments/pay-channel.ts", area: "payments", about: "A way to pay, with the keys of the provider that takes the money. Keys are stored encrypted and never answered." },
  { data: { ...payLogDataDefinition, seed: payLogDataSeed }, file: "resources/payments/pay-log-data.ts", area: "payments", about: "Every exchange with a pay channel. Keys, signatures and passwords are masked before they are stored." },
  { data: { ...payOrderDefinition, seed: payOrderSeed }, file: "resources/payments/pay-order.ts", area: "payments", about: "One attempt to collect an order. It is never changed by hand, and removed only when closed." },
  { data: { ...payRefundOrderDefinition, seed: payRefundOrderSeed }, file: "resources/payments/pay-refund-order.ts", area: "payments", about: "Money going back: to the payer by the channel, or by a transfer made by hand." },
  { data: { ...brandDefinition, seed: brandSeed }, file: "resources/product/brand.ts", area: "product", about: "The brand under which the shop shows goods; the brands of the product library are `product-brand`." },
  { data: { ...commoditySkuDefinition, seed: commoditySkuSeed }, file: "resources/product/commodity-sku.ts", area: "product", about: "What is bought of a commodity: one value of each of its specs, with price and stock." },
  { data: { ...commoditySpecDefinition, seed: commoditySpecSeed }, file: "resources/product/commodity-spec.ts", area: "product", about: "What the SKUs of a commodity differ in, with its values; without a commodity it is a template for any." },
  { data: { ...commodityDefinition, seed: commoditySeed }, file: "resources/product/commodity.ts", area: "product", about: "What the shop shows and sells: a product put on sale with its own title, pictures and prices." },
  { data: { ...costItemDetailDefinition, seed: costItemDetailSeed }, file: "resources/product/cost-item-detail.ts", area: "product", about: "What one cost item came to for a product on a day. All lines of a product and a day are read together." },
  { data: { ...costItemDefinition, seed: costItemSeed }, file: "resources/product/cost-item.ts", area: "product", about: "What goods cost to make, by kind: material, packaging, labour." },
  { data: { ...productAttributeGroupDefinition, seed: productAttributeGroupSeed }, file: "resources/product/product-attribute-group.ts", area: "product", about: "Attributes of a category that are shown together." },
  { data: productAttributeValueDefinition, file: "resources/product/product-attribute-value.ts", area: "product", about: "A value that a listed attribute may have." },
  { data: { ...productAttributeDefinition, seed: productAttributeSeed }, file: "resources/product/product-attribute.ts", area: "product", about: "What can be said of a product: sale attributes make its SKUs, basic ones describe it." },
  { data: { ...productBrandDefinition, seed: productBrandSeed }, file: "resources/product/product-brand.ts", area: "product", about: "Brand of the product library, used by SPUs; the shop shows its marketing brand." },
  { data: { ...productCategoryDefinition, seed: productCategorySeed }, file: "resources/product/product-category.ts", area: "product", about: "What kind of goods a product is: a tree of three levels. Disabling a category hides its branch from every choice and leaves the rows below as they are." },
  { data: { ...productSkuDefinition, seed: productSkuSeed }, file: "resources/product/product-sku.ts", area: "product", about: "One sellable combination of a product's sale attributes, with price and stock." },
  { data: { ...productSpuDefinition, seed: productSpuSeed }, file: "resources/product/product-spu.ts", area: "product", about: "What is described once of a product: name, brand, category, pictures, basic attributes. SKUs are what is sold of it." },
  { data: { ...spuSkuAttrMapDefinition, seed: spuSkuAttrMapSeed }, file: "resources/product/spu-sku-attr-map.ts", area: "product", about: "One attribute of a product, or of one of its SKUs. The forms of both write it; here it is looked up and mended." },
  { data: { ...deviceDefinition, seed: deviceSeed }, file: "resources/production/device.ts", area: "production", about: "A scanner, printer or computer of a line or a warehouse. Its first sign-in binds it to a person; unbound or disabled it may not post scans." },
  { data: { ...factoryDefinition, seed: factorySeed }, file: "resources/production/factory.ts", area: "production", about: "First step of factory → workshop → production line → team. Disabling one does not touch what hangs below." },
  { data: { ...processNodeDefinition, seed: processNodeSeed }, file: "resources/production/process-node.ts", area: "production", about: "A stage of production that holds ordered process steps." },
  { data: { ...processStepDefinition, seed: processStepSeed }, file: "resources/production/process-step.ts", area: "production", about: "A step of a process node: what is done, by whom, and whether it is a critical control point." },
  { data: { ...prodLineDefinition, seed: prodLineSeed }, file: "resources/production/prod-line.ts", area: "production", about: "Third step of factory → workshop → production line → team. Its factory is that of its workshop." },
  { data: { ...rawMaterialDefinition, seed: rawMaterialSeed }, file: "resources/production/raw-material.ts", area: "production", about: "What goods are made of: ingredients, packaging, additives." },
  { data: { ...shopDefinition, seed: shopSeed }, file: "resources/production/shop.ts", area: "production", about: "Second step of factory → workshop → production line → team. The wire calls a workshop \"shop\"; it sells nothing." },
  { data: { ...teamDefinition, seed: teamSeed }, file: "resources/production/team.ts", area: "production", about: "Last step of factory → workshop → production line → team. Factory and workshop are those of its line." },
  { data: { ...attachDefinition, seed: attachSeed }, file: "resources/resource/attach.ts", area: "resource", about: "A file that was uploaded: the upload adds its row, which goes with the file where nobody keeps it. Removing the row keeps the file as long as a record shows it." },
  { data: { ...mediaCategoryDefinition, seed: mediaCategorySeed }, file: "resources/resource/media-category.ts", area: "resource", about: "Groups the pictures and films of the media library. One that holds media cannot be removed." },
  { data: { ...mediaDefinition, seed: mediaSeed }, file: "resources/resource/media.ts", area: "resource", about: "A picture, film, recording or paper of the library, used by products, posters and the shop." },
  { data: { ...ossDefinition, seed: ossSeed }, file: "resources/resource/oss.ts", area: "resource", about: "Where uploads are kept. At most one configuration of a tenant is enabled; with none the server keeps them on its own disk." },
  { data: { ...smsRecordDefinition, seed: smsRecordSeed }, file: "resources/resource/sms-record.ts", area: "resource", about: "A text message on its way through the provider. What was redacted, such as one-time codes, is kept until it is sent and never shown." },
  { data: { ...smsDefinition, seed: smsSeed }, file: "resources/resource/sms.ts", area: "resource", about: "How text messages are sent. At most one configuration of a tenant is enabled." },
  { data: antiFakeWebDefinition, file: "resources/scan/anti-fake-web.ts", area: "scan", about: "What the public learns of a code. No sign-in, nothing of channels, documents or other codes." },
  { data: consumerScanDayDefinition, file: "resources/scan/consumer-scan-day.ts", area: "scan", about: "How many scans a day had: as a whole, and by each of some columns. Added to in the transaction of each scan; `npm run reconcile` proves it equal to the scans and makes it anew." },
  { data: consumerScanReachDefinition, file: "resources/scan/consumer-scan-reach.ts", area: "scan", about: "How many codes, or people, were met on a day that had last been met on `sinceDay`, or never. Between two days there were as many different ones as rows of these days say whose `sinceDay` is empty or before the first: so they can be added up, which numbers of different ones cannot. Kept like the scans of a day." },
  { data: { ...consumerScanRecordDefinition, seed: consumerScanRecordSeed }, file: "resources/scan/consumer-scan-record.ts", area: "scan", about: "One lookup by a consumer, unknown codes included. All that reports need is frozen in it, so that later changes do not rewrite it." },
  { data: scanCodeDetailDefinition, file: "resources/scan/scan-code-detail.ts", area: "scan", about: "Everything that is known of one code, forwards and backwards. Looking it up is no consumer's scan." },
  { data: scanCrossRegionSaleDefinition, file: "resources/scan/scan-cross-region-sale.ts", area: "scan", about: "Where goods of a channel were scanned although it may not sell there." },
  { data: scanCrossRegionDefinition, file: "resources/scan/scan-cross-region.ts", area: "scan", about: "Where goods were scanned outside of their regions: by day, province, channel and product, each of which leads to the next." },
  { data: scanNonChannelDefinition, file: "resources/scan/scan-non-channel.ts", area: "scan", about: "Consumers' scans of goods that never went to a channel: stolen, missed at the gate, or samples." },
  { data: scanRecordDefinition, file: "resources/scan/scan-record.ts", area: "scan", about: "What devices scanned for stock documents. Refused scans are kept as evidence." },
  { data: scanRepeatDefinition, file: "resources/scan/scan-repeat.ts", area: "scan", about: "Codes that were scanned too often, by too many people, in too many cities, or far apart within a short time: most likely copies. One row per scanned code, kept up with each scan." },
  { data: scanSingleCodeDefinition, file: "resources/scan/scan-single-code.ts", area: "scan", about: "Every consumer's scan of one code, newest first." },
  { data: scanSummaryDefinition, file: "resources/scan/scan-summary.ts", area: "scan", about: "How many scans there were: by day, province, channel and product, each of which leads to its scans." },
  { data: { ...wxuserDefinition, seed: wxuserSeed }, file: "resources/scan/wxuser.ts", area: "scan", about: "Somebody who scanned a code in WeChat. Staff change only nickname, phone, risk and remark." },
  { data: { ...clientAuthorityDefinition, seed: clientAuthoritySeed }, file: "resources/system/client-authority.ts", area: "system", about: "Which paths a machine client may call for a tenant." },
  { data: { ...clientDefinition, seed: clientSeed }, file: "resources/system/client.ts", area: "system", about: "A program that may call the platform: its id and secret stand in the Authorization header of every request, its lifetimes rule the tokens." },
  { data: { ...datasourceDefinition, seed: datasourceSeed }, file: "resources/system/datasource.ts", area: "system", about: "Another database: its tables are read where definitions are proposed from them, and a tenant can be bound to it." },
  { data: { ...dictBizDefinition, seed: dictBizSeed }, file: "resources/system/dict-biz.ts", area: "system", about: "A list of choices that a tenant keeps for itself; same shape and rules as the system dictionary." },
  { data: { ...dictDefinition, seed: dictSeed }, file: "resources/system/dict.ts", area: "system", about: "A list of choices that the whole platform shares. Entries stand below their dictionary and carry its code; sealed ones can no longer be chosen." },
  { data: { ...paramDefinition, seed: paramSeed }, file: "resources/system/param.ts", area: "system", about: "Settings of the platform, by key; only its administrator sees them." },
  { data: regionDefinition, file: "resources/system/region.ts", area: "system", about: "An administrative division, known by its code; the whole country, from provinces downwards." },
  { data: { ...webhookDeliveryDefinition, seed: webhookDeliverySeed }, file: "resources/system/webhook-delivery.ts", area: "system", about: "An event on its way to a webhook: its attempts, and what the receiver answered. The content itself is not shown." },
  { data: { ...webhookDefinition, seed: webhookSeed }, file: "resources/system/webhook.ts", area: "system", about: "Another system that is told of events: each is posted to its address, signed, and again until it is taken." },
  { data: codeProposalDefinition, file: "resources/tools/code-proposal.ts", area: "tools", about: "Definitions that are proposed from a table of a data source or from a file, looked at, corrected, and taken along or written." },
  { data: { ...codeDefinition, seed: codeSeed }, file: "resources/tools/code.ts", area: "tools", about: "A module whose definition is proposed from a table. The server never writes to the paths named here." },
  { data: { ...channelTypeDefinition, seed: channelTypeSeed }, file: "resources/warehousing/channel-type.ts", area: "warehousing", about: "What kind of dealer a channel is; at most four levels deep." },
  { data: { ...channelDefinition, seed: channelSeed }, file: "resources/warehousing/channel.ts", area: "warehousing", about: "A dealer, in the tree of dealers, with the regions where it may sell: what a scan is compared with." },
  { data: docDetailDefinition, file: "resources/warehousing/doc-detail.ts", area: "warehousing", about: "A line of a stock document. Lines are written only while their document is a draft; the same goods may stand on several lines when their batches differ." },
  { data: goodsBillDefinition, file: "resources/warehousing/goods-bill.ts", area: "warehousing", about: "Every change of a stock, with what was there before and after." },
  { data: { ...goodsStockDefinition, seed: goodsStockSeed }, file: "resources/warehousing/goods-stock.ts", area: "warehousing", about: "How much of a batch lies in a warehouse. Written with each booking, never by hand; the sum of its goods bills." },
  { data: logisticsOutDocDefinition, file: "resources/warehousing/logistics-out-doc.ts", area: "warehousing", about: "How the goods of a stock-out document travel. A document may have several waybills." },
  { data: { ...saledocDefinition, seed: saledocSeed }, file: "resources/warehousing/saledoc.ts", area: "warehousing", about: "A sale of a dealer to another dealer or to a consumer. Confirmed by the buyer or the brand, the codes on it belong to the buying channel." },
  { data: { ...stockInDocDefinition, seed: stockInDocSeed }, file: "resources/warehousing/stock-in-doc.ts", area: "warehousing", about: "Goods entering a warehouse: scanned, taken in without scanning, or by ranges of sequence numbers. Lines are written while it is a draft." },
  { data: stockMoveRecordDefinition, file: "resources/warehousing/stock-move-record.ts", area: "warehousing", about: "Where goods went, code by code: the history behind the channel of a code." },
  { data: { ...stockOutDocDefinition, seed: stockOutDocSeed }, file: "resources/warehousing/stock-out-doc.ts", area: "warehousing", about: "Goods leaving a warehouse. A finished sale decides to which channel and regions its goods were sold. Lines are written while it is a draft." },
  { data: { ...trayDefinition, seed: traySeed }, file: "resources/warehousing/tray.ts", area: "warehousing", about: "A pallet that cases are stacked on." },
  { data: traygoodsDefinition, file: "resources/warehousing/traygoods.ts", area: "warehousing", about: "What lies on a tray: a case by its code, or so many of a batch without codes." },
  { data: { ...warehouseInBillDefinition, seed: warehouseInBillSeed }, file: "resources/warehousing/warehouse-in-bill.ts", area: "warehousing", about: "What should come in; a stock-in document carries it out." },
  { data: warehouseOutBillDetailDefinition, file: "resources/warehousing/warehouse-out-bill-detail.ts", area: "warehousing", about: "A line of an out-bill, written while the bill is open." },
  { data: { ...warehouseOutBillDefinition, seed: warehouseOutBillSeed }, file: "resources/warehousing/warehouse-out-bill.ts", area: "warehousing", about: "What should be shipped; a stock-out document carries it out." },
  { data: { ...warehouseDefinition, seed: warehouseSeed }, file: "resources/warehousing/warehouse.ts", area: "warehousing", about: "Where goods lie. A channel's warehouse belongs to a dealer." },
  { data: warehousegoodscurrentDefinition, file: "resources/warehousing/warehousegoodscurrent.ts", area: "warehousing", about: "What is in a warehouse package by package. A change by hand is an adjustment of the stock and is booked as one." },
];

export const areas: readonly Area[] = [attributesArea, authorityArea, bindConfigArea, businessArea, codesArea, deskArea, flowArea, loyaltyArea, mallArea, monitorArea, packagingArea, paymentsArea, productArea, productionArea, resourceArea, scanArea, systemArea, toolsArea, warehousingArea];
