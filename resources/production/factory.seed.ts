import { demonstrationDay, seedRows } from "#schema";

export default seedRows("factory", [
  {
    code: "MX01", name: "茅溪酒业仁怀总厂", shortName: "茅溪总厂", factoryType: 1, licenceNo: "SC11552038200018", creditCode: "91520382MA6DK1QX2K", gln: "6901234500018", regionCode: "520382",
    address: "茅台镇酒都大道 188 号", principal: "王建国", phone: "0851-22345601", sort: 1, status: 1, createTime: "2024-03-10 09:00:00",
  },
  {
    code: "MX02", name: "茅溪酒业遵义分装厂", shortName: "遵义分装", factoryType: 3, licenceNo: "SC11552030300026", creditCode: "91520303MA6DL2RY3L", gln: "6901234500025", regionCode: "520303",
    address: "汇川区高新快线 1 号", principal: "陈静", phone: "0851-22345602", sort: 2, status: 1, createTime: "2024-03-12 10:30:00",
  },
  {
    code: "YH01", name: "洋禾食品宿迁代工厂", shortName: "洋禾代工", factoryType: 2, licenceNo: "SC11532130200031", creditCode: "91321302MA1NG3SZ4M", regionCode: "321302", address: "宿城区洋河大道 28 号",
    principal: "周海", phone: "0527-84561203", sort: 3, status: 1, createTime: "2024-04-08 14:20:00",
  },
  {
    code: "XS01", name: "习水酒业习水基酒厂", shortName: "习水基酒", factoryType: 1, licenceNo: "SC11552033000042", creditCode: "91520330MA6DM3TA5N", gln: "6901234500032", regionCode: "520330",
    address: "习酒镇黄金坪村", principal: "罗成", phone: "0851-22345604", sort: 4, status: 1, createTime: "2024-05-21 08:50:00",
  },
  {
    code: "JS01", name: "金沙窖酒联合灌装厂", shortName: "金沙灌装", factoryType: 2, licenceNo: "SC11552052300057", creditCode: "91520523MA6DN4UB6P", regionCode: "520523", address: "岩孔街道工业园 A 区",
    principal: "田野", phone: "0857-7234105", sort: 5, status: 1, createTime: "2024-06-18 11:15:00",
  },
  {
    code: "SX01", name: "绍兴稻香源酒厂", shortName: "稻香源", factoryType: 1, licenceNo: "SC11533060200063", creditCode: "91330602MA2BE5VC7Q", gln: "6901234500049", regionCode: "330602",
    address: "越城区东浦街道酒香路 9 号", principal: "沈立", phone: "0575-85123406", sort: 6, status: 1, createTime: "2024-08-02 09:40:00",
  },
  {
    code: "AX01", name: "安溪山野茶厂", shortName: "山野茶厂", factoryType: 1, licenceNo: "SC11435052400071", creditCode: "91350524MA31F6WD8R", gln: "6901234500056", regionCode: "350524",
    address: "西坪镇茶乡路 66 号", principal: "林茂", phone: "0595-23234507", sort: 7, status: 1, createTime: "2024-10-15 15:05:00",
  },
  {
    code: "ZZ01", name: "郑州礼盒包装厂", shortName: "礼盒包装", factoryType: 3, creditCode: "91410105MA44G7XE9T", regionCode: "410105", address: "金水区国基路 120 号", principal: "马骏",
    phone: "0371-65897308", sort: 8, status: 2, remark: "2025 年起停产改造", createTime: "2025-01-09 10:10:00",
  },
], { today: demonstrationDay });
