import { demonstrationDay, seedRows } from "#schema";

export default seedRows("merchant", [
  {
    merchantNo: "SH202404120001", name: "杭州文三路名酒汇", shortName: "名酒汇", categoryId: "名烟名酒", channelId: "QD00401", memberId: "HY202404010001", contact: "林建国", contactPhone: "13905710001",
    regionCode: "330106", address: "文三路 478 号", creditCode: "91330106MA2CF0A11B", shareRate: "2.00", terminalCount: 2, status: 1,
  },
  {
    merchantNo: "SH202405080001", name: "仁怀酒都便利店", shortName: "酒都便利", categoryId: "便利店", channelId: "QD003", contact: "罗小梅", contactPhone: "13985206601", regionCode: "520382",
    address: "国酒大道 12 号", shareRate: "1.50", terminalCount: 1, status: 1,
  },
  {
    merchantNo: "SH202502200001", name: "绍兴老酒坊", categoryId: "烟酒店", contact: "沈立", contactPhone: "13505750012", regionCode: "330602", address: "仓桥直街 31 号", shareRate: "0.00",
    terminalCount: 0, status: 0,
  },
], { today: demonstrationDay });
