// Somebody else's PostgreSQL: over TCP, as an owner of tables who is no superuser.
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectionFromUrl } from "../../../src/server/postgres/connection.ts";
import { startPostgres, type RunningPostgres } from "../../../src/server/postgres/launcher.ts";
import { prepareRoles } from "../../../src/server/postgres/roles.ts";
import { APP_ROLE } from "../../../src/server/postgres/app-role.ts";
import { A, B, makeNotes, open, sql } from "../store/notes.ts";
import { ask, QUICK } from "./place.ts";

let directory: string;
let postgres: RunningPostgres;
let port: number;

beforeAll(async () => {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  port = typeof address === "object" && address !== null ? address.port : 0;
  probe.close();
  directory = await mkdtemp(join(tmpdir(), "tracemark-url-"));
  await chmod(directory, 0o711);
  postgres = await startPostgres({ directory, settings: { ...QUICK, listen_addresses: "127.0.0.1", port: String(port) } });
});

afterAll(async () => {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
});

/** A database and its owner with these rights; what DATABASE_URL would be. */
async function urlFor(name: string, rights: string): Promise<string> {
  await ask(postgres.connection, `create role ${name} login password 'p@ss/word' ${rights}`);
  await ask(postgres.connection, `create database ${name} owner ${name}`);
  return `postgres://${name}:p%40ss%2Fword@127.0.0.1:${port}/${name}`;
}

test("an owner who may not make roles is told what an administrator has to do, and works once it is done", async () => {
  const connection = connectionFromUrl(await urlFor("plain", ""));
  const refusal = await prepareRoles(connection).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: "postgres.roleUnusable", message: expect.stringContaining(`CREATE ROLE ${APP_ROLE}`) });
  await expect(open({ connection })).rejects.toMatchObject({
    code: "postgres.roleUnusable",
    message: expect.stringContaining("prepareRoles"),
  });
  await ask(postgres.connection, `create role ${APP_ROLE} nologin nosuperuser nobypassrls`);
  await expect(open({ connection })).rejects.toMatchObject({ code: "postgres.roleUnusable" });
  await expect(prepareRoles(connection)).rejects.toMatchObject({
    code: "postgres.roleUnusable",
    message: expect.stringContaining(`GRANT ${APP_ROLE}`),
  });
  await ask(postgres.connection, `grant ${APP_ROLE} to plain`);
  await expect(prepareRoles(connection)).resolves.toMatchObject({ notes: [expect.stringContaining("docs/postgresql.md")] });
  // What the note sends the administrator to is all that there is to do.
  const [statement = ""] = /DO \$\$[\s\S]+?END \$\$;/.exec(readFileSync("docs/postgresql.md", "utf8")) ?? [];
  await ask({ ...postgres.connection, database: "plain" }, statement);
  await expect(prepareRoles(connection)).resolves.toEqual({ notes: [] });
  await ask(postgres.connection, `revoke ${APP_ROLE} from plain`);
  await ask({ ...postgres.connection, database: "plain" }, `drop owned by ${APP_ROLE}`);
  await ask(postgres.connection, `drop role ${APP_ROLE}`);
});

test("an owner who may make roles has tenants kept apart", async () => {
  const connection = connectionFromUrl(await urlFor("maker", "createrole"));
  await makeNotes(connection);
  const database = await open({ connection });
  expect(await database.read(A, [sql("select text from notes")])).toMatchObject([{ rows: [{ text: "first of a" }] }]);
  expect(await database.read(B, [sql("select text from notes")])).toMatchObject([{ rows: [{ text: "first of b" }] }]);
  expect(await database.owner.read([sql("select text from notes")])).toMatchObject([{ rowCount: 2 }]);
  await expect(
    database.transaction(A, (transaction) => transaction.query(sql("insert into notes values (3, 'tenant-b', 'smuggled')"))),
  ).rejects.toMatchObject({ code: "42501" });
  await expect(
    database.transaction(A, (transaction) => transaction.query(sql("alter table notes disable row level security"))),
  ).rejects.toMatchObject({ code: "42501" });
});

test("a role that would see every tenant is refused", async () => {
  const connection = connectionFromUrl(await urlFor("unsafe", ""));
  await ask(postgres.connection, `grant ${APP_ROLE} to unsafe`);
  await ask(postgres.connection, `alter role ${APP_ROLE} bypassrls`);
  await expect(prepareRoles(connection)).rejects.toMatchObject({
    code: "postgres.roleUnusable",
    message: expect.stringContaining("BYPASSRLS"),
  });
  await ask(postgres.connection, `alter role ${APP_ROLE} nobypassrls`);
  await ask(postgres.connection, `revoke ${APP_ROLE} from unsafe`);
  await ask(postgres.connection, `grant unsafe to ${APP_ROLE}`);
  await expect(prepareRoles(connection)).rejects.toMatchObject({
    code: "postgres.roleUnusable",
    message: expect.stringContaining("member of the owner"),
  });
  await ask(postgres.connection, `revoke unsafe from ${APP_ROLE}`);
});

test("an owner without a schema to create tables in is told so", async () => {
  const connection = connectionFromUrl(await urlFor("homeless", "createrole"));
  await ask({ ...postgres.connection, database: "homeless" }, "alter database homeless owner to postgres");
  await expect(prepareRoles(connection)).rejects.toMatchObject({
    code: "postgres.schemaUnusable",
    message: expect.stringContaining("GRANT CREATE ON SCHEMA"),
  });
});
