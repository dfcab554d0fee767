import { demonstrationDay, seedRows } from "#schema";

export default seedRows("prod-line", [
  {
    factoryId: "MX01", shopId: "MX01-P1", code: "L01", name: "包装1号线", lineType: 1, capacity: 12000, principal: "王建国", workTime: "08:00-20:00", sort: 1, status: 1,
    createTime: "2024-04-02 08:00:00",
  },
  {
    factoryId: "MX01", shopId: "MX01-P1", code: "L02", name: "包装2号线", lineType: 1, capacity: 12000, principal: "王建国", workTime: "08:00-20:00", sort: 2, status: 1,
    createTime: "2024-04-05 09:11:00",
  },
  {
    factoryId: "MX01", shopId: "MX01-P1", code: "L03", name: "包装3号线", lineType: 2, capacity: 8000, principal: "石磊", workTime: "07:30-19:30", sort: 3, status: 1,
    createTime: "2024-04-08 10:22:00",
  },
  {
    factoryId: "MX01", shopId: "MX01-P1", code: "L09", name: "礼盒手工线", lineType: 3, capacity: 900, principal: "石磊", workTime: "08:00-17:30", sort: 4, status: 1,
    createTime: "2024-04-11 11:33:00",
  },
  {
    factoryId: "MX01", shopId: "MX01-F1", code: "L11", name: "灌装1号线", lineType: 1, capacity: 12000, principal: "曹阳", workTime: "08:00-20:00", sort: 5, status: 1,
    createTime: "2024-05-14 12:44:00",
  },
  {
    factoryId: "MX01", shopId: "MX01-F1", code: "L12", name: "灌装2号线", lineType: 1, capacity: 12000, principal: "曹阳", workTime: "08:00-20:00", sort: 6, status: 1,
    createTime: "2024-05-17 13:55:00",
  },
  {
    factoryId: "MX01", shopId: "MX01-F1", code: "L13", name: "小酒灌装线", lineType: 2, capacity: 18000, principal: "魏明", workTime: "07:30-19:30", sort: 7, status: 1,
    createTime: "2024-05-20 14:06:00",
  },
  { factoryId: "MX01", shopId: "MX01-T1", code: "L21", name: "勾调线", lineType: 2, principal: "梁勇", workTime: "07:30-19:30", sort: 8, status: 1, createTime: "2024-05-23 15:17:00" },
  { factoryId: "MX01", shopId: "MX01-B1", code: "L31", name: "制酒一班甑桶线", lineType: 3, principal: "罗永刚", workTime: "08:00-17:30", sort: 9, status: 1, createTime: "2024-06-26 16:28:00" },
  { factoryId: "MX01", shopId: "MX01-B2", code: "L32", name: "制酒二班甑桶线", lineType: 3, principal: "蒋大山", workTime: "08:00-17:30", sort: 10, status: 1, createTime: "2024-06-03 17:39:00" },
  {
    factoryId: "MX02", shopId: "MX02-F1", code: "Z01", name: "分装灌装1号线", lineType: 1, capacity: 9000, principal: "陈静", workTime: "08:00-20:00", sort: 11, status: 1,
    createTime: "2024-06-06 08:50:00",
  },
  {
    factoryId: "MX02", shopId: "MX02-F1", code: "Z02", name: "分装灌装2号线", lineType: 2, capacity: 6000, principal: "陈静", workTime: "07:30-19:30", sort: 12, status: 1,
    createTime: "2024-06-09 09:01:00",
  },
  {
    factoryId: "MX02", shopId: "MX02-P2", code: "Z11", name: "分装包装1号线", lineType: 1, capacity: 9000, principal: "杨帆", workTime: "08:00-20:00", sort: 13, status: 1,
    createTime: "2024-07-12 10:12:00",
  },
  {
    factoryId: "MX02", shopId: "MX02-P2", code: "Z12", name: "分装包装2号线", lineType: 2, capacity: 6000, principal: "杨帆", workTime: "07:30-19:30", sort: 14, status: 1,
    createTime: "2024-07-15 11:23:00",
  },
  {
    factoryId: "MX02", shopId: "MX02-P2", code: "Z19", name: "分装手工线", lineType: 3, capacity: 600, principal: "杨帆", workTime: "08:00-17:30", sort: 15, status: 1,
    createTime: "2024-07-18 12:34:00",
  },
  {
    factoryId: "YH01", shopId: "YH01-P1", code: "Y01", name: "代工包装1号线", lineType: 2, capacity: 7000, principal: "周海", workTime: "07:30-19:30", sort: 16, status: 1,
    createTime: "2024-07-21 13:45:00",
  },
  {
    factoryId: "YH01", shopId: "YH01-P1", code: "Y02", name: "代工包装2号线", lineType: 2, capacity: 7000, principal: "周海", workTime: "07:30-19:30", sort: 17, status: 1,
    createTime: "2024-08-24 14:56:00",
  },
  { factoryId: "XS01", shopId: "XS01-B1", code: "X01", name: "习水甑桶线", lineType: 3, principal: "罗成", workTime: "08:00-17:30", sort: 18, status: 1, createTime: "2024-08-27 15:07:00" },
  { factoryId: "XS01", shopId: "XS01-T1", code: "X11", name: "习水勾调线", lineType: 2, principal: "何平", workTime: "07:30-19:30", sort: 19, status: 1, createTime: "2024-08-04 16:18:00" },
  {
    factoryId: "JS01", shopId: "JS01-F1", code: "J01", name: "金沙灌装1号线", lineType: 1, capacity: 10000, principal: "田野", workTime: "08:00-20:00", sort: 20, status: 1,
    createTime: "2024-08-07 17:29:00",
  },
  {
    factoryId: "JS01", shopId: "JS01-F1", code: "J02", name: "金沙灌装2号线", lineType: 2, capacity: 8000, principal: "田野", workTime: "07:30-19:30", sort: 21, status: 1,
    createTime: "2024-09-10 08:40:00",
  },
  {
    factoryId: "SX01", shopId: "SX01-F1", code: "S01", name: "黄酒灌装线", lineType: 1, capacity: 6000, principal: "钱进", workTime: "08:00-20:00", sort: 22, status: 1,
    createTime: "2024-09-13 09:51:00",
  },
  {
    factoryId: "SX01", shopId: "SX01-F1", code: "S02", name: "坛装手工线", lineType: 3, capacity: 240, principal: "钱进", workTime: "08:00-17:30", sort: 23, status: 1,
    createTime: "2024-09-16 10:02:00",
  },
  {
    factoryId: "AX01", shopId: "AX01-P1", code: "A01", name: "茶叶分装线", lineType: 2, capacity: 3000, principal: "林茂", workTime: "07:30-19:30", sort: 24, status: 1,
    createTime: "2024-09-19 11:13:00",
  },
  {
    factoryId: "AX01", shopId: "AX01-P1", code: "A02", name: "茶叶礼盒线", lineType: 3, capacity: 500, principal: "林茂", workTime: "08:00-17:30", sort: 25, status: 1,
    createTime: "2024-10-22 12:24:00",
  },
  {
    factoryId: "ZZ01", shopId: "ZZ01-P1", code: "G01", name: "礼盒组装线", lineType: 3, capacity: 800, principal: "马骏", workTime: "08:00-17:30", sort: 26, status: 2,
    createTime: "2024-10-25 13:35:00",
  },
], { today: demonstrationDay });
