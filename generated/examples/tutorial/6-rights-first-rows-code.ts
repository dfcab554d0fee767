import { seedRows } from "#schema";

export default seedRows("lab-test", [
  { code: "LT202503110001", factoryId: "MX01", name: "酒精度", testDate: "2025-03-11", results: [{ item: "酒精度", measured: "53.1" }], status: 0 },
]);
