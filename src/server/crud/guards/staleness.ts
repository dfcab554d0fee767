// Optimistic locking: a submit with an outdated version is refused, with both values of each difference.
import type { ResourceModel } from "#schema/model";
import { received } from "#schema/validation";
import { toWire } from "#schema/wire";
import type { Values } from "../../contract.ts";
import { malformedParameter, staleVersion } from "../../http/errors.ts";
import { columnsOf } from "../../store/columns.ts";
import { isMasked, isReadable, type ReadableFields } from "../sql/readable-fields.ts";
import { maskedWire } from "../sql/mask.ts";

/** The version that a submit was made from; undefined where it names none. */
export function versionIn(body: Readonly<Values>): number | undefined {
  const sent = body["version"];
  // A client without versions sends none, or the sentinel of a number it does not know: the last write wins, as on Blade (docs/wire.md §4).
  if (sent === undefined || sent === null || sent === "" || sent === -1 || sent === "-1") return undefined;
  const version = typeof sent === "string" && /^\d{1,9}$/.test(sent) ? Number(sent) : sent;
  if (!Number.isInteger(version)) throw malformedParameter("version");
  return Number(version);
}

/** Refuses a stale submit with 409. */
export function checkVersion(resource: ResourceModel, current: Readonly<Values>, body: Readonly<Values>, readable: ReadableFields): void {
  if (!resource.hasBaseColumns) return;
  const version = versionIn(body);
  if (version === undefined || version === current["version"]) return;
  const updateUser = isReadable(readable, "updateUser") ? { updateUser: toWire({ wire: "id" }, current["updateUser"]) } : {};
  const stored: Values = { version: current["version"], ...updateUser, updateTime: toWire({ wire: "time" }, current["updateTime"]) };
  const submitted: Values = { version };
  for (const column of columnsOf(resource).values()) {
    const { field, name } = column;
    if (field === undefined || !isReadable(readable, name) || field.readonly || field.traits.isSecret || !(name in body)) continue;
    const clear = toWire(column.wire, current[name]);
    // What somebody sees of a masked value is all that they may learn of it: whether it is what they have guessed is not told.
    const storedValue = isMasked(readable, field) && current[name] !== null ? maskedWire(clear) : clear;
    const sent = toWire(column.wire, received(field, body[name]));
    if (JSON.stringify(storedValue) === JSON.stringify(sent)) continue;
    stored[name] = storedValue;
    submitted[name] = sent;
  }
  throw staleVersion(stored, submitted);
}
