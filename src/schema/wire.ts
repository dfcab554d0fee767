// How values travel between browser and server (docs/wire.md §2.1): the null conventions, comma-joined ids, text decimals.

/**
 * text: null is ""; number: null is -1; decimal: text, null is -1 (of both "" where -1 is a value); id: text, null is -1; parent: id of the parent in a tree, none is "0";
 * key: the key of an entry, text here and a whole number on the wire, null is -1; list: comma-joined text; flags and times as their names tell; json: null is {}; rows: null is [].
 */
export type WireType = "text" | "number" | "decimal" | "id" | "parent" | "key" | "list" | "time" | "json" | "rows";

/**
 * Member of a record that names the fields hidden by the reader's data scopes (docs/data-scopes.md). A missing key alone means nothing:
 * Blade omits some keys without a value.
 */
export const hiddenFieldsMember = "unseenFields";

/** The part of a field that decides how it travels. */
export interface WireField {
  readonly wire: WireType;
  /** The field's limits admit -1, so -1 is a value and not the sentinel for "none". */
  readonly admitsMinusOne?: boolean;
}

/** "" where -1 is a value: sent back, it would be one. */
export const noNumber = ({ admitsMinusOne }: Pick<WireField, "admitsMinusOne">): "" | -1 => (admitsMinusOne === true ? "" : -1);

/** A key as integer columns hold it; an entry that somebody named otherwise keeps its text. */
const wholeKey = /^(?:0|-?[1-9]\d{0,8})$/;

/** The value as Blade writes it. `null` and `undefined` become the sentinel of the wire type. */
export function toWire(field: WireField, value: unknown): unknown {
  const absent = value === null || value === undefined;
  switch (field.wire) {
    case "text":
    case "time":
      return absent ? "" : value;
    case "number":
      return absent ? noNumber(field) : value;
    case "decimal":
      return absent ? noNumber(field) : String(value);
    case "id":
      return absent ? -1 : String(value);
    case "parent":
      return absent ? "0" : String(value);
    case "key":
      if (absent) return noNumber(field);
      return typeof value === "string" && wholeKey.test(value) ? Number(value) : value;
    case "list":
      return Array.isArray(value) ? value.join(",") : absent ? "" : String(value);
    case "json":
      return absent ? {} : value;
    case "rows":
      return absent ? [] : value;
  }
}

function isSentinel(field: WireField, value: unknown): boolean {
  return !field.admitsMinusOne && (value === -1 || value === "-1");
}

/** Text of digits as a number; anything else is left for validation to refuse. */
function numeric(value: unknown): unknown {
  return typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
}

/**
 * The value as forms, validation and storage know it, from what came over the wire: `null` where the sender means
 * "none". Values of a wrong type are passed on as they are, so that validation can name them.
 */
export function fromWire(field: WireField, value: unknown): unknown {
  if (value === null || value === undefined || value === "") return null;
  switch (field.wire) {
    case "text":
    case "time":
      return typeof value === "number" ? String(value) : value;
    case "number":
      return isSentinel(field, value) ? null : numeric(value);
    case "decimal":
      if (isSentinel(field, value)) return null;
      return typeof value === "number" ? String(value) : value;
    case "id":
    case "key":
      if (isSentinel(field, value)) return null;
      return typeof value === "number" ? String(value) : value;
    case "parent":
      if (value === "0" || value === 0 || isSentinel(field, value)) return null;
      return typeof value === "number" ? String(value) : value;
    case "list": {
      const parts =
        typeof value === "string"
          ? value
              .split(",")
              .map((part) => part.trim())
              .filter(Boolean)
          : value;
      if (!Array.isArray(parts)) return typeof value === "number" ? [String(value)] : value;
      return parts.length === 0 ? null : parts.map((part: unknown) => (typeof part === "number" ? String(part) : part));
    }
    case "json":
      // {} is Blade's spelling of "none"; an empty list is a value.
      return typeof value === "object" && !Array.isArray(value) && Object.keys(value).length === 0 ? null : value;
    case "rows":
      return value;
  }
}
