// Charts above a list: fields that have groups, and stored numbers.
import { canGroupBy, summarizedListOf } from "../list-charts.ts";
import { errorAt } from "./finding.ts";
import { didYouMean } from "./nearest.ts";
import type { Check } from "./subject.ts";
import { checkText } from "./texts.ts";

export const charts: Check = function* (resource) {
  const { charts: declared } = resource.data;
  if (declared === undefined) return;
  if (summarizedListOf(resource) === undefined)
    yield errorAt("unknown-chart", ["charts"], "charts: there is no list above which they could be shown", "Take `charts` out.");
  const answered = summarizedListOf(resource)?.read?.fields;
  const chartable = resource.fields.filter(({ name }) => answered === undefined || answered.includes(name));
  const lapses = Object.values(resource.data.events ?? {}).some(({ at }) => at !== undefined);
  const summable = chartable.filter((field) => field.stored && field.traits.number !== undefined).map(({ name }) => name);
  for (const [name, { label, by, as, count, sum }] of Object.entries(declared)) {
    const place = ["charts", name];
    yield* checkText(label, [...place, "label"]);
    if (count !== undefined) yield* checkText(count, [...place, "count"]);
    const groups = chartable
      .filter((field) => canGroupBy(field, as) && !(lapses && field === resource.stateField))
      .map((field) => field.name);
    if (lapses && by === resource.stateField?.name)
      yield errorAt(
        "unknown-chart",
        [...place, "by"],
        `${place.join(".")}: "${by}" changes as time passes, and groups are of what is stored`,
        "Group by another field.",
      );
    else if (!groups.includes(by))
      yield errorAt(
        "unknown-chart",
        [...place, "by"],
        `${place.join(".")}: rows have no groups by "${by}"${as === "map" ? " on a map" : ""}`,
        didYouMean(by, groups, as === "map" ? "Name a division." : "Name a stored choice, reference, division, text or day."),
      );
    for (const [index, one] of (sum ?? []).entries())
      if (!summable.includes(one))
        yield errorAt(
          "unknown-chart",
          [...place, "sum", index],
          `${place.join(".")}: there is no stored number "${one}"`,
          didYouMean(one, summable, "Name a number of this resource that has a column."),
        );
    if (count !== undefined && sum !== undefined)
      yield errorAt("unknown-chart", [...place, "count"], `${place.join(".")}: it adds up and does not count`, "Take `count` out.");
  }
};
