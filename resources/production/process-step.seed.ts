import { seedRows } from "#schema";

export default seedRows("process-step", [
  { id: "42001", processNodeId: "PN1", code: "PS11", name: "高温制曲", isKey: 1, standardMinutes: 1440, principal: "罗永刚", sort: 1 },
  { id: "42002", processNodeId: "PN1", code: "PS12", name: "储曲", isKey: 0, principal: "罗永刚", sort: 2 },
  { id: "42003", processNodeId: "PN2", code: "PS21", name: "七次取酒", isKey: 1, principal: "蒋大山", sort: 1 },
  { id: "42004", processNodeId: "PN2", code: "PS22", name: "分级入库", isKey: 0, standardMinutes: 120, principal: "蒋大山", sort: 2 },
  { id: "42005", processNodeId: "PN3", code: "PS31", name: "基酒盘勾", isKey: 1, standardMinutes: 240, principal: "梁勇", sort: 1 },
  { id: "42006", processNodeId: "PN3", code: "PS32", name: "陈酿", isKey: 0, principal: "梁勇", sort: 2 },
  { id: "42007", processNodeId: "PN4", code: "PS41", name: "在线称重检验", isKey: 0, standardMinutes: 1, principal: "曹阳", attrPackId: "灌装工序属性包", sort: 1 },
  { id: "42008", processNodeId: "PN4", code: "PS42", name: "灯检", isKey: 0, standardMinutes: 1, principal: "曹阳", attrPackId: "灌装工序属性包", sort: 2 },
  { id: "42009", processNodeId: "PN5", code: "PS51", name: "装箱赋码", isKey: 1, standardMinutes: 2, principal: "王建国", sort: 1 },
]);
