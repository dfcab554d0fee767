// Users of a channel see their own channel and those below it, and of everything else the rows that belong to these; which rows do follows
// from the definitions (channel-namings.ts).
import { z } from "zod";
import type { Model, ResourceModel } from "#schema/model";
import type { SqlFragment } from "../crud/sql/conditions.ts";
import type { Database, Statement } from "../store/database.ts";
import { channelResource, namingBy, namingsOf, type Naming } from "./channel-namings.ts";
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
export interface ChannelLimit {
  readonly rows: RowLimit;
  readonly field: string;
}

function limitBy(naming: readonly Naming[], channelIds: readonly string[]): RowLimit {
  const sqlWith = (alias: string, place: string) => `(${naming.map((one) => one.sql(alias, place)).join(" OR ")})`;
  return (alias): SqlFragment => ({
    shape: `channels ${sqlWith(alias, "?")}`,
    parameters: [channelIds],
    sql: ([place = ""]) => sqlWith(alias, place),
  });
}

/** The limit on what a channel's user writes to a resource; undefined where its rows belong to no channel. A new channel is below an own one. */
export function channelLimitOf(model: Model, resource: ResourceModel, channelIds: readonly string[]): ChannelLimit | undefined {
  const naming = namingsOf(model).get(resource.name);
  const parent = resource.name === channelResource ? resource.field.get(resource.tree?.parent ?? "") : undefined;
  const written = parent === undefined ? naming : [namingBy(resource, parent)].filter((one) => one !== undefined);
  const [first] = written ?? [];
  return written === undefined || first === undefined ? undefined : { rows: limitBy(written, channelIds), field: first.field };
}

/** The limits of a channel's user, by resource. */
export function channelLimits(model: Model, channelIds: readonly string[]): ReadonlyMap<string, RowLimit> {
  return new Map([...namingsOf(model)].map(([name, naming]) => [name, limitBy(naming, channelIds)]));
}

function both(left: RowLimit, right: RowLimit): RowLimit {
  return (alias) => {
    const [first, second] = [left(alias), right(alias)];
    const count = first.parameters.length;
    return {
      shape: `${first.shape} and ${second.shape}`,
      parameters: [...first.parameters, ...second.parameters],
      sql: (places) => `(${first.sql(places.slice(0, count))} AND ${second.sql(places.slice(count))})`,
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
