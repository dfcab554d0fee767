// Grants to roles: roles that there are, and keys that the resource has.
import { grantNames, keysOfGrant, roleAliases, roleResource } from "../role-grants.ts";
import { errorAt } from "./finding.ts";
import { didYouMean } from "./nearest.ts";
import { isUnusable, type Check } from "./subject.ts";

export const grants: Check = function* (resource, model, context) {
  const roles = model.resource.get(roleResource);
  const aliases = roles === undefined ? [] : roleAliases(roles.data);
  for (const [alias, grant] of Object.entries(resource.data.grants ?? {})) {
    const place = ["grants", alias];
    if (!aliases.includes(alias) && !isUnusable(roleResource, context))
      yield errorAt(
        "unknown-role",
        place,
        `grants: no role has the alias "${alias}"`,
        didYouMean(alias, aliases, "Name a roleAlias of resources/authority/role.seed.ts, or add the role there."),
      );
    if (grant === undefined) continue;
    const offered = grantNames(resource);
    for (const name of typeof grant === "string" ? [] : grant)
      if (!offered.includes(name))
        yield errorAt(
          "unknown-grant",
          place,
          `grants.${alias}: there is no key for "${name}"`,
          didYouMean(name, offered, "Name view, add, edit, delete, sensitive or an action of this resource."),
        );
    if (typeof grant === "string" && keysOfGrant(resource, grant).length === 0)
      yield errorAt(
        "unknown-grant",
        place,
        `grants.${alias}: "${grant}" stands for no key of ${resource.name}`,
        "Take it out, or give the resource a call that needs a key.",
      );
    if (resource.scope === "platform" || resource.data.writeAccess === "administrator")
      yield errorAt(
        "unknown-grant",
        place,
        `grants.${alias}: only the platform's administrator holds keys of ${resource.name}`,
        "Take `grants` out.",
      );
  }
};
