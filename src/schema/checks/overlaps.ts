// Ranges that must not overlap: two numbers or two times of one kind, and stored fields to compare.
import type { ResourceModel } from "../model.ts";
import type { NoOverlapData } from "../resource-data.ts";
import { fieldsIn } from "../text.ts";
import { familyOf } from "./comparisons.ts";
import { condition } from "./conditions.ts";
import { errorAt, type Place, type UnplacedFinding } from "./finding.ts";
import { didYouMean } from "./nearest.ts";
import type { Check } from "./subject.ts";
import { checkText } from "./texts.ts";

export const overlaps: Check = function* (resource) {
  for (const [name, data] of Object.entries(resource.data.noOverlap ?? {})) {
    const place = ["noOverlap", name];
    yield* names(resource, data, place);
    yield* range(resource, data, place);
    yield* compared(resource, data, place);
    if (data.where !== undefined) yield* condition(data.where, [...place, "where"], resource.field);
    if (data.message !== undefined) yield* checkText(data.message, [...place, "message"]);
  }
};

function* names(resource: ResourceModel, { per, from, to, where }: NoOverlapData, place: Place): Iterable<UnplacedFinding> {
  // A condition on a field that is not there is a finding of the condition.
  const conditionFields = fieldsIn(where).filter((name) => resource.field.has(name));
  for (const name of new Set([...per, from, to, ...conditionFields])) {
    if (resource.field.get(name)?.stored === true) continue;
    yield errorAt(
      "unknown-overlap-field",
      place,
      `${place.join(".")}: there is no stored field "${name}"`,
      didYouMean(
        name,
        resource.fields.flatMap((field) => (field.stored ? [field.name] : [])),
        "Name a field of this resource that has a column.",
      ),
    );
  }
}

function* range(resource: ResourceModel, { from, to }: NoOverlapData, place: Place): Iterable<UnplacedFinding> {
  const [begin, end] = [resource.field.get(from), resource.field.get(to)];
  if (begin === undefined || end === undefined) return;
  if (from === to) {
    yield errorAt(
      "unsupported-overlap",
      place,
      `${place.join(".")}: "${from}" is both ends of the range`,
      "Name the field of the other end.",
    );
    return;
  }
  const family = familyOf(begin);
  if (family === undefined || family === "clock" || begin.kind !== end.kind)
    yield errorAt(
      "unsupported-overlap",
      place,
      `${place.join(".")}: "${from}" (${begin.kind}) and "${to}" (${end.kind}) make no range`,
      "Name two numbers, two days or two moments.",
    );
}

function* compared(resource: ResourceModel, { per, from, to }: NoOverlapData, place: Place): Iterable<UnplacedFinding> {
  if (!resource.hasTable || !resource.hasBaseColumns)
    yield errorAt("unsupported-overlap", place, `${place.join(".")}: "${resource.name}" keeps no rows with an id`, "Take the rule out.");
  for (const name of per) {
    const wire = resource.field.get(name)?.wire;
    if (wire === "list" || wire === "json" || wire === "rows")
      yield errorAt("unsupported-overlap", place, `${place.join(".")}: "${name}" holds several values`, "Compare fields that hold one.");
    else if (name === from || name === to)
      yield errorAt(
        "unsupported-overlap",
        place,
        `${place.join(".")}: "${name}" is an end of the range`,
        "Name in `per` only what ranges share.",
      );
  }
}
