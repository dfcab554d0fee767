// The fields of a list's search panel, with their inputs and wire parameters.
import type { SearchMode } from "../../../schema/field.ts";
import type { ScreenField } from "../../../schema/screen.ts";
import type { FilterOperator } from "../../data/providers/query-parameters.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";

/** The value of a filter: a text, several, or from and to. */
export type FilterValue = string | readonly string[];

export type FilterValues = Readonly<Record<string, FilterValue>>;

/** The fields of the panel: those without which the list answers nothing, then the others, in the order of the definition. `except` are those that the place itself decides. */
export function searchFields(
  screen: Pick<ListViewModel, "fields" | "listNeeds">,
  isAdministrator: boolean,
  except: ReadonlySet<string> = new Set(),
): readonly ScreenField[] {
  // An id that no screen shows is for calls: nobody could know what to type.
  const isUnknown = (field: ScreenField) =>
    field.visibleIn?.length === 0 && field.list !== true && field.options === undefined && field.reference === undefined;
  const needed = new Set(screen.listNeeds?.flat());
  const isLater = ({ name }: ScreenField) => (needed.has(name) ? 0 : 1);
  return screen.fields
    .toSorted((left, right) => isLater(left) - isLater(right))
    .filter((field) => field.search !== undefined && !except.has(field.name) && (isAdministrator || field.administratorOnly !== true))
    .filter((field) => !isUnknown(field))
    .map((field) => (field.searchLabel === undefined ? field : { ...field, label: field.searchLabel }));
}

const operators: Readonly<Record<SearchMode, FilterOperator>> = { like: "contains", equal: "eq", in: "in", range: "between" };

export function operatorOf(field: Pick<ScreenField, "search">): FilterOperator {
  return operators[field.search ?? "equal"];
}

/** Whether a filter narrows anything. */
export function isFilled(value: FilterValue | undefined): value is FilterValue {
  return value !== undefined && (typeof value === "string" ? value.trim() !== "" : value.some((one) => one !== ""));
}

/** Without what narrows nothing. */
export function filledFilters(values: Readonly<Record<string, FilterValue | undefined>>): FilterValues {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (isFilled(value) ? [[name, typeof value === "string" ? value.trim() : value]] : [])),
  );
}

export function withoutFilter(filters: FilterValues, name: string): FilterValues {
  return Object.fromEntries(Object.entries(filters).filter(([one]) => one !== name));
}

/** The search panel's current input, submitted or not. */
export type SearchDraft = Readonly<Record<string, FilterValue | undefined>>;

const isSame = (one: FilterValue | undefined, other: FilterValue | undefined): boolean => String(one ?? "") === String(other ?? "");

/** The draft after the filters changed elsewhere: fields that still show the applied filter follow, later input stays. */
export function mergedDraft(draft: SearchDraft, before: FilterValues, now: FilterValues): SearchDraft {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return {
    ...draft,
    ...Object.fromEntries([...names].filter((name) => isSame(draft[name], before[name])).map((name) => [name, now[name]])),
  };
}
