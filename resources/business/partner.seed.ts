import { demonstrationDay, seedRows } from "#schema";

export default seedRows("partner", [
  {
    partnerNo: "HB20230001", name: "茅溪酒业有限公司", shortName: "茅溪酒业", type: 1, level: "A", contact: "王建国", contactPhone: "13885200003", contactEmail: "order@maoxi.example.cn",
    regionCode: "520382", address: "茅台镇酒都大道 188 号", creditCode: "91520382MA6DK1QX2K", bankName: "工商银行仁怀支行", bankAccount: "2405010109200012345",
    cooperateStart: "2023-01-01", cooperateEnd: "2027-12-31", principalId: "zhoufang", status: 1,
  },
  {
    partnerNo: "HB20230002", name: "杭州信码防伪印务有限公司", shortName: "信码印务", type: 2, level: "B", contact: "许明", contactPhone: "0571-88990011",
    contactEmail: "sales@xinma-print.example.cn", regionCode: "330106", creditCode: "91330106MA2GX7K31T", cooperateStart: "2023-03-01", cooperateEnd: "2026-02-28",
    principalId: "zhoufang", status: 1,
  },
  {
    partnerNo: "HB20230003", name: "黔通物流有限公司", shortName: "黔通物流", type: 4, level: "C", contact: "田勇", contactPhone: "13885206688", regionCode: "520102",
    cooperateStart: "2023-06-01", cooperateEnd: "2025-05-31", principalId: "lina", status: 1,
  },
  {
    partnerNo: "HB20240001", name: "绍兴稻香源酒业有限公司", shortName: "稻香源", type: 1, level: "B", contact: "沈立", contactPhone: "0575-85123406", contactEmail: "it@dxy.example.cn",
    regionCode: "330602", cooperateStart: "2024-01-15", principalId: "zhenghao", status: 1,
  },
  {
    partnerNo: "HB20240002", name: "淄博华明玻璃有限公司", shortName: "华明玻璃", type: 3, level: "C", contact: "孙浩", contactPhone: "0533-3188801", regionCode: "370303",
    cooperateStart: "2024-06-01", cooperateEnd: "2026-05-31", principalId: "wangjianguo", status: 1,
  },
  {
    partnerNo: "HB20220001", name: "贵阳云算科技有限公司", shortName: "云算科技", type: 6, level: "C", contact: "袁波", contactPhone: "13985006601", regionCode: "520102",
    cooperateStart: "2022-05-01", cooperateEnd: "2024-09-30", status: 3, remark: "2024 年 9 月终止合作",
  },
], { today: demonstrationDay });
