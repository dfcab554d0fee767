import { demonstrationDay, seedRows } from "#schema";

export default seedRows("shop", [
  { factoryId: "MX01", code: "MX01-B1", name: "酿造一车间", shopType: 1, principal: "罗永刚", location: "一号楼一层", sort: 1, status: 1, createTime: "2024-03-03 08:00:00" },
  { factoryId: "MX01", code: "MX01-B2", name: "酿造二车间", shopType: 1, principal: "蒋大山", phone: "0851-22345701", location: "一号楼二层", sort: 2, status: 1, createTime: "2024-03-05 09:07:00" },
  { factoryId: "MX01", code: "MX01-T1", name: "勾调车间", shopType: 2, principal: "梁勇", phone: "0851-22345702", location: "三号楼一层", sort: 3, status: 1, createTime: "2024-04-07 10:14:00" },
  { factoryId: "MX01", code: "MX01-F1", name: "灌装一车间", shopType: 3, principal: "曹阳", location: "二号楼一层", sort: 4, status: 1, createTime: "2024-04-09 11:21:00" },
  { factoryId: "MX01", code: "MX01-P1", name: "包装一车间", shopType: 4, principal: "王建国", phone: "0851-22345704", location: "二号楼二层", sort: 5, status: 1, createTime: "2024-05-11 12:28:00" },
  { factoryId: "MX02", code: "MX02-F1", name: "分装灌装车间", shopType: 3, principal: "陈静", phone: "0851-22345705", location: "东区一层", sort: 6, status: 1, createTime: "2024-05-13 13:35:00" },
  { factoryId: "MX02", code: "MX02-P2", name: "包装二车间", shopType: 4, principal: "杨帆", location: "东区二层", sort: 7, status: 1, createTime: "2024-06-15 14:42:00" },
  { factoryId: "YH01", code: "YH01-P1", name: "代工包装车间", shopType: 4, principal: "周海", phone: "0851-22345707", location: "南厂房", sort: 8, status: 1, createTime: "2024-06-17 15:49:00" },
  { factoryId: "XS01", code: "XS01-B1", name: "习水酿造车间", shopType: 1, principal: "罗成", phone: "0851-22345708", location: "制酒一跨", sort: 9, status: 1, createTime: "2024-07-19 16:56:00" },
  { factoryId: "XS01", code: "XS01-T1", name: "习水勾调车间", shopType: 2, principal: "何平", location: "酒库旁", sort: 10, status: 1, createTime: "2024-07-21 08:03:00" },
  { factoryId: "JS01", code: "JS01-F1", name: "金沙灌装车间", shopType: 3, principal: "田野", phone: "0851-22345710", location: "A 区 2 号", sort: 11, status: 1, createTime: "2024-08-23 09:10:00" },
  { factoryId: "SX01", code: "SX01-B1", name: "黄酒酿造车间", shopType: 1, principal: "沈立", phone: "0851-22345711", location: "前酵楼", sort: 12, status: 1, createTime: "2024-08-25 10:17:00" },
  { factoryId: "SX01", code: "SX01-F1", name: "黄酒灌装车间", shopType: 3, principal: "钱进", location: "后厂房", sort: 13, status: 1, createTime: "2024-09-27 11:24:00" },
  { factoryId: "AX01", code: "AX01-P1", name: "茶叶分装车间", shopType: 9, principal: "林茂", phone: "0851-22345713", location: "茶厂二层", sort: 14, status: 1, createTime: "2024-09-04 12:31:00" },
  { factoryId: "ZZ01", code: "ZZ01-P1", name: "礼盒组装车间", shopType: 4, principal: "马骏", phone: "0851-22345714", location: "一层", sort: 15, status: 2, createTime: "2024-10-06 13:38:00" },
], { today: demonstrationDay });
