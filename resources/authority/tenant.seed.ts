import { seedRows } from "#schema";

export default seedRows("tenant", [
  { tenantId: "000000", tenantName: "管理组", linkman: "平台管理员", address: "贵州省贵阳市观山湖区长岭北路 8 号", accountNumber: -1 },
  {
    tenantId: "100001", tenantName: "贵州醇酿酒业", linkman: "张伟", contactNumber: "0851-22345678", address: "贵州省遵义市仁怀市茅台镇酒都大道 188 号",
    domain: "https://chunniang.example.cn", accountNumber: 200, expireTime: "2035-12-31 23:59:59",
  },
  {
    tenantId: "100002", tenantName: "四季茶业集团", linkman: "陈清", contactNumber: "0595-23456789", address: "福建省泉州市安溪县凤城镇茶都路 66 号",
    domain: "https://siji.example.cn", accountNumber: 50, expireTime: "2032-06-30 23:59:59", packageId: "标准版",
  },
]);
