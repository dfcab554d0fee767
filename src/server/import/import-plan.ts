// The plan of an import for one call: its columns and its key, by the headings of the file, the query and what the caller sees.
import { writesOf } from "#schema/import-modes";
import type { ResourceModel } from "#schema/model";
import type { RequestContext } from "../contract.ts";
import { judgeRequest } from "../crud/guards/judge.ts";
import type { Services } from "../crud/services.ts";
import { ApiError } from "../http/errors.ts";
import { columnsOf, keyOf } from "./columns.ts";
import type { ImportSettings } from "./parameters.ts";
import type { ImportPlan } from "./plan.ts";

/** Whose import it is, of which rows. */
export interface ImportingCall {
  readonly services: Services;
  readonly context: RequestContext;
  readonly resource: ResourceModel;
}

/** Whoever may not write rows learns nothing of what a file would do to them. */
export function requireRights({ services, context, resource }: ImportingCall, { mode }: Pick<ImportSettings, "mode">): void {
  for (const verb of writesOf(mode)) judgeRequest("call", { kind: verb === "add" ? "insert" : "update", services, context, resource });
}

export function planOf(
  { services, context, resource }: ImportingCall,
  { mode, key, columns: named, empty }: ImportSettings,
  header: readonly string[],
): ImportPlan {
  const columns = columnsOf(context, resource, { header, columns: named });
  return { services, context, resource, columns, mode, key: keyOf(context, resource, { columns, key }), empty };
}

/** The field of each column, and the fields by which rows are found, as a call names them. */
export const resolvedIn = ({ columns, key }: Pick<ImportPlan, "columns" | "key">, header: readonly string[]) => ({
  columns: header.map((_heading, place) => columns.find((column) => column.place === place)?.name ?? "").join(","),
  key: key.join(","),
});

/** Whether any column is imported. */
export const isMapped = ({ columns }: ImportPlan): boolean => columns.some(({ isWritten }) => isWritten);

export const nothingMapped = () =>
  new ApiError(400, "nothingMapped", [
    "没有识别出可导入的列：列名应与表单字段名称一致，或手工指定对应关系",
    "No column can be imported: headings are the labels of the form, or the columns are assigned by hand",
  ]);
