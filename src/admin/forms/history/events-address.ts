// The address of the list of what happened to a record in a day or a month.
import type { HistoryEvents } from "#schema/history";

/**
 * `list`: the address of the whole list. The record is compared for equality by name: its field may be none that the list has a search for,
 * such as the id of a document.
 */
export function eventsAddress(list: string, record: string, { by, timeField, from, to }: HistoryEvents): string {
  return `${list}?${new URLSearchParams({ [`f.${by}_equal`]: record, [`f.${timeField}`]: `${from},${to}` })}`;
}
