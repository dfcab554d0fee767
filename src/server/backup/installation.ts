// The installation that a backup is made of or restored into: its settings, its database and its secret.
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { areEncryptedWithOtherKey } from "../auth/secret-storage.ts";
import { secretsFrom } from "../auth/secrets.ts";
import type { Configuration } from "../config.ts";
import { connectionFromUrl, type PostgresConnection } from "../postgres/connection.ts";
import { reasonOf, systemCode } from "../postgres/errors.ts";
import { startPostgres } from "../postgres/launcher.ts";
import { BackupError } from "./errors.ts";

/** The settings of which a backup depends. */
export type Installation = Pick<Configuration, "bladeUrl" | "databaseUrl" | "dataDirectory" | "uploadDirectory" | "secret">;

const postgresIn = (installation: Installation): string => path.join(installation.dataDirectory, "postgres");

/** The place of the rows, for people. */
export function placeOf(installation: Installation): string {
  if (installation.databaseUrl === undefined) return postgresIn(installation);
  const { database, host } = connectionFromUrl(installation.databaseUrl);
  return `the database ${database} on ${host}`;
}

/** Gives the connection of an installation's database, starting the bundled PostgreSQL where nobody has. `mayMake`: it need not be there yet. */
export async function withPostgres<T>(
  installation: Installation,
  mayMake: boolean,
  work: (connection: PostgresConnection) => Promise<T>,
): Promise<T> {
  if (installation.bladeUrl !== undefined) throw new BackupError("BLADE_URL is set: the data is that back-end's, and is backed up there.");
  if (installation.databaseUrl !== undefined) return work(connectionFromUrl(installation.databaseUrl));
  await requireOwner(installation.dataDirectory);
  const directory = postgresIn(installation);
  if (!mayMake && !existsSync(directory))
    throw new BackupError(
      `There is no installation in ${installation.dataDirectory}. Set DATA_DIR, or DATABASE_URL, to what the server has.`,
    );
  const postgres = await startPostgres({ directory });
  try {
    return await work(postgres.connection);
  } finally {
    await postgres.stop();
  }
}

/** Files that another user makes there could not be read by the server. */
async function requireOwner(directory: string): Promise<void> {
  const owner = await stat(directory).then(
    ({ uid }) => uid,
    () => undefined,
  );
  const own = process.getuid?.();
  if (owner === undefined || own === undefined || owner === own) return;
  throw new BackupError(
    `${directory} belongs to the system user with the number ${owner}, and this is ${own}. Run this command as that user (sudo -u '#${owner}').`,
  );
}

/** One connection for work of any length: nothing but the signal ends it. After work that failed nothing on it is waited for. */
export async function onClient<T>(
  connection: PostgresConnection,
  signal: AbortSignal,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connection, application_name: "tracemark backup", connectionTimeoutMillis: 10_000, keepAlive: true });
  client.on("error", () => undefined); // the statement under way rejects with the same error
  try {
    await client.connect();
  } catch (error) {
    throw new BackupError(`The database ${connection.database} on ${connection.host} cannot be reached: ${connectReason(error)}.`, {
      cause: error,
    });
  }
  const cut = (): void => void client.connection.stream.destroy();
  signal.addEventListener("abort", cut);
  try {
    signal.throwIfAborted();
    const result = await work(client);
    await client.end();
    return result;
  } catch (error) {
    cut();
    throw error;
  } finally {
    signal.removeEventListener("abort", cut);
  }
}

function connectReason(error: unknown): string {
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return reasonOf(inner) || (systemCode(inner) ?? "no answer");
}

/** Settings of one transaction: no limits, and values as text that every PostgreSQL reads the same way. */
export const transactionSettings = `
  set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local row_security = off; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 3; set local client_encoding = 'UTF8'; set local bytea_output = 'hex'`;

const secretPath = (installation: Installation): string => path.join(installation.dataDirectory, "secret");

/** The secret that a server with these settings uses; undefined where none was made yet. */
export async function secretOf(installation: Installation): Promise<string | undefined> {
  if (installation.secret !== undefined) return installation.secret;
  const text = await readFile(secretPath(installation), "utf8").catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return "";
    throw new BackupError(`${secretPath(installation)} cannot be read: ${reasonOf(error)}.`, { cause: error });
  });
  return text.trim() === "" ? undefined : text.trim();
}

/** The name of the installation that a secret makes. */
export const installationOf = (secret: string): string => secretsFrom(secret).installation;

/** Refuses a secret that the rows were not stored with: restored with it, they could not be used. */
export async function requireRightSecret(client: pg.ClientBase, secret: string, hasClients: boolean): Promise<void> {
  if (!hasClients) return;
  const { rows } = await client.query<{ client_secret: string | null }>("select client_secret from client where is_deleted = 0");
  const stored = rows.map(({ client_secret }) => client_secret);
  if (!areEncryptedWithOtherKey(secretsFrom(secret).storage, stored)) return;
  throw new BackupError(
    "The secret of these settings is not the one that the data was stored with. Set TRACEMARK_SECRET, or DATA_DIR, to what the server has.",
  );
}
