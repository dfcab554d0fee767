// Life cycles: states that exist, that differ, and that something leads to.
import { kindOf } from "../kinds.ts";
import { kindData, type FieldModel, type ResourceModel } from "../model.ts";
import { namesAction } from "./approval.ts";
import { errorAt, informationAt, type UnplacedFinding } from "./finding.ts";
import { didYouMean } from "./nearest.ts";
import type { Check } from "./subject.ts";

export const lifeCycle: Check = function* (resource) {
  const cycles = resource.fields.filter((field) => kindOf(field.data).initial !== undefined);
  for (const second of cycles.slice(1)) {
    yield errorAt(
      "several-life-cycles",
      ["fields", second.name],
      `"${second.name}" is a second life cycle beside "${cycles[0]?.name ?? ""}"`,
      "A resource has one; make this a choice that is read-only.",
    );
  }
  const field = cycles[0];
  if (field === undefined) {
    yield* movesWithoutStates(resource);
    return;
  }
  const { states = {} } = kindData(field.data);
  const names = Object.keys(states);
  const initial = initialOf(field.data, names);
  if (initial === undefined || !names.includes(initial)) {
    yield errorAt(
      "unknown-state",
      ["fields", field.name, "initial"],
      `"${field.name}" begins in "${initial ?? ""}", which is none of its states`,
      didYouMean(initial ?? "", names, "Name one of its states."),
    );
    return;
  }
  yield* sameValues(field.name, states);
  yield* unknownStates(resource, names);
  if (namesAction(resource.data)) yield* unreachable(resource, field.name, names, initial);
  yield* deadEnds(resource, field.name, states, finalOf(field.data));
  yield* lapses(resource);
};

/** What the clock moves is moved from one state to another, at a moment that every row has. */
function* lapses(resource: ResourceModel): Iterable<UnplacedFinding> {
  for (const [name, { from, to, at }] of Object.entries(resource.data.events ?? {})) {
    if (at === undefined) continue;
    const field = resource.field.get(at);
    if (field === undefined || !isMoment(field) || !field.required)
      yield errorAt(
        "unknown-moment",
        ["events", name, "at"],
        `events.${name}.at: "${at}" is no required moment of the row`,
        didYouMean(
          at,
          [...resource.field.values()].filter((one) => isMoment(one) && one.required).map((one) => one.name),
          "Name a required datetime.",
        ),
      );
    if (typeof from !== "string" || from === "new" || typeof to !== "string")
      yield errorAt(
        "unknown-moment",
        ["events", name, "from"],
        `events.${name}: a moment leads from one state to another`,
        "Name one state in `from` and one in `to`, and give other transitions events of their own.",
      );
  }
}

const isMoment = (field: FieldModel): boolean => kindOf(field.data).column.columnType(field) === "datetime";

function initialOf(data: object, names: readonly string[]): string | undefined {
  return "initial" in data && typeof data.initial === "string" ? data.initial : names[0];
}

const finalOf = (data: object): readonly string[] =>
  "final" in data && Array.isArray(data.final) ? data.final.filter((name) => typeof name === "string") : [];

/** Colours of what is reached, and of what has failed or is over. */
const finalColours: ReadonlySet<string> = new Set(["green", "red", "volcano", "default"]);

/** The states that actions, events and code of actions lead out of. */
function leftStates({ data }: ResourceModel, names: readonly string[]): ReadonlySet<string> {
  const out = (from: string | readonly string[] | undefined, to: unknown): readonly string[] =>
    from === undefined ? names.filter((name) => name !== to) : listed(from);
  const actions = Object.values(data.actions ?? {}).flatMap(({ from, to, handler, effect, exclusive }) => {
    const isMove = to !== undefined || (from !== undefined && (handler === true || effect !== undefined));
    return [...(isMove ? out(from, to) : []), ...(exclusive !== undefined && to !== undefined ? [to] : [])];
  });
  const events = Object.values(data.events ?? {}).flatMap(({ from, to }) => out(from, to));
  return new Set([...actions, ...events]);
}

/** States that rows cannot leave and that do not look like an end. */
function* deadEnds(
  resource: ResourceModel,
  field: string,
  states: Readonly<Record<string, readonly [number, string, string, string?]>>,
  final: readonly string[],
): Iterable<UnplacedFinding> {
  const names = Object.keys(states);
  const left = leftStates(resource, names);
  for (const [index, name] of final.entries())
    if (!names.includes(name))
      yield errorAt(
        "unknown-state",
        ["fields", field, "final", index],
        `"${field}" ends in "${name}", which is none of its states`,
        didYouMean(name, names, "Name one of its states."),
      );
    else if (left.has(name))
      yield errorAt(
        "left-final-state",
        ["fields", field, "final", index],
        `rows end in the state "${name}", and something leads out of it`,
        "Take it out of `final`, or out of the `from` of what leaves it.",
      );
  for (const [name, [, , , colour]] of Object.entries(states)) {
    const looksFinal = colour === undefined ? name !== names[0] : finalColours.has(colour);
    if (left.has(name) || looksFinal || final.includes(name) || names.length === 1) continue;
    yield informationAt(
      "dead-end-state",
      ["fields", field, "states", name],
      `nothing leads out of the state "${name}"`,
      `Add an action or an event with from: "${name}"; where rows end in it, make it green or red, or name it in \`final\`.`,
    );
  }
}

function* movesWithoutStates(resource: ResourceModel): Iterable<UnplacedFinding> {
  for (const [name, action] of Object.entries(resource.data.actions ?? {})) {
    if (action.from !== undefined || action.to !== undefined || action.exclusive !== undefined)
      yield errorAt(
        "no-life-cycle",
        ["actions", name],
        `the action "${name}" moves a row between states, and ${resource.name} has none`,
        "Give the resource a field of kind state, or use `when` and `set`.",
      );
  }
  for (const name of Object.keys(resource.data.events ?? {})) {
    yield errorAt(
      "no-life-cycle",
      ["events", name],
      `the event "${name}" moves a row between states, and ${resource.name} has none`,
      "Give the resource a field of kind state, or take the event out.",
    );
  }
}

function* sameValues(field: string, states: Readonly<Record<string, readonly [number, ...unknown[]]>>): Iterable<UnplacedFinding> {
  const seen = new Map<number, string>();
  for (const [name, [value]] of Object.entries(states)) {
    const other = seen.get(value);
    if (other !== undefined)
      yield errorAt(
        "duplicate-state",
        ["fields", field, "states", name],
        `the states "${other}" and "${name}" have the same value ${value}`,
        "Give each state its own value.",
      );
    seen.set(value, name);
  }
}

const listed = (from: string | readonly string[] | undefined): readonly string[] =>
  from === undefined ? [] : typeof from === "string" ? [from] : from;

function* unknownStates(resource: ResourceModel, names: readonly string[]): Iterable<UnplacedFinding> {
  const check = function* (place: readonly string[], mentioned: readonly string[]): Iterable<UnplacedFinding> {
    for (const name of mentioned)
      if (!names.includes(name))
        yield errorAt(
          "unknown-state",
          place,
          `${place.join(".")}: there is no state "${name}"`,
          didYouMean(name, names, "Name one of the states."),
        );
  };
  for (const [name, action] of Object.entries(resource.data.actions ?? {})) {
    yield* check(["actions", name, "from"], listed(action.from));
    if (action.to !== undefined) yield* check(["actions", name, "to"], [action.to]);
    if (action.exclusive !== undefined) yield* check(["actions", name, "others"], [action.exclusive]);
  }
  for (const [name, event] of Object.entries(resource.data.events ?? {})) {
    yield* check(
      ["events", name, "from"],
      listed(event.from).filter((from) => from !== "new"),
    );
    if (typeof event.to === "string") yield* check(["events", name, "to"], [event.to]);
    else if (!resource.field.has(event.to.field))
      yield errorAt(
        "unknown-state",
        ["events", name, "to"],
        `events.${name}.to: there is no field "${event.to.field}" that remembers a state`,
        didYouMean(event.to.field, resource.field.keys(), "Name a field of this resource."),
      );
  }
}

/** Every state must be the first one or reachable from it; an event from "new" starts a separate path. */
function* unreachable(resource: ResourceModel, field: string, names: readonly string[], initial: string): Iterable<UnplacedFinding> {
  interface Move {
    readonly from: readonly string[] | undefined;
    readonly to: string;
  }
  const moves: Move[] = [];
  for (const action of Object.values(resource.data.actions ?? {})) {
    if (action.to !== undefined) moves.push({ from: action.from === undefined ? undefined : listed(action.from), to: action.to });
    if (action.to !== undefined && action.exclusive !== undefined) moves.push({ from: [action.to], to: action.exclusive });
  }
  for (const event of Object.values(resource.data.events ?? {})) {
    // A way back to a remembered state leads to where the row has been already.
    if (typeof event.to === "string")
      moves.push({ from: event.from === undefined || event.from === "new" ? undefined : listed(event.from), to: event.to });
  }
  const reached = new Set([initial]);
  for (let size = 0; size !== reached.size;) {
    size = reached.size;
    for (const move of moves) if (move.from === undefined || move.from.some((from) => reached.has(from))) reached.add(move.to);
  }
  for (const name of names) {
    if (!reached.has(name))
      yield errorAt(
        "unreachable-state",
        ["fields", field, "states", name],
        `nothing leads to the state "${name}"`,
        `Add an action with to: "${name}", or an event when the server moves it there by itself.`,
      );
  }
}
