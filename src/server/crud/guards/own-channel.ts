// What a channel's user writes belongs to their own channel or one below it. Checked on the row as it was written, so that it counts what
// the server filled in and what was left empty.
import { channelLimitOf } from "../../access/own-channels.ts";
import type { CommitContext, Values } from "../../contract.ts";
import type { ResourceModel } from "#schema/model";
import { quoted } from "../../store/names.ts";
import type { Transaction } from "../../store/database.ts";
import { fieldError } from "./field-error.ts";
import { whereOf } from "../sql/where.ts";

interface Written {
  readonly id: string;
  readonly values: Readonly<Values>;
  readonly current: Readonly<Values> | undefined;
}

/** Refuses a row that belongs to no channel of a channel's user. */
export async function requireOwnChannel(context: CommitContext, tx: Transaction, resource: ResourceModel, written: Written): Promise<void> {
  const { channelIds, userId } = context.caller;
  const limit = channelIds === undefined ? undefined : channelLimitOf(context.model, resource, { channelIds, userId });
  if (limit === undefined) return;
  const { id, values, current } = written;
  // The own channel hangs below one of others, and stays there.
  const parent = resource.tree?.parent;
  if (limit.field === parent && current !== undefined && (values[parent] === undefined || values[parent] === current[parent])) return;
  const own = whereOf([limit.rows("t")], 2);
  const row = await tx.first({
    sql: `SELECT 1 AS own FROM ${quoted(resource.table)} t WHERE t.id = $1 AND ${own.sql()}`,
    parameters: [id, ...own.parameters],
  });
  if (row !== undefined) return;
  throw fieldError(context, resource.name, limit.field, {
    code: "notAllowed",
    message: ["只能填写本渠道或其下级渠道的数据", "Only your own channel, and those below it, may be written"],
  });
}
