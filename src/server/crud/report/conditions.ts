// The filters of a report as people read them: names of options, and of the rows and entries that are referred to.
import { choicesOf } from "#schema/kinds";
import type { ReportCondition } from "#schema/report";
import { inLanguage } from "#schema/text";
import type { RequestContext } from "../../contract.ts";
import type { Row, Statement } from "../../store/database.ts";
import { labelOfValue } from "../sql/labels.ts";
import type { PlannedFilter, ReportPlan } from "./plan.ts";

/** Values that are compared by what they name. */
const naming: ReadonlySet<string> = new Set(["equal", "notequal", "in", "within"]);
const valuesOf = ({ filter: { operator, value = "" } }: PlannedFilter): readonly string[] =>
  operator === "in" || operator === "within" ? value.split(",") : [value];
const parameterName = (filter: number, value: number): string => `n${filter}_${value}`;

/** What names the rows that filters refer to, as lists name them; undefined where none does. */
export function conditionStatement({ filters }: ReportPlan, context: RequestContext): Statement | undefined {
  const parameters: unknown[] = [];
  const place = (value: unknown): string => `$${parameters.push(value)}`;
  const names = filters.flatMap((filter, index) => {
    const { owner, field, column } = filter.field;
    if (!naming.has(filter.filter.operator)) return [];
    const type = column.columnType === "id" ? "bigint" : "text";
    return valuesOf(filter).flatMap((value, at) => {
      const label = labelOfValue(context, { owner, field, value: () => `${place(value)}::text::${type}` }, place);
      return label === undefined ? [] : [`${label}::text AS ${parameterName(index, at)}`];
    });
  });
  return names.length === 0 ? undefined : { sql: `SELECT ${names.join(", ")}`, parameters };
}

/** The filters in the order of the definition. */
export function conditionsOf(
  { filters }: ReportPlan,
  names: Row | undefined,
  { language }: Pick<RequestContext, "language">,
): readonly ReportCondition[] {
  return filters.map((filter, index) => {
    const { field, filter: text } = filter;
    const options = new Map((choicesOf(field.field) ?? []).map(([value, zh, en]) => [String(value), inLanguage([zh, en], language)]));
    const words = valuesOf(filter).map((value, at) => {
      const name: unknown = names?.[parameterName(index, at)];
      return options.get(value) ?? (typeof name === "string" && name !== "" ? name : value);
    });
    return { label: inLanguage(field.label, language), operator: text.operator, value: words.join(language === "zh" ? "、" : ", ") };
  });
}
