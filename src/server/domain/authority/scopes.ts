// Data scopes and API scopes as they are written: what they name must be there, and one that a role holds cannot vanish below it.
import { labelOf, type ResourceModel } from "#schema/model";
import type { Text } from "#schema/text";
import { isPathPattern } from "../../access/api-scopes.ts";
import { faultOf, scopedName } from "../../access/data-scopes.ts";
import { apiCategory, dataCategory, type ScopeCategory } from "../../access/grants.ts";
import type { CommitContext, Domain, RemoveEffect, ResourceHooks } from "../../contract.ts";
import { businessError, invalidFields, type ApiError } from "../../http/errors.ts";
import { anyOf, db, first } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";

function wrongField({ model }: CommitContext, name: string, field: string, message: Text): ApiError {
  const resource: ResourceModel | undefined = model.resource.get(name);
  return invalidFields([{ code: "notAllowed", path: [field], parameters: {}, label: labelOf(resource, field), message }]);
}

/** A restriction that vanished would open what it kept closed, to whoever holds it; so it is taken from the roles first, knowingly. */
function holdWhileGranted(category: ScopeCategory): RemoveEffect<"data-scope" | "api-scope">["beforeRemove"] {
  return async (tx, context, { rows }) => {
    const { acrossTenants } = tables(context);
    const holder = await first(
      tx,
      db
        .selectFrom(acrossTenants("role-scope", "s"))
        .innerJoin(acrossTenants("role", "r"), (join) => join.onRef("r.tenantId", "=", "s.tenantId").onRef("r.id", "=", "s.roleId"))
        .where("s.scopeCategory", "=", category)
        .where("s.scopeId", "=", anyOf(rows.map((row) => row.id)))
        .orderBy("r.id")
        .limit(1)
        .select(["r.id", "r.roleName"]),
    );
    if (holder === undefined) return;
    const title = holder.roleName ?? "";
    throw businessError(
      "inUse",
      [`角色“${title}”正拥有该权限，请先取消授权`, `The role “${title}” has this scope; remove it from the role first`],
      {
        target: { resource: "role", id: holder.id, title },
      },
    );
  };
}

const dataHooks: ResourceHooks<"data-scope"> = {
  // No role has a scope that was removed.
  restore: {},
  submit: {
    beforeChange: async (_tx, context, { values, current }) => {
      // Limits are looked up by the name of the resource, however it was written.
      if (typeof values.scopeClass === "string") values.scopeClass = scopedName(context.model, values.scopeClass);
      const merged = { ...current, ...values };
      const fault = faultOf(context.model, {
        scopeClass: merged.scopeClass ?? "",
        scopeColumn: merged.scopeColumn ?? "",
        scopeType: merged.scopeType ?? "",
        scopeValue: merged.scopeValue ?? "",
        scopeField: merged.scopeField ?? "",
      });
      if (fault !== undefined) throw wrongField(context, "data-scope", fault.field, fault.message);
    },
  },
  remove: {
    beforeRemove: holdWhileGranted(dataCategory),
  },
};

const apiHooks: ResourceHooks<"api-scope"> = {
  restore: {},
  submit: {
    beforeChange: async (_tx, context, { values }) => {
      const path = values.scopePath;
      if (path === undefined || isPathPattern(path ?? "")) return;
      throw wrongField(context, "api-scope", "scopePath", [
        "须以 / 开头，如 /blade-user/**：** 为任意层级，* 为一层内任意字符，? 为一个字符",
        "This must begin with /, as in /blade-user/**: ** stands for any levels, * for anything within one, ? for one character",
      ]);
    },
  },
  remove: {
    beforeRemove: holdWhileGranted(apiCategory),
  },
};

export const scopesDomain: Domain = { reads: {}, actions: {}, hooks: { "data-scope": dataHooks, "api-scope": apiHooks } };
