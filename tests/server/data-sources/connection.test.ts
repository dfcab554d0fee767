// Connections to other databases: real PostgreSQL and MariaDB on loopback, what each failure says, and where nobody may connect.
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createMysqlServer } from "mysql2";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { addressIn, isAddress, type DatabaseAddress } from "../../../src/server/data-sources/address.ts";
import { createDataSources, DataSourceError } from "../../../src/server/data-sources/connection.ts";
import { sentenceOf } from "../../../src/server/data-sources/failure.ts";
import { describeTable, listTables } from "../../../src/server/data-sources/tables.ts";
import { hasMariadb, mariadbOfFile, type TestMariadb } from "../../support/mariadb.ts";
import { freshDatabase, overTcp } from "../../support/postgres.ts";

const connect = createDataSources(["127.0.0.1"], { connectMs: 30_000, statementMs: 30_000 });
/** Waits for no answer, however slow the machine is. */
const giveUpAtOnce = createDataSources(["127.0.0.1"], { connectMs: 500 });
const giveUpStatements = createDataSources(["127.0.0.1"], { connectMs: 30_000, statementMs: 500 });

function databaseAddress(url: string): DatabaseAddress {
  const address = addressIn(url);
  if (!isAddress(address)) throw new Error(address[1]);
  return address;
}

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close()));

/** A port of this machine where something listens that is no database. */
async function portOf(answer: (socket: Socket) => void): Promise<number> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

const refusalOf = async (url: string, login = { user: "reader", password: "reader" }, open = connect): Promise<readonly string[]> => {
  try {
    await open(databaseAddress(url), login, async () => undefined);
  } catch (error) {
    if (error instanceof DataSourceError) return error.text;
    throw error;
  }
  throw new Error("it was connected");
};

describe("the address of a data source", () => {
  it.each([
    [
      "jdbc:mysql://db.example.com/shop",
      { kind: "mysql", host: "db.example.com", port: 3306, database: "shop", schema: "shop", encryption: "none" },
    ],
    ["jdbc:mysql://db.example.com:3307/shop?useSSL=true&serverTimezone=GMT%2B8", { port: 3307, encryption: "required" }],
    ["jdbc:mysql://10.0.0.5:3306/shop?sslMode=VERIFY_IDENTITY", { host: "10.0.0.5", encryption: "verified" }],
    [
      "jdbc:postgresql://[fd00::1]:5433/shop?currentSchema=sales&sslmode=verify-full",
      { host: "fd00::1", port: 5433, schema: "sales", encryption: "verified" },
    ],
    ["jdbc:postgresql://db.example.com:80/shop", { port: 80, schema: "public" }],
  ])("%s is understood", (url, parts) => expect(addressIn(url)).toMatchObject(parts));

  it.each([
    ["jdbc:oracle:thin:@//db.example.com:1521/shop", /JDBC/],
    ["postgresql://db.example.com/shop", /JDBC/],
    ["http://169.254.169.254/latest", /JDBC/],
    ["jdbc:mysql://db.example.com", /database/],
    ["jdbc:postgresql://db.example.com/%zz", /database/],
    ["jdbc:mysql://db.example.com:99999/shop", /not an address/],
    ["jdbc:mysql://root:secret@db.example.com/shop", /their own fields/],
    ["jdbc:postgresql://db.example.com/shop?sslmode=perhaps", /encryption/],
    ["jdbc:postgresql://db.example.com/shop?currentSchema=a'b", /schema/],
  ])("%s is refused", (url, sentence) =>
    expect(addressIn(url)).toEqual([expect.stringMatching(/\p{Script=Han}/u), expect.stringMatching(sentence)]),
  );
});

describe("where nobody may connect", () => {
  it.each(["localhost", "127.0.0.1", "10.1.2.3", "[::1]", "169.254.169.254", "[::ffff:127.0.0.1]"])(
    "%s is internal and was not named by the operator: nothing is sent",
    async (host) => {
      let calls = 0;
      const port = await portOf(() => (calls += 1));
      const text = await refusalOf(`jdbc:postgresql://${host}:${port}/shop`, undefined, createDataSources());
      expect(text[1]).toContain("INTERNAL_HOSTS");
      expect(calls).toBe(0);
    },
  );

  it("a host that is named with a port may be connected to at that port alone", async () => {
    const open = createDataSources(["127.0.0.1:1"], { connectMs: 500 });
    expect((await refusalOf("jdbc:mysql://127.0.0.1:1/shop", undefined, open))[1]).toContain("refuses connections");
    expect((await refusalOf("jdbc:mysql://127.0.0.1:2/shop", undefined, open))[1]).toContain("INTERNAL_HOSTS");
  });
});

describe.each(["postgresql", "mysql"])("a %s that cannot be reached", (kind) => {
  it("says that nothing listens", async () => {
    expect(await refusalOf(`jdbc:${kind}://127.0.0.1:1/shop`)).toEqual([
      "“127.0.0.1:1”拒绝连接，请检查端口以及数据库是否已启动",
      expect.stringContaining("refuses connections"),
    ]);
  });

  it("says that the host is unknown", async () => {
    expect((await refusalOf(`jdbc:${kind}://nowhere.invalid/shop`))[1]).toBe("The host “nowhere.invalid” was not found");
  });

  it("says that it does not answer, in bounded time", async () => {
    const port = await portOf(() => undefined);
    // Nobody ever answers there: without a bound this would wait for ever.
    expect((await refusalOf(`jdbc:${kind}://127.0.0.1:${port}/shop`, undefined, giveUpAtOnce))[1]).toContain("does not answer");
  });

  it("says that what answers is no database", async () => {
    const port = await portOf((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    expect((await refusalOf(`jdbc:${kind}://127.0.0.1:${port}/shop`))[1]).toMatch(/ended the connection|failed/);
  });
});

describe("PostgreSQL", async () => {
  const connection = await freshDatabase();
  const { user, password, database } = connection;
  const { host, port } = await overTcp(connection);
  const url = (more = "") => `jdbc:postgresql://${host}:${port}/${database}${more}`;
  const login = { user, password };
  const owner = new pg.Client({ host, port, user, password, database });
  await owner.connect();
  afterAll(() => owner.end());
  await owner.query(`
    create type grade as enum ('A', 'B');
    create domain percent as numeric(5, 2) check (value between 0 and 100);
    create table maker (id bigint primary key, name varchar(64) not null unique);
    comment on table maker is '制造商';
    create table item (
      id bigserial primary key, maker_id bigint not null references maker, code varchar(32) not null, price numeric(10, 2) not null default 0 check (price >= 0),
      state varchar(16) not null default 'draft' check (state in ('draft', 'done')), level grade, share percent, made_on date, tags text[], twice int generated always as (1 + 1) stored,
      unique (maker_id, code));
    comment on column item.state is '状态：draft 草稿 done 完成';
    create view item_view as select id, code from item`);

  it("is read with keys, conditions, enumerations, domains, comments and constant defaults", async () => {
    const address = databaseAddress(url());
    const table = await connect(address, login, (connection) => describeTable(connection, address, "item"));
    expect(table).toMatchObject({
      primaryKey: ["id"],
      foreignKeys: [{ columns: ["maker_id"], table: "maker", targetColumns: ["id"] }],
      uniques: [["maker_id", "code"]],
      columns: [
        { name: "id", type: "integer", isGenerated: true },
        { name: "maker_id", type: "integer", isNullable: false },
        { name: "code", type: "text", length: 32, isNullable: false },
        { name: "price", type: "decimal", precision: 10, scale: 2, default: 0 },
        { name: "state", default: "draft", comment: "状态：draft 草稿 done 完成" },
        { name: "level", values: ["A", "B"], isNullable: true },
        { name: "share", type: "decimal", precision: 5, scale: 2 },
        { name: "made_on", type: "date" },
        { name: "tags", type: "json" },
        { name: "twice", isGenerated: true },
      ],
    });
    expect(table?.checks).toEqual(
      expect.arrayContaining([expect.stringContaining("price >="), expect.stringContaining("draft"), expect.stringContaining("share >=")]),
    );
    expect(await connect(address, login, (connection) => describeTable(connection, address, "nothing"))).toBeUndefined();
  });

  it("lists tables and views by name and comment", async () => {
    const address = databaseAddress(url());
    // Databases of a cluster have views of the engine beside those of people.
    const names = (search: string) =>
      connect(address, login, async (connection) =>
        (await listTables(connection, address, search)).map(({ name }) => name).filter((name) => !name.startsWith("citus_")),
      );
    expect(await names("")).toEqual(["item", "item_view", "maker"]);
    expect(await names("制造")).toEqual(["maker"]);
    expect(await names("%")).toEqual([]);
  });

  it("is read only, and ends what takes too long", async () => {
    await expect(
      connect(databaseAddress(url()), login, (connection) => connection.rows("insert into maker values (1, 'x')", [])),
    ).rejects.toBeInstanceOf(DataSourceError);
    expect((await owner.query("select from maker")).rowCount).toBe(0);
    await expect(
      giveUpStatements(databaseAddress(url()), login, (connection) => connection.rows("select pg_sleep(3)", [])),
    ).rejects.toMatchObject({
      text: [expect.anything(), expect.stringContaining("in time")],
    });
  });

  it("says which of password, database and encryption is wrong", async () => {
    await owner.query(
      "do $$ begin if not exists (select 1 from pg_roles where rolname = 'sources_reader') then create role sources_reader login password 'right'; end if; end $$",
    );
    expect((await refusalOf(url("").replace(database, "nothing_here"), login))[1]).toBe("There is no database “nothing_here”");
    expect((await refusalOf(url(), { user: "no_such_role", password: "x" }))[1]).toContain("no_such_role");
    expect((await refusalOf(url("?sslmode=require"), login))[1]).toContain("does not support encryption");
  });
});

describe("codes of drivers", () => {
  it.each([
    ["28P01", "Wrong user name or password (reader)"],
    ["ER_ACCESS_DENIED_ERROR", "Wrong user name or password (reader)"],
    ["3D000", "There is no database “shop”"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "The certificate of “db.example.com:3306” is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)"],
    ["53300", "“db.example.com:3306” has no connection left; try again later"],
    ["XX000", "The connection to “db.example.com:3306” failed (XX000)"],
  ])("%s: %s", (code, sentence) => {
    const error = Object.assign(new Error("internal details of 10.0.0.1"), { code });
    expect(sentenceOf(error, databaseAddress("jdbc:mysql://db.example.com/shop"), { user: "reader" })).toEqual([
      expect.not.stringContaining("10.0.0.1"),
      sentence,
    ]);
  });
});

describe("the protocol of MySQL, spoken by a server of this test", async () => {
  const requested: string[] = [];
  const server = createMysqlServer((client) => {
    const answerAnew = () => Reflect.apply(Reflect.get(client, "_resetSequenceId"), client, []);
    client.on("error", () => undefined);
    client.serverHandshake({
      protocolVersion: 10,
      serverVersion: "8.0.36",
      connectionId: 1,
      statusFlags: 2,
      characterSet: 45,
      capabilityFlags: 0xff_ff_ff,
      authCallback: (
        { user }: { readonly user: string },
        answer: (error: null, refusal?: { readonly message: string; readonly code: number }) => void,
      ) => (user === "reader" ? answer(null) : answer(null, { message: `Access denied for '${user}'`, code: 1045 })),
    });
    // What the package calls a statement that begins with SET.
    client.on("stmt_prepare", (statement: string) => {
      requested.push(statement);
      answerAnew();
      client.writeOk();
    });
    client.on("query", (statement: string) => {
      requested.push(statement);
      answerAnew();
      const column = {
        catalog: "def",
        schema: "",
        table: "",
        orgTable: "",
        orgName: "",
        characterSet: 45,
        columnLength: 60,
        columnType: 253,
        flags: 0,
        decimals: 0,
      };
      client.writeTextResult([{ version: "8.0.36" }], [{ ...column, name: "version" }]);
    });
  });
  // The package's own `listen` tells neither when it listens nor where.
  const port = await portOf((socket) => Reflect.apply(Reflect.get(server, "_handleConnection"), server, [socket]));
  const url = `jdbc:mysql://127.0.0.1:${port}/shop`;

  it("the session is made read-only before anything else is asked", async () => {
    expect(await connect(databaseAddress(url), { user: "reader", password: "right" }, async (connection) => connection.server)).toBe(
      "MySQL 8.0.36",
    );
    expect(requested[0]).toBe("set session transaction read only");
  });

  it("a refused login is told as one", async () => {
    expect((await refusalOf(url, { user: "stranger", password: "x" }))[1]).toBe("Wrong user name or password (stranger)");
  });
});

describe.skipIf(!hasMariadb)("MariaDB", async () => {
  let maria: TestMariadb | undefined;
  const started = async () => (maria ??= await start());
  const start = async (): Promise<TestMariadb> => {
    const server = await mariadbOfFile();
    await server.run(undefined, [
      "create database shop",
      "create user reader identified by 'right'",
      "grant select on shop.* to reader",
      "create database secret",
    ]);
    await server.run("shop", [
      "create table maker (id bigint primary key, name varchar(64) not null unique) comment '制造商'",
      `create table item (id bigint unsigned auto_increment primary key comment '主键', maker_id bigint not null, is_new tinyint(1) not null default 1, price decimal(10,2) not null default 0.00,
        state enum('draft','done') not null default 'draft' comment '状态', note text, made_at datetime default current_timestamp, amount int unsigned, twice int as (1 + 1) stored,
        foreign key (maker_id) references maker (id), unique key (maker_id, state), constraint cheap check (price < 1000)) comment '物品'`,
    ]);
    return server;
  };
  if (hasMariadb) await started();
  const url = (database = "shop", more = "") => `jdbc:mysql://127.0.0.1:${maria?.port ?? 0}/${database}${more}`;
  const login = { user: "reader", password: "right" };

  it("is read with keys, conditions, enumerations, flags, comments and constant defaults", async () => {
    const address = databaseAddress(url());
    const table = await connect(address, login, (connection) => describeTable(connection, address, "item"));
    expect(table).toMatchObject({
      comment: "物品",
      primaryKey: ["id"],
      foreignKeys: [{ columns: ["maker_id"], table: "maker", targetColumns: ["id"] }],
      uniques: [["maker_id", "state"]],
      checks: [expect.stringContaining("1000")],
      columns: [
        { name: "id", type: "integer", isGenerated: true, comment: "主键" },
        { name: "maker_id", type: "integer" },
        { name: "is_new", type: "boolean", default: true },
        { name: "price", type: "decimal", precision: 10, scale: 2, default: 0 },
        { name: "state", values: ["draft", "done"], default: "draft", comment: "状态" },
        { name: "note", type: "long-text", isNullable: true },
        { name: "made_at", type: "datetime" },
        { name: "amount", type: "integer", min: 0 },
        { name: "twice", isGenerated: true },
      ],
    });
    expect(table?.columns.find(({ name }) => name === "made_at")).not.toHaveProperty("default");
  });

  it("says what answers, lists its tables, and is read only", async () => {
    const address = databaseAddress(url());
    expect(await connect(address, login, async ({ server }) => server)).toMatch(/^MariaDB \d+\.\d+/);
    expect(await connect(address, login, (connection) => listTables(connection, address, "制造"))).toEqual([
      { name: "maker", comment: "制造商" },
    ]);
    const asRoot = { user: "root", password: "" };
    await expect(connect(address, asRoot, (connection) => connection.rows("insert into maker values (1, 'x')", []))).rejects.toBeInstanceOf(
      DataSourceError,
    );
    await expect(giveUpStatements(address, login, (connection) => connection.rows("select sleep(3)", []))).rejects.toMatchObject({
      text: [expect.anything(), expect.stringContaining("in time")],
    });
  });

  it("says which of password, database, right and encryption is wrong", async () => {
    expect((await refusalOf(url(), { user: "reader", password: "wrong" }))[0]).toBe("用户名或密码错误（reader）");
    expect((await refusalOf(url("nothing"), { user: "root", password: "" }))[1]).toBe("There is no database “nothing”");
    expect((await refusalOf(url("secret"), login))[1]).toContain("no right");
    expect((await refusalOf(url("shop", "?useSSL=true"), login))[1]).toContain("does not support encryption");
  });
});
