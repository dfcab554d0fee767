import { daysAgo, seedRows } from "#schema";

export default seedRows("stock-count", [
  { countNo: "PD202503110001", warehouseId: "WH01", countDate: daysAgo(5), status: 0, below: [{ productId: "P0001", num: 12 }] },
]);
