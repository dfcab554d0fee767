// What happens to rows and may be told to other systems (webhooks): the events of a resource as its definition implies them, with the names
// that people choose them by.
import { kindOf } from "./kinds.ts";
import { kindData } from "./kind-data.ts";
import { cachedBy } from "./cached-by.ts";
import type { ResourceModel } from "./model.ts";
import type { ActionData, ResourceData } from "./resource-data.ts";
import type { Text } from "./text.ts";
import type { Option } from "../fields/options.ts";

/** An event of the rows of a resource. */
interface RowEvent {
  /** `created`, `updated`, `removed`, the name of an action, or that of a move that the server makes. */
  readonly name: string;
  readonly label: Text;
}

/** Stands for all events of a resource: `factory.*`. */
export const everyEvent = "*";

const ofRows: readonly RowEvent[] = [
  { name: "created", label: ["新增", "created"] },
  { name: "updated", label: ["修改", "updated"] },
  { name: "removed", label: ["删除", "removed"] },
];

/** Actions that a server carries out on rows. */
const isOnRows = ({ on = "row", method, opens, dialog, download }: ActionData): boolean =>
  (on === "row" || on === "selection") &&
  method !== "none" &&
  method !== "GET" &&
  opens === undefined &&
  dialog === undefined &&
  download !== true;

/** Events of a definition: none of rows that are computed, and of logs, which grow without bound and are written by no call. */
function eventsOfData(data: ResourceData): readonly RowEvent[] {
  const isWritten = (data.calls ?? ["submit"]).some((call) => call === "submit" || call === "save" || call === "update");
  if (data.derived === true || (data.unbounded === true && !isWritten)) return [];
  const actions = Object.entries(data.actions ?? {})
    .filter(([, action]) => isOnRows(action))
    .map(([name, { label }]): RowEvent => ({ name, label }));
  const declared = new Set([...ofRows, ...actions].map(({ name }) => name));
  const moves = movesOf(data)
    .filter(({ name }) => !declared.has(name))
    .map(({ name, to }): RowEvent => ({ name, label: to }));
  return isWritten || actions.length + moves.length > 0 ? [...ofRows, ...actions, ...moves] : [];
}

interface Move {
  readonly name: string;
  /** The name of the state that it leads to. */
  readonly to: Text;
  readonly from: readonly number[] | undefined;
  readonly into: number;
}

/** The moves that the server makes by itself (`events` of a definition), as values of the state. */
function movesOf(data: ResourceData): readonly Move[] {
  const state = Object.values(data.fields).find((field) => kindOf(field).initial !== undefined);
  const states = state === undefined ? {} : (kindData(state).states ?? {});
  return Object.entries(data.events ?? {}).flatMap(([name, { from, to, at }]): readonly Move[] => {
    // What the clock moves is read so and never written: nothing happens that could be told.
    const target = typeof to === "string" && at === undefined ? states[to] : undefined;
    if (target === undefined) return [];
    const begins = from === undefined ? undefined : [from].flat().flatMap((one) => states[one]?.[0] ?? []);
    return [{ name, to: [target[1], target[2]], from: begins, into: target[0] }];
  });
}

/** Options of a field that chooses among the events of all definitions: `<resource>.<event>`, and all of a resource. */
export const eventOptions = cachedBy((all: ReadonlyMap<string, ResourceData>): readonly Option[] =>
  [...all.values()].flatMap((data): readonly Option[] => {
    const events = eventsOfData(data);
    const option = (name: string, [zh, en]: Text): Option => [
      `${data.name}.${name}`,
      `${data.label[0]} · ${zh}`,
      `${data.label[1]} · ${en.charAt(0).toLowerCase()}${en.slice(1)}`,
    ];
    return events.length === 0
      ? []
      : [option(everyEvent, ["全部事件", "every event"]), ...events.map(({ name, label }) => option(name, label))];
  }),
);

/** The events of a resource. */
export const eventsOf = cachedBy((resource: ResourceModel): readonly RowEvent[] => eventsOfData(resource.data));

const movesOfModel = cachedBy((resource: ResourceModel): readonly Move[] => movesOf(resource.data));

/** The moves that the change of a state was. */
export function movesBetween(resource: ResourceModel, before: unknown, after: unknown): readonly string[] {
  if (before === after) return [];
  return movesOfModel(resource)
    .filter(({ from, into }) => into === Number(after) && (from === undefined || from.includes(Number(before))))
    .map(({ name }) => name);
}

/** The parts of `<resource>.<event>`. */
export function partsOfEvent(event: string): { readonly resource: string; readonly name: string } {
  const dot = event.indexOf(".");
  return dot < 0 ? { resource: event, name: "" } : { resource: event.slice(0, dot), name: event.slice(dot + 1) };
}
