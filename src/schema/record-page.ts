// Whether a record has a page of its own, or is viewed and edited in a dialog over its list.
import { hasScreen } from "./menu.ts";
import { nextActions } from "./next-actions.ts";
import type { ResourceModel } from "./model.ts";

/** More values than these are a page of their own: a dialog would have to be scrolled to see whether they belong together. */
const manyFields = 20;

/** Whether there can be a page: it is below the address of the list, and reads one record. */
function mayHaveRecordPage(resource: ResourceModel): boolean {
  return hasScreen(resource) && resource.screen !== "dashboard" && resource.page === undefined && resource.calls.has("detail");
}

/**
 * Whether records have a page (`record` of a definition). Unless the definition says it, they do where there is more to a record than its
 * own values: rows below it (`details`), rows that refer to it and that the definition names (`related`), a life cycle that leads it from state to state, an approval;
 * or where it has more than twenty values. Attachments make no difference: nearly everything that people edit can have some.
 */
export function hasRecordPage(resource: ResourceModel): boolean {
  const { data, fields } = resource;
  if (!mayHaveRecordPage(resource) || data.buttons?.view === false) return false;
  if (data.record !== undefined) return data.record === "page";
  return (
    data.details !== undefined ||
    (data.related ?? []).length > 0 ||
    data.approval !== undefined ||
    nextActions(resource) !== undefined ||
    fields.filter((field) => field.inForm.view && field.data.administratorOnly !== true).length > manyFields
  );
}

/** Whether new records are entered on a page as well: documents, whose lines need its width. */
export function isEnteredOnPage(resource: ResourceModel): boolean {
  const { fields, lines, tree } = resource;
  if (tree !== undefined || !hasRecordPage(resource)) return false;
  return (
    lines !== undefined || fields.some((field) => field.traits.holdsRows && field.inForm.create && field.data.administratorOnly !== true)
  );
}
