import { seedRows } from "#schema";

export default seedRows("role", [
  { tenantId: "000000", roleName: "超级管理员", roleAlias: "administrator", roleType: "1", sort: 1, remark: "平台的管理员，可管理全部租户" },
  {
    roleName: "管理员", roleAlias: "admin", roleType: "1", sort: 1, remark: "租户内拥有全部权限",
    children: [
      { roleName: "仓库主管", roleAlias: "warehouse", roleType: "1", sort: 2, remark: "仓库、渠道与出库单" },
      { roleName: "生产主管", roleAlias: "production", roleType: "1", sort: 3, remark: "工厂到班组的全部设置" },
      { roleName: "市场专员", roleAlias: "marketing", roleType: "1", sort: 4, remark: "产品、商品、订单与会员" },
      { roleName: "审计员", roleAlias: "auditor", roleType: "1", sort: 5, remark: "只读：可查看，不可修改" },
      { roleName: "普通用户", roleAlias: "user", roleType: "1", sort: 6 },
    ],
  },
  { roleName: "渠道商", roleAlias: "channel", roleType: "2", sort: 9, remark: "只看到本渠道及下级渠道的数据" },
  { tenantId: "100002", roleName: "管理员", roleAlias: "admin", roleType: "1", sort: 1 },
]);
