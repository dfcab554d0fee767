// What the designer of reports offers of a resource: its fields and those of other rows, each with what may be done with it.
import { choicesOf } from "#schema/kinds";
import type { ResourceModel } from "#schema/model";
import type { ConditionField } from "#schema/list-conditions";
import type { Aggregate, OfferedField } from "#schema/report";
import { inLanguage } from "#schema/text";
import type { RequestContext } from "../../contract.ts";
import { columnsOf } from "../../store/columns.ts";
import { isMasked, isReadable, readableFieldsOf } from "../sql/readable-fields.ts";
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

/** Fields that hold several values: what conditions compare, and no report groups or totals by. */
function fieldsWithSeveral(context: RequestContext, resource: ResourceModel): readonly ConditionField[] {
  const readable = readableFieldsOf(context, resource);
  return resource.fields.flatMap((field): readonly ConditionField[] => {
    const column = columnsOf(resource).get(field.name);
    if (column?.isArray !== true || !field.stored || !isReadable(readable, field.name) || isMasked(readable, field)) return [];
    if (field.data.administratorOnly === true && !context.caller.isAdministrator) return [];
    const label = inLanguage(field.label, context.language);
    return [{ path: field.name, label, resource: resource.name, name: field.name, type: "several" }];
  });
}

/** What conditions of a list may be about: the fields of its rows, and those of the rows that they refer to. */
export function conditionFields(context: RequestContext, resource: ResourceModel): readonly ConditionField[] {
  const offered = offeredFields(context, resource).map(({ path, label, of, resource: owner, name, type }): ConditionField => ({
    path,
    label,
    ...(of === undefined ? {} : { of }),
    resource: owner,
    name,
    type,
  }));
  const own = [...offered.filter(({ of }) => of === undefined), ...fieldsWithSeveral(context, resource)];
  return [...own, ...offered.filter(({ of }) => of !== undefined)];
}

/** The own fields first, then those of each other row. */
export function offeredFields(context: RequestContext, resource: ResourceModel): readonly OfferedField[] {
  const others = stepsOf(context, resource).flatMap((step) => fieldsOf(context, resource, step));
  return [...ownFields(context, resource), ...others.map((field) => offeredField(field, context))];
}
