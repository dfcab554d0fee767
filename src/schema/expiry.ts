// A state that ends at a moment of its row (`events` with `at`): what is stored stays, and rows are read as they stand by then.
import { kindOf } from "./kinds.ts";
import { kindData, type ResourceModel } from "./model.ts";

/** From a moment on a state is read as another one. */
interface Lapse {
  /** The field of the life cycle. */
  readonly field: string;
  /** Values of the states. */
  readonly from: number;
  readonly to: number;
  /** The field with the moment. */
  readonly at: string;
}

const lapses = new WeakMap<ResourceModel, readonly Lapse[]>();

/** What lapses of the rows of a resource. */
export function lapsesOf(resource: ResourceModel): readonly Lapse[] {
  let found = lapses.get(resource);
  if (found === undefined) lapses.set(resource, (found = findLapses(resource)));
  return found;
}

function findLapses(resource: ResourceModel): readonly Lapse[] {
  const cycle = resource.fields.find(({ data }) => kindOf(data).initial !== undefined);
  const { states = {} } = cycle === undefined ? {} : kindData(cycle.data);
  return Object.values(resource.data.events ?? {}).flatMap(({ from, to, at }) => {
    if (cycle === undefined || at === undefined || typeof from !== "string" || typeof to !== "string") return [];
    const [before, after] = [states[from]?.[0], states[to]?.[0]];
    return before === undefined || after === undefined ? [] : [{ field: cycle.name, from: before, to: after, at }];
  });
}

const isPast = (moment: unknown, now: string): boolean => typeof moment === "string" && moment !== "" && moment <= now;

/** A row, stored or on the wire, as it stands at a time "yyyy-MM-dd HH:mm:ss". */
export function asOf<T extends Readonly<Record<string, unknown>>>(resource: ResourceModel, row: T, now: string): T {
  const lapse = lapsesOf(resource).find(({ field, from, at }) => row[field] != null && Number(row[field]) === from && isPast(row[at], now));
  return lapse === undefined ? row : { ...row, [lapse.field]: lapse.to };
}
