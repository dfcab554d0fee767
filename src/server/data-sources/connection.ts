// Connections to data sources: to the address that was judged, read-only, in bounded time, closed after use.
import type { Text } from "#schema/text";
import { outgoingAddress } from "../http/outgoing.ts";
import type { DatabaseAddress, DatabaseKind } from "./address.ts";
import { sentenceOf } from "./failure.ts";
import { openMysql } from "./mysql.ts";
import { openPostgresql } from "./postgresql.ts";

interface Login {
  readonly user: string;
  readonly password: string;
}

/** Where a driver connects: the judged address instead of the name; the name is what a certificate is compared with. */
export interface DriverOptions extends Login {
  readonly address: DatabaseAddress;
  readonly ip: string;
  readonly connectMs: number;
  readonly statementMs: number;
}

/** A read-only session. */
export interface Connection {
  readonly kind: DatabaseKind;
  /** What answers, with its version, for people. */
  readonly server: string;
  /** Rows of a statement that is part of the program, never of what people enter; the values go as parameters. */
  rows(statement: string, parameters: readonly string[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
  close(): Promise<void>;
}

/** Why there is no session, or none any more; the text is for people. */
export class DataSourceError extends Error {
  override readonly name = "DataSourceError";

  constructor(
    readonly text: Text,
    override readonly cause: unknown,
  ) {
    super(text[1]);
  }
}

const connectMs = 5_000;
const statementMs = 10_000;

const openers: Readonly<Record<DatabaseKind, (options: DriverOptions) => Promise<Connection>>> = {
  postgresql: openPostgresql,
  mysql: openMysql,
};

/** Opens connections of a process. */
export type DataSources = <T>(address: DatabaseAddress, login: Login, work: (connection: Connection) => Promise<T>) => Promise<T>;

interface DataSourceLimits {
  readonly connectMs?: number;
  readonly statementMs?: number;
}

/**
 * Makes the connections of a process to data sources. Public hosts may be connected to, and internal ones that the operator names. Every
 * failure is a {@link DataSourceError}.
 */
export function createDataSources(internalHosts: readonly string[] = [], limits: DataSourceLimits = {}): DataSources {
  return async (address, login, work) => {
    let connection: Connection | undefined;
    try {
      const ip = await outgoingAddress(address, internalHosts);
      connection = await openers[address.kind]({ address, ip, ...login, connectMs, statementMs, ...limits });
      return await work(connection);
    } catch (error) {
      throw error instanceof DataSourceError ? error : new DataSourceError(sentenceOf(error, address, login), error);
    } finally {
      // Whether the other side hears of the end does not matter.
      await connection?.close().catch(() => undefined);
    }
  };
}
