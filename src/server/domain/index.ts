// What the areas hang into the common pattern: special reads, special actions, and hooks around writes.
import { missingScreens } from "#schema/missing";
import type { Model } from "#schema/model";
import type { AnyDomain } from "../contract.ts";
import { isHandledBy } from "../crud/available.ts";
import { mergeDomains } from "../crud/services.ts";
import { apiTokenDomain } from "./authority/api-token.ts";
import { clientDomain } from "./authority/client.ts";
import { deptDomain } from "./authority/dept.ts";
import { identityProviderDomain } from "./authority/identity/identity-provider.ts";
import { menuDomain } from "./authority/menu.ts";
import { registrationDomain } from "./authority/registration.ts";
import { roleDomain } from "./authority/role.ts";
import { scopesDomain } from "./authority/scopes.ts";
import type { AuthorityServices } from "./authority/services.ts";
import { sessionDomain } from "./authority/session.ts";
import { tenantDomain } from "./authority/tenant.ts";
import { topmenuDomain } from "./authority/topmenu.ts";
import { userDomain } from "./authority/user.ts";
import { createBusinessDomain, type BusinessServices } from "./business.ts";

interface DomainServices extends AuthorityServices, BusinessServices {}

/** The handlers and hooks of all areas. */
export function createDomain(services: DomainServices): AnyDomain {
  const screens = new WeakMap<Model, ReadonlySet<string>>();
  // Asked for when the menu is read: which handlers there are is known only when all areas are together.
  const missingIn = (model: Model): ReadonlySet<string> => {
    const missing = screens.get(model) ?? missingScreens(model, isHandledBy(domain));
    screens.set(model, missing);
    return missing;
  };
  const domain = mergeDomains([
    createBusinessDomain(services),
    apiTokenDomain(services),
    clientDomain,
    deptDomain,
    identityProviderDomain(services),
    menuDomain(services, missingIn),
    registrationDomain(services),
    roleDomain(services),
    scopesDomain,
    sessionDomain(services),
    tenantDomain(services),
    topmenuDomain(services),
    userDomain(services),
  ]);
  return domain;
}
