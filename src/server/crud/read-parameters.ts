// What the parameters of a declared read filter by: those the definition names, and the title and key for pickers that search.
import type { ReadModel, ResourceModel } from "#schema/model";
import type { RequestContext } from "../contract.ts";
import { filtersOf, type Filter, type Query } from "./filters.ts";
import { readsAcrossTenants, seesSensitive } from "./rows.ts";
import type { Services } from "./services.ts";

/** Fields a read may be filtered by. Reads are open to more people than lists, so not every field is. */
function filterableFields(resource: ResourceModel, read: ReadModel): ReadonlySet<string> {
  const declared = Object.values(read.parameters).filter((field) => field !== "any");
  return new Set([resource.key, resource.title, "tenantId", ...declared, ...(read.fields ?? [])]);
}

/** The filters of a declared read. */
export function readFilters(services: Services, context: RequestContext, resource: ResourceModel, read: ReadModel, query: Query): readonly Filter[] {
  const names = Object.fromEntries(Object.entries(read.parameters).filter(([, field]) => field !== "any"));
  const handled = new Set(Object.entries(read.parameters).filter(([, field]) => field === "any").map(([parameter]) => parameter));
  const own = Object.fromEntries(Object.entries(query).filter(([parameter]) => !handled.has(parameter)));
  return filtersOf(own, {
    resource, model: services.model, names, only: filterableFields(resource, read), acrossTenants: readsAcrossTenants(context, resource),
    seesSensitive: seesSensitive(context, resource),
  });
}
