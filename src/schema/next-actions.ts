// Which actions move a row on in its life cycle, and which refuse or end it: read from the states and what leads from one to another.
import { kindData, type ActionModel, type ResourceModel } from "./model.ts";
import { alternativesOf } from "./text.ts";

interface Move {
  readonly from: readonly string[];
  readonly to: string;
}

interface LifeCycle {
  /** In their order: first the usual way, then what ends it otherwise. */
  readonly names: readonly string[];
  /** As they are stored. */
  readonly values: readonly number[];
  readonly moves: readonly Move[];
  /** States that something leads out of, the return to a remembered state included. */
  readonly left: ReadonlySet<string>;
  /** What the state's colour says of it. */
  readonly isGoal: (name: string) => boolean;
  /** Failed, refused, or over otherwise. */
  readonly isFailed: (name: string) => boolean;
  /** Somewhere that a row is meant to leave again, if only backwards. */
  readonly isTroubled: (name: string) => boolean;
}

const failed: ReadonlySet<string> = new Set(["red", "volcano"]);

function lifeCycleOf({ stateField, data }: ResourceModel): LifeCycle | undefined {
  if (stateField === undefined) return undefined;
  const { states = {} } = kindData(stateField.data);
  const names = Object.keys(states);
  const listed = (from: string | readonly string[] | undefined) =>
    from === undefined ? names : from === "new" ? [] : typeof from === "string" ? [from] : from;
  const actions = Object.values(data.actions ?? {});
  const events = Object.values(data.events ?? {});
  const moves = [...actions, ...events].flatMap(({ from, to }) => (typeof to === "string" ? [{ from: listed(from), to }] : []));
  const returns = events.filter(({ to }) => typeof to !== "string");
  const colour = (name: string) => states[name]?.[3];
  // What is over, such as a closed order, is told by no colour; rows begin without one as well.
  const isFailed = (name: string) => failed.has(colour(name) ?? (name === names[0] ? "" : "red"));
  return {
    names,
    values: names.map((name) => states[name]?.[0] ?? Number.NaN),
    moves,
    left: new Set([...moves, ...returns.map(({ from }) => ({ from: listed(from) }))].flatMap(({ from }) => from)),
    isGoal: (name) => colour(name) === "green",
    isFailed,
    isTroubled: (name) => isFailed(name) || colour(name) === "orange",
  };
}

/** Whether rows can get from one state to some other, on no way that leads through failure or through `avoided`. */
function leadsTo({ moves, isFailed }: LifeCycle, from: string, isMeant: (name: string) => boolean, avoided?: string): boolean {
  const reached = new Set([from]);
  for (const name of reached) {
    if (isMeant(name)) return true;
    for (const { from: left, to } of moves) if (left.includes(name) && to !== avoided && !isFailed(to)) reached.add(to);
  }
  return false;
}

/** Whether a move brings a row nearer to where its life cycle is meant to lead. */
function advances(cycle: LifeCycle, from: string, to: string): boolean {
  if (from === to || cycle.isGoal(from) || cycle.isFailed(to)) return false;
  // Back to where rows were put aside from: undone, or tried once more, when somebody has decided so. What has failed is tried again.
  if (from !== cycle.names[0] && !cycle.isFailed(from) && leadsTo(cycle, to, (name) => name === from)) return false;
  return leadsTo(cycle, to, cycle.isGoal, from);
}

/** Whether rows in `to` are at an end that nobody aims at, or have failed. */
function refuses({ isGoal, isFailed, left }: LifeCycle, to: string): boolean {
  return isFailed(to) || (!isGoal(to) && !left.has(to));
}

/** Whether it is a button of single rows. */
const isInRows = ({ on, inRows }: ActionModel): boolean => on === "row" || inRows === true;

/** The states in which an action is possible; undefined: in any. */
function statesOf(action: ActionModel, stateField: string): readonly unknown[] | undefined {
  if (action.fromValues !== undefined) return action.fromValues;
  const alternatives = alternativesOf(action.when ?? {}).map((all) => all[stateField]);
  return alternatives.every((one) => typeof one === "number" || Array.isArray(one)) ? alternatives.flat() : undefined;
}

export interface NextActions {
  /** The field of the state. */
  readonly field: string;
  /** By the state, as it is stored: what is done with a row there, and what leads on, the usual first. */
  readonly by: Readonly<Record<string, NextOf>>;
}

interface NextOf {
  /** What a row is in this state for, such as the scanning of a document. */
  readonly work?: readonly string[];
  /** What moves it on. */
  readonly moves?: readonly string[];
}

function nextOf(resource: ResourceModel, cycle: LifeCycle, state: string, field: string): NextOf {
  const at = cycle.names.indexOf(state);
  const value = cycle.values[at];
  const possible = resource.actions.filter((action) => isInRows(action) && statesOf(action, field)?.includes(value) !== false);
  const stateOf = ({ to }: ActionModel) => to ?? "";
  /** A later state is nearer than an earlier one, whatever is between. */
  const distance = (action: ActionModel) => {
    const by = cycle.names.indexOf(stateOf(action)) - at;
    return by > 0 ? by : cycle.names.length - by;
  };
  const moves = possible
    .filter((action) => action.to !== undefined && advances(cycle, state, action.to))
    .toSorted((one, other) => distance(one) - distance(other));
  // A row is here for it if it is done in no state in which rows begin, stay or have failed.
  const isUnderway = (one: unknown) => {
    const name = cycle.names[cycle.values.findIndex((value) => value === one)] ?? "";
    return name !== cycle.names[0] && !cycle.isGoal(name) && !cycle.isTroubled(name) && cycle.left.has(name);
  };
  const work = possible.filter((action) => action.to === undefined && statesOf(action, field)?.every(isUnderway) === true);
  return {
    ...(work.length === 0 ? {} : { work: work.map(({ name }) => name) }),
    ...(moves.length === 0 ? {} : { moves: moves.map(({ name }) => name) }),
  };
}

/** What is usually done next with the rows of a resource; undefined where no action follows its life cycle. */
export function nextActions(resource: ResourceModel): NextActions | undefined {
  const { stateField } = resource;
  const cycle = lifeCycleOf(resource);
  if (stateField === undefined || cycle === undefined) return undefined;
  const by = cycle.names.flatMap((state, at) => {
    const next = nextOf(resource, cycle, state, stateField.name);
    return Object.keys(next).length === 0 ? [] : [[String(cycle.values[at]), next] as const];
  });
  return by.length === 0 ? undefined : { field: stateField.name, by: Object.fromEntries(by) };
}

/** What an action does to the state of a row: it moves it, or moves it where nobody aims at; undefined: nothing. */
export function transitionOf(resource: ResourceModel, { to }: ActionModel): "moves" | "refuses" | undefined {
  const cycle = lifeCycleOf(resource);
  if (cycle === undefined || to === undefined) return undefined;
  return refuses(cycle, to) ? "refuses" : "moves";
}
