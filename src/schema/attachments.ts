// Which resources have records with attachments: those whose rows people open and edit one by one.
import type { ResourceModel } from "./model.ts";

/** Whether files can be attached to the records of a resource (docs/files.md): they are stored, have a view, and are edited by people. */
export function hasAttachments({ hasTable, calls, screen }: ResourceModel): boolean {
  if (!hasTable || screen === "none" || screen === "readonly-table" || screen === "dashboard") return false;
  return calls.has("detail") && (calls.has("submit") || calls.has("update"));
}
