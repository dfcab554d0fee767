import { demonstrationDay, seedRows } from "#schema";

export default seedRows("terminal", [
  {
    terminalNo: "ZD0001", name: "名酒汇·前台", merchantId: "杭州文三路名酒汇", categoryId: "门店柜台", managerMemberId: "HY202404180001", terminalPackId: "烟酒店标准包", contact: "林建国",
    contactPhone: "13905710001", regionCode: "330106", address: "文三路 478 号一层", deviceCount: 2, activateTime: "2024-04-20 10:12:00", status: 1,
  },
  {
    terminalNo: "ZD0002", name: "酒都便利店·自助柜", merchantId: "仁怀酒都便利店", categoryId: "自助售酒柜", terminalPackId: "自助售酒柜包", contact: "罗小梅", contactPhone: "13985206601", regionCode: "520382",
    address: "国酒大道 12 号门口", deviceCount: 1, status: 0,
  },
  { terminalNo: "ZD0003", name: "名酒汇·二楼", merchantId: "杭州文三路名酒汇", categoryId: "门店柜台", regionCode: "330106", address: "文三路 478 号二层", deviceCount: 0, status: 0 },
], { today: demonstrationDay });
