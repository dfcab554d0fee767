// Clients: the one that the caller uses cannot be taken away under them.
import type { Domain, ResourceHooks } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";

const inUse = () =>
  businessError("clientInUse", ["当前登录所用的客户端不能删除或停用", "The client you are signed in with cannot be removed or disabled"]);

const hooks: ResourceHooks<"client"> = {
  restore: {},
  submit: {
    beforeChange: async (_tx, { caller }, { values, current }) => {
      if (current?.clientId !== caller.clientId) return;
      const renamed = values.clientId !== undefined && values.clientId !== caller.clientId;
      const disabled = values.status !== undefined && values.status !== 1;
      if (renamed || disabled) throw inUse();
    },
  },
  remove: {
    beforeRemove: async (_tx, { caller }, { rows }) => {
      if (rows.some((row) => row.clientId === caller.clientId)) throw inUse();
    },
  },
};

export const clientDomain: Domain = { reads: {}, actions: {}, hooks: { client: hooks } };
