// The changes that migrate the database to the wanted tables, with those that would lose data.
import { createHash } from "node:crypto";
import type { Row } from "./database.ts";
import type { Catalog, ExistingColumn, ExistingTable } from "./catalog.ts";
import { operatorText } from "../operator-language.ts";
import type { DefinitionPlace } from "./definition-place.ts";
import { camelCaseOf, quoted } from "./names.ts";
import { placementSql } from "./distribution.ts";
import {
  columnSql,
  commentSql,
  isTenantRows,
  secureStatements,
  tenantPolicy,
  trigramOperators,
  type WantedColumn,
  type WantedTable,
} from "./tables.ts";
import { isTextType, typeChange, type TypeChange } from "./type-change.ts";

/** A change that would lose data, or cannot be made as things are. */
export interface RefusedChange {
  readonly table: string;
  readonly column?: string;
  /** Where the definition says so. */
  readonly place: DefinitionPlace;
  /** Why, as a sentence. */
  readonly reason: string;
  /** What would be run if it is accepted. */
  readonly statements: readonly string[];
  /** A better way than these, as a sentence. */
  readonly remedy?: string;
}

export interface Plan {
  /** Columns that get another name: run first, because all others use the new one. */
  readonly renames: readonly string[];
  /** Run in this order. */
  readonly statements: readonly string[];
  readonly refused: readonly RefusedChange[];
  /** Things worth knowing that need no statement. */
  readonly notes: readonly string[];
}

/** Asks the database about the data in it. */
export type Probe = (sql: string) => Promise<Row | undefined>;

interface Draft {
  readonly renames: string[];
  readonly first: string[];
  readonly tables: string[];
  readonly placements: string[];
  readonly indexes: string[];
  readonly keys: string[];
  readonly refused: RefusedChange[];
  readonly notes: string[];
}

/** The name by which a set of refused changes is accepted: it changes with every statement in it. */
export function acceptanceOf(refused: readonly RefusedChange[]): string {
  return createHash("sha256")
    .update(refused.flatMap((change) => change.statements).join("\n"))
    .digest("hex")
    .slice(0, 12);
}

async function isTrue(probe: Probe, sql: string): Promise<boolean> {
  return (await probe(`select (${sql}) as answer`))?.["answer"] === true;
}

function holdsData(probe: Probe, table: string, column: string): Promise<boolean> {
  return isTrue(probe, `exists (select 1 from ${quoted(table)} where ${quoted(column)} is not null)`);
}

/** The values that a condition does not hold for, counted, with one of them; undefined: it holds for all. */
async function heldBeyond(probe: Probe, table: string, column: string, condition: string): Promise<string | undefined> {
  const found = await probe(
    `select count(*)::integer as rows, min(left(${quoted(column)}::text, 40)) as example from ${quoted(table)} where not (${condition})`,
  );
  const rows = Number(found?.["rows"] ?? 0);
  const example = String(found?.["example"]);
  return rows === 0
    ? undefined
    : operatorText(`有 ${rows} 个值（如“${example}”）`, `${rows} value${rows === 1 ? "" : "s"} (such as "${example}")`);
}

function createTable(table: WantedTable, draft: Draft): void {
  const key = `PRIMARY KEY (${table.primaryKey.map(quoted).join(", ")})`;
  draft.tables.push(`CREATE TABLE ${quoted(table.name)} (${[...table.columns.map(columnSql), key].join(", ")})`);
  draft.tables.push(commentSql(table.name, undefined, table.comment));
  for (const column of table.columns) draft.tables.push(commentSql(table.name, column.name, column.comment));
}

interface ColumnChange {
  readonly table: WantedTable;
  readonly wanted: WantedColumn;
  readonly existing: ExistingColumn;
}

async function changeColumn(change: ColumnChange, draft: Draft, probe: Probe): Promise<void> {
  const { wanted, existing } = change;
  const table = change.table.name;
  // Questions are asked before it gets another name.
  const old = quoted(existing.name);
  const alter = `ALTER TABLE ${quoted(table)} ALTER COLUMN ${quoted(wanted.name)}`;
  if (wanted.type !== existing.type) await changeType(change, draft, probe);
  if (wanted.defaultSql !== undefined && !existing.hasDefault) draft.tables.push(`${alter} SET DEFAULT ${wanted.defaultSql}`);
  if (!wanted.notNull && existing.notNull) draft.tables.push(`${alter} DROP NOT NULL`);
  if (wanted.notNull && !existing.notNull) {
    const nulls = await isTrue(probe, `exists (select 1 from ${quoted(table)} where ${old} is null)`);
    if (!nulls) draft.tables.push(`${alter} SET NOT NULL`);
    else {
      const fill = wanted.defaultSql ?? "…";
      draft.refused.push({
        table,
        column: wanted.name,
        place: { file: change.table.file, field: wanted.field, label: wanted.label },
        reason: operatorText(
          `表 "${table}" 有数据行的 "${wanted.name}" 没有值，而该列必须有值`,
          `rows of "${table}" have no value in "${wanted.name}", which must have one`,
        ),
        statements: [
          `UPDATE ${quoted(table)} SET ${quoted(wanted.name)} = ${fill} WHERE ${quoted(wanted.name)} IS NULL`,
          `${alter} SET NOT NULL`,
        ],
      });
    }
  }
  if (wanted.comment !== existing.comment) draft.tables.push(commentSql(table, wanted.name, wanted.comment));
}

async function changeType({ table: { name: table, file }, wanted, existing }: ColumnChange, draft: Draft, probe: Probe): Promise<void> {
  const knowsInput = isTextType(existing.type) && (await isTrue(probe, "current_setting('server_version_num')::integer >= 160000"));
  const changeOf = (column: string): TypeChange =>
    wanted.fromText !== undefined && isTextType(existing.type)
      ? { kind: "widening", using: wanted.fromText(quoted(column)) }
      : typeChange({ column, from: existing.type, to: wanted.type, knowsInput });
  const change = changeOf(wanted.name);
  const to = (using: string | undefined) =>
    `ALTER TABLE ${quoted(table)} ALTER COLUMN ${quoted(wanted.name)} TYPE ${wanted.type}${using === undefined ? "" : ` USING ${using}`}`;
  if (change.kind === "widening") {
    draft.tables.push(to(change.using));
    return;
  }
  if (!(await holdsData(probe, table, existing.name))) {
    // It is empty, so there is nothing to convert, whatever the old type.
    draft.tables.push(to(`NULL::${wanted.type}`));
    return;
  }
  // Asked of the column as it is called today.
  const wantedChange = changeOf(existing.name);
  const lost =
    wantedChange.kind === "fits" ? await heldBeyond(probe, table, existing.name, wantedChange.condition) : operatorText("有值", "values");
  if (change.kind === "fits" && lost === undefined) {
    draft.tables.push(to(change.using));
    return;
  }
  draft.refused.push({
    table,
    column: wanted.name,
    place: { file, field: wanted.field, label: wanted.label },
    reason: operatorText(
      `"${table}"."${existing.name}" 现为 ${existing.type}，${lost}无法存为 ${wanted.type}`,
      `"${table}"."${existing.name}" is ${existing.type} and holds ${lost} that ${wanted.type} cannot hold`,
    ),
    statements:
      change.kind === "fits" && change.remainder !== undefined
        ? [to(change.remainder)]
        : change.kind === "fits"
          ? [`UPDATE ${quoted(table)} SET ${quoted(wanted.name)} = NULL WHERE NOT (${change.condition})`, to(change.using)]
          : [`UPDATE ${quoted(table)} SET ${quoted(wanted.name)} = NULL`, to(`NULL::${wanted.type}`)],
  });
}

/** A field of an earlier definition for people: the comment of its column has what it was called. */
const labelIn = (comment: string | null, field: string): string => (comment === null ? field : `${field}, ${comment}`);

/** The new column that an old one with data probably became: the same type, and the same label or no other candidate. */
function renameOf(old: ExistingColumn, added: readonly WantedColumn[]): WantedColumn | undefined {
  const sameType = added.filter((column) => column.type === old.type);
  return sameType.find((column) => column.comment === old.comment) ?? (sameType.length === 1 ? sameType[0] : undefined);
}

/** The existing columns by the names that they get: those that the definitions rename are renamed. */
function renamedColumns(table: WantedTable, existing: ExistingTable, draft: Draft): ReadonlyMap<string, ExistingColumn> {
  const columns = new Map(existing.columns);
  for (const { name, renamedFrom } of table.columns) {
    const old = renamedFrom === undefined ? undefined : columns.get(renamedFrom);
    // Once it is done, the word in the definition says what was.
    if (old === undefined || columns.has(name) || table.columns.some((column) => column.name === renamedFrom)) continue;
    draft.renames.push(`ALTER TABLE ${quoted(table.name)} RENAME COLUMN ${quoted(old.name)} TO ${quoted(name)}`);
    columns.delete(old.name);
    columns.set(name, old);
  }
  return columns;
}

async function changeColumns(table: WantedTable, existing: ExistingTable, draft: Draft, probe: Probe): Promise<void> {
  const columns = renamedColumns(table, existing, draft);
  const added = new Set(table.columns.filter((column) => !columns.has(column.name)));
  const wanted = new Set(table.columns.map((column) => column.name));
  for (const [name, old] of columns) {
    if (wanted.has(name)) continue;
    const drop = `ALTER TABLE ${quoted(table.name)} DROP COLUMN ${quoted(old.name)}`;
    if (!(await holdsData(probe, table.name, old.name))) {
      draft.tables.push(drop);
      continue;
    }
    const renamed = renameOf(old, [...added]);
    if (renamed !== undefined) {
      added.delete(renamed);
      draft.refused.push({
        table: table.name,
        column: old.name,
        place: { file: table.file, field: renamed.field, label: renamed.label },
        reason: operatorText(
          `"${table.name}"."${old.name}" 有数据，但没有对应的字段；看起来是改名为 "${renamed.name}"`,
          `"${table.name}"."${old.name}" holds data and no field; it looks like a rename to "${renamed.name}"`,
        ),
        statements: [`ALTER TABLE ${quoted(table.name)} RENAME COLUMN ${quoted(old.name)} TO ${quoted(renamed.name)}`],
        remedy: operatorText(
          `请在 ${renamed.field} 的选项中写 renamedFrom: "${camelCaseOf(old.name)}"，这样每处安装都会保留原值`,
          `Write renamedFrom: "${camelCaseOf(old.name)}" in the options of ${renamed.field}: then every installation keeps its values`,
        ),
      });
    } else
      draft.refused.push({
        table: table.name,
        column: old.name,
        place: { file: table.file },
        reason: operatorText(
          `"${table.name}"."${old.name}" 有数据，但已没有对应的字段（原为 ${labelIn(old.comment, camelCaseOf(old.name))}）`,
          `"${table.name}"."${old.name}" holds data and no field any more (it was ${labelIn(old.comment, camelCaseOf(old.name))})`,
        ),
        statements: [drop],
        remedy: operatorText(
          `如果由另一个名称的字段代替，请在该字段中写 renamedFrom: "${camelCaseOf(old.name)}"`,
          `If a field of another name takes its place, write renamedFrom: "${camelCaseOf(old.name)}" there`,
        ),
      });
  }
  for (const column of added) await addColumn(table, column, draft, probe);
  for (const column of table.columns) {
    const existingColumn = columns.get(column.name);
    if (existingColumn !== undefined) await changeColumn({ table, wanted: column, existing: existingColumn }, draft, probe);
  }
}

async function addColumn(table: WantedTable, column: WantedColumn, draft: Draft, probe: Probe): Promise<void> {
  const add = `ALTER TABLE ${quoted(table.name)} ADD COLUMN ${columnSql(column)}`;
  const needsValue =
    column.notNull && column.defaultSql === undefined && (await isTrue(probe, `exists (select 1 from ${quoted(table.name)})`));
  if (needsValue) {
    // The tenant of the platform's own rows (docs/specification.md §9).
    const given = column.name === "tenant_id" ? "'000000'" : "…";
    draft.refused.push({
      table: table.name,
      column: column.name,
      place: { file: table.file, field: column.field, label: column.label },
      reason: operatorText(
        `表 "${table.name}" 的数据行在新列 "${column.name}" 中没有值，而该列必须有值`,
        `rows of "${table.name}" would have no value in the new column "${column.name}", which must have one`,
      ),
      statements: [
        `ALTER TABLE ${quoted(table.name)} ADD COLUMN ${columnSql({ ...column, defaultSql: given })}`,
        `ALTER TABLE ${quoted(table.name)} ALTER COLUMN ${quoted(column.name)} DROP DEFAULT`,
      ],
    });
    return;
  }
  draft.tables.push(add, commentSql(table.name, column.name, column.comment));
}

/** Our indexes and keys have known name prefixes; others are left alone. */
const ownNames = /^(?:uq|ix|gin|rk|fk|ck|ex)_.*_[0-9a-f]{8}$/;

async function changeTable(table: WantedTable, existing: ExistingTable, draft: Draft, probe: Probe): Promise<void> {
  const name = quoted(table.name);
  const wantedIndexes = new Set(table.indexes.map((index) => index.name));
  const wantedKeys = new Set(table.foreignKeys.map((key) => key.name));
  for (const key of existing.foreignKeys)
    if (ownNames.test(key) && !wantedKeys.has(key)) draft.first.push(`ALTER TABLE ${name} DROP CONSTRAINT ${quoted(key)}`);
  const wantedChecks = new Set([...table.checks, ...table.exclusions].map((check) => check.name));
  for (const check of existing.checks)
    if (ownNames.test(check) && !wantedChecks.has(check)) draft.first.push(`ALTER TABLE ${name} DROP CONSTRAINT ${quoted(check)}`);
  for (const index of existing.indexes)
    // The index of an exclusion constraint has its name, and goes with it.
    if (ownNames.test(index) && !wantedIndexes.has(index) && !existing.checks.has(index)) draft.first.push(`DROP INDEX ${quoted(index)}`);
  if (existing.comment !== table.comment) draft.tables.push(commentSql(table.name, undefined, table.comment));
  await changeColumns(table, existing, draft, probe);
  const key = existing.primaryKey;
  if (key?.columns.join() !== table.primaryKey.join()) {
    const add = `ALTER TABLE ${name} ADD PRIMARY KEY (${table.primaryKey.map(quoted).join(", ")})`;
    draft.refused.push({
      table: table.name,
      place: { file: table.file },
      reason: operatorText(
        `表 "${table.name}" 的主键将由 (${key?.columns.join(", ") ?? ""}) 改为 (${table.primaryKey.join(", ")})`,
        `the rows of "${table.name}" would be known by (${table.primaryKey.join(", ")}) instead of (${key?.columns.join(", ") ?? ""})`,
      ),
      statements: key === undefined ? [add] : [`ALTER TABLE ${name} DROP CONSTRAINT ${quoted(key.name)} CASCADE`, add],
    });
  }
}

/**
 * Rules become constraints where no row breaks them. Rows from before a rule stay as they are, and the server checks every write all the
 * same.
 */
async function addChecks(table: WantedTable, existing: ExistingTable | undefined, draft: Draft, probe: Probe): Promise<void> {
  for (const check of table.checks) {
    if (existing?.checks.has(check.name) === true) continue;
    const add = `ALTER TABLE ${quoted(table.name)} ADD CONSTRAINT ${quoted(check.name)} CHECK (${check.expression})`;
    // A new column holds nothing yet, and a comparison with nothing breaks no rule.
    const isNew = existing === undefined || table.columns.some(({ name }) => check.columns.includes(name) && !existing.columns.has(name));
    const broken = isNew
      ? 0
      : Number((await probe(`select count(*)::int as answer from ${quoted(table.name)} where not (${check.expression})`))?.["answer"]);
    if (broken === 0) draft.keys.push(add);
    else
      draft.notes.push(
        operatorText(
          `表 "${table.name}" 有 ${broken} 行不符合规则“${check.rule}”（${check.field}）；表单和服务器从现在起执行该规则，数据库须待这些行更正后才能执行：${add}`,
          `${broken} ${broken === 1 ? "row" : "rows"} of "${table.name}" break${broken === 1 ? "s" : ""} the rule "${check.rule}" (${check.field}); forms and the server keep it from now on, the database only once these rows are corrected: ${add}`,
        ),
      );
  }
}

/** The columns that are there as they are wanted. */
function arePresent(names: readonly string[], table: WantedTable, existing: ExistingTable): boolean {
  return names.every((name) => existing.columns.get(name)?.type === table.columns.find((column) => column.name === name)?.type);
}

/**
 * Rows that overlap already stay as they are, without a constraint; the server looks at every write all the same. So it does where the
 * database has no extension for such constraints.
 */
async function addExclusions(table: WantedTable, { existing, canExclude }: Exclusions, draft: Draft, probe: Probe): Promise<void> {
  for (const { name, rule, definition, columns, overlapping } of table.exclusions) {
    if (existing?.checks.has(name) === true) continue;
    const add = `ALTER TABLE ${quoted(table.name)} ADD CONSTRAINT ${quoted(name)} ${definition}`;
    // Rows without both ends take no place.
    const isNew = existing === undefined || columns.slice(0, 2).every((one) => !existing.columns.has(one));
    // What is being changed by this migration is looked at by the next one.
    if (!isNew && !arePresent(columns, table, existing)) continue;
    const found = isNew ? undefined : await probe(overlapping);
    const rows = Number(found?.["rows"] ?? 0);
    const example = String(found?.["example"]);
    const [zh, en] = canExclude
      ? [`，数据库须待这些行更正后才能执行：${add}`, `, the database only once these rows are corrected: ${add}`]
      : ["", ""];
    if (rows > 0)
      draft.notes.push(
        operatorText(
          `表 "${table.name}" 有 ${rows} 行与前一行的区间重叠（如 id ${example}），不符合“${rule}”；服务器从现在起不再接受重叠的数据${zh}`,
          `${rows} ${rows === 1 ? "row" : "rows"} of "${table.name}" overlap${rows === 1 ? "s" : ""} one before (such as id ${example}) against "${rule}"; the server refuses more of them from now on${en}`,
        ),
      );
    else if (canExclude) draft.keys.push(add);
  }
}

interface Exclusions {
  readonly existing: ExistingTable | undefined;
  readonly canExclude: boolean;
}

function securityOf(table: WantedTable, existing: ExistingTable | undefined, { isDistributed }: Catalog, draft: Draft): void {
  const name = quoted(table.name);
  if (!table.isOfTenants) {
    if (existing?.rowSecurity === true) draft.tables.push(`ALTER TABLE ${name} DISABLE ROW LEVEL SECURITY`);
    return;
  }
  const [create = "", enable = ""] = secureStatements(table.name, isDistributed);
  // Before it is distributed: Citus cannot pass this expression on to the shards of a table that has them.
  if (existing === undefined) return void draft.tables.push(create, enable);
  const policy = existing.policies.get(tenantPolicy);
  if (policy === undefined) draft.keys.push(create);
  else if (!isTenantRows(policy, isDistributed)) draft.keys.push(`DROP POLICY ${quoted(tenantPolicy)} ON ${name}`, create);
  if (!existing.rowSecurity) draft.keys.push(enable);
}

/**
 * Plans the changes from the current to the wanted schema. `internal` are the tables of the server itself. Tables of removed resources stay
 * and are only listed.
 */
export async function planChanges(
  wanted: readonly WantedTable[],
  catalog: Catalog,
  internal: ReadonlySet<string>,
  probe: Probe,
): Promise<Plan> {
  const draft: Draft = { renames: [], first: [], tables: [], placements: [], indexes: [], keys: [], refused: [], notes: [] };
  for (const table of wanted) {
    const existing = catalog.tables.get(table.name);
    if (existing === undefined) createTable(table, draft);
    else await changeTable(table, existing, draft, probe);
    for (const index of table.indexes) {
      if (existing?.indexes.has(index.name) === true) continue;
      if (index.needsTrigrams === true && catalog.trigrams === undefined) continue;
      const definition =
        index.needsTrigrams === true
          ? index.definition.replace(trigramOperators, `${quoted(catalog.trigrams ?? "")}.${trigramOperators}`)
          : index.definition;
      draft.indexes.push(`CREATE ${index.unique ? "UNIQUE " : ""}INDEX ${quoted(index.name)} ON ${quoted(table.name)} ${definition}`);
    }
    for (const key of table.foreignKeys) {
      if (existing?.foreignKeys.has(key.name) !== true)
        draft.keys.push(`ALTER TABLE ${quoted(table.name)} ADD CONSTRAINT ${quoted(key.name)} ${key.definition}`);
    }
    await addChecks(table, existing, draft, probe);
    await addExclusions(table, { existing, canExclude: catalog.canExclude }, draft, probe);
    securityOf(table, existing, catalog, draft);
    if (catalog.isDistributed && existing === undefined)
      draft.placements.push(placementSql(table.name, table.isOfTenants ? "distributed" : "reference"));
  }
  const names = new Set(wanted.map((table) => table.name));
  for (const table of catalog.tables.values()) {
    if (names.has(table.name) || internal.has(table.name)) continue;
    const successor = wanted.find(
      (one) =>
        !catalog.tables.has(one.name) &&
        one.columns.length === table.columns.size &&
        one.columns.every((column) => table.columns.has(column.name)),
    );
    draft.notes.push(
      successor === undefined
        ? operatorText(
            `表 "${table.name}" 不属于任何资源，保持原样`,
            `the table "${table.name}" belongs to no resource; it is left as it is`,
          )
        : operatorText(
            `表 "${table.name}" 不属于任何资源，保持原样；看起来是改名为 "${successor.name}"：停止服务器后执行 DROP TABLE ${quoted(successor.name)}; ALTER TABLE ${quoted(table.name)} RENAME TO ${quoted(successor.name)}`,
            `the table "${table.name}" belongs to no resource and is left as it is; it looks like a rename to "${successor.name}": with the server stopped, DROP TABLE ${quoted(successor.name)}; ALTER TABLE ${quoted(table.name)} RENAME TO ${quoted(successor.name)}`,
          ),
    );
  }
  return {
    renames: draft.renames,
    statements: [...draft.first, ...draft.tables, ...draft.placements, ...draft.indexes, ...draft.keys],
    refused: draft.refused,
    notes: draft.notes,
  };
}
