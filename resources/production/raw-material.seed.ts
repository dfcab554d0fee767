import { seedRows } from "#schema";

export default seedRows("raw-material", [
  {
    id: "41001", code: "RM001", name: "红缨子糯高粱", materialType: 1, unit: "1", origin: "520382", supplierName: "仁怀市红高粱合作社", supplierLicence: "SC52038200031", shelfLifeDays: 365, attrPackId: "原料检验属性包",
    sort: 1,
  },
  { id: "41002", code: "RM002", name: "软质小麦", materialType: 1, unit: "1", origin: "4116", supplierName: "周口丰穗粮贸", shelfLifeDays: 365, attrPackId: "原料检验属性包", sort: 2 },
  { id: "41003", code: "RM003", name: "赤水河水", materialType: 1, unit: "2", origin: "520382", sort: 3 },
  { id: "41004", code: "RM004", name: "绍兴糯米", materialType: 1, unit: "1", origin: "3306", supplierName: "绍兴越城粮油", shelfLifeDays: 365, sort: 4 },
  { id: "41005", code: "RM101", name: "乳白玻璃瓶 500ml", materialType: 3, unit: "3", specModel: "MX-500", origin: "3703", supplierName: "淄博华明玻璃", sort: 11 },
  { id: "41006", code: "RM102", name: "防伪瓶盖", materialType: 3, unit: "3", specModel: "CAP-3D", origin: "4403", supplierName: "深圳印安包装", sort: 12 },
  { id: "41007", code: "RM103", name: "六支装纸箱", materialType: 3, unit: "4", specModel: "BX-06", origin: "5201", supplierName: "贵阳永发纸业", sort: 13 },
]);
