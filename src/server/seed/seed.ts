// Fills a new database from the definitions: menu, dictionaries, tenants, roles, people, divisions, and the demonstration tenant's rows.
import { kindOf } from "#schema/kinds";
import { kindData, type FieldModel, type Model, type ResourceModel } from "#schema/model";
import { followingValues } from "#schema/model-formulas";
import { sentenceOf } from "#schema/sentence";
import { readSubmit } from "#schema/validation";
import { callerWithoutRights, platformTenant, type Caller } from "../caller/caller.ts";
import { transformed, type PasswordTransform } from "../auth/password-hash.ts";
import type { EncodeSecret } from "../auth/secret-storage.ts";
import type { CommitContext, AnyDomain, RequestContext, Values } from "../contract.ts";
import { createServices } from "../crud/services.ts";
import { insertStatement } from "../crud/write/write.ts";
import type { MakerOf } from "../domain/codes/generation-job.ts";
import type { UploadedFiles } from "../domain/resource/uploaded-files.ts";
import type { Clock } from "../store/clock.ts";
import { columnOf } from "../store/columns.ts";
import type { Database, Statement, Transaction } from "../store/database.ts";
import type { Identifiers } from "../store/identifiers.ts";
import { isNamed, quoted } from "../store/names.ts";
import { describeSqlError } from "../store/sql-errors.ts";
import { uniqueIndexes } from "../store/tables.ts";
import { insertDivisions } from "./divisions.ts";
import { countRows, demonstrationTenant, flattened, type SeedEntry } from "./flatten.ts";
import { createDeclaredGrants, menuBefore } from "./declared-grants.ts";
import { seedOf } from "./grants.ts";
import { countMenu, insertMenu } from "./menu.ts";
import { settleInverses } from "../store/inverses.ts";
import { mergeKeys } from "./merged-keys.ts";
import { replayHistory } from "./history/history.ts";
import { historyEvents, pastResources, pastRows } from "./history/past.ts";
import { printing } from "./history/printed-codes.ts";
import { SeedNames } from "./names.ts";
import { databaseWithin } from "./within.ts";
import { dependencyOrder } from "./order.ts";

interface SeedOptions {
  readonly model: Model;
  readonly database: Database;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  /** Hooks that complete rows (labels, codes); those that judge a caller have no place here. */
  readonly domain: AnyDomain;
  readonly encodeSecret: EncodeSecret;
  readonly passwordTransform: PasswordTransform;
  /** The demonstration tenants with their rows; without it only the platform and its administrator. */
  readonly hasDemoData: boolean;
  /** What the demonstration goes through what has happened in it with; without it, its rows stand at their beginning. */
  readonly past?: {
    readonly files: UploadedFiles;
    /** The areas of the business whose rules make their codes so. */
    readonly domain: (makerOf: MakerOf) => AnyDomain;
  };
}

export interface SeedResult {
  /** Rows that were written, by resource; empty when there was nothing to do. */
  readonly written: Readonly<Record<string, number>>;
  /** Skipped rows, as sentences. */
  readonly notes: readonly string[];
}

/** Resources whose first rows have another source than a seed file. */
const menuResource = "menu";
const divisionsResource = "region";
const usersResource = "user";
const tenantsResource = "tenant";
/** Its seed names codes that rules are to make; no code is written here. */
const codesResource = "code-item";
/** Lines whose sums stand in the rows that they are of. */
const addedUp: readonly (readonly [resource: string, master: string])[] = [
  ["doc-detail", "docId"],
  ["code-set-layer", "codeSetId"],
];

/** The platform's administrator signs in with this until it is changed (README). */
const administratorPassword = "admin";
const initialPasswordKey = "account.initPassword";

interface Seeding extends SeedOptions {
  readonly tx: Transaction;
  readonly now: string;
  /** When the installation was made, "yyyy-MM-dd HH:mm:ss": days of the rows count back from it. */
  readonly installed: string;
  readonly names: SeedNames;
  /** Kept forms of passwords, each made once: they are slow on purpose, and these are known to everybody. */
  readonly secrets: Map<string, Promise<string>>;
  /** User ids by tenant, for who made the rows. */
  readonly creators: ReadonlyMap<string, string>;
  /** Rows that are written, by id. */
  readonly computed: Map<string, Values>;
  /** Rows that will be written. */
  readonly planned: ReadonlySet<string>;
  /** Resources whose rows are written now; users may have changed or removed rows of others. */
  readonly filled: ReadonlySet<string>;
  /** Rows that were left out. */
  readonly skipped: Set<string>;
  readonly notes: string[];
  /** References to rows further down, set when those are written. */
  readonly later: Statement[];
  /** Rows that effects bring about, when all others are there. */
  readonly brought: { readonly entry: SeedEntry; readonly happened: Values }[];
  /** Rows that are written together: one round trip for many, not one for each. */
  readonly pending: { readonly entry: SeedEntry; readonly statement: Statement }[];
}

/** A seed row that the database refuses: told by its sentence, as it stands in a file of its developer. */
export class SeedRefusedError extends Error {}

/** What the database says of rows that it refuses, with the file to look at; undefined where it says something else. */
function refusedRows(error: unknown, entries: readonly SeedEntry[]): SeedRefusedError | undefined {
  const problem = describeSqlError(error);
  if (problem?.kind !== "unique" && problem?.kind !== "check") return undefined;
  // A node of a cluster names the index alone.
  const isTheirs = ({ resource }: SeedEntry): boolean =>
    problem.table === undefined
      ? uniqueIndexes(resource).some(({ name }) => isNamed(name, problem.constraint))
      : resource.table === problem.table;
  const own = entries.filter(isTheirs);
  const [first] = own;
  if (first === undefined) return undefined;
  const { name, title, file } = first.resource;
  const rows = own.slice(0, 5).map(({ values }) => String(values[title] ?? "?"));
  const among = `${rows.join(", ")}${own.length > rows.length ? ` and ${own.length - rows.length} more` : ""}`;
  const detail = error instanceof Error && "detail" in error && typeof error.detail === "string" ? ` (${error.detail})` : "";
  return new SeedRefusedError(
    problem.kind === "unique"
      ? `The seed of ${name} has two rows with the same unique values${detail}, among: ${among}. Change one of them in ${file.replace(/\.ts$/, ".seed.ts")} or ${file}.`
      : `The seed of ${name} has a row that breaks a rule, or overlaps another (${problem.constraint ?? ""})${detail}, among: ${among}. Correct it in ${file.replace(/\.ts$/, ".seed.ts")} or ${file}.`,
    { cause: error },
  );
}

/** Rows of one round trip. */
const maxPending = 200;

async function writePending({ tx, pending }: Seeding): Promise<void> {
  if (pending.length === 0) return;
  const rows = pending.splice(0);
  try {
    await tx.batch(rows.map(({ statement }) => statement));
  } catch (error) {
    throw (
      refusedRows(
        error,
        rows.map(({ entry }) => entry),
      ) ?? error
    );
  }
}

async function emptyTables(tx: Transaction, resources: readonly ResourceModel[]): Promise<ReadonlySet<string>> {
  const answers = await tx.batch(
    resources.map(({ table }) => ({ sql: `SELECT NOT EXISTS (SELECT 1 FROM ${quoted(table)}) AS empty`, parameters: [] })),
  );
  return new Set(resources.flatMap(({ name }, index) => (answers[index]?.rows[0]?.["empty"] === true ? [name] : [])));
}

/**
 * Writes the rows of a new installation: for each resource when its table is empty, and menu entries of new definitions at every start. What
 * has happened in the demonstration happens once, so rows that it begins with are written by the first start only. One transaction; safe when
 * several processes start at once.
 */
export async function seedDatabase(options: SeedOptions): Promise<SeedResult> {
  const { model, database, identifiers, clock, hasDemoData } = options;
  await identifiers.ready();
  // As the owner: rows of several tenants and of the platform are written.
  return database.owner.transaction(async (tx) => {
    await tx.query({ sql: "select pg_advisory_xact_lock(hashtextextended('tracemark.seed', 0))", parameters: [] });
    const empty = await emptyTables(
      tx,
      model.resources.filter((resource) => resource.hasTable),
    );
    // Ids in stock, so that rows can refer to each other before any is written.
    const stock: string[] = [];
    const draw = () => stock.pop() ?? fail("the stock of ids is used up");
    const refill = async (count: number) => stock.unshift(...[...(await identifiers.take(count))].reverse());
    const written: Record<string, number> = {};
    const now = clock.now();
    const menu = model.resource.get(menuResource);
    const isFirst = empty.has(tenantsResource);
    if (!isFirst && menu !== undefined) await mergeKeys(tx, model);
    const earlierEntries = menu === undefined ? undefined : await menuBefore(tx, isFirst);
    if (menu !== undefined) {
      await refill(countMenu(model));
      const count = await insertMenu(tx, { model, resource: menu, nextId: draw, caller: { userId: "0", deptIds: [] }, now });
      if (count > 0) written[menuResource] = count;
    }
    const divisions = model.resource.get(divisionsResource);
    if (divisions !== undefined && empty.has(divisionsResource)) written[divisionsResource] = await insertDivisions(tx, divisions);
    const toFill = model.resources.filter(
      ({ name }) => empty.has(name) && name !== menuResource && name !== divisionsResource && (isFirst || !pastRows.has(name)),
    );
    await refill(toFill.reduce((sum, resource) => sum + countRows(seedOf(resource, model)), 0));
    const hasTenant = await tenantsOf(tx, options, isFirst);
    const installed = isFirst ? now : await installedAt(tx, options);
    const entries = toFill.flatMap((resource) => flattened(resource, { model, nextId: draw, installed, hasTenant }));
    const seeding: Seeding = {
      ...options,
      tx,
      now,
      installed,
      names: new SeedNames(tx, model, entries),
      secrets: new Map(),
      computed: new Map(),
      later: [],
      pending: [],
      brought: [],
      planned: new Set(entries.map((entry) => entry.id)),
      filled: new Set(toFill.map((resource) => resource.name)),
      skipped: new Set(),
      notes: [],
      creators: new Map(
        entries
          .filter(({ resource }) => resource.name === usersResource)
          .reverse()
          .map(({ tenantId, id }) => [tenantId, id]),
      ),
    };
    for (const name of dependencyOrder(model)) {
      const own = entries.filter((entry) => entry.resource.name === name);
      if (name === codesResource) continue;
      for (const entry of own) await writeEntry(seeding, entry);
      const count = own.filter((entry) => !seeding.skipped.has(entry.id)).length;
      if (count > 0) written[name] = count;
    }
    await writePending(seeding);
    await tx.batch(seeding.later);
    await addUp(seeding, entries);
    if (hasDemoData && isFirst) await goThroughPast(seeding, entries);
    await bringAbout(seeding);
    const given = await createDeclaredGrants(tx, { model, ids: (count) => identifiers.take(count), earlierEntries });
    if (given > 0) written["role-menu"] = (written["role-menu"] ?? 0) + given;
    await complete(seeding);
    if (Object.keys(written).length > 0) await settleInverses(tx, model);
    await rebuild(seeding, new Set(entries.map(({ tenantId }) => (tenantId === "" ? platformTenant : tenantId))));
    return { written, notes: seeding.notes };
  });
}

/** What nobody asked for happens in the name of a tenant. */
function contextOf({ model, identifiers, now }: Seeding, tenantId: string): CommitContext {
  const caller = callerWithoutRights({ userId: "", tenantId, account: "" });
  return { caller, language: "zh", model, scope: { tenantId }, now: () => now, identifiers, address: "" };
}

/** Tenants that were there before get what later ones begin with. */
async function complete(seeding: Seeding): Promise<void> {
  const context = contextOf(seeding, platformTenant);
  for (const one of Object.values(seeding.domain.completions ?? {})) await one(seeding.tx, context);
}

/** Rows that follow from others are made of those that were just written. */
async function rebuild(seeding: Seeding, tenants: ReadonlySet<string>): Promise<void> {
  for (const tenantId of tenants)
    for (const one of Object.values(seeding.domain.rebuilds ?? {})) await one(seeding.tx, contextOf(seeding, tenantId));
}

/** Tables that are found empty are filled again with the days that their rows had before, so that they name what others still name so. */
async function installedAt(tx: Transaction, { model, clock }: SeedOptions): Promise<string> {
  const tenants = model.resource.get(tenantsResource);
  if (tenants === undefined) return clock.now();
  const { rows } = await tx.query({
    sql: `SELECT to_char(create_time, 'YYYY-MM-DD HH24:MI:SS') AS installed FROM ${quoted(tenants.table)} WHERE tenant_id = $1 ORDER BY id LIMIT 1`,
    parameters: [platformTenant],
  });
  return String(rows[0]?.["installed"] ?? clock.now());
}

/** The tenants whose rows are written: the platform's, and the demonstration's where they exist. */
async function tenantsOf(tx: Transaction, { model, hasDemoData }: SeedOptions, isFirst: boolean): Promise<(tenantId: string) => boolean> {
  const tenants = model.resource.get(tenantsResource);
  if (!hasDemoData || tenants === undefined) return (tenantId) => tenantId === platformTenant || (hasDemoData && tenants === undefined);
  if (isFirst) return () => true;
  const { rows } = await tx.query({ sql: `SELECT tenant_id FROM ${quoted(tenants.table)} WHERE is_deleted = 0`, parameters: [] });
  const there = new Set(rows.map((row) => String(row["tenant_id"])));
  return (tenantId) => tenantId === platformTenant || there.has(tenantId);
}

/** A row that a seed row refers to, and that people have renamed or removed since it was seeded. */
class ReferenceGone extends Error {}

function fail(message: string): never {
  throw new Error(message);
}

/** A reference that the flattening made, or the name of a row. */
async function referenceOf(seeding: Seeding, entry: SeedEntry, field: FieldModel, value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((one) => referenceOf(seeding, entry, field, one)));
  if (typeof value === "object" && value !== null && "id" in value) {
    if (seeding.skipped.has(String(value.id))) throw new ReferenceGone(`a row of ${entry.resource.name} belongs to one that was left out`);
    return value.id;
  }
  const { reference } = field;
  if (reference === undefined || reference.valueField !== "id" || typeof value !== "string") return value;
  const id = await seeding.names.idOf(reference.resource, entry.tenantId, value);
  if (id !== undefined && !seeding.skipped.has(id)) return id;
  const message = `a row of ${entry.resource.name} refers to ${reference.resource} "${value}", which is not there`;
  if (id === undefined && seeding.filled.has(reference.resource)) fail(`the seed is wrong: ${message}`);
  throw new ReferenceGone(message);
}

async function resolved(seeding: Seeding, entry: SeedEntry, fields: readonly FieldModel[], values: Readonly<Values>): Promise<Values> {
  const result: Values = { ...values };
  for (const field of fields) {
    const value = result[field.name];
    if (value === undefined || value === null) continue;
    if (field.fields.length > 0 && Array.isArray(value))
      result[field.name] = await Promise.all(
        value.map(async (row: unknown) =>
          typeof row === "object" && row !== null ? resolved(seeding, entry, field.fields, { ...row }) : row,
        ),
      );
    else result[field.name] = await referenceOf(seeding, entry, field, value);
  }
  return result;
}

/** Values by their definition's rules, defaults filled in; read-only ones may be given here, and rows of other resources have seeds of their own. */
function checkedValues(entry: SeedEntry, values: Readonly<Values>, now: string): Values {
  const open = entry.resource.fields.map((field): FieldModel =>
    field.traits.isSecret
      ? { ...field, required: undefined }
      : { ...field, readonly: false, required: field.readonly || !field.stored ? undefined : field.required },
  );
  const { values: read, issues } = readSubmit(
    { fields: open.filter((field) => field.name !== "tenantId" || entry.tenantId === "") },
    values,
    { mode: "insert", isAdministrator: true, now },
  );
  const [issue] = issues;
  if (issue !== undefined)
    fail(
      `a row of the seed of ${entry.resource.name} (${String(values[entry.resource.title])}): ${issue.path.join(".")}: ${sentenceOf(issue, "en")}`,
    );
  const stored = Object.fromEntries(Object.entries(read).filter(([name]) => entry.resource.field.get(name)?.stored === true));
  return {
    ...stored,
    ...(values["createTime"] === undefined ? {} : { createTime: values["createTime"], updateTime: values["createTime"] }),
  };
}

async function initialPassword(seeding: Seeding, entry: SeedEntry): Promise<string> {
  if (entry.tenantId === platformTenant) return administratorPassword;
  const rows = seeding.model.resource.get("param")?.data.seed ?? [];
  const value = rows.find((row) => row["paramKey"] === initialPasswordKey)?.["paramValue"];
  return typeof value === "string" ? value : fail(`the seed of param gives no ${initialPasswordKey}`);
}

async function keepPasswords(seeding: Seeding, entry: SeedEntry, values: Values): Promise<void> {
  for (const field of entry.resource.fields) {
    if (!field.traits.isSecret || !field.stored) continue;
    const isSignIn = kindData(field.data).use === "sign-in";
    const given = values[field.name];
    // Only users begin with a password; that of a payment account is its owner's to choose.
    const text =
      typeof given === "string"
        ? given
        : isSignIn && entry.resource.name === usersResource
          ? await initialPassword(seeding, entry)
          : undefined;
    if (text === undefined) continue;
    const sent = isSignIn ? transformed(text, seeding.passwordTransform) : text;
    const key = `${isSignIn} ${sent}`;
    let stored = seeding.secrets.get(key);
    if (stored === undefined) seeding.secrets.set(key, (stored = seeding.encodeSecret(field, sent)));
    values[field.name] = await stored;
  }
}

/** Level and ancestors, from the parent, which was written before. */
function place(seeding: Seeding, entry: SeedEntry, values: Values): void {
  const { tree } = entry.resource;
  if (tree === undefined) return;
  const parentId = values[tree.parent];
  const parent = typeof parentId === "string" ? seeding.computed.get(parentId) : undefined;
  if (tree.level !== undefined) values[tree.level] = Number(parent?.[tree.level] ?? 0) + 1;
  if (tree.ancestors !== undefined)
    values[tree.ancestors] = typeof parentId === "string" ? `${String(parent?.[tree.ancestors] ?? tree.root)},${parentId}` : tree.root;
}

/** Takes out references to rows that are not written yet. */
function postpone(seeding: Seeding, { resource, id }: SeedEntry, values: Values): void {
  for (const field of resource.fields) {
    const value = values[field.name];
    if (
      field.reference === undefined ||
      !field.stored ||
      typeof value !== "string" ||
      !seeding.planned.has(value) ||
      seeding.computed.has(value)
    )
      continue;
    const column = columnOf(resource, field.name);
    seeding.later.push({
      sql: `UPDATE ${quoted(resource.table)} SET ${quoted(column.column)} = $1 WHERE ${quoted(columnOf(resource, resource.key).column)} = $2`,
      parameters: [value, id],
    });
    values[field.name] = null;
  }
}

function callerOf(seeding: Seeding, entry: SeedEntry): Caller {
  const tenantId = entry.tenantId === "" ? platformTenant : entry.tenantId;
  const userId = seeding.creators.get(tenantId) ?? "0";
  // Rows are of their maker's department, as soon as that is known: data scopes go by it.
  const depts = seeding.computed.get(userId)?.["deptId"];
  return {
    userId,
    tenantId,
    account: "",
    realName: "",
    roleIds: [],
    deptIds: Array.isArray(depts) ? depts.map(String) : [],
    postIds: [],
    roleAliases: [],
    clientId: "",
    sessionId: "",
    isAdministrator: true,
    isTenantAdmin: false,
    permissions: new Set(),
    rowLimits: new Map(),
    fieldLimits: new Map(),
  };
}

function contextWithin({ tx, model, identifiers, now, database }: Seeding, caller: Caller): RequestContext {
  return {
    caller,
    language: "zh",
    model,
    scope: { tenantId: caller.tenantId, userId: caller.userId },
    now: () => now,
    identifiers,
    address: "",
    database: databaseWithin(tx, database),
  };
}

/** Works out what lines come to, once for each row that has some. */
async function addUp(seeding: Seeding, entries: readonly SeedEntry[]): Promise<void> {
  const last = new Map<string, { readonly entry: SeedEntry; readonly values: Values }>();
  for (const [resource, master] of addedUp)
    for (const entry of entries) {
      const values = seeding.computed.get(entry.id);
      if (entry.resource.name === resource && values !== undefined) last.set(`${resource} ${String(values[master])}`, { entry, values });
    }
  for (const { entry, values } of last.values())
    await seeding.domain.hooks[entry.resource.name]?.submit?.afterChange?.(seeding.tx, contextWithin(seeding, callerOf(seeding, entry)), {
      id: entry.id,
      values,
      current: undefined,
      prepared: undefined,
      unstored: {},
    });
}

/** Has people of the demonstration do what they have done until now. */
async function goThroughPast(seeding: Seeding, entries: readonly SeedEntry[]): Promise<void> {
  const { model, past, tx, names } = seeding;
  if (past === undefined || !pastResources.every((name) => model.resource.has(name))) return;
  const printed = entries
    .filter(({ resource }) => resource.name === codesResource)
    .map(({ values }) => ({ serial: BigInt(Number(values["serialNo"])), code: String(values["code"]) }));
  const services = createServices({
    ...seeding,
    database: databaseWithin(tx, seeding.database),
    domain: past.domain(printing(printed)),
    files: past.files,
  });
  await replayHistory(historyEvents, {
    services,
    files: past.files,
    tx,
    tenantId: demonstrationTenant,
    installed: seeding.installed,
    resolved: (resource, values) =>
      resolved(seeding, { resource, id: "", tenantId: demonstrationTenant, values, parent: undefined }, resource.fields, values),
    seeded: (resource, name) => names.idOf(resource, demonstrationTenant, name),
  });
}

/** Has effects make the rows of which the seed says what happened, tenant by tenant. */
async function bringAbout(seeding: Seeding): Promise<void> {
  const { domain, brought } = seeding;
  const groups = new Map<string, typeof brought>();
  for (const one of brought) {
    const key = `${one.entry.resource.name} ${one.entry.tenantId}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const context = contextWithin(seeding, callerOf(seeding, first.entry));
    await domain.hooks[first.entry.resource.name]?.seed?.(
      context,
      group.map(({ happened }) => happened),
    );
  }
}

/** Writes a row; one whose references users have removed is skipped and reported. */
async function writeEntry(seeding: Seeding, entry: SeedEntry): Promise<void> {
  try {
    await writeRow(seeding, entry);
  } catch (error) {
    if (!(error instanceof ReferenceGone)) throw error;
    seeding.skipped.add(entry.id);
    seeding.notes.push(`${error.message}; it was left out`);
  }
}

async function writeRow(seeding: Seeding, entry: SeedEntry): Promise<void> {
  const { resource, id } = entry;
  const values = checkedValues(entry, await resolved(seeding, entry, resource.fields, entry.values), seeding.now);
  for (const field of resource.fields) {
    const { initial } = kindOf(field.data);
    if (initial !== undefined) values[field.name] ??= initial(field.data);
  }
  if (seeding.domain.hooks[resource.name]?.seed !== undefined) {
    seeding.brought.push({ entry, happened: values });
    return;
  }
  await keepPasswords(seeding, entry, values);
  place(seeding, entry, values);
  const caller = callerOf(seeding, entry);
  const scope = { tenantId: caller.tenantId, userId: caller.userId };
  const context: CommitContext = {
    caller,
    language: "zh",
    model: seeding.model,
    scope,
    now: () => seeding.now,
    identifiers: seeding.identifiers,
    address: "",
  };
  const effect = seeding.domain.hooks[resource.name]?.submit;
  if (effect?.beforeValidate !== undefined) fail(`the submit of ${resource.name} prepares something for a call, and a seed row is none`);
  if (effect?.beforeChange !== undefined) {
    // It may look for rows that were written before.
    await writePending(seeding);
    await effect.beforeChange(seeding.tx, context, { values, current: undefined, prepared: undefined, unstored: {} });
  }
  Object.assign(values, followingValues(resource, { values, now: seeding.now }));
  seeding.computed.set(id, values);
  postpone(seeding, entry, values);
  seeding.pending.push({ entry, statement: insertStatement(resource, { values, id, scope, caller, now: seeding.now }) });
  if (seeding.pending.length >= maxPending) await writePending(seeding);
}
