// Identity providers: written by administrators of the tenant alone, secrets that go to no other server, the list for the sign-in page, and
// the test of their settings.
import { IdentityError, sourceOfProvider } from "../../../auth/identity/provider.ts";
import type { Domain, Effect, ReadHandler, SubmitEffect } from "../../../contract.ts";
import { fieldError } from "../../../crud/guards/field-error.ts";
import { countConnection } from "../../../data-sources/attempts.ts";
import { businessError, rowNotFound } from "../../../http/errors.ts";
import { db, read } from "../../../rows/query.ts";
import type { StoredRow } from "../../../rows/stored.ts";
import { tables } from "../../../rows/tables.ts";
import { requireTenantAdministrator } from "../privilege-escalation.ts";
import type { AuthorityServices } from "../services.ts";

type Identities = AuthorityServices["identities"];

const resource = "identity-provider";
type ProviderRow = StoredRow<typeof resource>;

/** The secret of each kind of provider, and what decides where it is sent, and as whose. */
const secretOf = (type: string | null) =>
  type === "ldap"
    ? ({ secret: "bindPassword", decides: ["host", "port", "encryption", "certificate", "bindDn"] } as const)
    : ({ secret: "clientSecret", decides: ["issuer", "apiUrl", "authorizeUrl", "clientId", "agentId"] } as const);

const submit: SubmitEffect<typeof resource> = {
  beforeValidate: async (context) => requireTenantAdministrator(context),
  beforeChange: async (_tx, context, { values, current }) => {
    if (current === undefined) return;
    const { secret, decides } = secretOf(current.type);
    const isElsewhere = decides.some((name: keyof ProviderRow & string) => values[name] !== undefined && values[name] !== current[name]);
    // Else the secret of somebody else could be had by naming a server of one's own.
    if (isElsewhere && (values[secret] ?? "") === "")
      throw fieldError(context, resource, secret, {
        code: "required",
        message: ["更换地址或账号时须重新填写", "Enter it again for another address or account"],
      });
  },
};

/** What is registered at the provider; it exists once the row does. */
const callbackPathOf = ({ id, type }: { readonly id?: unknown; readonly type?: unknown }): string =>
  typeof id === "string" && typeof type === "string" && type !== "ldap" ? `/login?source=${sourceOfProvider(id)}` : "";

/** For the sign-in page: anybody may know by what people of a tenant sign in, and no more. */
const offered =
  (identities: Identities): ReadHandler =>
  async (_context, { tenantId = "" }) =>
    (await identities.offered(tenantId)).map(({ id, name, type }) => ({ source: sourceOfProvider(id), name, type }));

/** The connection is made before the transaction, which only ends the call. */
const test = (identities: Identities): Effect<"identity-provider.test"> => ({
  prepare: async (context, { ids: [id = ""] }) => {
    const [[row]] = await read(context, [db.selectFrom(tables(context).accessible(resource, "p")).where("p.id", "=", id).select("p.id")]);
    if (row === undefined) throw rowNotFound();
    await countConnection(context);
    try {
      await identities.test(row.id);
    } catch (error) {
      if (error instanceof IdentityError) throw businessError("providerTest", error.text);
      throw error;
    }
  },
  commit: async () => ({}),
});

export const identityProviderDomain = ({ identities }: AuthorityServices): Domain => ({
  reads: { "identity-provider.offered": offered(identities) },
  actions: { "identity-provider.test": test(identities) },
  hooks: { "identity-provider": { submit, restore: {}, afterRead: (row) => ({ ...row, callbackPath: callbackPathOf(row) }) } },
  effects: ["identity-provider.ownServer"],
});
