// The session: the tokens and the signed-in user, stored in local storage and shared by all tabs of the browser.
import { isRecord, partsOf, textOf } from "./wire-data.ts";
import { readStored, removeCookie, removeStored, storedName, unsentComments, writeCookie, writeStored } from "../browser/storage.ts";

export interface SessionUser {
  readonly userId: string;
  readonly account: string;
  /** The name people know. */
  readonly name: string;
  /** Aliases of roles, such as "administrator" (docs/wire.md §10.7). */
  readonly roleAliases: readonly string[];
  readonly avatar: string;
  readonly deptId: string;
  readonly roleId: string;
  /** `channelId:…` for people of a channel (docs/specification.md §3). */
  readonly ext: string;
  /** The server answers nothing before they have changed their initial password. */
  readonly mustChangePassword?: true;
  /** Nor before they have set up a second factor. */
  readonly mustSetUpFactor?: true;
}

/** What the server wants of the user before anything else. */
export type Requirement = "mustChangePassword" | "mustSetUpFactor";

export interface Session {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly tenantId: string;
  /** Seconds that the access token is good for; absent or 0: the answer did not tell. */
  readonly expiresIn?: number;
  readonly user: SessionUser;
}

/** Why a session ended; `expired` is shown on the sign-in page. */
type SessionEnd = "signed-out" | "expired";

const names = { access: "token", refresh: "refreshToken", tenant: "tenantId", lifetime: "expiresIn", user: "userInfo" } as const;
const cookies = { access: "access-token", refresh: "refresh-token" } as const;

/** The dues among members of an answer, or of what is stored. */
export const requirementsFrom = (read: (due: Requirement) => unknown): Partial<Record<Requirement, true>> => ({
  ...(read("mustChangePassword") === true ? { mustChangePassword: true } : {}),
  ...(read("mustSetUpFactor") === true ? { mustSetUpFactor: true } : {}),
});

function readUser(content: unknown): SessionUser {
  const user = isRecord(content) ? content : {};
  return {
    userId: textOf(user["userId"]),
    account: textOf(user["account"]),
    name: textOf(user["name"]),
    roleAliases: partsOf(user["roleAliases"]),
    avatar: textOf(user["avatar"]),
    deptId: textOf(user["deptId"]),
    roleId: textOf(user["roleId"]),
    ext: textOf(user["ext"]),
    ...requirementsFrom((due) => user[due]),
  };
}

/** A number of seconds, in whatever form it travels or is stored; 0 for anything else. */
export const secondsOf = (value: unknown): number => Math.max(0, Number(value)) || 0;

function readSession(): Session | undefined {
  const accessToken = textOf(readStored(names.access)?.content);
  if (accessToken === "") return undefined;
  return {
    accessToken,
    refreshToken: textOf(readStored(names.refresh)?.content),
    tenantId: textOf(readStored(names.tenant)?.content),
    expiresIn: secondsOf(readStored(names.lifetime)?.content),
    user: readUser(readStored(names.user)?.content),
  };
}

let current: Session | undefined = readSession();
let lastEnd: SessionEnd | undefined;
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of [...listeners]) listener();
}

/** The session of this browser; undefined when signed out. */
export function session(): Session | undefined {
  return current;
}

/** Why the last session of this page ended; forgotten once read by a new sign-in. */
export function sessionEnd(): SessionEnd | undefined {
  return lastEnd;
}

/** Is called after every sign-in, sign-out and renewal, in whichever tab it happened. */
export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * What the browser stores of a session, by name and in the order of writing. The access token comes last, because other tabs take its
 * change as the sign that everything is stored.
 */
export function storedParts(session: Session): readonly (readonly [name: string, content: unknown])[] {
  return [
    [names.tenant, session.tenantId],
    [names.lifetime, session.expiresIn ?? 0],
    [names.user, session.user],
    [names.refresh, session.refreshToken],
    [names.access, session.accessToken],
  ];
}

/** Keeps a session that the server gave. */
export function beginSession(next: Session, now = Date.now()): void {
  for (const [name, content] of storedParts(next)) writeStored(name, content, now);
  writeCookie(cookies.access, next.accessToken);
  writeCookie(cookies.refresh, next.refreshToken);
  current = next;
  lastEnd = undefined;
  notify();
}

/** Stores changes that the user made to their own profile. */
export function changeUser(changed: Partial<Pick<SessionUser, "name" | "avatar">>): void {
  if (current === undefined) return;
  current = { ...current, user: { ...current.user, ...changed } };
  writeStored(names.user, current.user);
  notify();
}

/** Stores whether something is wanted of the user first. */
export function setRequirement(due: Requirement, isDue: boolean): void {
  if (current === undefined || (current.user[due] === true) === isDue) return;
  const { [due]: _before, ...user } = current.user;
  current = { ...current, user: isDue ? { ...user, [due]: true } : user };
  writeStored(names.user, current.user);
  notify();
}

/** Ends the session. Does nothing when already signed out, so that ten 401 answers end it once. */
export function endSession(reason: SessionEnd): void {
  if (current === undefined) return;
  for (const name of Object.values(names)) removeStored(name);
  removeStored(unsentComments, "session");
  for (const cookie of Object.values(cookies)) removeCookie(cookie);
  current = undefined;
  lastEnd = reason;
  notify();
}

/** Age of the access token in milliseconds; a token without a date counts as infinitely old. */
export function tokenAge(now = Date.now()): number {
  const stored = readStored(names.access);
  return stored === undefined ? 0 : now - stored.datetime;
}

/** Takes over what another tab stored: signed in, signed out, or renewed. */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key !== null && event.key !== storedName(names.access) && event.key !== storedName(names.user)) return;
    const stored = readSession();
    if (stored?.accessToken === current?.accessToken) {
      // Done in another tab: the page that asks for it disappears in this one too.
      if (stored !== undefined)
        for (const due of ["mustChangePassword", "mustSetUpFactor"] as const) setRequirement(due, stored.user[due] === true);
      return;
    }
    // A sign-in writes the user first and the token last.
    if (event.key === storedName(names.user)) return;
    if (stored === undefined) lastEnd = "signed-out";
    current = stored;
    notify();
  };
  addEventListener("storage", follow);
  return () => removeEventListener("storage", follow);
}
