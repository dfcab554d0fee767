// Conditions while they are edited: where an item stands, and what comes of a change there.
import { conditionLimits, isGroup, type ConditionField, type ConditionGroup, type ConditionItem, type ConditionOperator, type ListCondition } from "../../../schema/list-conditions.ts"; // prettier-ignore
import type { ScreenField } from "../../../schema/screen.ts";

/** Places of an item in its groups, from the outermost inwards; empty for the outermost itself. */
export type ItemPlace = readonly number[];

/** A line of which nothing is chosen yet. */
export const newCondition: ListCondition = { field: "", operator: "equal" };
export const newGroup: ConditionGroup = { of: "any", items: [newCondition] };
export const noConditions: ConditionGroup = { of: "all", items: [newCondition] };

/** The group with the item at a place changed; undefined takes it out, and the groups that are empty then. */
export function withChange(
  group: ConditionGroup,
  [place, ...inner]: ItemPlace,
  change: (item: ConditionItem) => ConditionItem | undefined,
): ConditionGroup {
  const items = group.items.flatMap((item, index): readonly ConditionItem[] => {
    if (index !== place) return [item];
    const next = inner.length === 0 ? change(item) : isGroup(item) ? withChange(item, inner, change) : item;
    return next === undefined || (isGroup(next) && next.items.length === 0) ? [] : [next];
  });
  return { ...group, items };
}

/** The group with an item added to the group at a place. */
export function withItem(group: ConditionGroup, place: ItemPlace, added: ConditionItem): ConditionGroup {
  if (place.length === 0) return { ...group, items: [...group.items, added] };
  return withChange(group, place, (item) => (isGroup(item) ? { ...item, items: [...item.items, added] } : item));
}

/** Whether a group at a place may have groups. */
export const mayNest = (place: ItemPlace): boolean => place.length + 1 < conditionLimits.depth;

/** Comparisons that need no value. */
export const needsNoValue = (operator: ConditionOperator): boolean => operator === "null" || operator === "notnull";

/** Whether a line says something. */
export const isComplete = ({ field, operator, value = "" }: ListCondition): boolean =>
  field !== "" && (needsNoValue(operator) || value !== "");

/** Whether values of a field are chosen rather than typed. */
export const isChosen = (field: ScreenField | undefined): field is ScreenField =>
  field !== undefined && (field.options !== undefined || field.reference !== undefined || field.dictionary !== undefined);

/** The comparisons that a field has, the usual one first. */
export function operatorsOf({ type }: ConditionField, field: ScreenField | undefined): readonly ConditionOperator[] {
  if (type === "several") return ["in", "null", "notnull"];
  if (type === "time") return ["during", "ge", "le", "equal", "null", "notnull"];
  const isTree = field?.reference?.source === "tree" || field?.reference?.source === "lazy-tree";
  if (isChosen(field)) return [...(isTree ? (["within"] as const) : []), "in", "equal", "notequal", "null", "notnull"];
  if (type === "number") return ["ge", "le", "gt", "lt", "equal", "notequal", "null", "notnull"];
  return ["like", "equal", "notequal", "likeright", "notlike", "null", "notnull"];
}
