// What rows tell in the timelines of others (`eventsOf`).
import { hasHistory } from "../history.ts";
import { errorAt } from "./finding.ts";
import { didYouMean } from "./nearest.ts";
import type { Check } from "./subject.ts";

/** What is told in timelines of other rows is found by an index, and they have timelines. */
export const timelines: Check = function* ({ data, field }, model) {
  if (data.eventsOf === undefined) return;
  const { at, of } = data.eventsOf;
  const wrong = (place: readonly string[], problem: string, remedy: string) =>
    errorAt("unfit-events", ["eventsOf", ...place], `eventsOf.${place.join(".")}: ${problem}`, remedy);
  if (field.get(at)?.stored !== true || field.get(at)?.traits.temporal !== "moment")
    yield wrong(["at"], `"${at}" has no date and time`, didYouMean(at, field.keys(), "Name a stored field of the kind datetime."));
  for (const [name, targets] of Object.entries(of)) {
    if (field.get(name)?.stored !== true)
      yield wrong(["of", name], `there is no stored field "${name}"`, didYouMean(name, field.keys(), "Name a stored field."));
    else if (data.indexes?.some(([first, second]) => first === name && second === at) !== true)
      yield wrong(["of", name], "no index finds the rows of one in time", `Add ["${name}", "${at}"] to \`indexes\`.`);
    for (const target of targets) {
      const other = model.resource.get(target);
      if (other === undefined || !hasHistory(other))
        yield wrong(
          ["of", name],
          `"${target}" has no history`,
          didYouMean(target, model.resource.keys(), "Name a resource with a history."),
        );
    }
  }
};
