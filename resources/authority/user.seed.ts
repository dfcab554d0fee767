import { demonstrationDay, seedRows } from "#schema";

export default seedRows("user", [
  { tenantId: "000000", account: "admin", userType: "1", name: "管理员", realName: "管理员", roleId: ["超级管理员"], deptId: ["管理组"], postId: ["首席执行官"], sex: "3" },
  {
    account: "zhangwei", userType: "1", code: "CN001", name: "张总", realName: "张伟", roleId: ["管理员"], deptId: ["贵州醇酿酒业"], postId: ["首席执行官"], phone: "13885200001",
    email: "zhangwei@example.cn", sex: "1", birthday: "1979-04-12", createTime: "2024-03-01 09:00:00",
  },
  {
    account: "lina", userType: "1", code: "CN002", name: "娜姐", realName: "李娜", roleId: ["仓库主管"], deptId: ["仓储物流部"], postId: ["仓库主管"], phone: "13885200002",
    email: "lina@example.cn", sex: "2", birthday: "1986-11-03", createTime: "2024-03-04 10:12:00",
  },
  {
    account: "wangjianguo", userType: "1", code: "CN003", name: "老王", realName: "王建国", roleId: ["生产主管"], deptId: ["生产部", "包装车间"], postId: ["车间主任"], phone: "13885200003",
    sex: "1", birthday: "1975-08-21", createTime: "2024-03-04 10:20:00",
  },
  {
    account: "liumin", userType: "1", code: "CN004", name: "刘工", realName: "刘敏", roleId: ["普通用户"], deptId: ["品质部"], postId: ["质检员"], phone: "13885200004", email: "liumin@example.cn",
    sex: "2", birthday: "1990-02-14", createTime: "2024-03-05 08:45:00",
  },
  {
    account: "zhaolei", userType: "1", code: "CN005", name: "小赵", realName: "赵磊", roleId: ["仓库主管"], deptId: ["仁怀仓储组"], postId: ["仓管员"], phone: "13885200005", sex: "1",
    createTime: "2024-03-11 14:00:00",
  },
  {
    account: "sunli", userType: "1", code: "CN006", name: "孙丽", realName: "孙丽", roleId: ["仓库主管"], deptId: ["郑州中转组"], postId: ["仓管员"], phone: "13885200006", sex: "2",
    createTime: "2024-04-02 09:30:00",
  },
  {
    account: "zhoufang", userType: "1", code: "CN007", name: "芳芳", realName: "周芳", roleId: ["市场专员"], deptId: ["电商组"], postId: ["市场专员"], phone: "13885200007", email: "zhoufang@example.cn",
    sex: "2", createTime: "2024-04-15 11:05:00",
  },
  {
    account: "wuqiang", userType: "1", code: "CN008", name: "吴经理", realName: "吴强", roleId: ["市场专员"], deptId: ["华南大区"], postId: ["区域经理"], phone: "13885200008", sex: "1",
    createTime: "2024-05-06 09:00:00",
  },
  {
    account: "zhenghao", userType: "1", code: "CN009", name: "郑经理", realName: "郑浩", roleId: ["市场专员", "普通用户"], deptId: ["华东大区", "中原大区"], postId: ["区域经理"], phone: "13885200009",
    sex: "1", createTime: "2024-05-06 09:10:00",
  },
  {
    account: "fengxue", userType: "1", code: "CN010", name: "冯雪", realName: "冯雪", roleId: ["审计员"], deptId: ["财务部"], postId: ["财务主管"], phone: "13885200010", sex: "2",
    createTime: "2024-06-18 16:40:00",
  },
  {
    account: "hanmei", userType: "1", code: "CN011", name: "韩梅", realName: "韩梅", roleId: ["普通用户"], deptId: ["信息部"], postId: ["产线操作员"], phone: "13885200011", sex: "2",
    createTime: "2024-07-01 08:30:00",
  },
  {
    account: "caoyang", userType: "2", code: "CN012", name: "曹阳", realName: "曹阳", roleId: ["普通用户"], deptId: ["灌装车间"], postId: ["产线操作员"], phone: "13885200012", sex: "1", status: 2,
    createTime: "2024-08-20 07:50:00",
  },
  {
    account: "tangyu", userType: "1", name: "小唐", realName: "唐雨", roleId: ["普通用户"], deptId: ["市场部"], postId: ["市场专员"], phone: "13885200013", sex: "2", status: 0,
    createTime: "2025-03-08 20:15:00",
  },
  {
    account: "channel01", userType: "3", name: "黔北省代", realName: "黔北省代", roleId: ["渠道商"], deptId: ["市场部"], postId: ["渠道联系人"], phone: "13885200014", sex: "3",
    userExt: "channelId:2001", createTime: "2024-09-02 10:00:00",
  },
  { tenantId: "100002", account: "chenqing", userType: "1", name: "陈总", realName: "陈清", roleId: ["管理员"], deptId: ["四季茶业"], postId: ["首席执行官"], phone: "13905950001", sex: "2" },
], { today: demonstrationDay });
