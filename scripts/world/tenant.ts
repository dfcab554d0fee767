// The tenant of a synthetic world: a new one, or one that is named and has nothing yet.
import { platformTenant, callerWithoutRights } from "../../src/server/caller/caller.ts";
import { mergeDomains, type Services } from "../../src/server/crud/services.ts";
import { tenantDomain } from "../../src/server/domain/authority/tenant.ts";
import { db, readAsOwner } from "../../src/server/rows/query.ts";
import { tables } from "../../src/server/rows/tables.ts";
import { callsOf, type CallsOptions } from "../../src/server/seed/calls.ts";
import type { PasswordTransform } from "../../src/server/auth/password-hash.ts";
import type { Person } from "./build.ts";
import { WorldError } from "./world-error.ts";

/** The account that acts in a tenant: its first one. */
export async function firstPerson({ database, model }: Pick<Services, "database" | "model">, tenantId: string): Promise<Person> {
  const { acrossTenants } = tables({ model, scope: { tenantId }, caller: callerWithoutRights() });
  // As the owner: nobody is signed in, and the platform's people are looked for as well.
  const [[found]] = await readAsOwner({ database }, [
    db.selectFrom(acrossTenants("user", "u")).where("u.tenantId", "=", tenantId).orderBy("u.id").limit(1).select(["u.id", "u.account"]),
  ]);
  if (found === undefined) throw new WorldError(`there is no tenant ${tenantId} with an account`);
  return { tenantId, userId: found.id, account: found.account ?? "" };
}

/** Adds a tenant as the platform's administrator does; answers its first account. */
export async function createTenant(
  services: Services,
  { name, passwordTransform }: { readonly name: string; readonly passwordTransform: PasswordTransform },
): Promise<Person> {
  const administrator = await firstPerson(services, platformTenant);
  const options: CallsOptions = {
    caller: { ...callerWithoutRights(administrator), isAdministrator: true },
    clock: services.clock,
  };
  const { add, context } = callsOf(
    { ...services, domain: mergeDomains([services.domain, { ...tenantDomain({ passwordTransform }), reads: {} }]) },
    options,
  );
  const id = await add("tenant", { tenantName: name, linkman: "云岭" });
  // As the owner: tenants are the platform's.
  const [[made]] = await readAsOwner(context, [
    db.selectFrom(tables(context).acrossTenants("tenant", "t")).where("t.id", "=", id).select("t.tenantId"),
  ]);
  return firstPerson(services, made?.tenantId ?? "");
}
