// Dynamic attributes: those on offer, and those that a product's batches ask for, of itself, its materials and its steps.
import { sql, type Expression } from "kysely";
import { inputTypes, type RequestedAttribute } from "../../../fields/requested-attributes.ts";
import type { CommitContext, Domain, ReadHandler } from "../../contract.ts";
import { malformedParameter } from "../../http/errors.ts";
import { isId } from "../../crud/sql/keys.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { db, read, rows, type Query } from "../../rows/query.ts";
import type { TableRows, TableSources } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

/** attrType of what is entered per batch and document line. */
const dynamic = 2;

interface OfferedValue {
  readonly id: string;
  readonly attrValue: string;
}

/** The values on offer of an attribute whose values are chosen. */
function offeredValues({ unscoped }: TableSources, id: Expression<string>, inputType: Expression<number | null>) {
  const values = db
    .selectFrom(unscoped("attr-value", "v"))
    .where("v.attrId", "=", id)
    .where("v.status", "=", 1)
    .select(({ ref }) =>
      sql`jsonb_agg(jsonb_build_object('id', ${ref("v.id")}::text, 'attrValue', ${ref("v.attrValue")}) order by ${ref("v.sort")}, ${ref("v.id")})`.as(
        "values",
      ),
    );
  return sql<readonly OfferedValue[] | null>`case when ${inputType} = 1 then ${values} end`;
}

interface Described {
  readonly attrName: string | null;
  readonly attrProp: string | null;
  readonly inputType: number | null;
  readonly isRequired: number | null;
  readonly attrValues: readonly OfferedValue[] | null;
}

/** An attribute as forms ask for it; both reads have these members. */
const describedBy = ({ attrName, attrProp, inputType, isRequired, attrValues }: Described) => ({
  attrName,
  attrProp,
  attrType: dynamic,
  inputType,
  isRequired: isRequired ?? 0,
  attrValues: attrValues ?? [],
});

const offered = prepared("attr_select_dynamic", (_given: Given<object>, from) =>
  db
    .selectFrom(from.accessible("attr", "a"))
    .where("a.attrType", "=", dynamic)
    .where("a.status", "=", 1)
    .orderBy("a.sort")
    .orderBy("a.id")
    .select(({ ref }) => [
      "a.id",
      "a.attrName",
      "a.attrProp",
      "a.inputType",
      "a.isRequired",
      offeredValues(from, ref("a.id"), ref("a.inputType")).as("attrValues"),
    ]),
);

const selectDynamic: ReadHandler = async (context) => {
  const [matches] = await read(context, [offered(context, {})]);
  return matches.map((row) => ({ id: row.id, ...describedBy(row) }));
};

const kinds = { product: 0, rawMaterial: 1, processStep: 2 } as const;

/**
 * The product's own attributes first, then those of what it is made of and which steps it passes, as long as these are in use. A relation
 * says itself whether its attribute is required, unless it leaves that to the attribute (-1). Which material or step an owner stands for is
 * written in the relation, or in the owner.
 */
function attributesOf(productId: Expression<string>, products: TableRows<"attr-owner", "o">, from: TableSources) {
  const { unscoped } = from;
  const own = db
    .selectFrom(products)
    .where("o.id", "=", productId)
    .where("o.ownerType", "=", 1)
    .select([
      "o.id",
      sql<number | null>`${sql.lit(kinds.product)}`.as("kind"),
      sql<string | null>`null::bigint`.as("refId"),
      sql<number | null>`0`.as("place"),
      sql<string>`0::bigint`.as("relationId"),
      "o.name",
    ]);
  const related = db
    .selectFrom(unscoped("attrownerrelation", "r"))
    .innerJoin(unscoped("attr-owner", "o"), (join) => join.onRef("o.id", "=", "r.relatedOwnerId").on("o.status", "=", 1))
    .where("r.productId", "=", productId)
    .select(({ ref }) => [
      "o.id",
      "r.relationType as kind",
      sql<
        string | null
      >`coalesce(${ref("r.rawMaterialId")}, ${ref("r.processStepId")}, case when ${ref("o.refId")} ~ '^[0-9]{1,18}$' then ${ref("o.refId")}::bigint end)`.as(
        "refId",
      ),
      "r.sort as place",
      "r.id as relationId",
      "o.name",
    ]);
  return db
    .with("owner", () => own.unionAll(related))
    .selectFrom("owner as w")
    .innerJoin(unscoped("attrrelation", "x"), "x.attrOwnerId", "w.id")
    .innerJoin(unscoped("attr", "a"), (join) => join.onRef("a.id", "=", "x.attrId").on("a.attrType", "=", dynamic).on("a.status", "=", 1))
    .leftJoin(unscoped("process-step", "s"), (join) => join.onRef("s.id", "=", "w.refId").on("w.kind", "=", kinds.processStep))
    .leftJoin(unscoped("process-node", "n"), "n.id", "s.processNodeId")
    .orderBy("w.kind")
    .orderBy("w.place")
    .orderBy("w.relationId")
    .orderBy("x.sort")
    .orderBy("x.id")
    .select(({ ref }) => [
      "w.kind",
      "w.refId",
      "w.relationId",
      "w.name",
      "n.name as nodeName",
      "a.id as attrId",
      "a.attrName",
      "a.attrProp",
      "a.inputType",
      "a.unit",
      "a.maxLength",
      sql<number | null>`case when ${ref("x.isRequired")} in (0, 1) then ${ref("x.isRequired")} else ${ref("a.isRequired")} end`.as(
        "isRequired",
      ),
      offeredValues(from, ref("a.id"), ref("a.inputType")).as("attrValues"),
    ]);
}

const ofProduct = prepared("dynamic_attrs", (given: Given<{ readonly productId: string }>, from) =>
  attributesOf(given("productId"), from.accessible("attr-owner", "o"), from),
);

/** The same past the reader's data scopes: what a binding must hold does not depend on who enters it. */
const requestedOfProduct = prepared("asked_attributes", (given: Given<{ readonly productId: string }>, from) =>
  attributesOf(given("productId"), from.unscoped("attr-owner", "o"), from),
);

/** The attributes that bindings of a product are asked for, each with the values on offer. */
export interface BoundAttribute extends RequestedAttribute {
  readonly values: ReadonlySet<string>;
}

export async function requestedAttributes(context: CommitContext, tx: Transaction, productId: string): Promise<readonly BoundAttribute[]> {
  const found = await rows(tx, requestedOfProduct(context, { productId }));
  return found.map((row) => ({
    attrId: row.attrId,
    attrName: row.attrName ?? "",
    ownerName: row.kind === kinds.product ? "" : (row.name ?? ""),
    inputType: row.inputType ?? inputTypes.text,
    isRequired: row.isRequired === 1,
    maxLength: row.maxLength ?? undefined,
    values: new Set((row.attrValues ?? []).map(({ id }) => id)),
    ...(row.kind === kinds.rawMaterial && row.refId !== null ? { rawMaterialId: row.refId } : {}),
    ...(row.kind === kinds.processStep && row.refId !== null ? { processStepId: row.refId } : {}),
  }));
}

type OfProduct = ReturnType<typeof ofProduct> extends Query<infer O> ? O : never;

const definitionOf = (row: OfProduct) => ({
  attrId: row.attrId,
  ...describedBy(row),
  unit: row.unit ?? "",
  maxLength: row.maxLength ?? -1,
});

/** Rows of one kind of owner by owner, each with its attributes. */
function groupsOf<T extends object>(
  all: readonly OfProduct[],
  kind: number,
  head: (row: OfProduct) => T,
): readonly (T & { readonly attrs: readonly object[] })[] {
  const own = all.filter((row) => row.kind === kind);
  const isFirst = (row: OfProduct, index: number) => row.relationId !== own[index - 1]?.relationId;
  return own
    .filter(isFirst)
    .map((one) => ({ ...head(one), attrs: own.filter((row) => row.relationId === one.relationId).map(definitionOf) }));
}

const query: ReadHandler = async (context, parameters) => {
  const productId = parameters["productId"] ?? "";
  if (!isId(productId)) throw malformedParameter("productId");
  const [found] = await read(context, [ofProduct(context, { productId })]);
  const idOf = (row: OfProduct) => row.refId ?? -1;
  return {
    product: found.filter((row) => row.kind === kinds.product).map(definitionOf),
    rawMaterials: groupsOf(found, kinds.rawMaterial, (row) => ({ rawMaterialId: idOf(row), name: row.name })),
    processSteps: groupsOf(found, kinds.processStep, (row) => ({
      processStepId: idOf(row),
      name: row.name,
      processNodeName: row.nodeName ?? "",
    })),
  };
};

interface Batch {
  readonly productId: string;
  readonly specId: string | null;
  readonly batchCode: string;
}

/** Of a bill for the spec and one for the product as a whole, the former; of several the newest. */
const confirmedBill = prepared("known_attributes", (given: Given<Batch>, { accessible }) =>
  db
    .selectFrom(accessible("attr-owner-bill", "b"))
    .where("b.attrOwnerId", "=", given("productId"))
    .where("b.batchCode", "=", given("batchCode"))
    .where("b.status", "=", 1)
    .where(({ or, eb }) => or([eb("b.specId", "is", null), eb("b.specId", "=", given("specId"))]))
    .orderBy("b.specId", (order) => order.asc().nullsLast())
    .orderBy("b.id", "desc")
    .limit(1)
    .select("b.attrList"),
);

const storedValues: ReadHandler = async (context, { productId = "", specId = "", batchCode = "" }) => {
  if (!isId(productId)) throw malformedParameter("productId");
  if (specId !== "" && !isId(specId)) throw malformedParameter("specId");
  const batch = { productId, specId: specId === "" ? null : specId, batchCode: batchCode.trim() };
  const [[bill]] = await read(context, [confirmedBill(context, batch)]);
  return Array.isArray(bill?.attrList) ? bill.attrList : [];
};

export const dynamicAttributesDomain: Domain = {
  reads: { "attr.select-dynamic": selectDynamic, "dynamic-attrs.query": query, "dynamic-attrs.known": storedValues },
  actions: {},
  hooks: {},
};
