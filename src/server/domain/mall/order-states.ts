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

/** Until then the codes that are shipped may still be put right. */
export const isBeforeReceipt = (status: number | null): boolean => status !== null && status <= orderStatus.shipped;

/** States of a pay order: not decided yet, with money in it, and closed. */
export const payStates = { open: [0, 1], holdsMoney: [2, 5] } as const;
