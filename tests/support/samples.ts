// Valid rows of any resource, made from its definition: the samples of its field kinds, and the rows these refer to.
import { expiriesOf } from "#schema/expiry";
import { isRecord } from "#schema/json";
import { choicesOf, kindOf } from "#schema/kinds";
import { applies, kindData, type FieldModel, type ReferenceModel, type ResourceModel } from "#schema/model";
import type { SampleContext } from "#schema/field-kind";
import { withRulesMet } from "#schema/sample";
import { timeNamed } from "#schema/local-time";
import {
  alternativesOf,
  comparisonsIn,
  isComparison,
  meets,
  operandValue,
  type AllOf,
  type Comparison,
  type Condition,
} from "#schema/text";
import { storedDefault } from "#schema/validation";
import { toWire } from "#schema/wire";
import { columnOf, columnsOf } from "../../src/server/store/columns.ts";
import { insertRow } from "../../src/server/crud/write/write.ts";
import { isListedWrite } from "./proof/missing.ts";
import { people, testNow, type Answer, type Client, type PersonName, type TestServer } from "./server.ts";

/** Field → value as a form sends it. */
export type Body = Record<string, unknown>;

/** What the samples of kinds cannot know: rules of one resource. */
const ownRules: Readonly<Record<string, (number: number) => Body>> = {
  // Counted from its serials (src/server/domain/codes/make-ranges.ts).
  codemakerecord: () => ({ num: 2 }),
  // Whatever a tenant writes is a text; the default is of each type (src/server/domain/bind-config/typed-values.ts).
  config: (number) => ({ valueType: 1, configValue: String(number), options: [{ value: String(number) }] }),
  // Codes begin with the parent's (resources/system/region.ts); provinces stand below 00.
  region: (number) => ({ parentCode: "00", code: String(9000 + number), level: "1" }),
  // Tenants get their six digits from a hook that these tests leave out.
  "flow-manager": () => ({ tenantId: "100001" }),
  // Of a kind that somebody collects for, whatever the amount (src/server/domain/payments/pay-orders.ts).
  "pay-channel": () => ({ type: 4, minAmount: "2.00", maxAmount: "99999999.00" }),
  // Clients that have expired open no pay orders; keys and addresses of theirs are none that a sample makes up (src/server/domain/mall/tenant-client.ts).
  "tenant-client": () => ({ expireTime: "2099-12-31 23:59:59", publicKey: "", privateKey: "", ipWhitelist: "127.0.0.1" }),
  // Within what was paid, by hand.
  "pay-refund-order": () => ({ refundType: 1, refundMethod: 2, refundAmount: "0.01" }),
  // A sale attribute is picked from its values (src/server/domain/product/attribute-rules.ts).
  "product-attribute": (number) => ({ type: 2, inputType: 1, attributeValues: [{ attrValue: `value${number}`, sort: 1 }] }),
  // No two SKUs of a product have the same values, and none of a commodity the same specs; one without values meets no other.
  "product-sku": () => ({ attrs: [] }),
  "commodity-sku": (number) => ({ specs: { number: String(number) }, stock: 1_000_000, status: 1 }),
  // What is ordered is for sale, and nobody has points yet (src/server/domain/mall/order-plan.ts).
  commodity: () => ({ type: 1, limitQuantity: 0 }),
  "client-platform": () => ({ status: 1 }),
  order: () => ({ usedPoints: 0, discountAmount: "0.00" }),
  // The first of a member is the default (src/server/domain/mall/addresses.ts).
  address: () => ({ isDefault: 1 }),
  // Addresses of databases that can be connected to (src/server/domain/system/data-sources.ts).
  // Its secret has a form of its own (src/server/domain/system/webhooks/webhook.ts).
  webhook: () => ({ events: ["factory.created"], secret: `whsec_${"A".repeat(43)}=` }),
  datasource: (number) => ({ driverClass: "com.mysql.cj.jdbc.Driver", url: `jdbc:mysql://db.example.com:3306/shop${number}` }),
  // What scopes name must be there (src/server/domain/authority/scopes.ts).
  "data-scope": () => ({ scopeClass: "factory", scopeColumn: "create_dept", scopeType: "3", scopeField: "*" }),
  "api-scope": (number) => ({ scopePath: `/sample/${number}/**` }),
  "client-authority": (number) => ({ authorityPath: `/sample/${number}/**` }),
  // What a report says must be there (src/server/domain/desk/reports.ts).
  report: () => ({ definition: { resource: "factory", rows: [{ field: "factoryType" }], totals: [{ of: "count" }] } }),
  // Orders are placed while the work together lasts (src/server/domain/business/order-rules.ts).
  partner: () => ({ cooperateEnd: "2099-12-31" }),
  // A default is enabled, and another server needs the password again (src/server/domain/messages/mail/mailboxes.ts).
  email: (number) => ({ isDefault: 0, smtpHost: `smtp${number}.example.com` }),
  // Addresses, of which a list is a text (src/server/domain/messages/mail/record-rules.ts).
  "email-record": (number) => ({ receivers: `person${number}@example.cn`, ccReceivers: "" }),
  sms: () => ({ paramNames: "code" }),
  // The one layer that every spec has (src/server/domain/packaging/spec-layers.ts).
  "doc-detail": () => ({ layer: 1 }),
  "warehouse-out-bill-detail": () => ({ layer: 1 }),
  traygoods: () => ({ layer: 1, num: 1 }),
  // Lines in layers that their specs have are the subject of tests of their own.
  saledoc: () => ({ details: [] }),
  "warehouse-in-bill": () => ({ details: [] }),
  // Goods that stock does not have to follow (src/server/domain/warehousing/adjustments.ts).
  warehousegoodscurrent: () => ({ num: 0 }),
  // What is picked has a value to pick (src/server/domain/attributes/list-values.ts).
  attr: () => ({ inputType: 1, attrValues: [{ attrValue: "value", sort: 1 }] }),
  // People enter products; other owners come with raw materials and process steps.
  // (src/server/domain/attributes/owners.ts).
  "attr-owner": () => ({ ownerType: 1 }),
  // Of a type with the owner that it names, which is that of a raw material.
  attrownerrelation: () => ({ relationType: 1 }),
  // Records begin with a line of base units (src/server/domain/codes/generation-lines.ts).
  "code-gen-record-detail": () => ({ layer: 2 }),
  // The value of a list is picked and not typed (src/server/domain/attributes/goods-values.ts).
  goodsattr: () => ({ attrValue: "" }),
  "attr-owner-bill": () => ({ attrList: [] }),
  // Values are of their own attributes; a batch without attributes has none that could be another's.
  "attribute-owner-doc": () => ({ docAttrList: [] }),
  // Enabled ones stand in an order (src/server/domain/loyalty/grades.ts).
  grade: (number) => ({ minGrowth: number, shareRate: "1.00", parentShareRate: "1.00", status: 2 }),
  "exchange-record": () => ({ quantity: 1 }),
  // A web link begins with https:// (src/server/domain/loyalty/pictures.ts).
  "img-nav": () => ({ linkType: 1 }),
  // What staff may add by hand (src/server/domain/loyalty/income.ts).
  "income-record": () => ({ incomeType: 4 }),
  "activate-reward": () => ({ rewardType: 1, amount: "1.00" }),
  // Several of one sale come to no more than the sale (src/server/domain/loyalty/shares.ts).
  "share-benefit": () => ({ rate: "1.00" }),
};

/** Ranges that must not overlap: two numbers or two days of its own for each row. */
function ownRanges(resource: ResourceModel, number: number): Body {
  return Object.assign(
    {},
    ...Object.values(resource.data.noOverlap ?? {}).map(({ from, to }): Body => {
      const temporal = resource.field.get(from)?.traits.temporal;
      if (temporal === undefined) return { [from]: 10 * number, [to]: 10 * number + 1 };
      // Years ahead of every clock that tests run by: a period that is over cannot be added.
      const day = timeNamed(`+${3650 + number}d`, testNow);
      return temporal === "day" ? { [from]: day, [to]: day } : { [from]: `${day} 00:00:00`, [to]: `${day} 12:00:00` };
    }),
  ) as Body;
}

const ruledValues = (resource: ResourceModel, number: number): Body => ({
  ...ownRanges(resource, number),
  ...ownRules[resource.name]?.(number),
});

/** Whether a rule of its resource decides about a field of its samples. */
export const isRuled = (resource: ResourceModel, { name }: FieldModel): boolean => name in ruledValues(resource, 1);

/** Fields that hold what the row of a reference holds, under the name that it has there. */
const agreements: Readonly<Record<string, { readonly with: string; readonly fields: Readonly<Record<string, string>> }>> = {
  "attribute-owner-doc": { with: "docDetailId", fields: { productId: "productId", specId: "specId" } },
  // Documents of a bill are of its warehouse and channel.
  "stock-in-doc": { with: "warehouseInBillId", fields: { warehouseId: "warehouseId" } },
  "stock-out-doc": { with: "warehouseOutBillId", fields: { warehouseId: "warehouseId", channelId: "channelId" } },
  // A channel buys from one above it.
  saledoc: { with: "toChannelId", fields: { fromChannelId: "pid" } },
  // A brand covers the category of its products.
  "product-spu": { with: "brandId", fields: { categoryId: "categoryIds" } },
  // A mail about an order goes to its partner.
  "email-record": { with: "orderId", fields: { partnerId: "partnerId" } },
  // Entries of a dictionary have its code.
  dict: { with: "parentId", fields: { code: "code" } },
  "dict-biz": { with: "parentId", fields: { code: "code" } },
};

/** Rows that come with one of another resource, by a value they are asked to hold: the resource, and the field that names its row. */
const origins: Readonly<Record<string, { readonly by: string; readonly of: ReadonlyMap<unknown, string>; readonly link: string }>> = {
  "attr-owner": {
    by: "ownerType",
    of: new Map([
      [2, "raw-material"],
      [3, "process-step"],
    ]),
    link: "refId",
  },
};

/** Of what an exchange takes a code: one that is in no package, document or stock yet (src/server/domain/codes/replacement.ts). */
const freshCode: Body = {
  codeFuncType: 1,
  digitSourceMark: "SELF",
  layer: 1,
  lifeStatus: 1,
  blockStatus: 0,
  stampTime: null,
  stockInDocId: null,
  stockOutDocId: null,
  codeSetId: null,
};

/** Fields that hold what people know the row of another resource by, without being references: that row. */
const spellings: Readonly<Record<string, Readonly<Record<string, { readonly resource: string; readonly row: Body }>>>> = {
  "code-replace": { oldCode: { resource: "code-item", row: freshCode }, newCode: { resource: "code-item", row: freshCode } },
  traygoods: { code: { resource: "code-item", row: { ...freshCode, productId: null, specId: null } } },
};

/**
 * References to the next of a row of numbers: the layers of a spec follow each other without a gap
 * (src/server/domain/packaging/spec-layers.ts).
 */
const successions: Readonly<Record<string, { readonly of: string; readonly field: string; readonly number: string }>> = {
  specpacklayer: { of: "specId", field: "packLayerId", number: "layer" },
};

/**
 * References to rows that nothing else refers to: the pack of an owner may have brought it the attributes of any other, and goods are not
 * transferred to where they are.
 */
const fresh: Readonly<Record<string, string>> = {
  "stock-out-doc": "toWarehouseId",
  attrrelation: "attrId",
  "pay-order": "orderId",
  "pay-refund-order": "payOrderId",
  "product-attribute-group": "attributeIds",
  "activate-record": "terminalDeviceId",
};

/** What else the server writes with a row that it advances: a pay order is paid together with its order. */
const advancedTogether: Readonly<Record<string, string>> = {
  "pay-order": `update "order" o set status = 2, paid_amount = p.amount from pay_order p where p.id = $1 and p.status = 2 and o.tenant_id = p.tenant_id and o.id = p.order_id`,
};

/** What rows belong to: one of its own for each, which holds this. */
const ownMasters: Readonly<Record<string, Body>> = {
  // What spans SKUs is the subject of tests of its own (src/server/domain/product/product-skus.ts).
  "product-sku": { saleAttributeIds: [] },
};

/** What a row must hold to be removed, where no condition of its definition says so. */
export const removable: Readonly<Record<string, Body>> = {
  "product-attribute-group": { attributeIds: [] },
  "spu-sku-attr-map": { skuId: "" },
};

/** What effects ask of the rows that references name, besides what the definition does. */
const requested: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string | number>>>>>> = {
  terminal: { merchantId: { status: 1 } },
  // Merchants earn in their normal state (src/server/domain/loyalty/shares.ts).
  "share-benefit": { merchantId: { status: 1 } },
  // What is on the shelf can be ordered.
  "commodity-sku": { commodityId: { status: 1 } },
  "activate-record": { terminalDeviceId: { status: 1 } },
  "activate-reward": { activateRecordId: { status: 1 } },
  "exchange-record": {
    memberId: { points: 1_000_000 },
    commodityId: { status: 1, exchangePoints: 1, limitQuantity: 0 },
    commoditySkuId: { status: 1, stock: 1000, points: 0 },
    terminalId: { status: 1 },
  },
};

/**
 * References to rows without what comes with them otherwise: a member who was there before members had accounts, the head of a department
 * who was there before it.
 */
const bare: Readonly<Record<string, string>> = { "user-account": "memberId", dept: "headId" };

/** The payload of an answer that must be an object. */
export function objectIn(answer: Answer): Record<string, unknown> {
  if (!isRecord(answer.data)) throw new Error(`no object in ${JSON.stringify(answer)}`);
  return answer.data;
}

/** The payload of an answer that must be an array of objects. */
export function arrayIn(answer: Answer): readonly Record<string, unknown>[] {
  if (!Array.isArray(answer.data) || !answer.data.every(isRecord)) throw new Error(`no array in ${JSON.stringify(answer)}`);
  return answer.data;
}

/** Records of a page. */
export function recordsIn(answer: Answer): readonly Record<string, unknown>[] {
  const { records } = objectIn(answer);
  if (!Array.isArray(records) || !records.every(isRecord)) throw new Error(`no page in ${JSON.stringify(answer)}`);
  return records;
}

export interface Samples {
  /** A body that submits a valid new row. Bodies of different calls differ in what must be unique. */
  body(resource: ResourceModel, more?: Body): Promise<Body>;
  /** A row as `detail` answers it: made by submit, or written to its table where the resource takes none. */
  row(resource: ResourceModel, more?: Body): Promise<Record<string, unknown>>;
  /** A row written to its table past every rule, with a value in every column: also in those that only the server writes. */
  stored(resource: ResourceModel, more?: Body): Promise<Record<string, unknown>>;
  /** Who writes rows of a resource. */
  writer(resource: ResourceModel): PersonName;
}

/** Who may write: tenants' own rows by the tenant's administrator, those of the platform by its own. */
export function writerOf(resource: ResourceModel, tenants: PersonName = "zhangwei"): PersonName {
  return resource.scope === "platform" || resource.data.writeAccess === "administrator" ? "administrator" : tenants;
}

/** The call that adds rows; undefined also where it is not available yet. */
export function addPath(resource: ResourceModel): string | undefined {
  if (isListedWrite(resource, "add")) return undefined;
  if (resource.calls.has("submit")) return `${resource.path}/submit`;
  return resource.calls.has("save") ? `${resource.path}/save` : undefined;
}

/** The call that changes rows; undefined also where it is not available yet. */
export function editPath(resource: ResourceModel): string | undefined {
  if (isListedWrite(resource, "edit")) return undefined;
  if (resource.calls.has("submit")) return `${resource.path}/submit`;
  return resource.calls.has("update") ? `${resource.path}/update` : undefined;
}

/** The resources of the rows that are being made, each for the one before it. */
type Path = readonly string[];

/** A value that is to be made. */
interface Wish {
  readonly resource: ResourceModel;
  readonly field: FieldModel;
  readonly record: Body;
  /** What the row was asked to hold. */
  readonly wanted: Body;
  /** Where narrowing fields are set that the value decides. */
  readonly narrowed: Body;
  readonly count: number;
  readonly path: Path;
}

/** What a record is to hold. */
interface Filling {
  readonly wanted: Body;
  /** The fields that get a value. */
  readonly holds: (field: FieldModel) => boolean;
  /** Also those whose condition does not hold. */
  readonly isWhole?: boolean;
}

/** How many bodies were made for a server, by whichever samples: what must be unique on the whole platform stays so. */
const counts = new WeakMap<TestServer, number>();

/** Samples of a server; `tenants` writes those rows that belong to a tenant. */
export function createSamples(server: TestServer, tenants?: PersonName): Samples {
  const { model } = server;
  const writerFor = (resource: ResourceModel): PersonName => writerOf(resource, tenants);
  const made = new Map<string, Promise<Record<string, unknown>>>();
  const clients = new Map<PersonName, Client>();
  const clientOf = (resource: ResourceModel): Client => {
    const name = writerFor(resource);
    const client = clients.get(name) ?? server.as(name);
    clients.set(name, client);
    return client;
  };

  /** Resources without whose rows there is none of this one. */
  const needed = (resource: ResourceModel): readonly string[] => [
    ...resource.fields.flatMap(({ required, reference }) =>
      required === undefined || reference === undefined ? [] : [reference.resource],
    ),
    ...model.resources.filter(({ details }) => details?.resource === resource.name).map(({ name }) => name),
  ];

  /** A row that a reference may name: one on offer, that the reference's filter admits. */
  const target = async (
    reference: ReferenceModel,
    record: Body,
    isFresh: boolean,
    path: Path,
  ): Promise<Record<string, unknown> | undefined> => {
    const resource = model.resource.get(reference.resource);
    if (resource === undefined || !mayFill(resource, path)) return undefined;
    if (needed(resource).some((name) => name !== resource.name && path.includes(name))) return undefined;
    const wanted = Object.entries({ ...offeredOf(resource), ...reference.filter }).map(([name, expected]): [string, unknown] => {
      if (isRecord(expected) && "field" in expected) return [name, record[String(expected["field"])]];
      return [name, Array.isArray(expected) ? expected[0] : expected];
    });
    const more = Object.fromEntries(wanted);
    if (isFresh) return rowFor(resource, more, path);
    // The row above another of its tree is not the one that waits for it.
    const key = `${resource.name} ${JSON.stringify(more)} ${path.at(-1) === resource.name}`;
    const existing = made.get(key) ?? rowFor(resource, more, path);
    made.set(key, existing);
    return existing;
  };

  /** The reference of a field with all that is asked of its rows. */
  const choicesRequest = (resource: ResourceModel, field: FieldModel | undefined): ReferenceModel | undefined =>
    field?.reference === undefined
      ? undefined
      : { ...field.reference, filter: { ...field.reference.filter, ...requested[resource.name]?.[field.name] } };

  /** A reference whose rows belong to one that the narrowing field's own filter admits, where that has a filter. */
  const withinFilters = async ({ resource, record, wanted, path }: Wish, reference: ReferenceModel): Promise<ReferenceModel> => {
    if (reference.within !== undefined && reference.withinParam !== undefined && reference.within in wanted)
      return { ...reference, filter: { ...reference.filter, [reference.withinParam]: wanted[reference.within] } };
    const above = reference.within === undefined ? undefined : choicesRequest(resource, resource.field.get(reference.within));
    const own = reference.withinParam === undefined ? undefined : model.resource.get(reference.resource)?.field.get(reference.withinParam);
    if (above === undefined || own?.reference === undefined || own.readonly || Object.keys(above.filter).length === 0) return reference;
    const parent = await target({ ...above, filter: { ...above.filter, ...own.reference.filter } }, record, false, path);
    return parent === undefined ? reference : { ...reference, filter: { ...reference.filter, [own.name]: parent[above.valueField] } };
  };

  /** The row that follows those which the record's others refer to; undefined where the record is the first of them. */
  const successor = async ({ resource, field, record, path }: Wish, reference: ReferenceModel): Promise<string | undefined> => {
    const succession = successions[resource.name];
    const referred = model.resource.get(reference.resource);
    if (succession?.field !== field.name || referred === undefined) return undefined;
    const { of, number } = succession;
    const [requests] = await server.database.owner.read([
      {
        sql: `select max("${columnOf(resource, number).column}") as last from "${resource.table}" where "${columnOf(resource, of).column}" = $1 and is_deleted = 0`,
        parameters: [record[of]],
      },
    ]);
    const last = Number(requests?.rows[0]?.["last"] ?? 0);
    if (last < 1) return undefined;
    const [existing] = recordsIn(await clientOf(referred).get(`${referred.path}/list`, { [`${number}_equal`]: String(last + 1) }));
    return String((existing ?? (await rowFor(referred, { ...offeredOf(referred), [number]: last + 1 }, path)))["id"]);
  };

  const referenceFor = async (wish: Wish): Promise<unknown> => {
    const { resource, field, record, narrowed, path } = wish;
    const reference = choicesRequest(resource, field);
    if (reference === undefined) return undefined;
    const referred = model.resource.get(reference.resource);
    if (bare[resource.name] === field.name && referred !== undefined) return (await written(referred, {}, path))["id"];
    const next = await successor(wish, reference);
    if (next !== undefined) return next;
    // Where rows are unique by what they refer to, and by choices at most, each refers to others.
    const isFew = (name: string) => {
      const one = resource.field.get(name);
      return one !== undefined && (one.reference !== undefined || choicesOf(one) !== undefined);
    };
    // That one is another row which nothing deeper in a cascade decides.
    const isDecided = (name: string) => resource.fields.some((other) => other.reference?.within === name);
    const isKey = resource.uniques.some(
      ({ fields }) =>
        fields.every(isFew) && fields.find((name) => resource.field.get(name)?.reference !== undefined && !isDecided(name)) === field.name,
    );
    const isFresh = isKey || fresh[resource.name] === field.name;
    const found = await target(await withinFilters(wish, reference), record, isFresh, path);
    if (found === undefined) return undefined;
    if (
      reference.within !== undefined &&
      reference.withinParam !== undefined &&
      !reference.several &&
      model.resource.get(reference.resource)?.field.has(reference.withinParam) === true
    ) {
      const parent = found[reference.withinParam];
      if (parent !== "" && parent !== -1) narrowed[reference.within] = parent;
    }
    const value = found[reference.valueField];
    return reference.several ? [String(value)] : String(value);
  };

  /** Unique numbers of a narrow range: the smallest that no row has. The kinds' own samples end at the largest. */
  const freeNumber = async (resource: ResourceModel, field: FieldModel): Promise<number> => {
    const column = `"${columnOf(resource, field.name).column}"`;
    const [used] = await server.database.owner.read([
      { sql: `select ${column} as value from "${resource.table}" where is_deleted = 0`, parameters: [] },
    ]);
    const taken = new Set(used?.rows.map((one) => Number(one["value"])));
    let free = smallest(field);
    while (taken.has(free)) free += 1;
    return free;
  };

  const lineFor = async (fields: readonly FieldModel[], wish: Wish): Promise<Body> => {
    const line: Body = {};
    for (const field of [...fields].sort(
      (left, right) => Number(left.reference?.within === undefined) - Number(right.reference?.within === undefined),
    )) {
      const value =
        field.name in line ? undefined : await valueFor({ ...wish, field, record: { ...wish.record, ...line }, narrowed: line });
      if (value !== undefined && !(field.name in line)) line[field.name] = value;
    }
    return withRulesMet({ rules: kindData(wish.field.data).rules, fields, now: testNow }, line);
  };

  const valueFor = async (wish: Wish): Promise<unknown> => {
    const { resource, field, count, path } = wish;
    const spelled = spellings[resource.name]?.[field.name];
    const spelledResource = spelled === undefined ? undefined : model.resource.get(spelled.resource);
    if (spelled !== undefined && spelledResource !== undefined)
      return (await written(spelledResource, spelled.row, path))[spelledResource.title];
    if (field.reference !== undefined) return referenceFor(wish);
    if (field.traits.holdsRows) return [await lineFor(field.fields, wish)];
    if (field.traits.number === "whole" && field.unique !== undefined) return freeNumber(resource, field);
    // A row whose time is over would be read in another state than it was written in.
    if (expiriesOf(resource).some(({ at }) => at === field.name)) return `${timeNamed(`+${3650 + count}d`, testNow)} 08:00:00`;
    const context: SampleContext = {
      number: count,
      now: testNow,
      referenceTo: () => undefined,
      dictionaryKey: () => String(1 + (count % 2)),
    };
    return kindOf(field.data).sample(field.data, context, () => ({}));
  };

  /** Of rows that belong to another's row (lines of a document): that row. */
  const masterOf = async (resource: ResourceModel, path: Path): Promise<Body> => {
    const master = model.resources.find((one) => one.details?.resource === resource.name && one !== resource);
    const { details } = master ?? {};
    if (master === undefined || details === undefined || path.includes(master.name)) return {};
    const writableWhen = Object.entries({ ...offeredOf(master), ...firstOf(details.writableWhen) }).filter(
      ([name]) => master.field.get(name)?.readonly === false,
    );
    const wanted = Object.fromEntries(writableWhen.map(([name, expected]) => [name, Array.isArray(expected) ? expected[0] : expected]));
    const make = () =>
      rowFor(master, { ...ownMasters[resource.name], ...wanted, ...requested[resource.name]?.[details.by] }, [...path, resource.name]);
    const isKey = resource.name in ownMasters || resource.uniques.some(({ fields }) => fields[0] === details.by);
    const key = `${master.name} master`;
    const found = isKey ? make() : (made.get(key) ?? make());
    if (!isKey) made.set(key, found);
    const besides = Object.entries(details.with ?? {}).filter(([, value]) => typeof value !== "object");
    return { ...Object.fromEntries(besides), [details.by]: String((await found)["id"]) };
  };

  const fill = async (resource: ResourceModel, { wanted, holds, isWhole = false }: Filling, above: Path): Promise<Body> => {
    const count = (counts.get(server) ?? 0) + 1;
    counts.set(server, count);
    const record: Body = { ...ruledValues(resource, count), ...(await masterOf(resource, above)), ...wanted };
    const path = [...above, resource.name];
    // Fields without a condition first; deeper steps of a cascade set the shallower ones.
    const order = [...resource.fields]
      .filter(holds)
      .sort(
        (left, right) =>
          Number(left.showWhen !== undefined) - Number(right.showWhen !== undefined) || depth(resource, right) - depth(resource, left),
      );
    const agreement = agreements[resource.name];
    const agreed = agreement === undefined || agreement.with in record ? undefined : resource.field.get(agreement.with);
    if (agreement !== undefined && agreed?.reference !== undefined) {
      const other = await target(agreed.reference, record, agreed.unique !== undefined, path);
      if (other !== undefined)
        Object.assign(
          record,
          { [agreed.name]: other["id"] },
          Object.fromEntries(Object.entries(agreement.fields).map(([name, there]) => [name, other[there]])),
        );
    }
    for (const field of order) {
      if (field.name in record || !(isWhole || applies(field, record, testNow))) continue;
      const value = await valueFor({ resource, field, record, wanted, narrowed: record, count, path });
      if (value !== undefined && !(field.name in record)) record[field.name] = value;
    }
    if (!isWhole)
      for (const field of resource.fields) if (field.name in record && !applies(field, record, testNow)) delete record[field.name];
    return { ...withRulesMet({ rules: resource.data.rules, fields: resource.fields, now: testNow }, record), ...wanted };
  };

  const isWritable = (resource: ResourceModel) => (field: FieldModel) =>
    !field.readonly && (field.data.administratorOnly !== true || writerFor(resource) === "administrator");

  /** Without the state: a new row has the one that its life begins with. */
  const bodyFor = async (resource: ResourceModel, more: Body, path: Path): Promise<Body> => {
    const { stateField } = resource;
    const body = await fill(resource, { wanted: more, holds: isWritable(resource) }, path);
    return Object.fromEntries(Object.entries(body).filter(([name]) => stateField?.readonly !== true || name !== stateField.name));
  };

  /** Writes a row past every rule. */
  const written = async (resource: ResourceModel, wanted: Body, path: Path, isWhole = false): Promise<Record<string, unknown>> => {
    const values = await fill(
      resource,
      { wanted, isWhole, holds: (field) => field.stored && !field.traits.isSecret && field.data.administratorOnly !== true },
      path,
    );
    const id = await server.services.identifiers.next();
    const writer = people[writerFor(resource)];
    await server.database.owner.transaction((tx) =>
      insertRow(tx, resource, { values, id, scope: { tenantId: writer.tenantId }, caller: writer, now: server.clock.now() }),
    );
    return {
      ...Object.fromEntries(
        [...columnsOf(resource).values()].map(({ name, wire, field }) => {
          const value = values[name] ?? null;
          return [name, toWire(wire, field === undefined ? value : (kindOf(field.data).localized?.(value, "zh") ?? value))];
        }),
      ),
      id,
    };
  };

  /** What only the server writes, such as the state in which a form offers a row. */
  const advance = async (resource: ResourceModel, id: string, more: Body): Promise<void> => {
    const own = Object.entries(more).filter(
      ([name]) => resource.field.get(name)?.readonly === true && resource.field.get(name)?.stored === true,
    );
    if (own.length === 0) return;
    const sets = own.map(([name], index) => `"${columnOf(resource, name).column}" = $${index + 2}`).join(", ");
    await server.database.owner.transaction((tx) =>
      tx.query({
        sql: `update "${resource.table}" set ${sets} where "${columnOf(resource, resource.key).column}" = $1`,
        parameters: [id, ...own.map(([, value]) => value)],
      }),
    );
    const together = advancedTogether[resource.name];
    if (together !== undefined) await server.database.owner.transaction((tx) => tx.query({ sql: together, parameters: [id] }));
  };

  const rowFor = async (resource: ResourceModel, more: Body, above: Path): Promise<Record<string, unknown>> => {
    const path = addPath(resource);
    const origin = origins[resource.name];
    const source = model.resource.get(origin?.of.get(more[origin.by]) ?? "");
    if (origin !== undefined && source !== undefined && mayFill(source, above)) {
      const shownRow = await rowFor(source, offeredOf(source), [...above, resource.name]);
      const [row] = recordsIn(await clientOf(resource).get(`${resource.path}/list`, { [`${origin.link}_equal`]: String(shownRow["id"]) }));
      if (row === undefined) throw new Error(`${source.name} came without its ${resource.name}`);
      return row;
    }
    // Nobody submits ledgers and join tables.
    if (path === undefined || !resource.calls.has("detail")) return written(resource, more, above);
    const sent = await bodyFor(resource, more, above);
    const client = clientOf(resource);
    const answer = await client.post(path, sent);
    if (answer.code !== 200) throw new Error(`${resource.name}: ${JSON.stringify(sent)} was refused: ${JSON.stringify(answer)}`);
    const key = resource.key;
    await advance(resource, String(objectIn(answer)[key]), more);
    return objectIn(await client.get(`${resource.path}/detail`, { [key]: String(objectIn(answer)[key]) }));
  };

  return {
    body: (resource, more = {}) => bodyFor(resource, more, []),
    row: (resource, more = {}) => rowFor(resource, more, []),
    stored: (resource, more = {}) => written(resource, more, [], true),
    writer: writerFor,
  };
}

/**
 * Whether a row of this resource may be made for the last of these: not where it waits for that row itself, but one more level of a tree.
 */
function mayFill({ name }: ResourceModel, path: Path): boolean {
  const times = path.filter((one) => one === name).length;
  return times === 0 || (times === 1 && path.at(-1) === name);
}

/**
 * What a new row must hold so that a field takes part in it: {} where it always does, undefined where no new row can hold that, because
 * only the server writes it later.
 */
export function conditionToShow(resource: ResourceModel, field: FieldModel): Body | undefined {
  return conditionFor(resource, field.showWhen ?? {});
}

/** What a new row must hold to meet a condition; undefined where none can, or where that depends on what only the server writes. */
export const conditionFor = (resource: ResourceModel, condition: Condition): Body | undefined =>
  alternativesOf(condition)
    .map((all) => conditionToMeet(resource, all))
    .find((conditions) => conditions !== undefined);

/** A value for a comparison; {} where every sample has one. */
function compared(name: string, expected: Comparison): Body | undefined {
  if (expected.empty !== undefined) return expected.empty ? { [name]: "" } : {};
  const now = testNow;
  const values = comparisonsIn(expected).flatMap(([, operand]) =>
    typeof operand === "object"
      ? []
      : [operandValue(operand, {}, now), timeNamed("+1y", now), String(Number(operand) + 1), String(Number(operand) - 1)],
  );
  const value = values.find((one) => meets({ [name]: expected }, { [name]: one }, now));
  return value === undefined ? undefined : { [name]: value };
}

function conditionToMeet(resource: ResourceModel, all: AllOf): Body | undefined {
  const conditions: Body = {};
  for (const [name, expected] of Object.entries(all)) {
    const other = resource.field.get(name);
    if (other === undefined) return undefined;
    const above = conditionToShow(resource, other);
    if (above === undefined) return undefined;
    Object.assign(conditions, above);
    if (other.readonly) {
      const { initial: initialOf } = kindOf(other.data);
      const initial = initialOf?.(other.data) ?? storedDefault(other);
      if (!meets({ [name]: expected }, { [name]: initial }, testNow)) return undefined;
      continue;
    }
    if (isComparison(expected)) {
      const more = compared(name, expected);
      if (more === undefined) return undefined;
      Object.assign(conditions, more);
      continue;
    }
    // Every reference of a sample holds something.
    if (other.reference !== undefined && typeof expected === "object" && !Array.isArray(expected)) continue;
    const candidates = [expected, choicesOf(other)?.map(([value]) => value) ?? [], ["1", "2", "3"]]
      .flat()
      .filter((one) => typeof one !== "object");
    const chosen = candidates.find((one) => meets({ [name]: expected }, { [name]: one }, testNow));
    if (chosen === undefined) return undefined;
    conditions[name] = chosen;
  }
  return conditions;
}

/** What rows must hold that forms offer. */
function offeredOf(resource: ResourceModel): AllOf {
  const where = ["select", "tree", "lazy-tree"]
    .map((name) => resource.reads.find((read) => read.name === name)?.where)
    .find((one) => one !== undefined);
  return firstOf(where);
}

/** One way to meet a condition. */
const firstOf = (condition: Condition | undefined): AllOf => (condition === undefined ? {} : (alternativesOf(condition)[0] ?? {}));

function smallest(field: FieldModel): number {
  return "min" in field.data && typeof field.data.min === "number" ? field.data.min : 1;
}

/** How many steps of a cascade stand above a field. */
function depth(resource: ResourceModel, field: FieldModel, seen: readonly string[] = []): number {
  const within = field.reference?.within;
  const parent = within === undefined || seen.includes(within) ? undefined : resource.field.get(within);
  return parent === undefined ? 0 : 1 + depth(resource, parent, [...seen, field.name]);
}
