// Default credentials, published in this repository: replaced at start by those of the settings, and refused where other machines can reach
// the server.
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { resourceIn, type Model, type ResourceModel } from "#schema/model";
import { auditLogOf } from "../audit/audit-log.ts";
import { originOfStart } from "../audit/origin.ts";
import { logged } from "../audit/usual-log.ts";
import { callerWithoutRights, platformTenant } from "../caller/caller.ts";
import { ConfigurationError, type Configuration } from "../config.ts";
import type { CommitContext } from "../contract.ts";
import { operatorText } from "../operator-language.ts";
import type { Clock } from "../store/clock.ts";
import type { Database, Transaction } from "../store/database.ts";
import type { Identifiers } from "../store/identifiers.ts";
import { areEncryptedWithOtherKey, matchesSecret, decryptSecret, encryptSecret } from "./secret-storage.ts";
import { initialPassword, parameterKeys } from "./parameters.ts";
import { hashPassword, transformed, verifyPassword } from "./password-hash.ts";
import type { Secrets } from "./secrets.ts";
import { encryptPlaintext } from "./encrypt-plaintext.ts";

/** The first account of a new installation (docs/specification.md §9: tenant of six zeros). */
export const firstAccount = { tenantId: platformTenant, account: "admin", password: "admin" } as const;
/** The client that the browser application calls as. */
export const consoleClient = { id: "saber", secret: "saber_secret" } as const;

/** The defaults of a new installation are public; the message names what to set. */
export class PublishedCredentialsError extends Error {
  override readonly name = "PublishedCredentialsError";

  constructor(readonly problems: readonly string[]) {
    const list = problems.map((problem) => `  ${problem}`).join("\n");
    super(
      operatorText(
        `其他机器可以访问本服务器（HOST 不是回环地址，或 NODE_ENV 为 production），因此不能使用默认凭据启动：\n${list}`,
        `The server is reachable from other machines (HOST is not a loopback address, or NODE_ENV is production), so it does not start with default credentials:\n${list}`,
      ),
    );
  }
}

interface JudgedCredentials {
  readonly model: Model;
  readonly database: Database;
  readonly secrets: Secrets;
  readonly configuration: Pick<Configuration, "adminPassword" | "clientSecret" | "isExposed" | "passwordTransform" | "secret">;
}

interface CredentialsOptions extends JudgedCredentials {
  readonly clock: Clock;
  readonly identifiers: Identifiers;
}

const accountRows = z.array(z.object({ id: z.string(), tenant_id: z.string(), account: z.string(), password: z.string().nullable() }));
type AccountRow = z.infer<typeof accountRows>[number];

// As the owner throughout: at server start there is no session, and clients and accounts of all tenants are checked.

async function accountsNamed(database: Database, accounts: readonly string[]): Promise<readonly AccountRow[]> {
  const [answer] = await database.owner.read([
    {
      sql: `select id, tenant_id, account, password from "user" where account = any($1) and status = 1 and is_deleted = 0 order by tenant_id, account`,
      parameters: [accounts],
    },
  ]);
  return accountRows.parse(answer?.rows ?? []);
}

const isFirst = (row: AccountRow): boolean => row.tenant_id === firstAccount.tenantId && row.account === firstAccount.account;

/** Texts that the definitions' seed rows hold in a field. */
function seededTexts(model: Model, resource: string, field: string): readonly string[] {
  return (model.resource.get(resource)?.data.seed ?? []).map((row) => row[field]).filter((value) => typeof value === "string");
}

/** The password that new accounts get is no secret either, but theirs to change. */
async function initialPasswordNote({ model, database, configuration }: JudgedCredentials): Promise<readonly string[]> {
  const published = (model.resource.get("param")?.data.seed ?? []).find((row) => row["paramKey"] === parameterKeys.initialPassword)?.[
    "paramValue"
  ];
  const isPublished = configuration.isExposed && published !== undefined && (await initialPassword(database)) === published;
  return isPublished
    ? [
        operatorText(
          `参数 ${parameterKeys.initialPassword} 仍为默认值：新建或重置时未指定密码的账号将使用该密码`,
          `the parameter ${parameterKeys.initialPassword} has its default value: accounts created or reset without a password get it`,
        ),
      ]
    : [];
}

/** Whether a kept password is one that a new installation gives. */
async function publishedCheck({ database, configuration }: JudgedCredentials): Promise<(row: AccountRow) => Promise<boolean>> {
  const first = await initialPassword(database);
  const received = [...(first === undefined ? [] : [first]), firstAccount.password].map((password) =>
    transformed(password, configuration.passwordTransform),
  );
  // The seed stores one hash for all accounts with the same password: each is verified once.
  const verified = new Map<string, boolean>();
  return async ({ password }) => {
    const stored = password ?? "";
    for (const one of received) if (!verified.has(stored) && (await verifyPassword(stored, one))) verified.set(stored, true);
    if (!verified.has(stored)) verified.set(stored, false);
    return verified.get(stored) === true;
  };
}

/** Replaces credentials of rows of a resource, with an entry in the log of the platform. */
function replacing<T>(
  { model, database, clock, identifiers }: CredentialsOptions,
  resource: ResourceModel,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const context: CommitContext = {
    caller: callerWithoutRights(),
    language: "zh",
    model,
    scope: { tenantId: platformTenant },
    now: clock.now,
    identifiers,
    address: "",
    origin: originOfStart(resource),
  };
  return database.owner.transaction((tx) => logged(context, tx, work));
}

/** Gives the first account the password of the settings while it still has its first one. Later it is the administrator's own affair. */
async function replaceFirstPassword(options: CredentialsOptions, isPublished: (row: AccountRow) => Promise<boolean>): Promise<void> {
  const { model, database, configuration } = options;
  if (configuration.adminPassword === undefined) return;
  const admin = (await accountsNamed(database, [firstAccount.account])).find(isFirst);
  if (admin === undefined || !(await isPublished(admin))) return;
  const stored = await hashPassword(transformed(configuration.adminPassword, configuration.passwordTransform));
  const resource = resourceIn(model, "user");
  await replacing(options, resource, async (tx) => {
    const row = await tx.first({
      sql: `update "user" set password = $3 where tenant_id = $1 and id = $2 returning real_name as "realName"`,
      parameters: [admin.tenant_id, admin.id, stored],
    });
    const named = { realName: row?.["realName"] };
    auditLogOf(tx)?.record(resource, "edit", admin.id, {
      before: { ...named, password: admin.password },
      after: { ...named, password: stored },
    });
  });
}

/**
 * Replaces published secrets of clients: the console's by that of the settings; other clients', on exposed servers, by random ones until
 * they are set. A client whose secret cannot be read gets one as well: that is how an installation whose TRACEMARK_SECRET is lost starts
 * again (docs/operation.md).
 */
async function replaceClientSecrets(options: CredentialsOptions): Promise<readonly string[]> {
  const { model, secrets, configuration } = options;
  const resource = resourceIn(model, "client");
  const notes: string[] = [];
  const published = new Map(
    (model.resource.get("client")?.data.seed ?? []).map((row) => [String(row["clientId"]), String(row["clientSecret"])]),
  );
  await replacing(options, resource, async (tx) => {
    const { rows } = await tx.query({
      sql: "select id, client_id, client_secret from client where client_id = any($1) and is_deleted = 0 order by client_id for update",
      parameters: [[...published.keys()]],
    });
    for (const row of rows) {
      const [id, stored] = [String(row["client_id"]), String(row["client_secret"] ?? "")];
      const publishedSecret = published.get(id) ?? "";
      const isLost = decryptSecret(secrets.storage, stored) === undefined;
      if (!isLost && !matchesSecret(secrets.storage, stored, publishedSecret)) continue;
      const other =
        id === consoleClient.id ? configuration.clientSecret : configuration.isExposed ? randomBytes(24).toString("base64url") : undefined;
      if (other === undefined && !isLost) continue;
      const clientSecret = encryptSecret(secrets.storage, other ?? publishedSecret);
      await tx.query({
        sql: "update client set client_secret = $2 where client_id = $1 and is_deleted = 0",
        parameters: [id, clientSecret],
      });
      auditLogOf(tx)?.record(resource, "edit", String(row["id"]), {
        before: { clientId: id, clientSecret: stored },
        after: { clientId: id, clientSecret },
      });
      if (isLost)
        notes.push(
          operatorText(
            `客户端 ${id} 没有可读取的密钥，已重新设置`,
            `the client ${id} had no secret that can be read; it has been set anew`,
          ),
        );
      else if (id !== consoleClient.id)
        notes.push(
          operatorText(
            `客户端 ${id} 原为默认密钥，现已改为随机密钥，请重新设置`,
            `the client ${id} had a default secret; it has a random one until somebody sets it`,
          ),
        );
    }
  });
  return notes;
}

/** Whether the first account still has its first password, so that it may be printed at start. */
export async function hasFirstPassword(database: Database, transform: Configuration["passwordTransform"]): Promise<boolean> {
  const admin = (await accountsNamed(database, [firstAccount.account])).find(isFirst);
  return admin !== undefined && verifyPassword(admin.password ?? "", transformed(firstAccount.password, transform));
}

const secretUnset = operatorText(
  "未设置 TRACEMARK_SECRET：请设为至少 32 个随机字符（openssl rand -base64 48），本安装的所有进程须相同。",
  "TRACEMARK_SECRET is not set: set it to at least 32 random characters (openssl rand -base64 48), the same for all processes of this installation.",
);
const defaultPasswordInUse = operatorText(
  `租户 ${firstAccount.tenantId} 的账号 ${firstAccount.account} 仍为初始密码：请将 ADMIN_PASSWORD 设为其他密码。`,
  `The account ${firstAccount.account} of tenant ${firstAccount.tenantId} has its first password: set ADMIN_PASSWORD to another one.`,
);
const defaultClientInUse = operatorText(
  `客户端 ${consoleClient.id} 仍为初始密钥：请将 CLIENT_SECRET 设为至少 12 个字符的其他密钥。`,
  `The client ${consoleClient.id} has its first secret: set CLIENT_SECRET to another one of at least 12 characters.`,
);

/** What everybody would know, told from the settings alone, before anything is made; of an empty database all that it would begin with. */
export function problemsOfEmpty(
  { secret, adminPassword, clientSecret, hasDemoData }: Pick<Configuration, "secret" | "adminPassword" | "clientSecret" | "hasDemoData">,
  isEmpty: boolean,
): readonly string[] {
  return [
    ...(secret === undefined ? [secretUnset] : []),
    ...(isEmpty && adminPassword === undefined ? [defaultPasswordInUse] : []),
    ...(isEmpty && clientSecret === undefined ? [defaultClientInUse] : []),
    ...(isEmpty && hasDemoData
      ? [
          operatorText(
            "DEMO_DATA 为 true：演示租户账号的密码是公开的，请去掉该设置。",
            "DEMO_DATA is true: accounts of the demonstration tenant have published passwords. Leave it out.",
          ),
        ]
      : []),
  ];
}

/** What everybody still knows, each with what to set. */
async function problemsLeft(
  { model, database, secrets, configuration }: JudgedCredentials,
  isPublished: (row: AccountRow) => Promise<boolean>,
): Promise<readonly string[]> {
  const problems: string[] = [];
  if (configuration.secret === undefined) problems.push(secretUnset);
  const unchanged: AccountRow[] = [];
  for (const row of await accountsNamed(database, [firstAccount.account, ...seededTexts(model, "user", "account")]))
    if (await isPublished(row)) unchanged.push(row);
  if (unchanged.some(isFirst)) problems.push(defaultPasswordInUse);
  const others = unchanged.filter((row) => !isFirst(row)).map((row) => `${row.tenant_id}/${row.account}`);
  if (others.length > 0) {
    problems.push(
      operatorText(
        `以下账号仍为初始密码：${others.join("、")}。请先在 127.0.0.1 上启动，删除这些账号或修改其密码；或使用新的数据库（此处不会写入演示数据）。`,
        `Accounts with the initial password: ${others.join(", ")}. Start on 127.0.0.1, and remove or change them; or use a new database, which gets no demonstration data here.`,
      ),
    );
  }
  const [answer] = await database.owner.read([
    { sql: "select client_secret from client where client_id = $1 and status = 1 and is_deleted = 0", parameters: [consoleClient.id] },
  ]);
  if (matchesSecret(secrets.storage, String(answer?.rows[0]?.["client_secret"] ?? ""), consoleClient.secret)) {
    problems.push(defaultClientInUse);
  }
  return problems;
}

/** What {@link problemsLeft} reads; an older installation may be without some of it. */
const judgedColumns: Readonly<Record<string, readonly string[]>> = {
  user: ["id", "tenant_id", "account", "password", "status", "is_deleted"],
  param: ["param_key", "param_value", "is_deleted"],
  client: ["client_id", "client_secret", "status", "is_deleted"],
};

async function hasJudgedColumns(database: Database): Promise<boolean> {
  const [answer] = await database.owner.read([
    {
      sql: "select table_name, column_name from information_schema.columns where table_schema = current_schema() and table_name = any($1)",
      parameters: [Object.keys(judgedColumns)],
    },
  ]);
  const there = new Set(answer?.rows.map((row) => `${String(row["table_name"])}.${String(row["column_name"])}`));
  return Object.entries(judgedColumns).every(([table, columns]) => columns.every((column) => there.has(`${table}.${column}`)));
}

/**
 * Refuses data whose secrets were encrypted under another TRACEMARK_SECRET, before anything in it is changed: none of them could be read, and
 * those of clients would be replaced. One start with a wrong secret must not cost what the right one still opens.
 */
export async function refuseOtherSecret({ database, secrets }: Pick<CredentialsOptions, "database" | "secrets">): Promise<void> {
  if (!(await hasJudgedColumns(database))) return;
  const [answer] = await database.owner.read([{ sql: "select client_secret from client where is_deleted = 0", parameters: [] }]);
  const stored = z.array(z.object({ client_secret: z.string().nullable() })).parse(answer?.rows ?? []);
  if (
    !areEncryptedWithOtherKey(
      secrets.storage,
      stored.map(({ client_secret }) => client_secret),
    )
  )
    return;
  throw new ConfigurationError([
    operatorText(
      "TRACEMARK_SECRET：数据库中的密钥是以另一个值保存的。请设为原来的值，或将 DATA_DIR 设为存有该密钥文件（secret）的目录。原值已丢失时，见 docs/operation.md 的“A lost secret”一节。",
      "TRACEMARK_SECRET: the secrets in the database were stored with another one. Set it to what it was, or DATA_DIR to the directory that has it in its file secret. If it is lost, see “A lost secret” in docs/operation.md.",
    ),
  ]);
}

/**
 * Refuses data that would keep published credentials on an exposed server, before anything in it is changed: its tables are not migrated for
 * a start that fails. {@link replaceDefaultCredentials} judges again what the start itself makes.
 */
export async function refusePublishedData(options: JudgedCredentials): Promise<void> {
  const { database, configuration } = options;
  if (!configuration.isExposed || !(await hasJudgedColumns(database))) return;
  const replaced = new Set([
    ...(configuration.adminPassword === undefined ? [] : [defaultPasswordInUse]),
    ...(configuration.clientSecret === undefined ? [] : [defaultClientInUse]),
  ]);
  const problems = (await problemsLeft(options, await publishedCheck(options))).filter((problem) => !replaced.has(problem));
  if (problems.length > 0) throw new PublishedCredentialsError(problems);
}

/**
 * Replaces published credentials according to the settings. Throws a {@link PublishedCredentialsError} when some remain on an exposed
 * server; otherwise returns sentences for the log.
 */
export async function replaceDefaultCredentials(options: CredentialsOptions): Promise<readonly string[]> {
  await encryptPlaintext(options);
  const isPublished = await publishedCheck(options);
  await replaceFirstPassword(options, isPublished);
  const notes = await replaceClientSecrets(options);
  const problems = options.configuration.isExposed ? await problemsLeft(options, isPublished) : [];
  if (problems.length > 0) throw new PublishedCredentialsError(problems);
  return [...notes, ...(await initialPasswordNote(options))];
}
