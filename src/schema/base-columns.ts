// The columns that every tenant or platform table has in addition to its own fields.
import type { Text } from "./text.ts";

export const baseColumns = [
  "id",
  "tenantId",
  "createUser",
  "createDept",
  "createTime",
  "updateUser",
  "updateTime",
  "status",
  "isDeleted",
  "version",
] as const;

export type BaseColumn = (typeof baseColumns)[number];

/** What sentences call them where a definition has no field of the name. */
export const baseLabels: Readonly<Record<BaseColumn, Text>> = {
  id: ["主键", "Id"],
  tenantId: ["所属租户", "Tenant"],
  createUser: ["创建人", "Created by"],
  createDept: ["创建部门", "Department of its author"],
  createTime: ["创建时间", "Created at"],
  updateUser: ["修改人", "Changed by"],
  updateTime: ["修改时间", "Changed at"],
  status: ["状态", "Status"],
  isDeleted: ["删除标记", "Deleted"],
  version: ["版本", "Version"],
};

export const isBaseColumn = (name: string): name is BaseColumn => Object.hasOwn(baseLabels, name);
