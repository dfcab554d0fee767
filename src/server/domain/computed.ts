// Fields that are made when a row is read (`computed` in a definition), where a row itself holds what they are made of.
import { isEmptyValue } from "#schema/text";
import type { Domain } from "../contract.ts";
import type { SentValues } from "../rows/stored.ts";
import { stockIn } from "./warehousing/planned.ts";

const millisecondsOfDay = 86_400_000;

const dayOf = (moment: unknown): number => (typeof moment === "string" ? Date.parse(`${moment.slice(0, 10)}T00:00:00Z`) : Number.NaN);

/** Whole days between the days of two moments of the same place, whatever its clocks do in between; -1 where there is no moment. */
function daysSince(moment: unknown, now: string): number {
  const days = (dayOf(now) - dayOf(moment)) / millisecondsOfDay;
  return Number.isNaN(days) ? -1 : Math.max(0, days);
}

/** A step is overdue when its day is over and it has neither ended nor been skipped. */
function isOverdue({ planTime, status }: SentValues<"business-order-node">, now: string): 0 | 1 {
  return Number(status) <= 1 && daysSince(planTime, now) > 0 ? 1 : 0;
}

/** Lines of goods that come in say at a glance which of them still have to be bound; readers who may not see what they are bound to are told nothing. */
function withBindState(row: SentValues<"doc-detail">): SentValues<"doc-detail"> & { readonly bindState?: 0 | 1 } {
  if (!("attrDocId" in row) || Number(row.docKind) !== stockIn) return row;
  return { ...row, bindState: isEmptyValue(row.attrDocId) || String(row.attrDocId) === "-1" ? 0 : 1 };
}

export const computedDomain: Domain = {
  reads: {},
  actions: {},
  hooks: {
    warehousegoodscurrent: { afterRead: (row, now) => ({ ...row, stockDays: daysSince(row.inTime, now) }) },
    "doc-detail": { afterRead: withBindState },
    "business-order-node": { afterRead: (row, now) => ({ ...row, isOverdue: isOverdue(row, now) }) },
  },
};
