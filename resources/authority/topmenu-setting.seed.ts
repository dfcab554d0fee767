import { seedRows } from "#schema";

export default seedRows("topmenu-setting", [
  { topMenuId: "production", menuId: "production" },
  { topMenuId: "production", menuId: "attributes" },
  { topMenuId: "production", menuId: "packaging" },
  { topMenuId: "production", menuId: "codes" },
  { topMenuId: "warehouse", menuId: "warehousing" },
  { topMenuId: "warehouse", menuId: "scan" },
  { topMenuId: "warehouse", menuId: "bind-config" },
  { topMenuId: "mall", menuId: "product" },
  { topMenuId: "mall", menuId: "mall" },
  { topMenuId: "mall", menuId: "payments" },
  { topMenuId: "mall", menuId: "loyalty" },
  { topMenuId: "mall", menuId: "business" },
  { topMenuId: "system", menuId: "desk" },
  { topMenuId: "system", menuId: "flow" },
  { topMenuId: "system", menuId: "resource" },
  { topMenuId: "system", menuId: "authority" },
  { topMenuId: "system", menuId: "system" },
  { topMenuId: "system", menuId: "monitor" },
]);
