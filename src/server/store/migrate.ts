// Migrates the database to the definitions at start: additive changes at once, destructive changes only when accepted by name.
import type { Model } from "#schema/model";
import { operatorText } from "../operator-language.ts";
import { APP_ROLE } from "../postgres/app-role.ts";
import { readCatalog, type Catalog } from "./catalog.ts";
import { outsideTransaction, type Database, type Transaction } from "./database.ts";
import { lastWorker, workerSequence } from "./identifiers.ts";
import { installationStatements, installationTable } from "./installation.ts";
import { fileStatements, fileTable } from "./file-table.ts";
import { idempotencyStatements, idempotencyTable } from "./idempotency-table.ts";
import { jobStatements, jobTable, scheduleTable } from "./job-tables.ts";
import {
  definitionRecord,
  definitionStatements,
  definitionTable,
  judgeRecord,
  storeDefinitionRecord,
  hasOtherInverses,
  readDefinitionRecord,
  withOtherFormulas,
  type DefinitionRecord,
} from "./definition-record.ts";
import { dropFormerInverses, settleInverses } from "./inverses.ts";
import { DistributionRefusedError, placementSql } from "./distribution.ts";
import { recomputeDerived } from "./derived-values.ts";
import { fieldText, placeText } from "./definition-place.ts";
import { literal, quoted } from "./names.ts";
import { acceptanceOf, planChanges, type Plan, type RefusedChange } from "./plan.ts";
import { plannedPlacements, refuseOtherPlacements, requireDistributed, type PlannedPlacement } from "./placements.ts";
import { schemaLock } from "./schema-lock.ts";
import { describeSqlError } from "./sql-errors.ts";
import { secureStatements, wantedTables } from "./tables.ts";

/** The setting that accepts changes which lose data, by their name (config.ts). */
const acceptVariable = "TRACEMARK_ACCEPT_CHANGES";

/** Running numbers of documents, one row per tenant, kind and day. */
export const counterTable = "tm_counter";
/** What tells its rows apart. */
export const counterKey = ["tenant_id", "name", "day"] as const;

/** What definitions have given to roles, so that nothing is given twice. */
export const givenGrantTable = "tm_given_grant";

interface MigrationResult {
  /** Statements that were run. */
  readonly applied: readonly string[];
  readonly notes: readonly string[];
}

interface MigrationOptions {
  /** The name of changes to accept, from the error that refused them (`TRACEMARK_ACCEPT_CHANGES`). */
  readonly accept?: string;
  /** Tables that are no resource's and not to be spoken of. */
  readonly otherTables?: readonly string[];
}

/** The definitions ask for changes that would lose data; nothing was changed. */
export class MigrationRefusedError extends Error {
  override readonly name = "MigrationRefusedError";
  readonly code = "migration.refused";
  readonly acceptance: string;

  constructor(readonly refused: readonly RefusedChange[]) {
    const acceptance = acceptanceOf(refused);
    const changes = refused.map((change) =>
      [
        operatorText(`  ${placeText(change.place)}：${change.reason}：`, `  ${placeText(change.place)}: ${change.reason}:`),
        ...change.statements.map((statement) => `    ${statement};`),
        ...(change.remedy === undefined ? [] : [operatorText(`    ${change.remedy}。`, `    ${change.remedy}.`)]),
      ].join("\n"),
    );
    super(
      operatorText(
        `定义与现有数据不符，未做任何更改。\n${changes.join("\n")}\n请恢复定义；或自行执行所需语句后重新启动；或以 ${acceptVariable}=${acceptance} 启动一次，只执行以上语句。`,
        `The definitions no longer fit the data, and nothing was changed.\n${changes.join("\n")}\n` +
          `Put the definition back, or run statements of your own choice by hand and start again, or start once with ${acceptVariable}=${acceptance} to run exactly these.`,
      ),
    );
    this.acceptance = acceptance;
  }
}

/** Where a definition asks for a statement. */
interface StatementSource {
  /** `resources/production/vehicle.ts:14 plate (Plate)` */
  readonly place: string;
  /** The fields whose values must be unique together, for people. */
  readonly unique?: string | undefined;
}

/** A statement that PostgreSQL refused because of existing rows; nothing was changed. */
export class MigrationFailedError extends Error {
  override readonly name = "MigrationFailedError";
  readonly code = "migration.failed";

  constructor(
    readonly statement: string,
    cause: unknown,
    source?: StatementSource,
  ) {
    const detail =
      typeof cause === "object" && cause !== null && "detail" in cause && typeof cause.detail === "string" ? ` ${cause.detail}` : "";
    const reason = cause instanceof Error ? cause.message : String(cause);
    const statementText = `    ${statement};\n${reason}.${detail}${remedyOf(cause, source?.unique)}`;
    super(
      operatorText(
        `${source === undefined ? "" : `${source.place}：`}以下语句执行失败，未做任何更改：\n${statementText}`,
        `${source === undefined ? "" : `${source.place}: `}This statement failed, and nothing was changed:\n${statementText}`,
      ),
      { cause },
    );
  }
}

/** A sentence on what to do about a refused statement, where that is known. */
function remedyOf(cause: unknown, unique: string | undefined): string {
  if (describeSqlError(cause)?.kind === "unique") {
    const [zh, en] = unique === undefined ? ["值", "a value"] : [unique, `the value of ${unique}`];
    return operatorText(
      ` 已有数据行的${zh}相同，而定义要求唯一：请修改这些行，或修改定义。`,
      ` Rows that are there already share ${en} that the definition says is unique: change them, or the definition.`,
    );
  }
  // 53200: the transaction holds a lock on each table and index that it makes, and PostgreSQL's table of locks is full.
  const isFull = typeof cause === "object" && cause !== null && "code" in cause && cause.code === "53200";
  return isFull
    ? operatorText(
        " PostgreSQL 没有足够的锁来创建所有表：请在其配置中设置 max_locks_per_transaction = 1024，重启 PostgreSQL 后再启动。",
        " PostgreSQL has no room for a lock on every table that is made: set max_locks_per_transaction = 1024 in its settings, restart it, and start again.",
      )
    : "";
}

function internalStatements(catalog: Catalog): readonly string[] {
  const { tables, sequences, isDistributed } = catalog;
  const statements: string[] = [];
  if (!sequences.has(workerSequence))
    statements.push(`CREATE SEQUENCE ${quoted(workerSequence)} AS integer MINVALUE 0 MAXVALUE ${lastWorker} START 0 CYCLE`);
  if (!tables.has(counterTable)) {
    const table = quoted(counterTable);
    statements.push(
      `CREATE TABLE ${table} (tenant_id character varying(12) NOT NULL, name text NOT NULL, day date NOT NULL, last bigint NOT NULL, PRIMARY KEY (${counterKey.join(", ")}))`,
      `COMMENT ON TABLE ${table} IS ${literal("Running numbers of documents")}`,
      ...secureStatements(counterTable, isDistributed),
      ...(isDistributed ? [placementSql(counterTable, "distributed")] : []),
    );
  }
  if (!tables.has(givenGrantTable))
    statements.push(
      `CREATE TABLE ${givenGrantTable} (role_id bigint NOT NULL, code text NOT NULL, PRIMARY KEY (role_id, code))`,
      `COMMENT ON TABLE ${givenGrantTable} IS ${literal("What definitions have given to roles")}`,
      `REVOKE ALL ON ${givenGrantTable} FROM ${APP_ROLE}`,
    );
  return [
    ...statements,
    ...installationStatements(tables),
    ...jobStatements(catalog),
    ...fileStatements(tables),
    ...idempotencyStatements(catalog),
    ...definitionStatements(tables),
  ];
}

interface MigrationPlan extends Plan {
  /** None of the tables exists yet: a new installation. */
  readonly isFirst: boolean;
  /** What the definitions said at the last start. */
  readonly before: DefinitionRecord;
  /** Tables are distributed over the nodes of a cluster. */
  readonly isDistributed: boolean;
  /** Where the definitions ask for the index that a statement makes. */
  readonly sourceOf: (statement: string) => StatementSource | undefined;
}

async function plan(tx: Transaction, model: Model, { otherTables = [] }: MigrationOptions): Promise<MigrationPlan> {
  const catalog = await readCatalog(tx);
  const wanted = wantedTables(model);
  const probe = (sql: string) => tx.first({ sql, parameters: [] });
  const internalNames = new Set([
    counterTable,
    givenGrantTable,
    installationTable,
    jobTable,
    scheduleTable,
    fileTable,
    idempotencyTable,
    definitionTable,
    ...otherTables,
  ]);
  if (catalog.isDistributed) {
    // Tables of removed resources stay as they are.
    const isOwn = ({ table }: PlannedPlacement) => internalNames.has(table) || wanted.some(({ name }) => name === table);
    const planned = plannedPlacements(catalog, model).filter(isOwn);
    refuseOtherPlacements(planned);
    requireDistributed(planned);
  }
  const changes = await planChanges(wanted, catalog, internalNames, probe);
  const before = await readDefinitionRecord(tx, catalog);
  const judgement = await judgeRecord({ model, catalog, before }, probe);
  const internal = internalStatements(catalog);
  return {
    renames: changes.renames,
    statements: [...internal, ...changes.statements],
    refused: [...changes.refused, ...judgement.refused],
    notes: [...changes.notes, ...judgement.notes],
    isFirst: !wanted.some((table) => catalog.tables.has(table.name)),
    before,
    isDistributed: catalog.isDistributed,
    sourceOf: (statement) => {
      for (const { file, indexes, columns } of wanted)
        for (const { name, fields, unique } of indexes) {
          const [field] = fields;
          if (field === undefined || !statement.includes(quoted(name))) continue;
          const words = fields.map((one) => fieldText(one, columns.find((column) => column.field === one)?.label));
          return { place: placeText({ file, field }), unique: unique ? words.join(operatorText("、", " with ")) : undefined };
        }
      return undefined;
    },
  };
}

type Run = Pick<MigrationPlan, "sourceOf">;

/** Statements sent without waiting for each other's answers; several thousand make a fresh database. */
async function run(tx: Transaction, statements: readonly string[], { sourceOf }: Run): Promise<void> {
  const outcomes = await Promise.allSettled(statements.map((sql) => tx.query({ sql, parameters: [] })));
  const failed = outcomes.findIndex((outcome) => outcome.status === "rejected");
  const outcome = outcomes[failed];
  if (outcome?.status === "rejected") {
    const statement = statements[failed] ?? "";
    throw new MigrationFailedError(statement, outcome.reason, sourceOf(statement));
  }
}

/**
 * Statements of one transaction on an empty database. PostgreSQL does more for each statement the more tables its transaction has created
 * (3 ms for a policy after 1,500 tables, 0.4 ms after 150), and locks each of them until the end.
 */
const batchSize = 2_000;

/** Creates the tables of a new installation, some in each transaction: an interrupted migration continues at the next start. */
async function runInBatches(database: Database, statements: readonly string[], places: Run): Promise<void> {
  for (let from = 0; from < statements.length; from += batchSize)
    await database.owner.transaction((tx) => run(tx, statements.slice(from, from + batchSize), places));
}

// A second process waits until the first is done, and then finds nothing to do.
const lock = { sql: `select pg_advisory_xact_lock(${schemaLock})`, parameters: [] };

/** What {@link migrate} would do, without doing it. */
export async function planMigration(database: Database, model: Model, options: MigrationOptions = {}): Promise<Plan> {
  return database.owner.transaction(async (tx) => plan(tx, model, options));
}

/**
 * Migrates the tables to the definitions in one transaction (those of a new installation in several); safe when several processes start at
 * once. Throws {@link MigrationRefusedError} with the exact statements when data would be lost, unless `accept` names them.
 */
export async function migrate(database: Database, model: Model, options: MigrationOptions = {}): Promise<MigrationResult> {
  return database.owner.transaction(async (tx) => {
    await tx.query(lock);
    const planned = await plan(tx, model, options);
    if (planned.isDistributed !== database.isDistributed)
      throw new DistributionRefusedError(
        operatorText(
          "等待期间数据表已按租户分布到集群的各节点：请重新启动。",
          "The tables have been distributed over a cluster while this process waited: start it again.",
        ),
      );
    const { renames, statements, refused, notes, isFirst } = planned;
    const isAccepted = refused.length > 0 && options.accept === acceptanceOf(refused);
    if (refused.length > 0 && !isAccepted) throw new MigrationRefusedError(refused);
    // Accepted changes come first: an index on a renamed column needs the new name.
    const all = [...renames, ...refused.flatMap((change) => change.statements), ...statements];
    // The lock belongs to this transaction, which stays open during the work.
    if (isFirst) await outsideTransaction(() => runInBatches(database, all, planned));
    else await run(tx, all, planned);
    await dropFormerInverses(tx);
    const record = definitionRecord(model);
    if (hasOtherInverses(record, planned.before)) await settleInverses(tx, model);
    for (const name of withOtherFormulas(record, planned.before)) {
      const resource = model.resource.get(name);
      if (resource !== undefined) await recomputeDerived(tx, resource);
    }
    await storeDefinitionRecord(tx, record, planned.before);
    return { applied: all, notes };
  });
}
