import { demonstrationDay, seedRows } from "#schema";

export default seedRows("cost-item-detail", [
  { recordTime: "2024-05-01", spuId: "MX-ZC53", costItemId: "BASE", quantity: "1.0000", unitPrice: "62.00", amount: "62.00" },
  { recordTime: "2024-05-01", spuId: "MX-ZC53", costItemId: "BOTTLE", quantity: "1.0000", unitPrice: "4.20", amount: "4.20", supplier: "淄博华明玻璃" },
  { recordTime: "2024-05-01", spuId: "MX-ZC53", costItemId: "LABEL", quantity: "2.0000", unitPrice: "0.35", amount: "0.70", supplier: "杭州信码防伪印务" },
  { recordTime: "2024-05-01", spuId: "MX-ZC53", costItemId: "FILLING", quantity: "1.0000", unitPrice: "1.80", amount: "1.80" },
  { recordTime: "2025-03-01", spuId: "MX-YB52", costItemId: "BASE", quantity: "1.0000", unitPrice: "14.50", amount: "14.50" },
  { recordTime: "2025-03-01", spuId: "MX-YB52", costItemId: "BOTTLE", quantity: "1.0000", unitPrice: "3.60", amount: "3.60", supplier: "淄博华明玻璃" },
  { recordTime: "2025-03-01", spuId: "MX-YB52", costItemId: "LABEL", quantity: "1.0000", unitPrice: "0.35", amount: "0.35", supplier: "杭州信码防伪印务" },
  { recordTime: "2025-03-01", spuId: "MX-YB52", costItemId: "FREIGHT", quantity: "0.0010", unitPrice: "4200.00", amount: "4.20", supplier: "黔通物流" },
], { today: demonstrationDay });
