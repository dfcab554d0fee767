import { demonstrationDay, seedRows } from "#schema";

export default seedRows("team", [
  {
    factoryId: "MX01", shopId: "MX01-P1", prodLineId: "L01", code: "L01-A", name: "包装1号线甲班", shiftType: 1, leader: "王建国", phone: "13985201000", memberNum: 12, sort: 1, status: 1,
    createTime: "2024-05-01 08:00:00",
  },
  {
    factoryId: "MX01", shopId: "MX01-P1", prodLineId: "L01", code: "L01-B", name: "包装1号线乙班", shiftType: 3, leader: "李强", phone: "13985201001", memberNum: 12, sort: 2, status: 1,
    createTime: "2024-05-03 09:13:00",
  },
  {
    factoryId: "MX01", shopId: "MX01-P1", prodLineId: "L02", code: "L02-A", name: "包装2号线甲班", shiftType: 1, leader: "张超", phone: "13985201002", memberNum: 12, sort: 3, status: 1,
    createTime: "2024-05-05 10:26:00",
  },
  {
    factoryId: "MX01", shopId: "MX01-P1", prodLineId: "L02", code: "L02-B", name: "包装2号线乙班", shiftType: 3, leader: "刘洋", phone: "13985201003", memberNum: 12, sort: 4, status: 1,
    createTime: "2024-05-07 11:39:00",
  },
  {
    factoryId: "MX01", shopId: "MX01-P1", prodLineId: "L03", code: "L03-A", name: "包装3号线常白班", shiftType: 9, leader: "陈波", phone: "13985201004", memberNum: 8, sort: 5, status: 1,
    createTime: "2024-05-09 12:52:00",
  },
  {
    factoryId: "MX01", shopId: "MX01-P1", prodLineId: "L09", code: "L09-A", name: "礼盒线常白班", shiftType: 9, leader: "杨光", phone: "13985201005", memberNum: 6, sort: 6, status: 1,
    createTime: "2024-05-11 13:05:00",
  },
  {
    factoryId: "MX01", shopId: "MX01-F1", prodLineId: "L11", code: "L11-A", name: "灌装1号线甲班", shiftType: 1, leader: "黄海", phone: "13985201006", memberNum: 12, sort: 7, status: 1,
    createTime: "2024-06-13 14:18:00",
  },
  {
    factoryId: "MX01", shopId: "MX01-F1", prodLineId: "L11", code: "L11-B", name: "灌装1号线乙班", shiftType: 3, leader: "周斌", phone: "13985201007", memberNum: 12, sort: 8, status: 1,
    createTime: "2024-06-15 15:31:00",
  },
  {
    factoryId: "MX01", shopId: "MX01-F1", prodLineId: "L12", code: "L12-A", name: "灌装2号线甲班", shiftType: 1, leader: "吴刚", phone: "13985201008", memberNum: 12, sort: 9, status: 1,
    createTime: "2024-06-17 16:44:00",
  },
  {
    factoryId: "MX01", shopId: "MX01-F1", prodLineId: "L12", code: "L12-B", name: "灌装2号线乙班", shiftType: 3, leader: "徐亮", phone: "13985201009", memberNum: 12, sort: 10, status: 1,
    createTime: "2024-06-19 17:57:00",
  },
  {
    factoryId: "MX01", shopId: "MX01-F1", prodLineId: "L13", code: "L13-A", name: "小酒灌装线常白班", shiftType: 9, leader: "孙浩", phone: "13985201010", memberNum: 8, sort: 11, status: 1,
    createTime: "2024-06-21 08:10:00",
  },
  {
    factoryId: "MX01", shopId: "MX01-T1", prodLineId: "L21", code: "L21-A", name: "勾调线常白班", shiftType: 9, leader: "马超", phone: "13985201011", memberNum: 8, sort: 12, status: 1,
    createTime: "2024-06-23 09:23:00",
  },
  {
    factoryId: "MX01", shopId: "MX01-B1", prodLineId: "L31", code: "L31-A", name: "制酒一班甑桶线常白班", shiftType: 9, leader: "朱军", phone: "13985201012", memberNum: 6, sort: 13, status: 1,
    createTime: "2024-07-25 10:36:00",
  },
  {
    factoryId: "MX01", shopId: "MX01-B2", prodLineId: "L32", code: "L32-A", name: "制酒二班甑桶线常白班", shiftType: 9, leader: "胡勇", phone: "13985201013", memberNum: 6, sort: 14, status: 1,
    createTime: "2024-07-27 11:49:00",
  },
  {
    factoryId: "MX02", shopId: "MX02-F1", prodLineId: "Z01", code: "Z01-A", name: "分装灌装1号线甲班", shiftType: 1, leader: "郭涛", phone: "13985201014", memberNum: 12, sort: 15, status: 1,
    createTime: "2024-07-02 12:02:00",
  },
  {
    factoryId: "MX02", shopId: "MX02-F1", prodLineId: "Z01", code: "Z01-B", name: "分装灌装1号线乙班", shiftType: 3, leader: "何伟", phone: "13985201015", memberNum: 12, sort: 16, status: 1,
    createTime: "2024-07-04 13:15:00",
  },
  {
    factoryId: "MX02", shopId: "MX02-F1", prodLineId: "Z02", code: "Z02-A", name: "分装灌装2号线常白班", shiftType: 9, leader: "高峰", phone: "13985201016", memberNum: 8, sort: 17, status: 1,
    createTime: "2024-07-06 14:28:00",
  },
  {
    factoryId: "MX02", shopId: "MX02-P2", prodLineId: "Z11", code: "Z11-A", name: "分装包装1号线甲班", shiftType: 1, leader: "林峰", phone: "13985201017", memberNum: 12, sort: 18, status: 1,
    createTime: "2024-07-08 15:41:00",
  },
  {
    factoryId: "MX02", shopId: "MX02-P2", prodLineId: "Z11", code: "Z11-B", name: "分装包装1号线乙班", shiftType: 3, leader: "罗军", phone: "13985201018", memberNum: 12, sort: 19, status: 1,
    createTime: "2024-08-10 16:54:00",
  },
  {
    factoryId: "MX02", shopId: "MX02-P2", prodLineId: "Z12", code: "Z12-A", name: "分装包装2号线常白班", shiftType: 9, leader: "郑凯", phone: "13985201019", memberNum: 8, sort: 20, status: 1,
    createTime: "2024-08-12 17:07:00",
  },
  {
    factoryId: "MX02", shopId: "MX02-P2", prodLineId: "Z19", code: "Z19-A", name: "分装线常白班", shiftType: 9, leader: "梁栋", phone: "13985201020", memberNum: 6, sort: 21, status: 1,
    createTime: "2024-08-14 08:20:00",
  },
  {
    factoryId: "YH01", shopId: "YH01-P1", prodLineId: "Y01", code: "Y01-A", name: "代工包装1号线常白班", shiftType: 9, leader: "谢辉", phone: "13985201021", memberNum: 8, sort: 22, status: 1,
    createTime: "2024-08-16 09:33:00",
  },
  {
    factoryId: "YH01", shopId: "YH01-P1", prodLineId: "Y02", code: "Y02-A", name: "代工包装2号线常白班", shiftType: 9, leader: "宋伟", phone: "13985201022", memberNum: 8, sort: 23, status: 1,
    createTime: "2024-08-18 10:46:00",
  },
  {
    factoryId: "XS01", shopId: "XS01-B1", prodLineId: "X01", code: "X01-A", name: "习水甑桶线常白班", shiftType: 9, leader: "唐杰", phone: "13985201023", memberNum: 6, sort: 24, status: 1,
    createTime: "2024-08-20 11:59:00",
  },
  {
    factoryId: "XS01", shopId: "XS01-T1", prodLineId: "X11", code: "X11-A", name: "习水勾调线常白班", shiftType: 9, leader: "韩磊", phone: "13985201024", memberNum: 8, sort: 25, status: 1,
    createTime: "2024-09-22 12:12:00",
  },
  {
    factoryId: "JS01", shopId: "JS01-F1", prodLineId: "J01", code: "J01-A", name: "金沙灌装1号线甲班", shiftType: 1, leader: "冯涛", phone: "13985201025", memberNum: 12, sort: 26, status: 1,
    createTime: "2024-09-24 13:25:00",
  },
  {
    factoryId: "JS01", shopId: "JS01-F1", prodLineId: "J01", code: "J01-B", name: "金沙灌装1号线乙班", shiftType: 3, leader: "董军", phone: "13985201026", memberNum: 12, sort: 27, status: 1,
    createTime: "2024-09-26 14:38:00",
  },
  {
    factoryId: "JS01", shopId: "JS01-F1", prodLineId: "J02", code: "J02-A", name: "金沙灌装2号线常白班", shiftType: 9, leader: "萧峰", phone: "13985201027", memberNum: 8, sort: 28, status: 1,
    createTime: "2024-09-01 15:51:00",
  },
  {
    factoryId: "SX01", shopId: "SX01-F1", prodLineId: "S01", code: "S01-A", name: "黄酒灌装线甲班", shiftType: 1, leader: "程亮", phone: "13985201028", memberNum: 12, sort: 29, status: 1,
    createTime: "2024-09-03 16:04:00",
  },
  {
    factoryId: "SX01", shopId: "SX01-F1", prodLineId: "S01", code: "S01-B", name: "黄酒灌装线乙班", shiftType: 3, leader: "曹勇", phone: "13985201029", memberNum: 12, sort: 30, status: 1,
    createTime: "2024-09-05 17:17:00",
  },
  {
    factoryId: "SX01", shopId: "SX01-F1", prodLineId: "S02", code: "S02-A", name: "坛装线常白班", shiftType: 9, leader: "袁波", phone: "13985201030", memberNum: 6, sort: 31, status: 1,
    createTime: "2024-10-07 08:30:00",
  },
  {
    factoryId: "AX01", shopId: "AX01-P1", prodLineId: "A01", code: "A01-A", name: "茶叶分装线常白班", shiftType: 9, leader: "邓超", phone: "13985201031", memberNum: 8, sort: 32, status: 1,
    createTime: "2024-10-09 09:43:00",
  },
  {
    factoryId: "AX01", shopId: "AX01-P1", prodLineId: "A02", code: "A02-A", name: "茶叶礼盒线常白班", shiftType: 9, leader: "许明", phone: "13985201032", memberNum: 6, sort: 33, status: 1,
    createTime: "2024-10-11 10:56:00",
  },
  {
    factoryId: "ZZ01", shopId: "ZZ01-P1", prodLineId: "G01", code: "G01-A", name: "礼盒组装线常白班", shiftType: 9, leader: "傅强", phone: "13985201033", memberNum: 6, sort: 34, status: 2,
    createTime: "2024-10-13 11:09:00",
  },
], { today: demonstrationDay });
