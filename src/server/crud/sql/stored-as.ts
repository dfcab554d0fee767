// What PostgreSQL makes of a value that is written into a column, without asking it: what the log of a change needs to know.
import type { StoredColumn } from "../../store/columns.ts";

const wholeNumber = /^(?:0|-?[1-9]\d{0,17})$/;
const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const [day, moment, clock] = [/^\d{4}-\d\d-\d\d$/, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, /^\d\d:\d\d:\d\d$/];

const texts = (value: unknown, isOne: (text: string) => boolean): unknown =>
  Array.isArray(value) && value.every((one) => typeof one === "string" && isOne(one)) ? value : undefined;

const written = (spelling: RegExp, value: unknown): unknown => (typeof value === "string" && spelling.test(value) ? value : undefined);

/** "5" as a column with two decimals gives it back, "5.00"; undefined where it would be rounded. */
function padded(text: string, scale: number): string | undefined {
  if (!decimal.test(text)) return undefined;
  const [whole = "", fraction = ""] = text.split(".");
  if (fraction.length > scale || (whole.startsWith("-") && !/[1-9]/.test(text))) return undefined;
  return scale === 0 ? whole : `${whole}.${fraction.padEnd(scale, "0")}`;
}

/**
 * A value that is there as the driver reads it back once it is stored; undefined where only PostgreSQL knows, because it orders, rounds or
 * rewrites it.
 */
export function storedAs({ columnType, type, isArray }: Pick<StoredColumn, "columnType" | "type" | "isArray">, value: unknown): unknown {
  switch (columnType) {
    case "text":
    case "none":
      if (isArray) return type === "text[]" ? texts(value, () => true) : undefined;
      return typeof value === "string" && type !== "jsonb" ? value : undefined;
    case "id":
      if (isArray) return texts(value, (text) => wholeNumber.test(text));
      return (typeof value === "string" || Number.isSafeInteger(value)) && wholeNumber.test(String(value)) ? String(value) : undefined;
    case "integer":
      if (isArray || !wholeNumber.test(String(value)) || !Number.isSafeInteger(Number(value))) return undefined;
      return type === "bigint" ? String(value) : Number(value);
    case "decimal":
      return isArray ? undefined : padded(String(value), Number(/,(\d+)\)$/.exec(type)?.[1]));
    case "date":
      return written(day, value);
    case "datetime":
      return written(moment, value);
    case "time":
      return written(clock, value);
  }
}
