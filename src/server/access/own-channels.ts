// Users of a channel see their own channel and those below it, and of everything else the rows that belong to these. Which rows do follows
// from the definitions: those that refer to a channel, or to something of a channel that forms offer, such as its warehouse.
import { z } from "zod";
import type { FieldModel, Model, ResourceModel } from "#schema/model";
import type { SqlFragment } from "../crud/sql/conditions.ts";
import { columnOf, isTenantTable } from "../store/columns.ts";
import type { Database, Statement } from "../store/database.ts";
import { quoted } from "../store/names.ts";
import { isLimitable, type RowLimit } from "./row-rule.ts";

const channelResource = "channel";
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

/** A field by which a row belongs to a channel. */
interface Naming {
  readonly field: string;
  /** SQL of whether it names one of these; `ids` is SQL of them. */
  readonly sql: (alias: string, ids: string) => string;
}

function namingBy(resource: ResourceModel, field: FieldModel): Naming | undefined {
  const column = columnOf(resource, field.name);
  if (column.columnType !== "id") return undefined;
  const operator = column.isArray ? "&&" : "= ANY";
  return { field: field.name, sql: (alias, ids) => `${alias}.${quoted(column.column)} ${operator} (${ids}::bigint[])` };
}

function referencesTo(model: Model, target: string, resource: ResourceModel): readonly FieldModel[] {
  return (model.referrers.get(target) ?? []).flatMap((referrer) =>
    referrer.resource === resource && referrer.field.stored && referrer.field.reference?.valueField === "id" ? [referrer.field] : [],
  );
}

/** How rows that refer to a channel tell that it is one of those; none for resources that do not. */
function directly(model: Model, resource: ResourceModel): readonly Naming[] {
  if (resource.name === channelResource) return [{ field: resource.key, sql: (alias, ids) => `${alias}.id = ANY (${ids}::bigint[])` }];
  return referencesTo(model, channelResource, resource).flatMap((field) => namingBy(resource, field) ?? []);
}

/** How rows that refer to something of a channel tell that it is of one of those. */
function through(model: Model, owner: ResourceModel, resource: ResourceModel): readonly Naming[] {
  const own = directly(model, owner);
  const tenant =
    isTenantTable(resource) && isTenantTable(owner) ? (alias: string) => ` AND owned.tenant_id = ${alias}.tenant_id` : () => "";
  return referencesTo(model, owner.name, resource).flatMap((field): readonly Naming[] => {
    const column = columnOf(resource, field.name);
    if (column.columnType !== "id" || column.isArray) return [];
    const isOwned = (ids: string) => own.map((one) => one.sql("owned", ids)).join(" OR ");
    const sql: Naming["sql"] = (alias, ids) =>
      `EXISTS (SELECT FROM ${quoted(owner.table)} owned WHERE owned.id = ${alias}.${quoted(column.column)}${tenant(alias)} AND (${isOwned(ids)}))`;
    return [{ field: field.name, sql }];
  });
}

const namings = new WeakMap<Model, ReadonlyMap<string, readonly Naming[]>>();

/** Resources whose rows belong to channels, with how each tells. */
function namingsOf(model: Model): ReadonlyMap<string, readonly Naming[]> {
  const known = namings.get(model);
  if (known !== undefined) return known;
  const limitable = model.resources.filter(isLimitable);
  // What is offered as a choice is something of the channel; other rows, such as documents, only happened to it.
  const owners = limitable.filter(
    (resource) =>
      resource.name !== channelResource &&
      referencesTo(model, channelResource, resource).length > 0 &&
      resource.reads.some((read) => read.name === "select"),
  );
  const found = new Map(
    limitable
      .map(
        (resource) =>
          [
            resource.name,
            [...directly(model, resource), ...owners.flatMap((owner) => (owner === resource ? [] : through(model, owner, resource)))],
          ] as const,
      )
      .filter(([, naming]) => naming.length > 0),
  );
  namings.set(model, found);
  return found;
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
