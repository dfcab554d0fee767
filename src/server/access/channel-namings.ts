// How rows tell to which channel they belong, from the definitions: those that refer to a channel, or to something of a channel that forms
// offer, such as its warehouse; those that name rows which do (`ofChannels`); and goods by the newest stamp on what they are carried in
// (`packedIn`).
import type { FieldModel, Model, ResourceModel } from "#schema/model";
import { mastersOf } from "../crud/sql/masters.ts";
import { columnOf, isTenantTable } from "../store/columns.ts";
import { quoted } from "../store/names.ts";
import { isLimitable } from "./row-rule.ts";

export const channelResource = "channel";
/** A package in a package, at most. */
const maxSteps = 5;

/** Of a row that the statement calls by the alias: SQL of whether it is of one of these channels; `ids` is SQL of them. */
type Belongs = (alias: string, ids: string) => string;

/** A field by which a row belongs to a channel. */
export interface Naming {
  readonly field: string;
  readonly sql: Belongs;
  /** SQL of whether it is of the user themselves (`channelUsersSeeOwn`); `user` is SQL of their id. */
  readonly ofUser?: (alias: string, user: string) => string;
}

const anyOf = (conditions: readonly string[]): string => (conditions.length === 0 ? "false" : `(${conditions.join(" OR ")})`);

export function namingBy(resource: ResourceModel, field: FieldModel): Naming | undefined {
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

const sameTenant = (left: ResourceModel, leftAlias: string, right: ResourceModel, rightAlias: string): string =>
  isTenantTable(left) && isTenantTable(right) ? ` AND ${leftAlias}.tenant_id = ${rightAlias}.tenant_id` : "";

/** SQL of the row's own channel and those of what it is carried in, of which the newest stamp holds. */
function inEffect(model: Model, resource: ResourceModel): Belongs | undefined {
  const { packedIn } = resource.data;
  const relation = model.resource.get(packedIn?.relation ?? "");
  const [channel] = referencesTo(model, channelResource, resource);
  if (packedIn === undefined || relation === undefined || channel === undefined) return undefined;
  const column = (of: ResourceModel, name: string) => quoted(columnOf(of, name).column);
  const movedAt = column(resource, packedIn.movedAt);
  return (alias, ids) => `(WITH RECURSIVE outwards(id, depth) AS (
      SELECT ${alias}.id, 0
      UNION ALL SELECT carried.${column(relation, packedIn.package)}, outwards.depth + 1 FROM outwards
        JOIN ${quoted(relation.table)} carried ON carried.${column(relation, packedIn.item)} = outwards.id
        WHERE carried.is_deleted = 0 AND carried.${column(relation, packedIn.package)} IS NOT NULL AND outwards.depth < ${maxSteps}
          ${sameTenant(relation, "carried", resource, alias)}
    ) SELECT carrier.${column(resource, channel.name)} FROM outwards JOIN ${quoted(resource.table)} carrier ON carrier.id = outwards.id
      WHERE carrier.${movedAt} IS NOT NULL ORDER BY carrier.${movedAt} DESC, outwards.depth LIMIT 1) = ANY (${ids}::bigint[])`;
}

const byMaker = (alias: string, user: string): string => `${alias}.create_user = ${user}::bigint`;

/** Makes the namings of a model. */
class Namings {
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

  of(resource: ResourceModel): readonly Naming[] {
    const { ofChannels } = resource.data;
    // Never true, and names the parameter that the statement sends.
    if (ofChannels === "none") return [{ field: resource.title, sql: (_alias, ids) => `(${ids}::bigint[] IS NULL)` }];
    const own = directly(this.#model, resource);
    const effect = inEffect(this.#model, resource);
    return [
      // The own stamp is compared first: it is at hand, and few rows have one.
      ...own.map(({ field, sql }) => ({
        field,
        sql: effect === undefined ? sql : (alias: string, ids: string) => `(${sql(alias, ids)} AND ${effect(alias, ids)})`,
      })),
      ...this.#owners.flatMap((owner) => (owner === resource ? [] : this.#through(owner, resource))),
      ...Object.entries(ofChannels ?? {}).map(([field, targets]) => ({ field, sql: this.#naming(resource, field, targets) })),
    ].map((naming, index) => (index === 0 && resource.data.channelUsersSeeOwn === true ? { ...naming, ofUser: byMaker } : naming));
  }

  /** How rows that refer to something of a channel tell that it is of one of those. */
  #through(owner: ResourceModel, resource: ResourceModel): readonly Naming[] {
    const own = directly(this.#model, owner);
    return referencesTo(this.#model, owner.name, resource).flatMap((field): readonly Naming[] => {
      const column = columnOf(resource, field.name);
      if (column.columnType !== "id" || column.isArray) return [];
      const sql: Belongs = (alias, ids) =>
        `EXISTS (SELECT FROM ${quoted(owner.table)} owned WHERE owned.id = ${alias}.${quoted(column.column)}${sameTenant(owner, "owned", resource, alias)} AND ${anyOf(own.map((one) => one.sql("owned", ids)))})`;
      return [{ field: field.name, sql }];
    });
  }

  /** Whether the row that a field names belongs to them: by its id, or by its code. */
  #naming(resource: ResourceModel, name: string, targets: readonly string[]): Belongs {
    const column = columnOf(resource, name);
    const named = targets.flatMap((target) => this.#model.resource.get(target) ?? []);
    return (alias, ids) => {
      const [inner, value] = [`${alias}_of`, `${alias}.${quoted(column.column)}`];
      return anyOf(
        named.map((target) => {
          // Goods are named by their code where not by their id.
          const isCode = column.columnType !== "id" && target.data.packedIn !== undefined;
          const key = isCode ? quoted(columnOf(target, target.title).column) : "id";
          return `EXISTS (SELECT FROM ${quoted(target.table)} ${inner} WHERE ${inner}.${key} = ${isCode ? value : asId(value, column.columnType)}${sameTenant(target, inner, resource, alias)} AND ${this.#belongs(target)(inner, ids)})`;
        }),
      );
    };
  }

  /** Whether a row that is named belongs to them; a line does where its document does. */
  #belongs(resource: ResourceModel): Belongs {
    const effect = inEffect(this.#model, resource);
    if (effect !== undefined) return effect;
    const namings = this.of(resource);
    if (namings.length > 0) return (alias, ids) => anyOf(namings.map((one) => one.sql(alias, ids)));
    const masters = mastersOf(resource, this.#model);
    return (alias, ids) => {
      const inner = `${alias}_of`;
      return anyOf(
        masters.map(({ resource: master, details }) => {
          const by = columnOf(resource, details.by);
          return `EXISTS (SELECT FROM ${quoted(master.table)} ${inner} WHERE ${inner}.id = ${asId(`${alias}.${quoted(by.column)}`, by.columnType)}${sameTenant(master, inner, resource, alias)} AND ${this.#belongs(master)(inner, ids)})`;
        }),
      );
    };
  }
}

/** The id in a column that may hold it as a text. */
const asId = (value: string, type: string): string =>
  type === "id" ? value : `CASE WHEN ${value} ~ '^[0-9]{1,18}$' THEN ${value}::bigint END`;

const cached = new WeakMap<Model, ReadonlyMap<string, readonly Naming[]>>();

/** Resources whose rows belong to channels, with how each tells. */
export function namingsOf(model: Model): ReadonlyMap<string, readonly Naming[]> {
  let found = cached.get(model);
  if (found === undefined) {
    const namings = new Namings(model);
    found = new Map(
      model.resources
        .filter(isLimitable)
        .map((resource) => [resource.name, namings.of(resource)] as const)
        .filter(([, naming]) => naming.length > 0),
    );
    cached.set(model, found);
  }
  return found;
}
