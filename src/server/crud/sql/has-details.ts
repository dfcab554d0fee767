// Whether rows have lines, as an expression within the statement that reads them: no query per row.
import { hasDetailsMember, needsDetailsSomewhere } from "#schema/needed-details";
import { resourceIn, type Model, type ResourceModel } from "#schema/model";
import { columnOf } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import { allOf, isLiving, keyTypeOf, ofSameTenant, ofTenant, tableOf, tenantOf } from "./scoped.ts";

/**
 * The expression that says of a row `t` whether it has lines, whoever may see them, as the guard of the step asks; undefined for resources
 * without a step that needs some. `tenant` is the place of their tenant, where the statement is about one.
 */
export function hasDetailsSql(resource: ResourceModel, model: Model, tenant: string | undefined): string | undefined {
  const { details } = resource;
  if (details === undefined || !needsDetailsSomewhere(resource.actions)) return undefined;
  const target = resourceIn(model, details.resource);
  const [by, key] = [columnOf(target, details.by), columnOf(resource, resource.key)];
  // Lines of several kinds of document refer to theirs by a text.
  const belongs = `d.${quoted(by.column)} = t.${quoted(key.column)}::${keyTypeOf(by.columnType)}`;
  const sameTenant = ofTenant(target, "d", tenant) ?? ofSameTenant(target, "d", resource, tenantOf("t"));
  return `EXISTS (SELECT 1 FROM ${tableOf(target, "d")} WHERE ${allOf(sameTenant, isLiving(target, "d"), belongs)}) AS ${quoted(hasDetailsMember)}`;
}
