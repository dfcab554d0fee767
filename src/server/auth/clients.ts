// The clients that may ask for tokens, and the Basic header by which they name themselves (docs/wire.md §1).
import type { KeyObject } from "node:crypto";
import { z } from "zod";
import type { Database } from "../store/database.ts";
import { unknownClient } from "./oauth-error.ts";
import { isPasswordHash, verifyPassword } from "./password-hash.ts";
import { matchesSecret } from "./secret-storage.ts";

const clientSchema = z.object({
  client_id: z.string(),
  client_secret: z.string().nullable(),
  scope: z.string().nullable(),
  authorized_grant_types: z.array(z.string()).nullable(),
  access_token_validity: z.number().nullable(),
  refresh_token_validity: z.number().nullable(),
});

export interface Client {
  readonly clientId: string;
  /** As stored; secret-storage.ts compares it. */
  readonly storedSecret: string | undefined;
  readonly grantTypes: ReadonlySet<string>;
  /** The scopes it may request. */
  readonly scopes: readonly string[];
  readonly accessTokenSeconds: number;
  readonly refreshTokenSeconds: number;
}

interface BasicCredentials {
  readonly clientId: string;
  readonly secret: string;
}

/** Client id and secret of an `Authorization: Basic …` header. */
function basicCredentials(header: string | undefined): BasicCredentials | undefined {
  const [, encoded] = /^basic ([\w+/=-]{1,1000})$/i.exec(header ?? "") ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 1 ? undefined : { clientId: text.slice(0, colon), secret: text.slice(colon + 1) };
}

/** Scopes in a text: comma-joined as rows hold them, or with blanks as requests do (RFC 6749 §3.3). */
export const scopesIn = (text: string): readonly string[] => text.split(/[\s,]+/).filter((scope) => scope !== "");

/** The client of this id, when it is in use. */
export async function findClient(database: Database, clientId: string): Promise<Client | undefined> {
  // As the owner: clients belong to the platform, and the request is not signed in yet.
  const [answer] = await database.authentication.read("all tenants", [
    {
      sql: `select client_id, client_secret, scope, authorized_grant_types, access_token_validity, refresh_token_validity
        from client where client_id = $1 and status = 1 and is_deleted = 0`,
      parameters: [clientId],
    },
  ]);
  const row = answer?.rows[0];
  if (row === undefined) return undefined;
  const client = clientSchema.parse(row);
  return {
    clientId: client.client_id,
    storedSecret: client.client_secret ?? undefined,
    grantTypes: new Set(client.authorized_grant_types ?? []),
    scopes: scopesIn(client.scope ?? ""),
    accessTokenSeconds: client.access_token_validity ?? 3600,
    refreshTokenSeconds: client.refresh_token_validity ?? 604_800,
  };
}

/** The client that an `Authorization: Basic …` header names, with its secret. Throws an OAuthError otherwise. */
export async function authenticatedClient(database: Database, storageKey: KeyObject, header: string | undefined): Promise<Client> {
  const credentials = basicCredentials(header);
  const client = credentials === undefined ? undefined : await findClient(database, credentials.clientId);
  if (credentials === undefined || client === undefined) throw unknownClient();
  const { storedSecret } = client;
  const isRight =
    storedSecret !== undefined && isPasswordHash(storedSecret)
      ? await verifyPassword(storedSecret, credentials.secret)
      : matchesSecret(storageKey, storedSecret, credentials.secret);
  if (!isRight) throw unknownClient();
  return client;
}
