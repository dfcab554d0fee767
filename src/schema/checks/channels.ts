// Which channel rows belong to (`ofChannels`): no rows are limited by themselves.
import type { Model, ResourceModel } from "../model.ts";
import { errorAt } from "./finding.ts";
import type { Check } from "./subject.ts";

const channelResource = "channel";
const refersTo = (resource: ResourceModel, isTarget: (name: string) => boolean): boolean =>
  resource.fields.some(({ stored, reference }) => stored && reference !== undefined && isTarget(reference.resource));

/** The resources whose rows say to which channel the rows of this one belong. */
function definedForChannels(resource: ResourceModel, model: Model): readonly string[] {
  const { ofChannels } = resource.data;
  if (ofChannels === "none") return [];
  if (ofChannels !== undefined) return Object.values(ofChannels).flat();
  const isOfChannel = (name: string): boolean => {
    const target = model.resource.get(name);
    return name === channelResource || (target !== undefined && refersTo(target, (other) => other === channelResource));
  };
  // Where nothing of its own tells, a line belongs to whom its document belongs.
  return refersTo(resource, isOfChannel)
    ? []
    : model.resources.filter(({ name, details }) => details?.resource === resource.name && name !== resource.name).map(({ name }) => name);
}

/** Rows that are limited by rows that are limited by them: nobody could tell whose they are. Told once, at the first of the circle. */
export const channelCycle: Check = function* (resource, model) {
  const isNaming = (name: string) => typeof model.resource.get(name)?.data.ofChannels === "object";
  if (!isNaming(resource.name)) return;
  const ways: (readonly string[])[] = [[resource.name]];
  const seen = new Set<string>();
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    const last = model.resource.get(way.at(-1) ?? "");
    for (const next of last === undefined ? [] : definedForChannels(last, model)) {
      if (next === resource.name) {
        if (way.every((name) => name >= resource.name || !isNaming(name)))
          yield errorAt(
            "channel-cycle",
            ["ofChannels"],
            `ofChannels: rows are limited by themselves: ${[...way, next].join(" → ")}`,
            `Take one of ${way.filter(isNaming).join(", ")} out of \`ofChannels\`; the last must name rows that refer to a channel.`,
          );
        return;
      }
      if (!seen.has(next)) {
        seen.add(next);
        ways.push([...way, next]);
      }
    }
  }
};
