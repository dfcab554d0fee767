// The recycle bin: whose removed rows can be restored, and how a call answers them (docs/wire.md §4.2).
import { hasHistory } from "./history.ts";
import type { FieldModel, ResourceModel } from "./model.ts";

/**
 * Whether removed rows of a resource are in its recycle bin, from which they are restored with the rows that went with them:
 * `GET <path>/removed`, `POST <path>/restore` and `POST <path>/purge`. Of rows that people remove and whose history tells of it, unless the
 * definition says that a removal is final (`finalRemoval`).
 */
export const isRestorable = (resource: ResourceModel): boolean =>
  hasHistory(resource) && resource.calls.has("remove") && resource.data.finalRemoval !== true;

/** The field by which removed rows are looked for: their title, where it is a stored text that every reader of theirs sees in clear. */
export function binTitle(resource: ResourceModel): FieldModel | undefined {
  const field = resource.field.get(resource.title);
  return field !== undefined && field.stored && field.wire === "text" && !field.sensitive ? field : undefined;
}

/** A row in the recycle bin. */
export interface RemovedRow {
  readonly id: string;
  /** "" where its reader may not see it, and of rows without a title of their own. */
  readonly title: string;
  /** When it was removed, in local time, and by whom; "" for nobody. */
  readonly time: string;
  readonly person: string;
  /** As a detail answers it. */
  readonly row: Readonly<Record<string, unknown>>;
}
