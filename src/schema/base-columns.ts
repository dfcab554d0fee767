// The columns that every tenant or platform table has in addition to its own fields.

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
