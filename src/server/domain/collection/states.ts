// The states of pay orders, refunds and repeated payments, as their definitions number them.

export const payStatus = { created: 0, paying: 1, paid: 2, failed: 3, closed: 4, partlyRefunded: 5, refunded: 6 } as const;
/** May still be paid. */
export const openPayments: readonly number[] = [payStatus.created, payStatus.paying];
/** Has been paid. */
export const successfulPayments: ReadonlySet<number> = new Set([payStatus.paid, payStatus.partlyRefunded, payStatus.refunded]);
/** Holds money that can go back. */
export const holdsMoney: ReadonlySet<number> = new Set([payStatus.paid, payStatus.partlyRefunded]);

export const refundStatus = { toRefund: 0, refunding: 1, refunded: 2, failed: 3, closed: 4, review: 5 } as const;
/** May still succeed. */
export const openRefunds: readonly number[] = [refundStatus.toRefund, refundStatus.review, refundStatus.refunding, refundStatus.failed];
export const refundTypes = { business: 1, repeatedPayment: 2 } as const;
export const refundMethods = { backToPayer: 1, manual: 2 } as const;

export const repeatStatus = { open: 0, refunding: 1, handled: 2 } as const;
export const repeatTypes = { sameChannel: 1, otherChannel: 2 } as const;

export const noticeStatus = { notifying: 0, succeeded: 1, failed: 2 } as const;
export const orderUnpaid = 0;
