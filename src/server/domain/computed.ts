// Fields that are made when a row is read (`computed` in a definition), where a row itself holds what they are made of.
import type { Domain, Values } from "../contract.ts";

const millisecondsOfDay = 86_400_000;

/** Whole days from a moment on the wire until now; nothing where there is no moment. */
function daysSince(moment: unknown): number {
  const begin = typeof moment === "string" ? Date.parse(`${moment.slice(0, 10)}T00:00:00`) : Number.NaN;
  return Number.isNaN(begin) ? -1 : Math.max(0, Math.floor((Date.now() - begin) / millisecondsOfDay));
}

/** A step is overdue when its day is over and it has neither ended nor been skipped (catalogue, `business-order-node`). */
function isOverdue({ planTime, status }: Values): 0 | 1 {
  return Number(status) <= 1 && daysSince(planTime) > 0 ? 1 : 0;
}

export const computedDomain: Domain = {
  reads: {},
  actions: {},
  hooks: {
    warehousegoodscurrent: { answer: (row) => ({ ...row, stockDays: daysSince(row["inTime"]) }) },
    "business-order-node": { answer: (row) => ({ ...row, isOverdue: isOverdue(row) }) },
    // The label of a reference to a code is the code itself.
    "code-relation": { answer: (row) => ({ ...row, code: row["codeName"] ?? "" }) },
  },
};
