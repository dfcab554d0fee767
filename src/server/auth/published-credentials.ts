// Credentials that everybody can read in this repository: replaced at start where the settings say by what, and refused where others can reach the server.
import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Model } from "#schema/model";
import { platformTenant } from "../access/caller.ts";
import type { Configuration } from "../config.ts";
import type { Database, Transaction } from "../store/database.ts";
import { isSealedSecret, openSecret, sealSecret } from "./kept-secrets.ts";
import { initialPassword } from "./parameters.ts";
import { hashPassword, transformed, verifyPassword } from "./password-hash.ts";
import type { Secrets } from "./secrets.ts";

/** The first account of a new installation (specification §9: tenant of six zeros). */
export const firstAccount = { tenantId: platformTenant, account: "admin", password: "admin" } as const;
/** The client that the browser application calls as. */
export const consoleClient = { id: "saber", secret: "saber_secret" } as const;

/** What a new installation brings is known to everybody; the message says what to set. */
export class PublishedCredentialsError extends Error {
  override readonly name = "PublishedCredentialsError";

  constructor(readonly problems: readonly string[]) {
    super(`The server can be reached from outside this machine (HOST or NODE_ENV=production), so it does not start with credentials that everybody knows:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
  }
}

interface CredentialsCheck {
  readonly model: Model;
  readonly database: Database;
  readonly secrets: Secrets;
  readonly configuration: Pick<Configuration, "adminPassword" | "clientSecret" | "isExposed" | "passwordTransform" | "secret">;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Accounts and clients that the definitions' seed rows name. */
function seeded(model: Model, resource: string, key: string): readonly Readonly<Record<string, unknown>>[] {
  return (model.resource.get(resource)?.data.seed ?? []).filter((row) => typeof row[key] === "string");
}

const userRow = z.object({ id: z.string(), password: z.string().nullable() });

async function keptPassword(database: Database, tenantId: string, account: string): Promise<z.infer<typeof userRow> | undefined> {
  // As the owner: nobody is signed in while the server starts.
  const [answer] = await database.owner.read([
    { sql: `select id, password from "user" where tenant_id = $1 and account = $2 and status = 1 and is_deleted = 0`, parameters: [tenantId, account] },
  ]);
  const row = answer?.rows[0];
  return row === undefined ? undefined : userRow.parse(row);
}

/** Gives the first account the password of the settings, while it still has the published one. */
async function replaceAdminPassword({ database, configuration }: CredentialsCheck, isPublished: (kept: string) => Promise<boolean>): Promise<void> {
  if (configuration.adminPassword === undefined) return;
  const admin = await keptPassword(database, firstAccount.tenantId, firstAccount.account);
  if (admin?.password === undefined || admin.password === null || !(await isPublished(admin.password))) return;
  const kept = await hashPassword(transformed(configuration.adminPassword, configuration.passwordTransform));
  await database.owner.transaction((tx) => tx.query({ sql: `update "user" set password = $2 where tenant_id = $3 and id = $1`, parameters: [admin.id, kept, platformTenant] }));
}

async function storeClientSecret(tx: Transaction, clientId: string, sealed: string): Promise<void> {
  await tx.query({ sql: "update client set client_secret = $2 where client_id = $1 and is_deleted = 0", parameters: [clientId, sealed] });
}

/**
 * Replaces published secrets of clients: the console's by that of the settings; where others can reach the server, the other clients' by random
 * ones, until somebody sets them. A secret that was sealed under a lost key is made anew, too: nobody could sign in otherwise.
 */
async function replaceClientSecrets({ model, database, secrets, configuration }: CredentialsCheck): Promise<readonly string[]> {
  const notes: string[] = [];
  await database.owner.transaction(async (tx) => {
    for (const row of seeded(model, "client", "clientId")) {
      const [clientId, published] = [textOf(row["clientId"]), textOf(row["clientSecret"])];
      const isConsole = clientId === consoleClient.id;
      const found = await tx.first({ sql: "select client_secret from client where client_id = $1 and is_deleted = 0", parameters: [clientId] });
      if (found === undefined) continue;
      const kept = textOf(found["client_secret"]);
      const isLost = openSecret(secrets.storage, kept) === undefined;
      if (!isLost && !isSealedSecret(secrets.storage, kept, published)) continue;
      const wanted = isConsole ? configuration.clientSecret : configuration.isExposed ? randomBytes(24).toString("base64url") : undefined;
      if (wanted === undefined && !isLost) continue;
      await storeClientSecret(tx, clientId, sealSecret(secrets.storage, wanted ?? published));
      if (isLost) notes.push(`the secret of the client ${clientId} was sealed under another TRACEMARK_SECRET, and was set anew`);
      else if (!isConsole) notes.push(`the client ${clientId} had the published secret; it now has a random one until somebody sets it`);
    }
  });
  return notes;
}

/**
 * Replaces published credentials as the settings say, and throws a {@link PublishedCredentialsError} when some are left although others can reach
 * the server. Returns sentences for the log.
 */
export async function settleCredentials(check: CredentialsCheck): Promise<readonly string[]> {
  const { model, database, secrets, configuration } = check;
  const first = await initialPassword(database);
  const published = [firstAccount.password, ...(first === undefined ? [] : [first])].map((text) => transformed(text, configuration.passwordTransform));
  const isPublished = async (kept: string): Promise<boolean> => {
    for (const password of published) if (await verifyPassword(kept, password)) return true;
    return false;
  };
  await replaceAdminPassword(check, isPublished);
  const notes = await replaceClientSecrets(check);
  if (!configuration.isExposed) return notes;

  const problems: string[] = [];
  if (configuration.secret === undefined) problems.push("TRACEMARK_SECRET is not set: set it to at least 32 random characters (openssl rand -base64 48), the same for every process of this installation.");
  const accounts = [firstAccount, ...seeded(model, "user", "account").map((row) => ({ tenantId: textOf(row["tenantId"]), account: textOf(row["account"]) }))];
  const left: string[] = [];
  for (const { tenantId, account } of accounts) {
    const [answer] = tenantId === ""
      ? await database.owner.read([{ sql: `select tenant_id, password from "user" where account = $1 and status = 1 and is_deleted = 0`, parameters: [account] }])
      : await database.owner.read([{ sql: `select tenant_id, password from "user" where account = $1 and tenant_id = $2 and status = 1 and is_deleted = 0`, parameters: [account, tenantId] }]);
    for (const row of answer?.rows ?? []) if (await isPublished(textOf(row["password"]))) left.push(`${textOf(row["tenant_id"])}/${account}`);
  }
  const admin = `${firstAccount.tenantId}/${firstAccount.account}`;
  if (left.includes(admin)) problems.push(`The account ${firstAccount.account} of tenant ${firstAccount.tenantId} still has its first password: set ADMIN_PASSWORD to another one.`);
  const others = [...new Set(left)].filter((one) => one !== admin);
  if (others.length > 0) {
    problems.push(`These accounts of the demonstration data still have the initial password: ${others.join(", ")}. Start once on 127.0.0.1 and remove or change them, or use a new database: it gets no demonstration data here (DEMO_DATA=false).`);
  }
  const [answer] = await database.owner.read([{ sql: "select client_secret from client where client_id = $1 and status = 1 and is_deleted = 0", parameters: [consoleClient.id] }]);
  if (isSealedSecret(secrets.storage, textOf(answer?.rows[0]?.["client_secret"]), consoleClient.secret)) {
    problems.push(`The client ${consoleClient.id} still has its first secret: set CLIENT_SECRET to at least 12 other characters.`);
  }
  if (problems.length > 0) throw new PublishedCredentialsError(problems);
  return notes;
}
