// Who PostgreSQL runs as: ourselves, or for root (whom PostgreSQL refuses) a system user; and what that user can reach.
import { execFile } from "node:child_process";
import { chown } from "node:fs/promises";
import { userInfo } from "node:os";
import { promisify } from "node:util";
import { PostgresError, reasonOf, systemCode, USE_DATABASE_URL } from "./errors.ts";

const run = promisify(execFile);

/** The identity given to child processes; empty when they run as ourselves. */
export interface SystemUser {
  readonly uid?: number;
  readonly gid?: number;
}

const OURSELVES: SystemUser = {};

/** Whether this process is root, whom PostgreSQL refuses to run as. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The user that PostgreSQL will run as: ourselves, unless we are root; then the named system user, which is made when it is missing.
 */
export async function systemUser(name: string): Promise<SystemUser> {
  if (!isRoot()) {
    requirePasswdEntry();
    return OURSELVES;
  }
  const existing = await lookUp(name);
  if (existing !== undefined) return existing;
  await createUser(name);
  const made = await lookUp(name);
  if (made === undefined)
    throw new PostgresError("postgres.systemUserMissing", `The system user "${name}" was made but is not found. ${USE_DATABASE_URL}`);
  return made;
}

/** initdb and the server look their own user up by id and stop when it has no name (for example `docker run --user 1234`). */
function requirePasswdEntry(): void {
  try {
    userInfo();
  } catch (error) {
    throw new PostgresError(
      "postgres.userUnnamed",
      `The user id ${process.getuid?.() ?? "of this process"} has no passwd entry, and PostgreSQL does not start without one. Give it one (in Docker: a line in /etc/passwd), or: ${USE_DATABASE_URL}`,
      { cause: error },
    );
  }
}

async function lookUp(name: string): Promise<SystemUser | undefined> {
  // `id` asks every source of users (files, LDAP …), which reading /etc/passwd would not.
  const [uid, gid] = await Promise.all([idOf("-u", name), idOf("-g", name)]);
  if (uid === undefined || gid === undefined) return undefined;
  if (uid === 0)
    throw new PostgresError("postgres.systemUserMissing", `The system user "${name}" is root; PostgreSQL needs one without its rights.`);
  return { uid, gid };
}

async function idOf(flag: "-u" | "-g", name: string): Promise<number | undefined> {
  try {
    const { stdout } = await run("id", [flag, "--", name]);
    const id = Number(stdout.trim());
    return Number.isInteger(id) ? id : undefined;
  } catch (error) {
    // A non-zero status means that there is no such user. Anything else (no `id` program) is a fault.
    if (error instanceof Error && "code" in error && typeof error.code === "number") return undefined;
    throw new PostgresError(
      "postgres.systemUserMissing",
      `Cannot look up the system user "${name}": ${reasonOf(error)}. ${USE_DATABASE_URL}`,
      { cause: error },
    );
  }
}

async function createUser(name: string): Promise<void> {
  const reasons: string[] = [];
  for (const [program, ...args] of [
    ["useradd", "--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", name],
    ["adduser", "-S", "-D", "-H", name], // busybox
  ] as const) {
    try {
      await run(program, args);
      return;
    } catch (error) {
      reasons.push(`${program}: ${reasonOf(error)}`);
    }
  }
  throw new PostgresError(
    "postgres.systemUserMissing",
    `PostgreSQL does not run as root, and the system user "${name}" could not be made (${reasons.join("; ")}). Start the server as an ordinary user, or: ${USE_DATABASE_URL}`,
  );
}

/** Whether the user can enter a directory, parents included; checked by the kernel, so that groups and access lists count. */
export async function canEnter(user: SystemUser, directory: string): Promise<boolean> {
  if (user.uid === undefined) return true;
  try {
    await run("/bin/sh", ["-c", 'cd -- "$1"', "sh", directory], { ...user, cwd: "/" });
    return true;
  } catch (error) {
    if (systemCode(error) === "EPERM") throw refused(error);
    return false;
  }
}

/** Gives a file or directory to the user; nothing to do when that is ourselves. */
export async function changeOwner(user: SystemUser, path: string): Promise<void> {
  if (user.uid === undefined || user.gid === undefined) return;
  try {
    await chown(path, user.uid, user.gid);
  } catch (error) {
    // Some mounts (NFS, shared folders of a virtual machine) keep their own idea of who owns what.
    throw new PostgresError(
      "postgres.directoryUnusable",
      `${path} cannot be given to the system user that runs PostgreSQL: ${reasonOf(error)}. Choose a directory on a local disk.`,
      { cause: error },
    );
  }
}

/** The error for a root user that cannot switch to another one. */
export function refused(cause: unknown): PostgresError {
  return new PostgresError(
    "postgres.systemUserRefused",
    `This root may not start a process as another user, and PostgreSQL does not run as root. Start the server as an ordinary user, or: ${USE_DATABASE_URL}`,
    { cause },
  );
}
