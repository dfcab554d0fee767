import { demonstrationDay, seedRows } from "#schema";

export default seedRows("tray", [
  { trayCode: "TP0001", name: "1 号托", warehouseId: "WH01", location: "A-01-01", capacity: 40, createTime: "2024-08-01 09:00:00" },
  { trayCode: "TP0002", name: "2 号托", warehouseId: "WH01", location: "A-01-02", capacity: 40, createTime: "2024-08-01 09:05:00" },
  { trayCode: "TP0003", name: "3 号托", warehouseId: "WH01", location: "A-01-03", capacity: 40, createTime: "2024-08-01 09:10:00" },
  { trayCode: "TP0004", warehouseId: "WH02", location: "Z-01-01", capacity: 40, createTime: "2024-09-12 10:00:00" },
  { trayCode: "TP0005", trayType: 2, warehouseId: "WH04", capacity: 60, createTime: "2024-10-08 14:00:00" },
  { trayCode: "TP0009", warehouseId: "WH01", capacity: 40, remark: "底板开裂", createTime: "2024-08-01 09:30:00" },
], { today: demonstrationDay });
