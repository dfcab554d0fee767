// Rows that wait for a decision (`approval` of their definition).
import { stateValue } from "#schema/approval";
import type { ResourceModel } from "#schema/model";
import type { Values } from "../../contract.ts";

/** Whether a row waits for a decision. */
export function isWaiting({ data, stateField }: ResourceModel, row: Readonly<Values>): boolean {
  const pending = stateValue(data, data.approval?.pending);
  return pending !== undefined && stateField !== undefined && Number(row[stateField.name]) === pending;
}
