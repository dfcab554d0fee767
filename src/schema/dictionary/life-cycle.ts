// The transitions of a life cycle, by whom and from where to where: what its diagram and its table show.
import { kindData, type ResourceModel } from "../model.ts";
import type { Text } from "../text.ts";

interface State {
  readonly name: string;
  readonly value: number;
  readonly label: Text;
  readonly colour: string | undefined;
  readonly isInitial: boolean;
  /** Nothing leads out of it. */
  readonly isFinal: boolean;
}

export interface Transition {
  readonly name: string;
  /** The action's label; an event has none. */
  readonly label: Text | undefined;
  readonly isManual: boolean;
  /** Names of states; empty: the row was not there before. */
  readonly from: readonly string[];
  /** undefined: back to the state that `toField` holds. */
  readonly to: string | undefined;
  readonly toField: string | undefined;
  /** For people, in English. */
  readonly when: string | undefined;
}

export interface LifeCycle {
  readonly states: readonly State[];
  readonly transitions: readonly Transition[];
}

/** The life cycle of a resource; undefined where it has none. */
export function lifeCycleOf(resource: ResourceModel): LifeCycle | undefined {
  if (resource.stateField === undefined) return undefined;
  const { states = {}, initial } = kindData(resource.stateField.data);
  const declared = Object.entries(states);
  const names = declared.map(([name]) => name);
  // An action without `from` starts anywhere; `new` in an event is a row that did not exist (`events`).
  const sources = (from: string | readonly string[] | undefined, to: string | undefined) =>
    from === undefined ? names.filter((name) => name !== to) : [from].flat().filter((name) => names.includes(name));
  const transitions: readonly Transition[] = [
    ...resource.actions.flatMap((action): readonly Transition[] =>
      action.to === undefined
        ? []
        : [
            {
              name: action.name,
              label: action.label,
              isManual: true,
              from: sources(action.from, action.to),
              to: action.to,
              toField: undefined,
              when: undefined,
            },
          ],
    ),
    ...Object.entries(resource.data.events ?? {}).map(([name, event]): Transition => {
      const to = typeof event.to === "string" ? event.to : undefined;
      return {
        name,
        label: undefined,
        isManual: false,
        from: sources(event.from, to),
        to,
        toField: typeof event.to === "string" ? undefined : event.to.field,
        when: event.when ?? (event.at === undefined ? undefined : `at the time of “${resource.field.get(event.at)?.label[1] ?? event.at}”`),
      };
    }),
  ];
  const left = new Set(transitions.flatMap(({ from, to }) => from.filter((name) => name !== to)));
  const first = initial ?? names[0];
  return {
    states: declared.map(([name, [value, zh, en, colour]]) => ({
      name,
      value,
      label: [zh, en],
      colour,
      isInitial: name === first,
      isFinal: !left.has(name),
    })),
    transitions,
  };
}
