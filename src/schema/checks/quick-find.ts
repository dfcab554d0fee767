// The word `quickFind`: what it searches can be found by an index, and what it shows is in the list.
import { canFindBy } from "../quick-find.ts";
import type { FieldModel } from "../model.ts";
import { errorAt, type UnplacedFinding } from "./finding.ts";
import { didYouMean } from "./nearest.ts";
import type { Check } from "./subject.ts";

const code = "unknown-quick-find";

function* findable(field: FieldModel, place: readonly (string | number)[]): Iterable<UnplacedFinding> {
  if (!canFindBy(field))
    yield errorAt(
      code,
      place,
      `quickFind: nobody finds a row by "${field.name}"`,
      "Name a stored code, text or phone number, or a long text with `valuePerLine: true`.",
    );
}

export const quickFind: Check = function* (resource, model) {
  const { quickFind: word } = resource.data;
  if (word === undefined) return;
  if (!resource.hasTable || resource.key !== "id" || !resource.calls.has("detail"))
    yield errorAt(
      code,
      ["quickFind"],
      "quickFind: its rows cannot be opened by an id",
      "Take it out, or give the resource a table and `detail`.",
    );
  for (const [index, named] of word.by.entries()) {
    const place = ["quickFind", "by", index];
    if (typeof named === "string") {
      const field = resource.field.get(named);
      if (field === undefined)
        yield errorAt(
          code,
          place,
          `quickFind: there is no field "${named}"`,
          didYouMean(named, [...resource.field.keys()], "Name a field of this resource."),
        );
      else yield* findable(field, place);
      continue;
    }
    const other = model.resource.get(named.resource);
    if (other === undefined) {
      yield errorAt(code, place, `quickFind: there is no resource "${named.resource}"`, "Correct the name.");
      continue;
    }
    const by = other.field.get(named.by);
    if (by?.reference?.resource !== resource.name || by.reference.valueField !== resource.key || by.reference.several || !by.stored)
      yield errorAt(
        code,
        place,
        `quickFind: "${named.by}" of ${other.name} does not refer to ${resource.name}`,
        "Name the field of these rows that refers to this resource.",
      );
    const field = other.field.get(named.field);
    if (field === undefined)
      yield errorAt(
        code,
        place,
        `quickFind: ${other.name} has no field "${named.field}"`,
        didYouMean(named.field, [...other.field.keys()], "Name a field of these rows."),
      );
    else yield* findable(field, place);
  }
  for (const [index, name] of (word.shows ?? []).entries())
    if (resource.field.get(name)?.inList !== true)
      yield errorAt(
        code,
        ["quickFind", "shows", index],
        `quickFind: the list has no field "${name}"`,
        didYouMean(
          name,
          resource.fields.filter(({ inList }) => inList).map((one) => one.name),
          "Name a field of the list.",
        ),
      );
};
