import { seedRows } from "#schema";

export default seedRows("post", [
  { tenantId: "000000", category: "1", postCode: "ceo", postName: "首席执行官", sort: 1 },
  { category: "1", postCode: "ceo", postName: "首席执行官", sort: 1, remark: "公司负责人" },
  { category: "1", postCode: "coo", postName: "生产总监", sort: 2 },
  { category: "2", postCode: "wm", postName: "仓库主管", sort: 3, remark: "收发货与库存" },
  { category: "2", postCode: "pm", postName: "车间主任", sort: 4 },
  { category: "2", postCode: "sales", postName: "区域经理", sort: 5 },
  { category: "2", postCode: "fin", postName: "财务主管", sort: 6 },
  { category: "3", postCode: "qc", postName: "质检员", sort: 7, remark: "来料、过程与成品检验" },
  { category: "3", postCode: "op", postName: "产线操作员", sort: 8 },
  { category: "3", postCode: "keeper", postName: "仓管员", sort: 9 },
  { category: "3", postCode: "mkt", postName: "市场专员", sort: 10 },
  { category: "4", postCode: "dealer", postName: "渠道联系人", sort: 11 },
  { tenantId: "100002", category: "1", postCode: "ceo", postName: "首席执行官", sort: 1 },
]);
