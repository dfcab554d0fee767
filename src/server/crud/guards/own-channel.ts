// What a channel's user writes belongs to their own channel or one below it. Checked on the row as it was written, so that it counts what
// the server filled in and what was left empty.
import { channelLimitOf } from "../../access/own-channels.ts";
import type { CommitContext } from "../../contract.ts";
import type { ResourceModel } from "#schema/model";
import type { Transaction } from "../../store/database.ts";
import { fieldError } from "./field-error.ts";
import type { GuardedRow } from "./guard.ts";
import { RowRefusal } from "./row-set.ts";
import { ScopedStatement } from "../sql/scoped.ts";

type Written = Pick<GuardedRow, "kind" | "id" | "values" | "current">;

/** Refuses rows that belong to no channel of a channel's user. */
export async function requireOwnChannels(
  context: CommitContext,
  tx: Transaction,
  resource: ResourceModel,
  rows: readonly Written[],
): Promise<void> {
  const { channelIds, userId } = context.caller;
  const limit = channelIds === undefined ? undefined : channelLimitOf(context.model, resource, { channelIds, userId });
  if (limit === undefined) return;
  // The own channel hangs below one of others, and stays there.
  const parent = resource.tree?.parent;
  const keepsParent = ({ values, current }: Written): boolean =>
    limit.field === parent && current !== undefined && (values[parent] === undefined || values[parent] === current[parent]);
  // An action changes whose a row is only where it writes a field that says so; its rows are the caller's own before it.
  const stays = (row: Written): boolean => keepsParent(row) || (row.kind === "action" && !limit.fields.some((name) => name in row.values));
  const judged = rows.filter((row) => !stays(row));
  if (judged.length === 0) return;
  const statement = new ScopedStatement(context.scope.tenantId);
  const own = limit.rows("t");
  const sql = statement.select({
    columns: "t.id::text AS id",
    resource,
    as: "t",
    where: [
      `t.id = ANY(${statement.value(judged.map(({ id }) => id))}::bigint[])`,
      own.sql(
        own.parameters.map((value) => statement.value(value)),
        statement.tenantFor(resource),
      ),
    ],
  });
  const { rows: owned } = await tx.query(statement.of(sql));
  const isOwn = new Set(owned.map(({ id }) => String(id)));
  const place = rows.findIndex((row) => judged.includes(row) && !isOwn.has(row.id));
  if (place === -1) return;
  throw new RowRefusal(
    place,
    fieldError(context, resource.name, limit.field, {
      code: "notAllowed",
      message: ["只能填写本渠道或其下级渠道的数据", "Only your own channel, and those below it, may be written"],
    }),
  );
}
