// Keys of rows as they are sent: 64-bit ids as text, or codes.
import type { ResourceModel } from "#schema/model";
import { columnOf } from "../../store/columns.ts";
import { ApiError, malformedParameter, missingParameter } from "../../http/errors.ts";

const largestId = 9_223_372_036_854_775_807n;
/** Most rows one call writes. */
export const maxKeys = 1000;

/** Whether a text is an id. */
export function isId(text: string): boolean {
  return /^\d{1,19}$/.test(text) && BigInt(text) <= largestId;
}

/** Whether a text can be the key of a row of this resource. */
export function isKey(resource: ResourceModel, text: string): boolean {
  return columnOf(resource, resource.key).columnType === "id" ? isId(text) : text !== "" && text.length <= 64 && !text.includes("\0");
}

/** Comma-joined keys of a parameter, each once. */
export function keysOf(resource: ResourceModel, name: string, sent: unknown): readonly string[] {
  if (sent === undefined || sent === null || sent === "") throw missingParameter(name);
  if (typeof sent !== "string") throw malformedParameter(name);
  const keys = [
    ...new Set(
      sent
        .split(",")
        .map((key) => key.trim())
        .filter((key) => key !== ""),
    ),
  ];
  if (keys.length === 0) throw missingParameter(name);
  if (keys.length > maxKeys)
    throw new ApiError(400, "tooManyRows", [`一次最多处理 ${maxKeys} 条数据`, `At most ${maxKeys} records at a time`], {
      data: { largest: maxKeys },
    });
  if (!keys.every((key) => isKey(resource, key))) throw malformedParameter(name);
  return keys;
}
