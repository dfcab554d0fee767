// What is exported as files: the list of the common calls, the read that fills the screen where the definition names one, and the tables that
// other reads work out.
import type { ReadModel, ResourceModel } from "./model.ts";

/** A list whose rows can be had as a file, at its own address with /export behind it. */
export interface ExportedList {
  /** The name of the call: `export`, or that of the read with `-export` behind it. */
  readonly name: string;
  /** Below /api. */
  readonly path: string;
  /** The read that answers the list; undefined for that of the common calls. */
  readonly read: ReadModel | undefined;
  /** Its second address, for front ends that know another one: a browser opens it by itself, and expects a workbook. */
  readonly isWorkbook?: true;
}

/** The exported lists of a resource; none where nothing lists its rows. */
export function exportedListsOf({ calls, path, reads, data: { listRead } }: ResourceModel): readonly ExportedList[] {
  const common = calls.has("list") ? "list" : calls.has("page") ? "page" : undefined;
  // A shape of its own is no list.
  const filling = reads.find(({ name, method, shape }) => name === listRead && method === "GET" && shape !== "custom");
  return [
    ...(common === undefined ? [] : [{ name: "export", path: `${path}/${common}/export`, read: undefined }]),
    ...(filling === undefined ? [] : [{ name: `${filling.name}-export`, path: `${filling.path}/export`, read: filling }]),
  ];
}

/** The common list at the address that `exportPath` names. */
function workbookOf({ path, data: { exportPath } }: ResourceModel): readonly ExportedList[] {
  return exportPath === undefined ? [] : [{ name: "export-workbook", path: `${path}${exportPath}`, read: undefined, isWorkbook: true }];
}

/** All that can be had as a file: the lists, and the tables of reads with `exported`. */
export function exportsOf(resource: ResourceModel): readonly ExportedList[] {
  const tables = resource.reads.filter(({ exported }) => exported === true);
  return [
    ...exportedListsOf(resource),
    ...workbookOf(resource),
    ...tables.map((read) => ({ name: `${read.name}-export`, path: `${read.path}/export`, read })),
  ];
}
