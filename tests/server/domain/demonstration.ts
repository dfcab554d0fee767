// The demonstration tenant on a server of its own, with its administrator signed in as the person of the seed.
import { emptyDomain } from "../../../src/server/crud/services.ts";
import { objectIn, recordsIn, type Body } from "../../support/samples.ts";
import { serverOfFile, type Answer, type Client, type TestServer } from "../../support/server.ts";

export interface Demonstration {
  readonly server: TestServer;
  readonly zhangwei: Client;
  readonly userId: string;
  /** The administrator of another tenant. */
  readonly chenqing: Client;
  /** The one row that a search finds. */
  find(path: string, query: Readonly<Record<string, string>>): Promise<Body>;
  /** A row as it is now. */
  row(path: string, id: unknown): Promise<Body>;
  /** Submits a new row that must be accepted; answers its id. */
  add(path: string, body: Body): Promise<string>;
  /** Starts an action on a row. */
  act(path: string, action: string, id: unknown, query?: Readonly<Record<string, string | number>>): Promise<Answer>;
  /** Writes what only the server writes, past every rule. */
  put(sql: string, parameters: readonly unknown[]): Promise<void>;
  /** How many living rows a search finds. */
  count(path: string, query: Readonly<Record<string, string>>): Promise<number>;
}

/**
 * Starts the server with the seed for all tests of a file; asked for at its top. `effects`: declared effects that nothing implements yet,
 * taken as implemented, so that rows can be added for tests of what comes after them. `milliseconds`: the clock, where time passes.
 * `tellsWebhooks`: events are told, as the product does.
 */
export async function startDemonstration({
  effects = [],
  milliseconds,
  tellsWebhooks = false,
}: {
  readonly effects?: readonly string[];
  readonly milliseconds?: () => number;
  readonly tellsWebhooks?: boolean;
} = {}): Promise<Demonstration> {
  const server = await serverOfFile({
    isSeeded: true,
    tellsWebhooks,
    domain: { ...emptyDomain, effects },
    ...(milliseconds === undefined ? {} : { milliseconds }),
  });
  const [person = {}] = recordsIn(await server.as("zhangwei").get("/blade-user/page", { account_equal: "zhangwei" }));
  const userId = String(person["id"]);
  const zhangwei = server.as("zhangwei", { userId, realName: "张伟" });
  return {
    server,
    zhangwei,
    userId,
    chenqing: server.as("chenqing"),
    find: async (path, query) => {
      const records = recordsIn(await zhangwei.get(`${path}/list`, query));
      const [first] = records;
      if (first === undefined || records.length > 1) throw new Error(`${path} ${JSON.stringify(query)} finds ${records.length} rows`);
      return first;
    },
    row: async (path, id) => objectIn(await zhangwei.get(`${path}/detail`, { id: String(id) })),
    add: async (path, body) => {
      const answer = await zhangwei.post(`${path}/submit`, body);
      if (answer.code !== 200) throw new Error(JSON.stringify(answer));
      return String(objectIn(answer)["id"]);
    },
    act: (path, action, id, query) => zhangwei.post(`${path}/${action}/${String(id)}`, undefined, query),
    put: async (sql, parameters) => {
      await server.database.owner.transaction((tx) => tx.query({ sql, parameters }));
    },
    count: async (path, query) => Number(objectIn(await zhangwei.get(`${path}/list`, query))["total"]),
  };
}
