import { seedRows } from "#schema";

export default seedRows("dept", [
  { tenantId: "000000", deptName: "管理组", fullName: "平台管理组", deptCategory: "1", sort: 1 },
  {
    deptName: "贵州醇酿酒业", fullName: "贵州醇酿酒业有限公司", deptCategory: "1", sort: 1,
    children: [
      {
        deptName: "生产部", fullName: "贵州醇酿酒业生产部", deptCategory: "2", sort: 1,
        children: [
          { deptName: "酿造车间", fullName: "生产部酿造车间", deptCategory: "3", sort: 1 },
          { deptName: "灌装车间", fullName: "生产部灌装车间", deptCategory: "3", sort: 2 },
          { deptName: "包装车间", fullName: "生产部包装车间", deptCategory: "3", sort: 3 },
        ],
      },
      { deptName: "品质部", fullName: "贵州醇酿酒业品质部", deptCategory: "2", sort: 2 },
      {
        deptName: "仓储物流部", fullName: "贵州醇酿酒业仓储物流部", deptCategory: "2", sort: 3,
        children: [
          { deptName: "仁怀仓储组", fullName: "仓储物流部仁怀仓储组", deptCategory: "3", sort: 1 },
          { deptName: "郑州中转组", fullName: "仓储物流部郑州中转组", deptCategory: "3", sort: 2 },
        ],
      },
      {
        deptName: "市场部", fullName: "贵州醇酿酒业市场部", deptCategory: "2", sort: 4,
        children: [
          { deptName: "华南大区", fullName: "市场部华南大区", deptCategory: "3", sort: 1 },
          { deptName: "华东大区", fullName: "市场部华东大区", deptCategory: "3", sort: 2 },
          { deptName: "中原大区", fullName: "市场部中原大区", deptCategory: "3", sort: 3 },
          { deptName: "电商组", fullName: "市场部电商组", deptCategory: "3", sort: 4 },
        ],
      },
      { deptName: "财务部", fullName: "贵州醇酿酒业财务部", deptCategory: "2", sort: 5 },
      { deptName: "信息部", fullName: "贵州醇酿酒业信息部", deptCategory: "2", sort: 6 },
    ],
  },
  {
    tenantId: "100002", deptName: "四季茶业", fullName: "四季茶业集团有限公司", deptCategory: "1", sort: 1,
    children: [
      { deptName: "茶园中心", fullName: "四季茶业茶园中心", deptCategory: "2", sort: 1 },
      { deptName: "销售中心", fullName: "四季茶业销售中心", deptCategory: "2", sort: 2 },
    ],
  },
]);
