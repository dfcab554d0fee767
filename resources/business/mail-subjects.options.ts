// What mail templates can be about: resources whose rows have the action "write mail".

export const mailSubjects = [
  ["partner", "合作伙伴", "Partner", "blue"],
  ["business-order", "业务订单", "Business order", "purple"],
  ["business-order-node", "订单节点", "Order node", "cyan"],
] as const;
