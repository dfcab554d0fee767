// The lock of this tab: whether the page is locked, with which password, and where the person was (docs/specification.md §4). It outlives a
// reload.
import { onSession, session } from "../../api/session.ts";
import { readStored, removeStored, writeStored } from "../../browser/storage.ts";

/** Milliseconds between setting the flag and going to the lock page (docs/specification.md §4, §9). */
export const lockDelay = 100;

export const lockPath = "/lock";

const names = { flag: "isLock", password: "lockPassword", place: "lockedAt" } as const;

interface Lock {
  /** Hash of the password: users often type one of their real passwords here, which must not be readable from the browser's storage. */
  readonly password: string;
  readonly address: string;
}

/** A way back inside this application that is none to the lock page itself. */
function placeIn(content: unknown): string {
  return typeof content === "string" && /^\/(?![/\\])/.test(content) && !content.startsWith(lockPath) ? content : "/";
}

function readLock(): Lock | undefined {
  const password = readStored(names.password, "session")?.content;
  if (readStored(names.flag, "session")?.content !== true || typeof password !== "string" || password === "") return undefined;
  return { password, address: placeIn(readStored(names.place, "session")?.content) };
}

let current = readLock();
const listeners = new Set<() => void>();

function change(next: Lock | undefined): void {
  current = next;
  for (const listener of [...listeners]) listener();
}

/** Is called whenever the page was locked or unlocked. */
export function onLock(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function isLocked(): boolean {
  return current !== undefined;
}

/** The address to return to after unlocking. */
export function placeBehindLock(): string {
  return current?.address ?? "/";
}

/** Enough rounds to make guessing slow, but not locking. Plain http must work too, where browsers offer no slow hash. */
const rounds = 20_000;

/** The hash of a password with a salt, as "salt:hash". The algorithm is loaded with the first password, as at sign-in. */
async function fingerprint(typed: string, salt: string): Promise<string> {
  const { md5 } = await import("js-md5");
  let hash = typed;
  for (let round = 0; round < rounds; round += 1) hash = md5(`${salt}${hash}`);
  return `${salt}:${hash}`;
}

const newSalt = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const saltOf = (stored: string): string => stored.split(":")[0] ?? "";

/** Stores the password and the flag, and goes to the lock page. Settles when it is shown. */
export async function lock(typed: string, address: string): Promise<void> {
  if (typed === "") throw new Error("a page is locked with a password");
  const password = await fingerprint(typed, newSalt());
  const next: Lock = { password, address: placeIn(address) };
  writeStored(names.password, password, Date.now(), "session");
  writeStored(names.place, next.address, Date.now(), "session");
  writeStored(names.flag, true, Date.now(), "session");
  await new Promise((resolve) => setTimeout(resolve, lockDelay));
  // Signed out in the meantime: nothing is left to lock.
  if (readLock() !== undefined) change(next);
}

/** Forgets flag and password. */
export function clearLock(): void {
  for (const name of Object.values(names)) removeStored(name, "session");
  if (current !== undefined) change(undefined);
}

/** Unlocks when the password is right; returns whether it was. */
export async function unlock(typed: string): Promise<boolean> {
  if (current === undefined) return false;
  const { password } = current;
  const isRight = (await fingerprint(typed, saltOf(password))) === password;
  // Another attempt may have unlocked it, or it was locked anew with another password.
  if (!isRight || readLock()?.password !== password) return false;
  clearLock();
  return true;
}

if (session() === undefined) clearLock();
// A session that ends takes its lock along (docs/specification.md §4: sign-in clears the lock).
onSession(() => {
  if (session() === undefined) clearLock();
});
