// The states of orders and of their lines, as their definitions number them.
export const orderStatus = {
  unpaid: 0,
  paid: 1,
  audited: 2,
  shipped: 3,
  done: 4,
  closed: 5,
  rejected: 6,
  refunding: 7,
  refunded: 8,
} as const;

export const auditStatus = { pending: 0, passed: 1, failed: 2 } as const;

export const lineStatus = { normal: 0, shipped: 1, partlyRefunded: 2, refunded: 3 } as const;

/** Nothing has left the warehouse yet. */
export const isBeforeShipping = (status: number | null): boolean => status === orderStatus.paid || status === orderStatus.audited;
