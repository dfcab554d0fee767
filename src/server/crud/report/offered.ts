// What the designer of reports offers of a resource: its fields and those of other rows, each with what may be done with it.
import { choicesOf } from "#schema/kinds";
import type { ResourceModel } from "#schema/model";
import type { Aggregate, OfferedField } from "#schema/report";
import { inLanguage } from "#schema/text";
import type { RequestContext } from "../../contract.ts";
import { fieldsOf, isNumber, isTemporal, stepsOf, type ReportField } from "./fields.ts";

function aggregatesOf({ field, column, step }: ReportField): readonly Aggregate[] {
  if (isNumber(field, column)) return step === undefined ? ["sum", "avg", "min", "max", "distinct"] : ["min", "max", "distinct"];
  return isTemporal(column) ? ["min", "max", "distinct"] : ["distinct"];
}

function offeredField(one: ReportField, { language }: Pick<RequestContext, "language">): OfferedField {
  const { path, label, field, column, owner, step } = one;
  return {
    path,
    label: inLanguage(label, language),
    ...(step === undefined ? {} : { of: inLanguage(step.label, language) }),
    resource: owner.name,
    name: field.name,
    type: isNumber(field, column) ? "number" : isTemporal(column) ? "time" : "text",
    aggregates: aggregatesOf(one),
    ...(step === undefined && (field === owner.status || field === owner.date) ? { leads: true } : {}),
    ...(choicesOf(field) === undefined ? {} : { isChosen: true }),
    ...(field.traits.input.prefix !== undefined && isNumber(field, column) ? { isAmount: true } : {}),
  };
}

/** The fields of the rows themselves. */
export const ownFields = (context: RequestContext, resource: ResourceModel): readonly OfferedField[] =>
  fieldsOf(context, resource).map((field) => offeredField(field, context));

/** The own fields first, then those of each other row. */
export function offeredFields(context: RequestContext, resource: ResourceModel): readonly OfferedField[] {
  const others = stepsOf(context, resource).flatMap((step) => fieldsOf(context, resource, step));
  return [...ownFields(context, resource), ...others.map((field) => offeredField(field, context))];
}
