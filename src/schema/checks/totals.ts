// Sums below a list: stored numbers of a list in pages, over rows that their conditions can tell apart.
import { fieldsIn } from "../text.ts";
import { condition } from "./conditions.ts";
import { errorAt } from "./finding.ts";
import { didYouMean } from "./nearest.ts";
import type { Check } from "./subject.ts";
import { checkText } from "./texts.ts";

export const totals: Check = function* (resource) {
  const summable = resource.fields.filter((field) => field.stored && field.traits.number !== undefined).map(({ name }) => name);
  for (const [name, { label, sum, where, less }] of Object.entries(resource.data.totals ?? {})) {
    const place = ["totals", name];
    yield* checkText(label, [...place, "label"]);
    if (!resource.hasTable || resource.data.listShape === "rows" || resource.data.listShape === "forest")
      yield errorAt(
        "unknown-total",
        place,
        `${place.join(".")}: there is no list in pages below which it could stand`,
        "Take `totals` out.",
      );
    if (!summable.includes(sum))
      yield errorAt(
        "unknown-total",
        [...place, "sum"],
        `${place.join(".")}: there is no stored number "${sum}"`,
        didYouMean(sum, summable, "Name a number of this resource that has a column."),
      );
    for (const [word, stated] of Object.entries({ where, less })) {
      if (stated === undefined) continue;
      yield* condition(stated, [...place, word], resource.field);
      const computed = fieldsIn(stated).find((one) => resource.field.get(one)?.stored === false);
      if (computed !== undefined)
        yield errorAt("unknown-total", [...place, word], `${place.join(".")}: "${computed}" is not stored`, "Name stored fields.");
    }
  }
};
