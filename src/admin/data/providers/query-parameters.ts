// Filters and sorting as Blade's query parameters (docs/wire.md §5). The dialect decides what differs between back-ends.
import { traitsOf } from "../../../fields/screen-traits.ts";
import type { KindTraits } from "../../../schema/kind-traits.ts";
import { localNow, secondsLater } from "../../../schema/local-time.ts";
import type { Screen, ScreenField } from "../../../schema/screen.ts";
import { textOf } from "../../api/wire-data.ts";
import type { Dialect } from "../../../schema/dialects/types.ts";
import { periodNamed, rangeAt } from "./periods.ts";

/** How a field is filtered: text within, equality, one of several, from–to. */
export type FilterOperator = "contains" | "eq" | "in" | "between";

interface FieldFilter {
  readonly field: string;
  readonly operator: FilterOperator;
  readonly value: unknown;
}

interface FieldSort {
  readonly field: string;
  readonly order: "asc" | "desc";
}

const dayOnly = /^\d{4}-\d{2}-\d{2}$/;

type Temporal = KindTraits["temporal"];

function endOf(temporal: Temporal, value: string, time: string): string {
  return temporal !== "clock" && dayOnly.test(value) ? `${value} ${time}` : value;
}

/**
 * A range includes both of its ends. Moments have the suffixes of the specification, which leave theirs out (docs/wire.md §5): so they are sent
 * from the second before the first to the second after the last.
 */
function rangeQuery(name: string, temporal: Temporal, value: unknown): Record<string, string> {
  const sent = Array.isArray(value) ? value.map(textOf) : [];
  const isDay = temporal === "day" || temporal === "moment";
  const period = isDay ? periodNamed(sent[0]) : undefined;
  if (period === "empty") return { [`${name}_null`]: "1" };
  if (period === "filled") return { [`${name}_notnull`]: "1" };
  const [from, to] = rangeAt(sent, temporal, localNow());
  const isMoment = temporal === "moment";
  const [fromSuffix, toSuffix] = isMoment ? ["_dategt", "_datelt"] : temporal === "day" ? ["_datege", "_datele"] : ["_ge", "_le"];
  const first = endOf(temporal, from, "00:00:00");
  const last = endOf(temporal, to, "23:59:59");
  return {
    ...(first === "" ? {} : { [name + fromSuffix]: isMoment ? secondsLater(first, -1) : first }),
    ...(last === "" ? {} : { [name + toSuffix]: isMoment ? secondsLater(last, 1) : last }),
  };
}

/** The query parameters of one filter; none where its value is empty (docs/wire.md §5). */
export function filterQuery(
  filter: FieldFilter,
  field: Pick<ScreenField, "kind"> | undefined,
  dialect: Pick<Dialect, "equalBy" | "several">,
): Record<string, string> {
  const { field: name, value } = filter;
  const traits = field === undefined ? undefined : traitsOf(field);
  if (filter.operator === "between") return rangeQuery(name, traits?.temporal, value);
  const values = (Array.isArray(value) ? value : [value]).map(textOf).filter((one) => one !== "");
  const [first] = values;
  if (first === undefined) return {};
  if (filter.operator === "contains") return { [name]: first };
  if (values.length > 1 && dialect.several) return { [`${name}_in`]: values.join(",") };
  return { [name + (traits?.matchesPart === true ? dialect.equalBy.text : dialect.equalBy.other)]: first };
}

/** createTime → create_time: sort columns are names of columns (docs/wire.md §5, §10.10). */
export function columnOf(field: string): string {
  return field.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
}

/**
 * `ascs` and `descs` come in this order, whatever the order of the parameters. Another one is sent as `orders`, which Blade does not have:
 * there the first field alone is sorted by.
 */
export function sortQuery(sorts: readonly FieldSort[], { isBlade = false }: { readonly isBlade?: boolean } = {}): Record<string, string> {
  const isMixed = sorts.some((sort, index) => sort.order === "asc" && sorts[index - 1]?.order === "desc");
  if (isMixed && !isBlade) return { orders: sorts.map((sort) => `${sort.order === "desc" ? "-" : ""}${columnOf(sort.field)}`).join(",") };
  const columns = (order: "asc" | "desc") =>
    (isMixed ? sorts.slice(0, 1) : sorts)
      .filter((sort) => sort.order === order)
      .map((sort) => columnOf(sort.field))
      .join(",");
  const ascs = columns("asc");
  const descs = columns("desc");
  return { ...(ascs === "" ? {} : { ascs }), ...(descs === "" ? {} : { descs }) };
}

/** The order that a call is asked for: none where the answer is put in order here, and the usual one where the back-end has none. */
export function sortsFor(
  { backEnd }: Pick<Screen, "backEnd">,
  { isPage }: { readonly isPage: boolean },
  chosen: readonly FieldSort[],
): readonly FieldSort[] {
  if (backEnd === undefined) return chosen;
  if (!isPage && !backEnd.sortsWhole) return [];
  return chosen.length === 0 ? backEnd.order : chosen;
}
