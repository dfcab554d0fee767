// The number that changes whenever somebody's rights may have: everything remembered about people and rights is good for one such number.
import type { Database, Statement } from "../store/database.ts";

const readVersion: Statement = { sql: "select version from access_version where id = 1", parameters: [], name: "access_version" };

/**
 * Part of every transaction that changes users, roles, grants, menus, tenants, packages, clients or sessions: from its commit on, all processes
 * look everything up anew.
 */
export const rightsChanged: Statement = { sql: "update access_version set version = version + 1 where id = 1", parameters: [] };

/**
 * A value that is made once per version. Reads of the version are shared: a request waits for one that began after it arrived, so that
 * what was revoked before a request is never honoured by it, and a hundred requests at once cost one statement.
 */
export class PerVersion<T> {
  readonly #database: Database;
  readonly #make: () => T;
  #current: { readonly version: string; readonly value: T } | undefined;
  #running: Promise<T> | undefined;
  #next: Promise<T> | undefined;

  constructor(database: Database, make: () => T) {
    this.#database = database;
    this.#make = make;
  }

  /** The value for the version at this moment. */
  get(): Promise<T> {
    if (this.#running === undefined) return this.#start();
    // The read under way may have begun before a change that this caller has seen.
    this.#next ??= this.#running.then(
      () => this.#start(),
      () => this.#start(),
    );
    return this.#next;
  }

  #start(): Promise<T> {
    this.#next = undefined;
    const running = this.#read().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  async #read(): Promise<T> {
    // As the owner: who calls, and so which tenant, is not known yet.
    const [answer] = await this.#database.owner.read([readVersion]);
    const version = String(answer?.rows[0]?.version ?? "");
    if (this.#current?.version !== version) this.#current = { version, value: this.#make() };
    return this.#current.value;
  }
}

/** Loads a value when it is first asked for, and again only when that failed. */
export function loadedOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
