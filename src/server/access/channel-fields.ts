// The fields by which rows belong to a channel, from the definitions: references to a channel, or to something of a channel that forms offer,
// such as its warehouse; and fields that name rows which belong to one (`ofChannels`). Hooks say where other rows decide as well
// (`currentChannel`).
import type { FieldModel, Model, ResourceModel } from "#schema/model";
import { rowAccessOf } from "../caller/row-access.ts";
import { mastersOf } from "../crud/sql/masters.ts";
import { columnOf, isTenantTable } from "../store/columns.ts";
import { quoted } from "../store/names.ts";
import { isLimitable } from "./row-rule.ts";

export const channelResource = "channel";

/**
 * Of a row that the statement calls by the alias: SQL of whether it is of one of these channels; `ids` is SQL of them, `tenant` the place of the
 * tenant where the rows are of one.
 */
type Belongs = (alias: string, ids: string, tenant?: string) => string;

/** A field by which a row belongs to a channel. */
export interface ChannelField {
  readonly field: string;
  readonly sql: Belongs;
}

const anyOf = (conditions: readonly string[]): string => (conditions.length === 0 ? "false" : `(${conditions.join(" OR ")})`);

export function channelFieldOf(resource: ResourceModel, field: FieldModel): ChannelField | undefined {
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

/** The references of a resource to a channel; none for resources without. */
function directly(model: Model, resource: ResourceModel): readonly ChannelField[] {
  if (resource.name === channelResource) return [{ field: resource.key, sql: (alias, ids) => `${alias}.id = ANY (${ids}::bigint[])` }];
  return referencesTo(model, channelResource, resource).flatMap((field) => channelFieldOf(resource, field) ?? []);
}

const sameTenant = (left: ResourceModel, leftAlias: string, right: ResourceModel, tenant: string): string =>
  isTenantTable(left) && isTenantTable(right) ? ` AND ${leftAlias}.tenant_id = ${tenant}` : "";

/** Whether the channel that a row belongs to at present is one of those; undefined where the resource has no such hook. */
function byCurrentChannel(model: Model, { name }: ResourceModel): Belongs | undefined {
  const access = rowAccessOf(model)[name];
  const currentChannel = access?.currentChannel?.bind(access);
  if (currentChannel === undefined) return undefined;
  const channels = new Map<string, string>();
  return (alias, ids, tenant) => {
    const key = `${alias} ${tenant}`;
    const channel = channels.get(key) ?? currentChannel({ model, alias, tenant });
    // The place of a parameter while its statement is made may be any text.
    if (tenant === undefined || tenant.startsWith("$")) channels.set(key, channel);
    return `${channel} = ANY (${ids}::bigint[])`;
  };
}

/** Makes the channelFields of a model. */
class ChannelFields {
  readonly #model: Model;
  readonly #owners: readonly ResourceModel[];

  constructor(model: Model) {
    this.#model = model;
    // What is offered as a choice is something of the channel; other rows, such as documents, only happened to it.
    this.#owners = model.resources.filter(
      (resource) =>
        isLimitable(resource) &&
        resource.name !== channelResource &&
        referencesTo(model, channelResource, resource).length > 0 &&
        resource.reads.some((read) => read.name === "select"),
    );
  }

  of(resource: ResourceModel): readonly ChannelField[] {
    const { ofChannels } = resource.data;
    // Never true, and names the parameter that the statement sends.
    if (ofChannels === "none") return [{ field: resource.title, sql: (_alias, ids) => `(${ids}::bigint[] IS NULL)` }];
    const own = directly(this.#model, resource);
    const effect = byCurrentChannel(this.#model, resource);
    return [
      // The own stamp is compared first: it is at hand, and few rows have one.
      ...own.map(({ field, sql }) => ({
        field,
        sql:
          effect === undefined
            ? sql
            : (alias: string, ids: string, tenant?: string) => `(${sql(alias, ids, tenant)} AND ${effect(alias, ids, tenant)})`,
      })),
      ...this.#owners.flatMap((owner) => (owner === resource ? [] : this.#through(owner, resource))),
      ...Object.entries(ofChannels ?? {}).map(([field, targets]) => ({ field, sql: this.#naming(resource, field, targets) })),
    ];
  }

  /** How rows that refer to something of a channel tell that it is of one of those. */
  #through(owner: ResourceModel, resource: ResourceModel): readonly ChannelField[] {
    const own = directly(this.#model, owner);
    return referencesTo(this.#model, owner.name, resource).flatMap((field): readonly ChannelField[] => {
      const column = columnOf(resource, field.name);
      if (column.columnType !== "id" || column.isArray) return [];
      const sql: Belongs = (alias, ids, tenant) =>
        `EXISTS (SELECT 1 FROM ${quoted(owner.table)} owned WHERE owned.id = ${alias}.${quoted(column.column)}${sameTenant(owner, "owned", resource, tenant ?? `${alias}.tenant_id`)} AND ${anyOf(own.map((one) => one.sql("owned", ids, tenant)))})`;
      return [{ field: field.name, sql }];
    });
  }

  /** Whether the row that a field names belongs to them: by its id, or by its code. */
  #naming(resource: ResourceModel, name: string, targets: readonly string[]): Belongs {
    const column = columnOf(resource, name);
    const named = targets.flatMap((target) => this.#model.resource.get(target) ?? []);
    return (alias, ids, tenant) => {
      const [inner, value] = [`${alias}_of`, `${alias}.${quoted(column.column)}`];
      return anyOf(
        named.map((target) => {
          // Goods are named by their code where not by their id.
          const isCode = column.columnType !== "id" && rowAccessOf(this.#model)[target.name]?.currentChannel !== undefined;
          const key = isCode ? quoted(columnOf(target, target.title).column) : "id";
          return `EXISTS (SELECT 1 FROM ${quoted(target.table)} ${inner} WHERE ${inner}.${key} = ${isCode ? value : asId(value, column.columnType)}${sameTenant(target, inner, resource, tenant ?? `${alias}.tenant_id`)} AND ${this.#belongs(target)(inner, ids, tenant)})`;
        }),
      );
    };
  }

  /** Whether a row that is named belongs to them; a line does where its document does. */
  #belongs(resource: ResourceModel): Belongs {
    const effect = byCurrentChannel(this.#model, resource);
    if (effect !== undefined) return effect;
    const channelFields = this.of(resource);
    if (channelFields.length > 0) return (alias, ids, tenant) => anyOf(channelFields.map((one) => one.sql(alias, ids, tenant)));
    const masters = mastersOf(resource, this.#model);
    return (alias, ids, tenant) => {
      const inner = `${alias}_of`;
      return anyOf(
        masters.map(({ resource: master, details }) => {
          const by = columnOf(resource, details.by);
          return `EXISTS (SELECT 1 FROM ${quoted(master.table)} ${inner} WHERE ${inner}.id = ${asId(`${alias}.${quoted(by.column)}`, by.columnType)}${sameTenant(master, inner, resource, tenant ?? `${alias}.tenant_id`)} AND ${this.#belongs(master)(inner, ids, tenant)})`;
        }),
      );
    };
  }
}

/** The id in a column that may hold it as a text. */
const asId = (value: string, type: string): string =>
  type === "id" ? value : `CASE WHEN ${value} ~ '^[0-9]{1,18}$' THEN ${value}::bigint END`;

type ChannelFieldsByResource = ReadonlyMap<string, readonly ChannelField[]>;

/** With the hooks that they follow from. */
const cached = new WeakMap<Model, { readonly access: object; readonly channelFields: ChannelFieldsByResource }>();

/** Resources whose rows belong to channels, with the fields that say so. */
export function channelFieldsOf(model: Model): ChannelFieldsByResource {
  const access = rowAccessOf(model);
  const stored = cached.get(model);
  if (stored?.access === access) return stored.channelFields;
  const made = new ChannelFields(model);
  const channelFields = new Map(
    model.resources
      .filter(isLimitable)
      .map((resource) => [resource.name, made.of(resource)] as const)
      .filter(([, naming]) => naming.length > 0),
  );
  cached.set(model, { access, channelFields });
  return channelFields;
}
