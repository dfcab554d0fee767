// Departments: those of a user or of the caller (the dialog in which people choose one).
import type { Domain, ReadHandler } from "../../contract.ts";
import { selectedOf } from "./selected.ts";

const readSelect: ReadHandler = async (context, parameters) => {
  const rows = await selectedOf(context, parameters["userId"], {
    ids: "dept_id",
    sql: "select id, dept_name, full_name from dept where id = any($1) and is_deleted = 0 order by sort, id",
  });
  return rows.map((row) => ({ id: String(row["id"]), deptName: String(row["dept_name"] ?? ""), fullName: String(row["full_name"] ?? "") }));
};

export const deptDomain: Domain = { reads: { "dept.select": readSelect }, actions: {}, hooks: {} };
