import { seedRows } from "#schema";

/** A dictionary with its entries in order: [key, name]. */
function dictionary(code: string, dictValue: string, sort: number, entries: readonly (readonly [key: string, name: string])[]) {
  return { code, dictValue, dictKey: "-1", sort, isSealed: 0, children: entries.map(([dictKey, name], index) => ({ code, dictKey, dictValue: name, sort: index + 1, isSealed: 0 })) };
}

/** What every tenant begins with: a new one gets the rows of tenant 000000. */
const common = [
  dictionary("goods_grade", "商品等级", 1, [["1", "一级品"], ["2", "二级品"]]),
  dictionary("leave_type", "请假类型", 2, [["1", "年假"], ["2", "事假"], ["3", "病假"]]),
  dictionary("logistics_company", "物流公司", 3, [["1", "顺丰"], ["2", "京东物流"], ["3", "德邦"]]),
  dictionary("material_unit", "计量单位", 4, [["1", "千克"], ["2", "升"], ["3", "瓶"], ["4", "箱"]]),
];

export default seedRows("dict-biz", [
  ...common.map((row) => ({ tenantId: "000000", ...row })),
  ...common.map((row) => ({ tenantId: "100002", ...row })),
  ...common,
  dictionary("stockout_type", "出库类型", 5, [["1", "销售出库"], ["2", "调拨出库"], ["3", "退货出库"]]),
  dictionary("channel_level", "渠道级别", 6, [["1", "省代"], ["2", "市代"], ["3", "门店"]]),
]);
