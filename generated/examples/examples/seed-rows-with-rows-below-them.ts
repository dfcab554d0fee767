import { seedRows } from "#schema";

export default seedRows("storage-place", [
  { name: "一号库", code: "K1", children: [{ name: "A 区", code: "K1A", children: [{ name: "A-01", code: "K1A01" }] }] },
]);
