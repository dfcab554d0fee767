// Departments: those of a user or of the caller (the dialog in which people choose one).
import type { Domain, ReadHandler } from "../../contract.ts";
import { anyOf, db, read } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { assignedIds } from "./selected.ts";

const readSelect: ReadHandler = async (context, parameters) => {
  const assigned = await assignedIds(context, parameters["userId"], "deptId");
  if (assigned === undefined) return [];
  const { within, ids } = assigned;
  const [matches] = await read(within, [
    db
      .selectFrom(tables(within).unscoped("dept", "d"))
      .where("d.id", "=", anyOf(ids))
      .orderBy("d.sort")
      .orderBy("d.id")
      .select(["d.id", "d.deptName", "d.fullName"]),
  ]);
  return matches.map(({ id, deptName, fullName }) => ({ id, deptName: deptName ?? "", fullName: fullName ?? "" }));
};

export const deptDomain: Domain = { reads: { "dept.select": readSelect }, actions: {}, hooks: {} };
