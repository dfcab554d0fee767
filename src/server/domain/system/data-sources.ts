// Data sources: addresses that can be connected to, secrets that never leave for another host, and the test of a connection.
import type { KeyObject } from "node:crypto";
import type { Text } from "#schema/text";
import type { CommitContext, Domain, Effect, RequestContext, ResourceHooks } from "../../contract.ts";
import { decryptSecret } from "../../auth/secret-storage.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { addressIn, drivers, isAddress, type DatabaseAddress } from "../../data-sources/address.ts";
import { countConnection } from "../../data-sources/attempts.ts";
import { createDataSources, DataSourceError, type Connection, type DataSources } from "../../data-sources/connection.ts";
import { businessError, forbidden, rowNotFound } from "../../http/errors.ts";
import { db, read } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";

const resource = "datasource";

/** What connecting to data sources takes besides their rows. */
export interface DataSourceServices {
  readonly connect: DataSources;
  /** Opens a stored password; undefined where it was stored under another key of the installation. */
  readonly decryptSecret: (stored: string) => string | undefined;
}

/** The services of an installation: its own key, and the internal hosts that its operator names. */
export const dataSourceServices = (storageKey: KeyObject, internalHosts: readonly string[] = []): DataSourceServices => ({
  connect: createDataSources(internalHosts),
  decryptSecret: (stored) => decryptSecret(storageKey, stored),
});

const wrongField = (context: Pick<CommitContext, "model">, name: string, message: Text) =>
  fieldError(context, resource, name, { code: "notAllowed", message });

/** The address of a row; refused at the field that is wrong. */
function databaseAddress(context: Pick<CommitContext, "model">, url: string, driverClass: string): DatabaseAddress {
  const kind = drivers[driverClass];
  if (kind === undefined)
    throw wrongField(context, "driverClass", [
      "只能连接 PostgreSQL 和 MySQL（含 MariaDB）",
      "Only PostgreSQL and MySQL (with MariaDB) can be connected to",
    ]);
  const address = addressIn(url);
  if (!isAddress(address)) throw wrongField(context, "url", address);
  if (address.kind !== kind)
    throw wrongField(context, "url", ["连接地址与所选驱动不符", "The address is that of another driver than the chosen one"]);
  return address;
}

const place = ({ kind, host, port }: DatabaseAddress) => `${kind} ${host}:${port}`;

/** Where the stored password was given for; undefined where nothing can be told from the address. */
function placeOf(url: string | null): string | undefined {
  const address = addressIn(url ?? "");
  return isAddress(address) ? place(address) : undefined;
}

const hooks: ResourceHooks<typeof resource> = {
  restore: {},
  submit: {
    beforeChange: async (_tx, context, { values, current }) => {
      const row = { ...current, ...values };
      const address = databaseAddress(context, row.url ?? "", row.driverClass ?? "");
      if (current === undefined || values.password !== undefined) return;
      // Whoever may edit the row must not learn the stored password by having it sent to a host of their own.
      if (placeOf(current.url) === place(address)) return;
      throw wrongField(context, "password", ["主机已更改，请重新输入密码", "The host has changed; enter the password again"]);
    },
  },
};

/**
 * Connects to a data source for its work, outside of any transaction, and closes the connection. Only the platform's administrator may; every
 * failure is a sentence.
 */
export async function withDataSource<T>(
  { connect, decryptSecret: open }: DataSourceServices,
  context: RequestContext,
  id: string,
  work: (connection: Connection, address: DatabaseAddress) => Promise<T>,
): Promise<T> {
  if (!context.caller.isAdministrator) throw forbidden();
  const [[row]] = await read(context, [
    db
      .selectFrom(tables(context).accessible(resource, "d"))
      .where("d.id", "=", id)
      .select(["d.url", "d.driverClass", "d.username", "d.password", "d.name"]),
  ]);
  if (row === undefined) throw rowNotFound();
  const address = databaseAddress(context, row.url ?? "", row.driverClass ?? "");
  const password = open(row.password ?? "");
  if (password === undefined)
    throw businessError("secretLost", [
      `数据源“${row.name ?? ""}”的密码无法读取（服务器密钥已更换），请重新输入`,
      `The password of the datasource “${row.name ?? ""}” cannot be read, because the server's own secret has changed: enter it again`,
    ]);
  await countConnection(context);
  try {
    return await connect(address, { user: row.username ?? "", password }, (connection) => work(connection, address));
  } catch (error) {
    if (error instanceof DataSourceError) throw businessError("notConnected", error.text);
    throw error;
  }
}

/** The connection is made before the transaction, which only ends the call. */
const test = (services: DataSourceServices): Effect<"datasource.test", { readonly server: string }> => ({
  prepare: (context, { ids: [id = ""] }) => withDataSource(services, context, id, async ({ server }) => ({ server })),
  commit: async (_tx, _context, { prepared }) => prepared,
});

export const dataSourcesDomain = (services: DataSourceServices): Domain => ({
  reads: {},
  actions: { "datasource.test": test(services) },
  hooks: { datasource: hooks },
});
