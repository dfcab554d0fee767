// What a tenant lets a client call: looked at with every request of a session that was opened through it (access/client-limits.ts).
import type { CommitContext, Domain, ResourceHooks } from "../../contract.ts";
import { isPathPattern } from "../../access/api-scopes.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { businessError } from "../../http/errors.ts";
import { db, first } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

/** Whoever limits the client that they are signed in with would shut out themselves, and everybody of the tenant. */
async function refuseOwnClient(context: CommitContext, tx: Transaction, clientId: string | null | undefined): Promise<void> {
  const client = await first(
    tx,
    db
      .selectFrom(tables(context).acrossTenants("client", "c"))
      .where("c.id", "=", clientId ?? "0")
      .select("c.clientId"),
  );
  if (client?.clientId === context.caller.clientId && context.caller.clientId !== "")
    throw businessError("clientInUse", [
      "不能限制当前登录所用的客户端，否则本租户将无法登录管理后台",
      "The client you are signed in with cannot be limited, because nobody in the tenant could use it afterwards",
    ]);
}

const hooks: ResourceHooks<"client-authority"> = {
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      const { authorityPath, clientId } = { ...current, ...values };
      if (!isPathPattern(authorityPath ?? ""))
        throw fieldError(context, "client-authority", "authorityPath", {
          code: "pattern",
          message: [
            "请输入以 / 开头的路径，可用 * 和 **，如 /digit-bind/**",
            "Enter a path that begins with /; * and ** are allowed, as in /digit-bind/**",
          ],
        });
      await refuseOwnClient(context, tx, clientId);
    },
  },
  restore: {
    beforeRestore: async (tx, context, { rows }) => {
      for (const { clientId } of rows) await refuseOwnClient(context, tx, clientId);
    },
  },
};

export const clientAuthorityDomain: Domain = {
  reads: {},
  actions: {},
  hooks: { "client-authority": hooks },
  effects: ["client-authority.grant"],
};
