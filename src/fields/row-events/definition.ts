// Events of the rows of all resources, such as "stock-out-doc.submit": the options follow from the definitions.
import { z } from "zod";
import {
  builderOf,
  type CommonOptions,
  type Field,
  type FieldData,
  type KindBuilder,
  type ModeOf,
  type Requirement,
} from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import type { Condition } from "../../schema/text.ts";
import { chosen, chosenTraits } from "../chosen.ts";
import { varchar, type ColumnKind } from "../column.ts";
import { isTrue, searchMode } from "../option-shapes.ts";
import type { Option } from "../options.ts";

interface EventsOptions<M> {
  /** In the search panel: by one event, or by several. Default: not searched. */
  search?: "equal" | "in";
  /** Several events. */
  multiple?: M;
}

interface EventsData extends FieldData {
  /** What the model fills in. */
  readonly options?: readonly Option[];
}

const maxLength = 96;
/** Of one field; `factory.*` stands for all of a resource. */
const maxEvents = 200;
const pattern = /^[a-z][a-z0-9-]*\.(?:[A-Za-z][A-Za-z0-9]*|\*)$/u;

const column: ColumnKind = {
  columnType: () => "text",
  type: (field) => (field.wire === "list" ? "text[]" : varchar(maxLength)),
  defaultOperator: "equal",
  toColumn: (value) => value,
  fromColumn: (value) => value,
};

const rowEventsKind = fieldKind<EventsData>({
  ...chosen,
  kind: "row-events",
  name: ["数据事件", "Events of rows"],
  wire: (field) => (field.multiple ? "list" : "text"),
  options: { search: searchMode, multiple: isTrue },
  screenOptions: [],
  column,
  searches: ["equal", "in"],
  choices: (field) => field.options ?? [],
  optionsFrom: "events",
  canBeUnique: false,
  baseColumns: [],
  asks: "nothing",
  traits: { ...chosenTraits, widget: "options", width: 220, rowWidth: 240, paste: "option" },
  value(field) {
    const event = z.string().max(maxLength).regex(pattern);
    return field.multiple ? z.array(event).max(maxEvents) : event;
  },
  sample(field, context) {
    const options = field.options ?? [];
    const event = String(options[context.number % Math.max(1, options.length)]?.[0] ?? "factory.created");
    return field.multiple ? [event] : event;
  },
  forbidden: (field) => [{ value: field.multiple ? ["no event"] : "no event", code: "pattern", limit: "pattern" }],
});

/**
 * Events of rows, such as `stock-out-doc.submit`: of every resource `created`, `updated`, `removed` and its actions. `multiple: true`
 * permits several.
 */
export const rowEvents: KindBuilder &
  (<
    const R extends Requirement = undefined,
    const RO extends true | undefined = undefined,
    const W extends Condition | undefined = undefined,
    const Q extends Condition | undefined = undefined,
    const M extends true | undefined = undefined,
  >(
    zh: string,
    en: string,
    options?: EventsOptions<M> & CommonOptions<R, RO, W, Q>,
  ) => Field<M extends true ? string[] : string, ModeOf<R, RO>, [undefined, W | Q, undefined, false]>) = builderOf(
  rowEventsKind,
  (zh: string, en: string, options?: object) => ({ kind: rowEventsKind.kind, label: [zh, en] as const, ...options }),
);
