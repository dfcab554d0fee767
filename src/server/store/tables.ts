// The tables that the definitions ask for, as data: columns, keys, indexes, row-level security.
import { literal, nameFor, quoted } from "./names.ts";
import { columnOf, columnsOf, isTenantTable, type StoredColumn } from "./columns.ts";
import { CURRENT_TENANT } from "./pool-session.ts";
import { exclusions, type WantedExclusion } from "./overlaps.ts";
import { constraintSql, isConstant, isConstantCondition } from "./conditions.ts";
import { fieldsOfTrigrams, isFoundByBeginning } from "#schema/indexes";
import { cachedBy } from "#schema/cached-by";
import { fieldsToFindBy, isPerLine } from "#schema/quick-find";
import { isRestorable } from "#schema/recycle-bin";
import { fieldsOfRule, rulesWithLimits } from "#schema/rules";
import type { Condition, Text } from "#schema/text";
import { snakeCase, type Model, type ResourceModel } from "#schema/model";

export interface WantedColumn {
  readonly name: string;
  /** As `format_type` writes it. */
  readonly type: string;
  readonly notNull: boolean;
  readonly defaultSql: string | undefined;
  readonly comment: string;
  /** SQL of the value that a text in it becomes, where its kind has one. */
  readonly fromText?: ((column: string) => string) | undefined;
  /** The column it was before, whose values it takes over. */
  readonly renamedFrom?: string | undefined;
  /** Name of the field and what people call it, for messages. */
  readonly field: string;
  readonly label: Text;
}

interface WantedIndex {
  readonly name: string;
  readonly unique: boolean;
  /** Everything behind ON. */
  readonly definition: string;
  /** Fields it keeps unique, for the error of a duplicate. */
  readonly fields: readonly string[];
  /** Made where the extension pg_trgm is there (`trigramOperators` stands in its definition for that of the extension). */
  readonly needsTrigrams?: true;
}

/** The operator class of an index of trigrams, as it is called in the schema of the extension. */
export const trigramOperators = "gin_trgm_ops";

interface WantedKey {
  readonly name: string;
  /** The field that refers, for the error of a missing row. */
  readonly field: string;
  /** Everything behind the constraint's name. */
  readonly definition: string;
}

/** A rule between the fields of a row, as a constraint. */
export interface WantedCheck {
  readonly name: string;
  /** Name of the rule, and the field that it checks. */
  readonly rule: string;
  readonly field: string;
  readonly columns: readonly string[];
  /** What holds of each living row. */
  readonly expression: string;
}

export interface WantedTable {
  readonly name: string;
  readonly resource: string;
  /** The file of its definition. */
  readonly file: string;
  readonly comment: string;
  readonly columns: readonly WantedColumn[];
  readonly primaryKey: readonly string[];
  readonly indexes: readonly WantedIndex[];
  readonly foreignKeys: readonly WantedKey[];
  readonly checks: readonly WantedCheck[];
  /** Made where the extension btree_gist is there. */
  readonly exclusions: readonly WantedExclusion[];
  /** Its rows belong to tenants, whom row-level security keeps apart; those of other tables to the whole platform. */
  readonly isOfTenants: boolean;
}

/** Name of the policy that keeps tenants apart. */
export const tenantPolicy = "tenant_isolation";
/**
 * Its expression. A plain comparison falls together with that of the query, and is made once per statement. In a distributed database it must not
 * fall together with it: PostgreSQL would make a condition without columns of both, for which the nodes have no plan. A list of one value does not;
 * it is a condition of an index, so it is made once as well (measured on 200,000 rows: 18 ms, as many as without a policy; 48 ms where it is made
 * per row).
 */
export const tenantRows = (isDistributed: boolean): string =>
  `tenant_id = ${isDistributed ? `ANY (ARRAY[${CURRENT_TENANT}])` : CURRENT_TENANT}`;

/** Whether a policy, as PostgreSQL writes it, is the one of today. */
export const isTenantRows = (expression: string, isDistributed: boolean): boolean =>
  !/\bSELECT\b|\bIS TRUE\b/.test(expression) && /\bANY \(/.test(expression) === isDistributed;

/** Statements that give a table that policy. */
export const secureStatements = (table: string, isDistributed: boolean): readonly string[] => [
  `CREATE POLICY ${quoted(tenantPolicy)} ON ${quoted(table)} USING (${tenantRows(isDistributed)}) WITH CHECK (${tenantRows(isDistributed)})`,
  `ALTER TABLE ${quoted(table)} ENABLE ROW LEVEL SECURITY`,
];

function wantedColumn(column: StoredColumn, isKey: boolean): WantedColumn {
  const [zh, en] = column.field?.label ?? [column.name, column.name];
  // A key never is. A required field stays nullable: "required" is what forms ask for, and rows also come from registrations, events and
  // earlier definitions.
  return {
    name: column.column,
    type: column.type,
    notNull: column.notNull || isKey,
    defaultSql: column.defaultSql,
    comment: zh === en ? zh : `${zh} / ${en}`,
    fromText: column.fromText,
    renamedFrom: column.renamedFrom,
    field: column.name,
    label: [zh, en],
  };
}

interface IndexShape {
  readonly columns: readonly string[];
  readonly definition: string;
  readonly unique: boolean;
  readonly fields?: readonly string[];
}

function indexOf(table: string, prefix: string, { columns, definition, unique, fields = [] }: IndexShape): WantedIndex {
  return { name: nameFor(prefix, [table, ...columns], `${unique}${definition}`), unique, definition, fields };
}

/**
 * The columns of an index that begins with this field. A code of a large table is compared byte by byte: an index in the collation of the
 * database, which need not be such a one, would not find it by its beginning.
 */
function indexedColumns(resource: ResourceModel, before: readonly string[], columns: readonly string[], isSorted = false): string {
  const [first, ...others] = columns;
  const field = resource.fields.find((one) => one.stored && columnOf(resource, one.name).column === first);
  const beginning =
    !isSorted && isFoundByBeginning(resource, field)
      ? [`${quoted(first ?? "")} text_pattern_ops`]
      : first === undefined
        ? []
        : [quoted(first)];
  return [...before.map(quoted), ...beginning, ...others.map(quoted)].join(", ");
}

function livingRows(resource: ResourceModel): string {
  return resource.hasBaseColumns ? " WHERE is_deleted = 0" : "";
}

/** Living rows that meet a condition. */
function someRows(resource: ResourceModel, where: Condition | undefined): string {
  const living = livingRows(resource);
  if (where === undefined) return living;
  return `${living === "" ? " WHERE" : `${living} AND`} (${constraintSql(resource, where)})`;
}

/** The unique keys of a resource, each over living rows only, so that a removed row does not hold its code for ever. */
export function uniqueIndexes(resource: ResourceModel): readonly WantedIndex[] {
  return resource.uniques.map(({ fields, scope, where }) => {
    const own = fields.map((name) => columnOf(resource, name).column);
    const isOfTenant = scope === "tenant" && isTenantTable(resource);
    const columns = isOfTenant
      ? indexedColumns(
          resource,
          ["tenant_id"],
          own.filter((name) => name !== "tenant_id"),
        )
      : indexedColumns(resource, [], own);
    // The top of a tree counts as a parent: two top categories may not share a name. Elsewhere several rows may have no value.
    const nulls = fields.some((name) => resource.field.get(name)?.wire === "parent") ? " NULLS NOT DISTINCT" : "";
    return indexOf(resource.table, "uq", {
      columns: own,
      definition: `(${columns})${nulls}${someRows(resource, where)}`,
      unique: true,
      fields,
    });
  });
}

/** Of the rows of a tenant at most one is in a state that an action has to itself (`exclusive`), whatever writes it. */
function exclusiveIndexes(resource: ResourceModel): readonly WantedIndex[] {
  const { stateField, actions } = resource;
  if (stateField === undefined) return [];
  const values = new Set(actions.flatMap(({ toValue, othersValue }) => (othersValue === undefined ? [] : (toValue ?? []))));
  const { column } = columnOf(resource, stateField.name);
  const columns = isTenantTable(resource) ? ["tenant_id", column] : [column];
  return [...values].map((value) =>
    indexOf(resource.table, "uq", {
      columns: [column, "exclusive"],
      definition: `(${columns.map(quoted).join(", ")})${someRows(resource, { [stateField.name]: value })}`,
      unique: true,
      fields: [stateField.name],
    }),
  );
}

/** Indexes for "contains", one for each text. They are not divided by tenants: what others have of the same pieces is read and passed over. */
function trigramIndexes(resource: ResourceModel): readonly WantedIndex[] {
  return fieldsOfTrigrams(resource).map((name) => {
    const { column } = columnOf(resource, name);
    const definition = `USING gin (${quoted(column)} ${trigramOperators})${livingRows(resource)}`;
    return { ...indexOf(resource.table, "gin", { columns: [column], definition, unique: false }), needsTrigrams: true };
  });
}

/** Indexes for search, sorting and references, tenant first, so that a list reads its own tenant's part of the table only. */
function searchIndexes(resource: ResourceModel): readonly WantedIndex[] {
  const { table } = resource;
  const tenant = isTenantTable(resource) ? ["tenant_id"] : [];
  const key = columnOf(resource, resource.key).column;
  const indexes: WantedIndex[] = [];
  // What people sort by is in the order of the database, beside the index that finds it by its beginning.
  const isSortedBy = ([first]: readonly string[]) =>
    resource.fields.some((field) => field.sortable && field.stored && columnOf(resource, field.name).column === first);
  const plain = (columns: readonly string[]) =>
    indexes.push(
      indexOf(table, "ix", {
        columns,
        definition: `(${indexedColumns(resource, tenant, columns, isSortedBy(columns))})${livingRows(resource)}`,
        unique: false,
      }),
    );
  const [first] = resource.order;
  const isByKey = first === undefined || first.field === resource.key;
  const order = isByKey ? [key] : [columnOf(resource, first.field).column, key];
  // In the order of the list; also what counts the living rows of a tenant without reading the table. A table without bound that nothing lists
  // is written often, and found by its key as well as by this.
  const isListed = resource.calls.size > 0 || resource.reads.length > 0;
  if (!isByKey || (resource.hasBaseColumns && (isListed || resource.data.unbounded !== true))) plain(order);
  indexes.push(...trigramIndexes(resource));
  const isFirst = (name: string) =>
    resource.uniques.some(({ fields }) => fields[0] === name) || resource.data.indexes?.some(([one]) => one === name) === true;
  if (resource.data.indexes !== undefined) {
    for (const names of resource.data.indexes) {
      const [only = ""] = names;
      const columns = names.map((name) => columnOf(resource, name).column);
      // Rows of the same moment are sorted by their key.
      plain(names.length === 1 && resource.field.get(only)?.sortable === true ? [...columns, key] : columns);
    }
    for (const field of resource.fields)
      if (isFoundByBeginning(resource, field) && !isFirst(field.name)) plain([columnOf(resource, field.name).column]);
    return eachOnce(indexes);
  }
  // Data scopes may limit a user to their own or their department's rows. Where these are few among many, a list would read all the others
  // to find them.
  if (resource.data.highVolume === true && isTenantTable(resource))
    for (const owner of ["create_dept", "create_user"]) plain([owner, ...order]);
  // Rows that are found by a field are in the order of the list as well.
  const behind = resource.date === undefined ? [key] : order;
  for (const field of resource.fields) {
    if (!field.stored || field.name === first?.field || field.name === resource.key) continue;
    const column = columnOf(resource, field.name);
    if (column.base === "tenantId" || column.columnType === "none") continue;
    const isSearched = field.search !== undefined && field.search !== "like";
    const wanted = field.reference !== undefined || field.sortable || isSearched || isFoundByBeginning(resource, field);
    if (!wanted) continue;
    if (column.isArray)
      indexes.push(indexOf(table, "gin", { columns: [column.column], definition: `USING gin (${quoted(column.column)})`, unique: false }));
    else if (field.sortable || resource.uniques.every(({ fields }) => fields[0] !== field.name)) plain([column.column, ...behind]);
  }
  return eachOnce(indexes);
}

/** The lines of a text, of which each is a value of its own; quick find (crud/read/quick-find.ts) compares the same expression. */
export const linesSql = (column: string): string => `string_to_array(${column}, chr(10))`;

/**
 * Indexes for what people type into the command palette: the beginning of a text, byte by byte as in `indexedColumns`, or one of its lines.
 * Those that are there already serve as well.
 */
function findingIndexes(resource: ResourceModel, model: Model, others: readonly WantedIndex[]): readonly WantedIndex[] {
  const key = columnOf(resource, resource.key).column;
  return fieldsToFindBy(resource, model).flatMap((field): readonly WantedIndex[] => {
    const { column } = columnOf(resource, field.name);
    if (isPerLine(field)) {
      const definition = `USING gin (${linesSql(quoted(column))})${livingRows(resource)}`;
      return [indexOf(resource.table, "gin", { columns: [column], definition, unique: false })];
    }
    const tenant = isTenantTable(resource) ? `${quoted("tenant_id")}, ` : "";
    const beginning = `(${tenant}${quoted(column)} text_pattern_ops`;
    if (others.some(({ definition }) => definition.startsWith(beginning))) return [];
    const definition = `${beginning}, ${quoted(key)})${livingRows(resource)}`;
    return [indexOf(resource.table, "ix", { columns: [column, key], definition, unique: false })];
  });
}

/** The recycle bin of a large table, the latest first: removed rows are few among many, and no other index has them. */
function binIndexes(resource: ResourceModel): readonly WantedIndex[] {
  if (resource.data.highVolume !== true || !isRestorable(resource)) return [];
  const columns = [...(isTenantTable(resource) ? ["tenant_id"] : []), "update_time", columnOf(resource, resource.key).column];
  const definition = `(${columns.map(quoted).join(", ")}) WHERE is_deleted = 1`;
  return [indexOf(resource.table, "ix", { columns: ["update_time", "removed"], definition, unique: false })];
}

/** The order of a list may be one of the indexes that its definition names. */
function eachOnce(indexes: readonly WantedIndex[]): readonly WantedIndex[] {
  const names = new Set<string>();
  return indexes.filter((index) => !names.has(index.name) && names.add(index.name));
}

/** Fields that foreign keys of other tables reference, besides the primary key. */
function referredFields(resource: ResourceModel, model: Model): readonly string[] {
  const names = (model.referrers.get(resource.name) ?? [])
    .filter(({ field, resource: referrer }) => isForeignKey(referrer, field.name, model))
    .flatMap(({ field }) => field.reference?.valueField ?? []);
  return [...new Set(names)].filter((name) => name !== resource.key);
}

/** A reference has a foreign key where the target's rows can be named by one column (and the tenant) of it. */
function isForeignKey(resource: ResourceModel, fieldName: string, model: Model): boolean {
  const field = resource.field.get(fieldName);
  const reference = field?.reference;
  // What is made of other rows refers to nothing that these do not.
  if (resource.data.calculatedFrom !== undefined) return false;
  if (field === undefined || reference === undefined || !field.stored || reference.several || columnOf(resource, fieldName).isArray)
    return false;
  const target = model.resource.get(reference.resource);
  if (target === undefined) return false;
  // A row of the whole platform cannot be bound to a tenant's row by the tenant.
  if (isTenantTable(target) && !isTenantTable(resource)) return false;
  if (reference.valueField === target.key) return true;
  return target.scope === "platform" && target.uniques.some(({ fields }) => fields.length === 1 && fields[0] === reference.valueField);
}

/** The foreign keys of a resource's table: with the tenant, where both sides have one. */
export function foreignKeys(resource: ResourceModel, model: Model): readonly WantedKey[] {
  return resource.fields
    .filter((field) => isForeignKey(resource, field.name, model))
    .flatMap((field) => {
      const target = field.reference === undefined ? undefined : model.resource.get(field.reference.resource);
      if (target === undefined || field.reference === undefined) return [];
      const column = columnOf(resource, field.name).column;
      const referred = columnOf(target, field.reference.valueField).column;
      const [from, to] = isTenantTable(target)
        ? [
            ["tenant_id", column],
            ["tenant_id", referred],
          ]
        : [[column], [referred]];
      const definition = `FOREIGN KEY (${from.map(quoted).join(", ")}) REFERENCES ${quoted(target.table)} (${to.map(quoted).join(", ")})`;
      return [{ name: nameFor("fk", [resource.table, column], definition), field: field.name, definition }];
    });
}

/** The rules of a resource that the database keeps too: those that depend on nothing but the columns of the row. */
export function ruleChecks(resource: ResourceModel): readonly WantedCheck[] {
  return Object.entries(rulesWithLimits(resource)).flatMap(([rule, data]) => {
    const areColumns = fieldsOfRule(data).every((name) => resource.field.get(name)?.stored === true && !columnOf(resource, name).isArray);
    if (!areColumns || (data.when !== undefined && !isConstantCondition(data.when))) return [];
    return Object.entries(data.check)
      .filter(([, comparison]) => isConstant(comparison))
      .map(([field, comparison]) => {
        // Unknown, where a side is empty, keeps the rule.
        const keeps = `(${constraintSql(resource, { [field]: comparison })})`;
        const others = [
          ...(resource.hasBaseColumns ? ["is_deleted <> 0"] : []),
          ...(data.when === undefined ? [] : [`(${constraintSql(resource, data.when)}) IS NOT TRUE`]),
        ];
        const columns = fieldsOfRule({ ...data, check: { [field]: comparison } }).map((name) => columnOf(resource, name).column);
        const expression = [...others, keeps].join(" OR ");
        return { name: nameFor("ck", [resource.table, snakeCase(rule)], expression), rule, field, columns, expression };
      });
  });
}

function wantedTable(resource: ResourceModel, model: Model): WantedTable {
  const tenant = isTenantTable(resource);
  const key = columnOf(resource, resource.key).column;
  // A foreign key needs a whole unique index, not one over living rows.
  const referred = referredFields(resource, model).map((name) => {
    const { column } = columnOf(resource, name);
    return indexOf(resource.table, "rk", { columns: [column], definition: `(${quoted(column)})`, unique: true, fields: [name] });
  });
  const [zh, en] = resource.label;
  const indexes = [
    ...referred,
    ...uniqueIndexes(resource),
    ...exclusiveIndexes(resource),
    ...searchIndexes(resource),
    ...binIndexes(resource),
  ];
  return {
    name: resource.table,
    resource: resource.name,
    file: resource.file,
    comment: `${zh} / ${en}`,
    columns: [...columnsOf(resource).values()].map((column) => wantedColumn(column, column.column === key)),
    primaryKey: tenant ? ["tenant_id", key] : [key],
    indexes: [...indexes, ...findingIndexes(resource, model, indexes)],
    foreignKeys: foreignKeys(resource, model),
    checks: ruleChecks(resource),
    exclusions: exclusions(resource),
    isOfTenants: tenant,
  };
}

/** The tables of a model, in the order of their names; worked out once, however many databases are brought to it. */
export const wantedTables = cachedBy((model: Model): readonly WantedTable[] =>
  model.resources.filter((resource) => resource.hasTable).map((resource) => wantedTable(resource, model)),
);

/** SQL of a column within CREATE TABLE or ADD COLUMN. */
export function columnSql(column: WantedColumn): string {
  const parts = [quoted(column.name), column.type];
  if (column.defaultSql !== undefined) parts.push(`DEFAULT ${column.defaultSql}`);
  if (column.notNull) parts.push("NOT NULL");
  return parts.join(" ");
}

/** SQL of a comment on a table or a column. */
export function commentSql(table: string, column: string | undefined, comment: string): string {
  const what = column === undefined ? `TABLE ${quoted(table)}` : `COLUMN ${quoted(table)}.${quoted(column)}`;
  return `COMMENT ON ${what} IS ${literal(comment)}`;
}
