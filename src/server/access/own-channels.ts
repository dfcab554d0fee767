// Users of a channel see their own channel and those below it, and of everything else the rows that belong to these; which rows do follows
// from the definitions (channel-fields.ts).
import { z } from "zod";
import type { Model, ResourceModel } from "#schema/model";
import { rowAccessOf } from "../caller/row-access.ts";
import type { SqlFragment } from "../store/conditions.ts";
import type { Database, Statement } from "../store/database.ts";
import { channelResource, channelFieldOf, channelFieldsOf, type ChannelField } from "./channel-fields.ts";
import type { RowLimit } from "./row-rule.ts";

const mark = "channelId:";

/** The channel of a user by the text of their platform: undefined for others, "" where it names none. */
export function channelIn(extension: string): string | undefined {
  if (!extension.includes(mark)) return undefined;
  return /channelId:\s*"?(\d{1,18})(?!\d)/.exec(extension)?.[1] ?? "";
}

/** A channel with all that is below it; none where there is no such channel. */
export async function channelsOf(database: Database, tenantId: string, channelId: string): Promise<readonly string[]> {
  if (channelId === "") return [];
  const [answer] = await database.authentication.read({ tenantId }, [selectChannels(tenantId, channelId)]);
  return z
    .array(z.object({ id: z.string() }))
    .parse(answer?.rows ?? [])
    .map(({ id }) => id);
}

function selectChannels(tenantId: string, channelId: string): Statement {
  return {
    sql: `with recursive branch as (
        select c.id from channel c where c.tenant_id = $1 and c.id = $2 and c.is_deleted = 0
        union select c.id from channel c join branch b on c.pid = b.id where c.tenant_id = $1 and c.is_deleted = 0
      ) select id from branch`,
    parameters: [tenantId, channelId],
  };
}

/** Of a channel's user: the rows of a resource, and the field that says whose they are. */
interface ChannelLimit {
  readonly rows: RowLimit;
  readonly field: string;
  /** All fields by which a row may belong to a channel, that one among them. */
  readonly fields: readonly string[];
}

/** A user of a channel: it and those below it, and who they are. */
interface ChannelUser {
  readonly channelIds: readonly string[];
  readonly userId: string;
}

/** Rows that belong to the channels by one of these, and those that a hook of the resource adds. */
function limitBy(
  model: Model,
  { name }: Pick<ResourceModel, "name">,
  fields: readonly ChannelField[],
  { channelIds, userId }: ChannelUser,
): RowLimit {
  const access = rowAccessOf(model)[name];
  const sqlWith = (alias: string, ids: string, more: string | undefined, tenant?: string) =>
    `(${[...fields.map((one) => one.sql(alias, ids, tenant)), ...(more === undefined ? [] : [more])].join(" OR ")})`;
  return (alias): SqlFragment => {
    const added = access?.channelUserFilter?.({ userId }, { model, alias });
    return {
      shape: `channels ${sqlWith(alias, "?", added?.shape)}`,
      parameters: [channelIds, ...(added?.parameters ?? [])],
      sql: ([ids = "", ...places], tenant) => sqlWith(alias, ids, added?.sql(places, tenant), tenant),
    };
  };
}

/** The limit on what a channel's user writes to a resource; undefined where its rows belong to no channel. A new channel is below an own one. */
export function channelLimitOf(model: Model, resource: ResourceModel, user: ChannelUser): ChannelLimit | undefined {
  const fields = channelFieldsOf(model).get(resource.name);
  const parent = resource.name === channelResource ? resource.field.get(resource.tree?.parent ?? "") : undefined;
  const written = parent === undefined ? fields : [channelFieldOf(resource, parent)].filter((one) => one !== undefined);
  const [first] = written ?? [];
  if (written === undefined || first === undefined) return undefined;
  return { rows: limitBy(model, resource, written, user), field: first.field, fields: written.map(({ field }) => field) };
}

/** The limits of a channel's user, by resource. */
export function channelLimits(model: Model, user: ChannelUser): ReadonlyMap<string, RowLimit> {
  return new Map([...channelFieldsOf(model)].map(([name, fields]) => [name, limitBy(model, { name }, fields, user)]));
}

function both(left: RowLimit, right: RowLimit): RowLimit {
  return (alias) => {
    const [first, second] = [left(alias), right(alias)];
    const count = first.parameters.length;
    return {
      shape: `${first.shape} and ${second.shape}`,
      parameters: [...first.parameters, ...second.parameters],
      sql: (places, tenant) => `(${first.sql(places.slice(0, count), tenant)} AND ${second.sql(places.slice(count), tenant)})`,
    };
  };
}

/** Rows must be admitted by both. */
export function withinBoth(left: ReadonlyMap<string, RowLimit>, right: ReadonlyMap<string, RowLimit>): ReadonlyMap<string, RowLimit> {
  const limits = new Map(left);
  for (const [name, limit] of right) {
    const other = left.get(name);
    limits.set(name, other === undefined ? limit : both(other, limit));
  }
  return limits;
}
