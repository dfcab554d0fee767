// Which codes users of a channel may access: those that are with one of their channels at present.
import { sql } from "kysely";
import type { Domain } from "../../contract.ts";
import { db } from "../../rows/query.ts";
import { rowValue } from "../../rows/row-conditions.ts";
import { maxSteps } from "./current-code.ts";

export const codeAccessDomain: Domain = {
  reads: {},
  actions: {},
  hooks: {
    "code-item": {
      access: {
        // Of a code and the packages around it, the one with the latest stamp names the channel.
        currentChannel: (rows) =>
          rowValue("code-item", rows, (ref, { acrossTenants, tenant }) =>
            db
              .withRecursive("outwards(id, depth)", (cte) =>
                cte.selectNoFrom([ref("id").as("id"), sql<number>`0`.as("depth")]).unionAll(
                  cte
                    .selectFrom("outwards")
                    .innerJoin(acrossTenants("code-relation", "carried"), (join) =>
                      join.onRef("carried.codeId", "=", "outwards.id").on("carried.tenantId", "=", tenant),
                    )
                    .where("carried.parentId", "is not", null)
                    .where("outwards.depth", "<", sql.lit(maxSteps))
                    .select(({ ref: column }) => [
                      sql<string>`${column("carried.parentId")}`.as("id"),
                      sql<number>`${column("outwards.depth")} + 1`.as("depth"),
                    ]),
                ),
              )
              .selectFrom("outwards")
              .innerJoin(acrossTenants("code-item", "carrier"), "carrier.id", "outwards.id")
              .where("carrier.tenantId", "=", tenant)
              .where("carrier.stampTime", "is not", null)
              .orderBy("carrier.stampTime", "desc")
              .orderBy("outwards.depth")
              .limit(sql.lit(1))
              .select("carrier.channelId"),
          ),
      },
    },
  },
};
