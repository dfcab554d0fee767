// The columns of a resource's table: those of its own fields, and those every table has.
import { isArrayType, varchar, type ColumnKind, type ColumnType, type DefaultOperator } from "../../fields/column.ts";
import { kindOf } from "#schema/kinds";
import { baseColumns, isBaseColumn, snakeCase, type BaseColumn, type FieldModel, type ResourceModel } from "#schema/model";
import type { WireField, WireType } from "#schema/wire";

/** A column with everything reads and writes need to know of it. */
export interface StoredColumn {
  /** Name of the field, and on the wire. */
  readonly name: string;
  /** Name in SQL, unquoted. */
  readonly column: string;
  readonly type: string;
  readonly isArray: boolean;
  readonly columnType: ColumnType;
  readonly defaultOperator: DefaultOperator;
  readonly wire: WireField;
  /** The field of the definition; undefined for a base column no field claims. */
  readonly field: FieldModel | undefined;
  readonly base: BaseColumn | undefined;
  readonly notNull: boolean;
  /** SQL of the default, as the catalogue writes it. */
  readonly defaultSql: string | undefined;
  readonly toColumn: (value: unknown) => unknown;
  readonly fromColumn: (value: unknown) => unknown;
  readonly fromText?: ((column: string) => string) | undefined;
  /** Its texts are ordered as the numbers that they are. */
  readonly ordersAsNumber?: boolean;
  /** The column it was before, whose values it takes over. */
  readonly renamedFrom?: string | undefined;
}

interface BaseKind {
  readonly type: string;
  readonly columnType: ColumnType;
  readonly wire: WireType;
  readonly notNull: boolean;
  readonly defaultSql?: string;
}

const moment = "timestamp(0) without time zone";
const baseKinds: Readonly<Record<BaseColumn, BaseKind>> = {
  id: { type: "bigint", columnType: "id", wire: "id", notNull: true },
  tenantId: { type: varchar(12), columnType: "text", wire: "text", notNull: true },
  createUser: { type: "bigint", columnType: "id", wire: "id", notNull: false },
  createDept: { type: "bigint", columnType: "id", wire: "id", notNull: false },
  createTime: { type: moment, columnType: "datetime", wire: "time", notNull: false },
  updateUser: { type: "bigint", columnType: "id", wire: "id", notNull: false },
  updateTime: { type: moment, columnType: "datetime", wire: "time", notNull: false },
  status: { type: "smallint", columnType: "integer", wire: "number", notNull: true, defaultSql: "1" },
  isDeleted: { type: "smallint", columnType: "integer", wire: "number", notNull: true, defaultSql: "0" },
  version: { type: "integer", columnType: "integer", wire: "number", notNull: true, defaultSql: "1" },
};

const same = (value: unknown) => value;

function fromBase(name: BaseColumn): StoredColumn {
  const kind = baseKinds[name];
  return {
    name,
    column: snakeCase(name),
    type: kind.type,
    isArray: false,
    columnType: kind.columnType,
    defaultOperator: "equal",
    wire: { wire: kind.wire, admitsMinusOne: false },
    field: undefined,
    base: name,
    notNull: kind.notNull,
    defaultSql: kind.defaultSql,
    toColumn: same,
    fromColumn: same,
  };
}

/** A field that bears the name of a base column is that column: its values follow the field, its type the base where both hold the same. */
function fromField(field: FieldModel, resource: ResourceModel): StoredColumn {
  const kind: ColumnKind = kindOf(field.data).column;
  // A platform table belongs to no tenant; a field of that name has another meaning there.
  const claims = resource.hasBaseColumns && isBaseColumn(field.name) && (field.name !== "tenantId" || resource.scope === "tenant");
  const base = claims && isBaseColumn(field.name) ? field.name : undefined;
  const baseKind = base === undefined ? undefined : baseKinds[base];
  const takesBaseType = baseKind !== undefined && baseKind.columnType === kind.columnType(field);
  const type = takesBaseType ? baseKind.type : base === "tenantId" ? baseKinds.tenantId.type : kind.type(field);
  return {
    name: field.name,
    column: snakeCase(field.name),
    type,
    isArray: isArrayType(type),
    columnType: kind.columnType(field),
    defaultOperator: kind.defaultOperator,
    wire: field,
    field,
    base,
    notNull: (takesBaseType || base === "tenantId") && baseKind?.notNull === true,
    defaultSql: takesBaseType ? baseKind.defaultSql : undefined,
    toColumn: kind.toColumn,
    fromColumn: kind.fromColumn,
    fromText: kind.fromText,
    ordersAsNumber: kind.ordersAsNumber?.(field) === true,
    renamedFrom: field.data.renamedFrom === undefined ? undefined : snakeCase(field.data.renamedFrom),
  };
}

/** Whether the rows of a resource belong to a tenant. */
export function isTenantTable(resource: ResourceModel): boolean {
  return resource.scope === "tenant" && resource.hasBaseColumns;
}

const cache = new WeakMap<ResourceModel, ReadonlyMap<string, StoredColumn>>();

/** All columns of a resource's table by field name: id and tenant first, then its own fields, then the other base columns. */
export function columnsOf(resource: ResourceModel): ReadonlyMap<string, StoredColumn> {
  const cached = cache.get(resource);
  if (cached !== undefined) return cached;
  const own = resource.fields.filter((field) => field.stored).map((field) => fromField(field, resource));
  const ownNames = new Set(own.map((column) => column.name));
  const base = resource.hasBaseColumns
    ? baseColumns.filter((name) => !ownNames.has(name) && (name !== "tenantId" || resource.scope === "tenant")).map(fromBase)
    : [];
  const first = base.filter((column) => column.name === "id" || column.name === "tenantId");
  const rest = base.filter((column) => column.name !== "id" && column.name !== "tenantId");
  const columns = new Map([...first, ...own, ...rest].map((column) => [column.name, column]));
  cache.set(resource, columns);
  return columns;
}

/** A column that must be there. */
export function columnOf(resource: ResourceModel, name: string): StoredColumn {
  const column = columnsOf(resource).get(name);
  if (column === undefined) throw new Error(`the table of ${resource.name} has no column for "${name}"`);
  return column;
}
