// A backup comes back whole: from an external PostgreSQL into the bundled one of a new machine, and from there into another's database.
import { execFile } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { chmod, copyFile, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transformed } from "../../../src/server/auth/password-hash.ts";
import { readConfiguration } from "../../../src/server/config.ts";
import { makeBackup, removeOld, type MadeBackup } from "../../../src/server/backup/make.ts";
import type { Watcher } from "../../../src/server/backup/progress.ts";
import { restoreBackup } from "../../../src/server/backup/restore.ts";
import type { PostgresConnection } from "../../../src/server/postgres/connection.ts";
import { startPostgres } from "../../../src/server/postgres/launcher.ts";
import { changeOwner, systemUser } from "../../../src/server/postgres/system-user.ts";
import { startServer, type RunningServer } from "../../../src/server/start-server.ts";
import { openDatabase } from "../../../src/server/store/database.ts";
import { planMigration } from "../../../src/server/store/migrate.ts";
import { internalTables } from "../../../src/server/auth/tables.ts";
import { freshDatabase, maintenance } from "../../support/postgres.ts";
import { databaseUrl, installationSecret, installedProduct, productModel as model } from "../../support/product.ts";
import { scratch } from "../../support/scratch.ts";

const notes: string[] = [];
const watcher: Watcher = {
  onProgress: () => undefined,
  note: (sentence) => void notes.push(sentence),
  signal: new AbortController().signal,
};

let place: string;
const inPlace = (name: string): string => path.join(place, name);

beforeAll(async () => {
  place = await mkdtemp(path.join(scratch(), "tracemark-backup-"));
  await chmod(place, 0o711); // a system user runs PostgreSQL when the tests run as root
});
afterAll(() => rm(place, { recursive: true, force: true }));

const settings = (environment: Readonly<Record<string, string>>) =>
  readConfiguration({ PORT: "0", LOG_LEVEL: "silent", JOBS: "0", ...environment });

async function onDatabase<T>(connection: PostgresConnection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A number of rows and a fingerprint of them for each table. */
function contentOf(connection: PostgresConnection): Promise<Readonly<Record<string, string>>> {
  return onDatabase(connection, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname",
    );
    const each = tables.map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as content from "${name}" t`,
    );
    const { rows } = await client.query<{ name: string; content: string }>(each.join(" union all "));
    return Object.fromEntries(rows.map(({ name, content }) => [name, content]));
  });
}

const withoutLogs = (content: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(content).filter(([name]) => !/^(?:log_|web_log|auth_|job|tm_)/.test(name)));

const run = (connection: PostgresConnection, sql: string) => onDatabase(connection, (client) => client.query(sql));

/** Starts a server, as `npm start` would. */
async function withServer<T>(environment: Readonly<Record<string, string>>, work: (server: RunningServer) => Promise<T>): Promise<T> {
  const server = await startServer({ configuration: settings(environment), model });
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

const basic = `Basic ${Buffer.from("saber:saber_secret").toString("base64")}`;

async function signIn({ address }: RunningServer): Promise<Readonly<Record<string, string>>> {
  const query = new URLSearchParams({
    tenantId: "100001",
    username: "zhangwei",
    password: transformed("123456", "md5"),
    grant_type: "password",
  });
  const answer = await fetch(`${address}/api/blade-auth/oauth/token?${query}`, { method: "POST", headers: { authorization: basic } });
  const body: unknown = await answer.json();
  expect(answer.status, JSON.stringify(body)).toBe(200);
  const token = typeof body === "object" && body !== null && "access_token" in body ? String(body.access_token) : "";
  return { authorization: basic, "blade-auth": `bearer ${token}` };
}

const picture = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

let external: PostgresConnection;
let made: MadeBackup;
let uploaded: string;
/** The picture as the server keeps it. */
let stored: Buffer;

beforeAll(async () => {
  external = await freshDatabase(await installedProduct());
  const environment = { DATABASE_URL: databaseUrl(external), DATA_DIR: inPlace("external"), TRACEMARK_SECRET: installationSecret };
  // What earlier definitions and administrators leave behind.
  await run(
    external,
    `create table former_resource (id serial primary key, amount numeric(12, 4), twice numeric generated always as (amount * 2) stored, words text[], said text);
     insert into former_resource (amount, words, said) values (1.5, '{"a\\\\b","c,d"}', E'a\\tb\\nc\\\\d'), (null, null, ''), (-0.0001, '{}', '中文 \\N');
     create index own_index on former_resource (lower(said)) where amount > 0;
     create view own_view as select id from former_resource`,
  );
  await withServer(environment, async (server) => {
    const headers = await signIn(server);
    const form = new FormData();
    form.set("file", new Blob([picture]), "picture.png");
    const answer = await fetch(`${server.address}/api/blade-resource/oss/endpoint/put-file`, { method: "POST", headers, body: form });
    const body: unknown = await answer.json();
    uploaded = JSON.stringify(body).match(/\/api\/[^"]*\/uploads?\/[^"]+|\/uploads?\/[^"]+/)?.[0] ?? "";
    expect(uploaded, JSON.stringify(body)).not.toBe("");
    stored = Buffer.from(await (await fetch(`${server.address}${uploaded}`)).arrayBuffer());
  });
  // As if this were a backup of definitions without it: the next start after a restore is to add it.
  await run(external, "alter table brand drop column remark");
  made = await makeBackup({ installation: settings(environment), model, directory: inPlace("backups"), watcher });
});

describe("a backup", () => {
  test("is for its owner only, and says what it left out", () => {
    for (const entry of readdirSync(made.folder, { recursive: true, withFileTypes: true }))
      expect(statSync(path.join(entry.parentPath, entry.name)).mode & 0o077, entry.name).toBe(0);
    expect(notes.join()).toContain('the view "own_view" is not this program\'s');
    expect(made.manifest.uploads).toEqual({ files: 1, bytes: stored.length });
    expect(readdirSync(inPlace("backups"))).toEqual([path.basename(made.folder)]);
  });

  test("comes back on a new machine with the bundled PostgreSQL, and from there into somebody's own", async () => {
    const before = await contentOf(external);
    expect(before["former_resource"]).toMatch(/^3 /);
    const data = inPlace("bundled");
    await mkdir(data, { mode: 0o711 });
    const bundled = { DATA_DIR: data };
    // Kept running over all that follows, so that rows can be looked at from outside.
    const postgres = await startPostgres({ directory: path.join(data, "postgres") });
    try {
      await restoreBackup({ installation: settings(bundled), model, folder: made.folder, watcher });
      expect(await contentOf(postgres.connection)).toEqual(before);
      expect(statSync(path.join(data, "secret")).mode & 0o077).toBe(0);
      const again = await withServer(bundled, async (server) => {
        const headers = await signIn(server);
        const file = await fetch(new URL(uploaded, server.address), { headers });
        expect(Buffer.from(await file.arrayBuffer()).equals(stored), uploaded).toBe(true);
        return makeBackup({ installation: settings(bundled), model, directory: inPlace("backups of bundled"), watcher });
      });
      // The next start brought back what the definitions say and the backup did not have.
      expect(again.manifest.tables.find(({ name }) => name === "brand")?.columns).toContain("remark");

      // An owner of tables who is no superuser, in a database of their own.
      const connection = await freshDatabase();
      const owner = connection.database.replace("test_", "owner_");
      await run(
        connection,
        `create role ${owner} login createrole password 'secret'; grant tracemark_app to ${owner}; alter database ${connection.database} owner to ${owner}; alter schema public owner to ${owner}`,
      );
      const own = { DATABASE_URL: databaseUrl({ ...connection, user: owner, password: "secret" }), DATA_DIR: inPlace("own") };
      const { migration } = await restoreBackup({ installation: settings(own), model, folder: again.folder, watcher });
      expect(migration).toBeUndefined();
      expect(withoutLogs(await contentOf(connection))).toEqual(withoutLogs(await contentOf(postgres.connection)));
      const database = await openDatabase({ connection });
      try {
        expect(await planMigration(database, model, { otherTables: internalTables.map(({ name }) => name) })).toMatchObject({
          statements: [],
          refused: [],
        });
      } finally {
        await database.close();
      }
      await withServer(own, signIn);
    } finally {
      await postgres.stop();
    }
  });

  test("is refused where something is already, and by settings that are not its own", async () => {
    const restore = (environment: Readonly<Record<string, string>>, folder = made.folder) =>
      restoreBackup({ installation: settings(environment), model, folder, watcher });
    const full = { DATABASE_URL: databaseUrl(external), DATA_DIR: inPlace("none") };
    await expect(restore(full)).rejects.toThrow(/restored into an empty database only, and the database test_\w+ on .+ has \d+ tables/);
    await expect(restore({ ...full, TRACEMARK_SECRET: "another secret of more than thirty-two" })).rejects.toThrow(
      "TRACEMARK_SECRET is not",
    );
    await mkdir(inPlace("other uploads"));
    await writeFile(inPlace("other uploads/mine.png"), "mine");
    await expect(restore({ ...full, UPLOAD_DIR: inPlace("other uploads") })).rejects.toThrow(/mine\.png; nothing was changed/);
    await expect(restore(full, inPlace("backups"))).rejects.toThrow(
      `is a directory of backups. Name one of them; the newest is ${made.folder}`,
    );
    await expect(restore(full, inPlace("nowhere"))).rejects.toThrow("is no folder");
    await expect(restore({ ...full, DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" })).rejects.toThrow("cannot be reached");
    expect(await contentOf(external)).toHaveProperty("former_resource");
  });

  test("that is damaged is refused before anything is written", async () => {
    const empty = await freshDatabase();
    const environment = { DATABASE_URL: databaseUrl(empty), DATA_DIR: inPlace("empty") };
    const damaged = async (name: string, damage: (folder: string) => Promise<unknown>) => {
      const folder = inPlace(name);
      await cp(made.folder, folder, { recursive: true });
      await damage(folder);
      return restoreBackup({ installation: settings(environment), model, folder, watcher });
    };
    const table = "tables/user.copy.gz";
    await expect(
      damaged("bit", async (folder) => {
        const bytes = await readFile(path.join(folder, table));
        bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1;
        await writeFile(path.join(folder, table), bytes);
      }),
    ).rejects.toThrow(/user\.copy\.gz is damaged/);
    await expect(damaged("file", (folder) => rm(path.join(folder, table)))).rejects.toThrow(/is not whole: .*user\.copy\.gz/);
    await expect(
      damaged("list", async (folder) => {
        const sums = path.join(folder, "SHA256SUMS");
        const lines = (await readFile(sums, "utf8")).split("\n").filter((line) => !line.endsWith(table));
        await writeFile(sums, lines.join("\n"));
      }),
    ).rejects.toThrow(/is not whole: its list of contents/);
    await expect(
      damaged("newer", async (folder) => {
        const manifest = path.join(folder, "backup.json");
        await writeFile(manifest, (await readFile(manifest, "utf8")).replace(/"version": "[\d.]+"/, '"version": "99.0.0"'));
      }),
    ).rejects.toThrow("was made by version 99.0.0 of this program");
    expect(await contentOf(empty).catch(() => ({}))).toEqual({});
    expect(readdirSync(place)).not.toContain("empty");
  });

  test("is not made with another secret, among the uploads, or where there is nothing; nothing is left of it", async () => {
    const directory = inPlace("refused");
    const make = (environment: Readonly<Record<string, string>>, into = directory) =>
      makeBackup({ installation: settings(environment), model, directory: into, watcher });
    const own = { DATABASE_URL: databaseUrl(external), DATA_DIR: inPlace("external") };
    await expect(make(own)).rejects.toThrow("No secret is set");
    await expect(make({ ...own, TRACEMARK_SECRET: "another secret of more than thirty-two" })).rejects.toThrow(
      "is not the one that the data",
    );
    await expect(make(own, inPlace("external/uploads/backups"))).rejects.toThrow("lies among the uploaded files");
    await expect(make({ DATA_DIR: inPlace("nothing"), TRACEMARK_SECRET: installationSecret })).rejects.toThrow(
      "There is no installation in",
    );
    expect(readdirSync(directory)).toEqual([]);
  });

  test("that is older than those to keep is removed, and nothing else", async () => {
    const directory = inPlace("kept");
    await mkdir(directory);
    for (const name of ["tracemark-20250101T000000Z", "tracemark-20260101T000000Z"]) {
      await mkdir(path.join(directory, name));
      await copyFile(path.join(made.folder, "backup.json"), path.join(directory, name, "backup.json"));
    }
    await mkdir(path.join(directory, "tracemark-old"));
    expect(await removeOld(directory, 1)).toEqual(["tracemark-20250101T000000Z"]);
    expect(readdirSync(directory).sort()).toEqual(["tracemark-20260101T000000Z", "tracemark-old"]);
    await rename(path.join(directory, "tracemark-old"), path.join(directory, "tracemark-20200101T000000Z"));
    await expect(removeOld(directory, 1)).rejects.toThrow("is no backup");
  });
});

/** PostgreSQL's own programs where the system has all of them; the bundled package has no pg_dump. */
const programs = ["18", "17", "16", "15"]
  .map((major) => `/usr/lib/postgresql/${major}/bin`)
  .find((folder) => existsSync(path.join(folder, "pg_dump")));
const isWithPrograms = programs !== undefined && existsSync(path.join(programs, "initdb")) && existsSync(path.join(programs, "psql"));

describe("a plain dump that was restored where the role of requests was not", () => {
  test("is given its rights at the next start, as they were", async () => {
    const connection = await freshDatabase(await installedProduct());
    const rights = `select c.relname || ' ' || a.privilege_type as held from pg_class c, aclexplode(c.relacl) a
      where a.grantee = 'tracemark_app'::regrole and c.relnamespace = 'public'::regnamespace order by 1`;
    const before = (await run(connection, rights)).rows;
    // Grants, and the rights on tables to come: what such a restore leaves out.
    await run(connection, "drop owned by tracemark_app");
    const environment = { DATABASE_URL: databaseUrl(connection), DATA_DIR: inPlace("dump"), TRACEMARK_SECRET: installationSecret };
    await withServer(environment, signIn);
    expect((await run(connection, rights)).rows).toEqual(before);
  });

  test.runIf(isWithPrograms)("comes back by psql in a cluster that never had the role", async () => {
    const folder = programs ?? "";
    const identity = await systemUser("postgres");
    const home = inPlace("system postgres");
    await mkdir(home, { mode: 0o700 });
    await changeOwner(identity, home);
    const execute = (program: string, ...parameters: readonly string[]) =>
      promisify(execFile)(path.join(folder, program), [...parameters], {
        ...identity,
        cwd: "/",
        env: { PATH: "/usr/bin:/bin", LC_ALL: "C" },
      });
    await execute("initdb", "-D", path.join(home, "data"), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync");
    const options = `-k "${home}" -c listen_addresses= -c fsync=off -c shared_buffers=16MB`;
    await execute("pg_ctl", "-D", path.join(home, "data"), "-o", options, "-l", path.join(home, "log"), "-w", "start");
    try {
      const server = { host: home, port: 5432, user: "postgres", password: "", database: "postgres" };
      await run(server, "create role owner login createrole");
      await run(server, "create database tracemark owner owner");
      const own = { ...server, user: "owner", database: "tracemark" };
      const environment = { DATABASE_URL: databaseUrl(own), DATA_DIR: inPlace("system data") };
      // Another major version than the one that the backup came from.
      await restoreBackup({ installation: settings(environment), model, folder: made.folder, watcher });
      const before = await contentOf(own);
      const at = ["-h", home, "-U", "owner", "-d", "tracemark"];
      await execute("pg_dump", ...at, "-f", path.join(home, "dump.sql"));
      await run(server, "drop database tracemark");
      await run(server, "drop role tracemark_app");
      await run(server, "create database tracemark owner owner");
      const { stderr } = await execute("psql", ...at, "-q", "-f", path.join(home, "dump.sql"));
      expect(stderr).toContain('role "tracemark_app" does not exist');
      expect(await contentOf(own)).toEqual(before);
      await withServer(environment, signIn);
    } finally {
      await execute("pg_ctl", "-D", path.join(home, "data"), "-m", "immediate", "-w", "stop");
    }
  });

  test("is refused when its tables belong to another user, with the statement that gives them over", async () => {
    const connection = await freshDatabase(await installedProduct());
    const user = connection.database.replace("test_", "second_");
    await run(
      connection,
      `create role ${user} login createrole password 'secret'; grant tracemark_app to ${user}; alter database ${connection.database} owner to ${user}; alter schema public owner to ${user}`,
    );
    const environment = {
      DATABASE_URL: databaseUrl({ ...connection, user, password: "secret" }),
      DATA_DIR: inPlace("foreign"),
      TRACEMARK_SECRET: installationSecret,
    };
    const refusal = await withServer(environment, signIn).catch((error: unknown) => error);
    const message = refusal instanceof Error ? refusal.message : "";
    expect(message).toContain(`belong to "${maintenance().user}" instead of the database user "${user}"`);
    await run(connection, /DO \$\$.+END \$\$;/.exec(message)?.[0] ?? "");
    await withServer(environment, signIn);
  });
});
