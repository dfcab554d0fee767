// What is posted about an event: a text of bounded length that is kept as it is, because its signature is over its bytes.
import type { Values } from "../contract.ts";

/** A field whose value is longer is left out. */
const maxFieldLength = 16_000;
/** The longest row. */
const maxRowLength = 60_000;

interface EventContent {
  /** The same at every attempt. */
  readonly id: string;
  /** `<resource>.<event>`. */
  readonly type: string;
  /** When it happened (ISO 8601, UTC). */
  readonly time: string;
  readonly tenantId: string;
  readonly resource: string;
  readonly rowId: string;
  /** Names of the fields that have other values now. */
  readonly changed: readonly string[];
  /** The row as the wire shows it; undefined where it is gone. */
  readonly row: Readonly<Values> | undefined;
}

/** A row within bounds, with the names of the fields that had to go. */
function bounded(row: Readonly<Values>): { readonly row: Values; readonly omitted: readonly string[] } {
  const included: Values = {};
  const omitted: string[] = [];
  let left = maxRowLength;
  for (const [name, value] of Object.entries(row)) {
    const length = name.length + (JSON.stringify(value) ?? "").length + 4;
    if (length > maxFieldLength || length > left) omitted.push(name);
    else {
      included[name] = value;
      left -= length;
    }
  }
  return { row: included, omitted };
}

/** The body of an event. */
export function bodyOf({ id, type, time, tenantId, resource, rowId, changed, row }: EventContent): string {
  const { row: included = null, omitted = [] } = row === undefined ? {} : bounded(row);
  const data = { id: rowId, changed, row: included, ...(omitted.length === 0 ? {} : { omitted }) };
  return JSON.stringify({ id, type, timestamp: time, tenantId, resource, data });
}
