// A state that ends at a moment of its row (`events` with `at`): what is stored stays, and rows are read as they stand by then.
import { kindOf } from "./kinds.ts";
import { kindData, type ResourceModel } from "./model.ts";

/** From a moment on a state is read as another one. */
interface Expiry {
  /** The field of the life cycle. */
  readonly field: string;
  /** Values of the states. */
  readonly from: number;
  readonly to: number;
  /** The field with the moment. */
  readonly at: string;
}

const expiries = new WeakMap<ResourceModel, readonly Expiry[]>();

/** The states of a resource that end by the clock. */
export function expiriesOf(resource: ResourceModel): readonly Expiry[] {
  let found = expiries.get(resource);
  if (found === undefined) expiries.set(resource, (found = findExpiries(resource)));
  return found;
}

function findExpiries(resource: ResourceModel): readonly Expiry[] {
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
  const expiry = expiriesOf(resource).find(
    ({ field, from, at }) => row[field] != null && Number(row[field]) === from && isPast(row[at], now),
  );
  return expiry === undefined ? row : { ...row, [expiry.field]: expiry.to };
}
