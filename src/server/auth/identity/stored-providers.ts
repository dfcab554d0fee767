// The identity providers of tenants as they are stored, with their secrets opened (resources/authority/identity-provider.ts).
import type { KeyObject } from "node:crypto";
import { z } from "zod";
import type { Database, Statement } from "../../store/database.ts";
import { readOfAllTenants } from "../../store/distributed-tenants.ts";
import { decryptSecret } from "../secret-storage.ts";
import type { ClaimMapping } from "./claims.ts";
import { IdentityError, providerTypes, type ClaimNames, type IdentityProvider, type ProviderType } from "./provider.ts";

/** What comes of somebody whom the provider knows. */
export interface EntryRules {
  /** Somebody new enters as the user with the same account. */
  readonly linksByAccount: boolean;
  readonly createsAccounts: boolean;
  readonly roleIds: readonly string[];
  readonly deptIds: readonly string[];
  readonly mappings: readonly ClaimMapping[];
  /** Roles and departments are those of the mappings at every sign-in. */
  readonly followsMappings: boolean;
  /** Signing out here signs out there as well. */
  readonly signsOut: boolean;
}

export interface StoredProvider {
  readonly provider: IdentityProvider;
  readonly rules: EntryRules;
  readonly isEnabled: boolean;
}

const text = z
  .string()
  .nullable()
  .transform((value) => value ?? "");
const ids = z
  .array(z.string())
  .nullable()
  .transform((value) => value ?? []);
const flag = z.coerce
  .number()
  .nullable()
  .transform((value) => value === 1);
const idOrNull = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined || value === "" ? null : String(value)));

const rowSchema = z.object({
  id: z.string(),
  tenant_id: z.string(),
  name: text,
  type: z.enum(providerTypes),
  issuer: text,
  client_id: text,
  client_secret: text,
  client_authentication: text,
  scope: text,
  agent_id: text,
  authorize_url: text,
  api_url: text,
  host: text,
  port: z.coerce.number().nullable(),
  encryption: text,
  certificate: text,
  bind_dn: text,
  bind_password: text,
  base_dn: text,
  user_filter: text,
  id_attribute: text,
  account_claim: text,
  name_claim: text,
  email_claim: text,
  phone_claim: text,
  linking: text,
  new_accounts: text,
  role_id: ids,
  dept_id: ids,
  mappings: z
    .array(z.looseObject({ claim: text, value: text, roleId: idOrNull, deptId: idOrNull }))
    .nullable()
    .transform((value) => value ?? []),
  follows_mappings: flag,
  signs_out: flag,
  status: z.coerce.number(),
});
type Row = z.infer<typeof rowSchema>;

const columns = Object.keys(rowSchema.shape).join(", ");
const enabled = 1;

const platformClaims: ClaimNames = { account: "userid", name: "name", email: "email", phone: "mobile" };
const defaultClaims: Readonly<Record<ProviderType, ClaimNames>> = {
  oidc: { account: "preferred_username", name: "name", email: "email", phone: "phone_number" },
  ldap: { account: "uid", name: "cn", email: "mail", phone: "mobile" },
  wecom: platformClaims,
  dingtalk: platformClaims,
  feishu: { ...platformClaims, account: "user_id" },
};

const claimsOf = (row: Row): ClaimNames => {
  const standard = defaultClaims[row.type];
  return {
    account: row.account_claim || standard.account,
    name: row.name_claim || standard.name,
    email: row.email_claim || standard.email,
    phone: row.phone_claim || standard.phone,
  };
};

function providerOf(row: Row, open: (stored: string) => string): IdentityProvider {
  const basics = { id: row.id, tenantId: row.tenant_id, name: row.name, claims: claimsOf(row) };
  switch (row.type) {
    case "oidc":
      return {
        ...basics,
        type: row.type,
        issuer: row.issuer,
        clientId: row.client_id,
        clientSecret: open(row.client_secret),
        clientAuthentication: row.client_authentication === "post" ? "post" : "basic",
        scope: row.scope,
      };
    case "ldap":
      return {
        ...basics,
        type: row.type,
        host: row.host,
        port: row.port ?? 389,
        encryption: row.encryption === "ldaps" || row.encryption === "none" ? row.encryption : "starttls",
        certificate: row.certificate,
        bindDn: row.bind_dn,
        bindPassword: open(row.bind_password),
        baseDn: row.base_dn,
        userFilter: row.user_filter,
        idAttribute: row.id_attribute,
      };
    default:
      return {
        ...basics,
        type: row.type,
        clientId: row.client_id,
        clientSecret: open(row.client_secret),
        agentId: row.agent_id,
        authorizeUrl: row.authorize_url,
        apiUrl: row.api_url,
      };
  }
}

/** A provider as the sign-in page offers it. */
interface OfferedProvider {
  readonly id: string;
  readonly name: string;
  readonly type: ProviderType;
}

export interface StoredProviders {
  /**
   * Throws an IdentityError where its secret cannot be opened. With the tenant where it is known: in a distributed database only its node is
   * asked, whatever became of the others.
   */
  find(id: string, tenantId?: string): Promise<StoredProvider | undefined>;
  /** Those of a tenant in use that people may sign in with, in their order. */
  offered(tenantId: string): Promise<readonly OfferedProvider[]>;
}

export function storedProviders(database: Database, storageKey: KeyObject): StoredProviders {
  // As the owner throughout: nobody is signed in yet, and the tenant of a provider is not known before.
  const rowsOf = async (statement: Statement) => (await database.authentication.read("all tenants", [statement]))[0]?.rows ?? [];
  return {
    find: async (id, tenantId) => {
      const select = `select ${columns} from identity_provider where id = $1 and is_deleted = 0`;
      const [found] = await readOfAllTenants(database, (reachable) => {
        const tenantIds = tenantId === undefined ? reachable : [tenantId];
        return rowsOf(
          tenantIds === undefined
            ? { sql: select, parameters: [id] }
            : { sql: `${select} and tenant_id = any($2)`, parameters: [id, tenantIds] },
        );
      });
      if (found === undefined) return undefined;
      const row = rowSchema.parse(found);
      const open = (stored: string): string => {
        const secret = decryptSecret(storageKey, stored);
        if (secret !== undefined) return secret;
        throw new IdentityError("setup", [
          `身份源“${row.name}”的密钥无法读取（服务器密钥已更换），请重新输入`,
          `The secret of the identity provider “${row.name}” cannot be read, because the server's own secret has changed: enter it again`,
        ]);
      };
      return {
        provider: providerOf(row, open),
        isEnabled: row.status === enabled,
        rules: {
          linksByAccount: row.linking === "account",
          createsAccounts: row.new_accounts === "create",
          roleIds: row.role_id,
          deptIds: row.dept_id,
          mappings: row.mappings,
          followsMappings: row.follows_mappings,
          signsOut: row.signs_out,
        },
      };
    },
    offered: async (tenantId) => {
      const rows = await rowsOf({
        sql: `select p.id, p.name, p.type from identity_provider p join tenant t on t.tenant_id = p.tenant_id and t.is_deleted = 0 and t.status = 1
          where p.tenant_id = $1 and p.status = ${enabled} and p.is_deleted = 0 and p.type = any($2) order by p.sort nulls last, p.id limit 50`,
        // One of a type that there is no longer is not offered, and keeps nobody from the others.
        parameters: [tenantId, providerTypes],
      });
      return z.array(z.object({ id: z.string(), name: text, type: z.enum(providerTypes) })).parse(rows);
    },
  };
}
