// The columns that every table of a tenant or of the platform has besides those of its own fields.

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
