// Version numbers that change whenever rights may have changed: cached users and rights are valid for one version.
import type { Database } from "../store/database.ts";
import { Shared } from "./shared.ts";

/** The "tenant" of what belongs to the platform: menus, tenants, packages, clients, scopes. Its version is part of everybody's. */
export const platformVersion = "";

/** The "tenant" whose version counts the changes of webhooks, of all tenants: who is told of what (webhooks/subscriptions.ts). */
export const subscriptionVersion = "webhooks";

/** Reads the version of the platform; requests that ask at the same time share a statement. */
export function createPlatformVersion(database: Database): () => Promise<string> {
  const versions = new Shared<string, string>(async () => {
    // As the owner: which tenant calls is not known, and does not matter.
    const [answer] = await database.authentication.read("all tenants", [
      { sql: "select version from rights_version where tenant_id = $1", parameters: [platformVersion], name: "platform_version" },
    ]);
    return new Map([[platformVersion, String(answer?.rows[0]?.["version"] ?? "")]]);
  });
  return async () => (await versions.get(platformVersion)) ?? "";
}

/** A value that is made once per version. */
export class PerVersion<T> {
  readonly #make: () => T;
  #current: { readonly version: string; readonly value: T } | undefined;

  constructor(make: () => T) {
    this.#make = make;
  }

  /** The value for this version. */
  of(version: string): T {
    if (this.#current?.version !== version) this.#current = { version, value: this.#make() };
    return this.#current.value;
  }
}

/** Loads a value on first use, and again only after a failure. */
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
