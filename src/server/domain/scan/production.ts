// Where and by whom goods were made, as it is bound to the line of the document that they came in with, and their attributes. Read in two steps
// by simple statements: the public asks with every look-up, and a distributed database plans what joins tables anew each time.
import { recordsIn, scalarOrEmpty, textOrEmpty } from "#schema/json";
import type { RequestContext } from "../../contract.ts";
import { isId } from "../../crud/sql/keys.ts";
import { prepared, type Given, type RowOf } from "../../rows/prepared.ts";
import { anyOf, db, type Query, type Run } from "../../rows/query.ts";
import { stockIn } from "../warehousing/planned.ts";

type Context = Pick<RequestContext, "model" | "scope" | "caller">;

/** Of which goods the making is asked for. */
interface OfGoods {
  /** The documents that the code, or what it is packed in, came in with. */
  readonly stockInDocIds: readonly string[];
  readonly productId: string | null;
  readonly batchCode: string;
}

/** Where and by whom goods were made, by the names of places. */
export interface Production {
  readonly factory: string;
  readonly shop: string;
  readonly prodLine: string;
  readonly team: string;
  readonly principal: string;
  readonly qc: string;
  readonly qcReport: string;
}

/** An attribute of goods: a value picked from a list, or one typed. */
export interface AttributeRow {
  readonly attrName: string | null;
  readonly attrProp: string | null;
  readonly value: string;
  readonly rawMaterial: string | null;
  readonly stepName: string | null;
  readonly nodeName: string | null;
}

export interface MadeGoods {
  /** Undefined where nothing is bound. */
  readonly production: Production | undefined;
  readonly attributes: readonly AttributeRow[];
}

/** Of goods of which nothing is bound. */
export const notMade: MadeGoods = { production: undefined, attributes: [] };
/** What is told of goods of which nothing is known. */
export const nowhere: Production = { factory: "", shop: "", prodLine: "", team: "", principal: "", qc: "", qcReport: "" };
/** Lines of the documents that are looked at. */
const maxBindings = 1000;
const maxAttributes = 200;

const bindingsOf = prepared(
  "bindings_of_goods",
  (given: Given<{ readonly docIds: readonly string[]; readonly productId: string }>, { unscoped }) =>
    db
      .selectFrom(unscoped("doc-detail", "d"))
      .innerJoin(unscoped("attribute-owner-doc", "a"), "a.docDetailId", "d.id")
      .where("d.docKind", "=", stockIn)
      .where("d.docId", "=", anyOf(given("docIds")))
      .where("d.productId", "=", given("productId"))
      .orderBy("d.id")
      .limit(maxBindings)
      .select([
        "d.batchCode as ofLine",
        "a.batchCode",
        "a.docAttrList",
        "a.factoryId",
        "a.shopId",
        "a.prodLineId",
        "a.teamId",
        "a.principal",
        "a.qc",
        "a.qcReport",
      ]),
);

type Binding = RowOf<typeof bindingsOf>;

/** The binding of the goods' own batch, else of another, else one that names none; of several that of the first line. */
function nearestBinding(bindings: readonly Binding[], batchCode: string): Binding | undefined {
  const rank = ({ ofLine, batchCode: bound }: Binding): number => {
    const batch = ofLine === null || ofLine === "" ? bound : ofLine;
    return batch === null ? 2 : batch === batchCode ? 0 : 1;
  };
  return bindings.toSorted((one, other) => rank(one) - rank(other))[0];
}

interface ById {
  readonly ids: readonly string[];
}

const factories = prepared("factories_by_id", (given: Given<ById>, { withRemoved }) =>
  db
    .selectFrom(withRemoved("factory", "n"))
    .where("n.id", "=", anyOf(given("ids")))
    .select(["n.id", "n.name"]),
);
const shops = prepared("shops_by_id", (given: Given<ById>, { withRemoved }) =>
  db
    .selectFrom(withRemoved("shop", "n"))
    .where("n.id", "=", anyOf(given("ids")))
    .select(["n.id", "n.name"]),
);
const prodLines = prepared("prod_lines_by_id", (given: Given<ById>, { withRemoved }) =>
  db
    .selectFrom(withRemoved("prod-line", "n"))
    .where("n.id", "=", anyOf(given("ids")))
    .select(["n.id", "n.name"]),
);
const teams = prepared("teams_by_id", (given: Given<ById>, { withRemoved }) =>
  db
    .selectFrom(withRemoved("team", "n"))
    .where("n.id", "=", anyOf(given("ids")))
    .select(["n.id", "n.name"]),
);
const attrs = prepared("attributes_by_id", (given: Given<ById>, { withRemoved }) =>
  db
    .selectFrom(withRemoved("attr", "t"))
    .where("t.id", "=", anyOf(given("ids")))
    .select(["t.id", "t.attrName as name", "t.attrProp as detail"]),
);
const attrValues = prepared("attribute_values_by_id", (given: Given<ById>, { withRemoved }) =>
  db
    .selectFrom(withRemoved("attr-value", "v"))
    .where("v.id", "=", anyOf(given("ids")))
    .select(["v.id", "v.attrValue as name"]),
);
const rawMaterials = prepared("raw_materials_by_id", (given: Given<ById>, { withRemoved }) =>
  db
    .selectFrom(withRemoved("raw-material", "w"))
    .where("w.id", "=", anyOf(given("ids")))
    .select(["w.id", "w.name"]),
);
const steps = prepared("process_steps_by_id", (given: Given<ById>, { withRemoved }) =>
  db
    .selectFrom(withRemoved("process-step", "s"))
    .leftJoin(withRemoved("process-node", "n"), "n.id", "s.processNodeId")
    .where("s.id", "=", anyOf(given("ids")))
    .select(["s.id", "s.name", "n.name as detail"]),
);

/** What a row is called, and what else is asked of it: the property of an attribute, the name of a step's node. */
interface NamedRow {
  readonly id: string;
  readonly name: string | null;
  readonly detail?: string | null;
}

/** Of which rows something is asked, with the query that asks for them. */
interface Asked {
  readonly ids: readonly unknown[];
  readonly query: (context: Context, of: ById) => Query<NamedRow>;
}

const idIn = (value: unknown): string => {
  const id = scalarOrEmpty(value);
  return isId(id) ? id : "";
};

/** Finds rows by their ids, in one round trip; nothing is sent where none is asked for. */
async function namedRows(run: Run, context: Context, asked: readonly Asked[]): Promise<readonly ((id: unknown) => NamedRow | undefined)[]> {
  const wanted = asked.map(({ ids, query }) => ({ ids: [...new Set(ids.map(idIn))].filter((id) => id !== ""), query }));
  const sent = wanted.filter(({ ids }) => ids.length > 0);
  const found = sent.length === 0 ? [] : await run(sent.map(({ ids, query }) => query(context, { ids })));
  const rows = new Map(sent.map((one, index) => [one, new Map((found[index] ?? []).map((row) => [row.id, row]))]));
  return wanted.map((one) => (id) => rows.get(one)?.get(idIn(id)));
}

/** Reads where goods were made, and their attributes, in the order in which they were bound. */
export async function madeGoods(run: Run, context: Context, { stockInDocIds, productId, batchCode }: OfGoods): Promise<MadeGoods> {
  if (stockInDocIds.length === 0 || productId === null) return notMade;
  const [bindings] = await run([bindingsOf(context, { docIds: stockInDocIds, productId })]);
  const binding = nearestBinding(bindings, batchCode);
  return binding === undefined ? notMade : namedBinding(run, context, binding);
}

async function namedBinding(run: Run, context: Context, binding: Binding): Promise<MadeGoods> {
  const bound = recordsIn(binding.docAttrList);
  const named = await namedRows(run, context, [
    { ids: [binding.factoryId], query: factories },
    { ids: [binding.shopId], query: shops },
    { ids: [binding.prodLineId], query: prodLines },
    { ids: [binding.teamId], query: teams },
    { ids: bound.map(({ attrId }) => attrId), query: attrs },
    { ids: bound.map(({ attrValueId }) => attrValueId), query: attrValues },
    { ids: bound.map(({ rawMaterialId }) => rawMaterialId), query: rawMaterials },
    { ids: bound.map(({ processStepId }) => processStepId), query: steps },
  ]);
  const [factory, shop, prodLine, team, attr, attrValue, rawMaterial, step] = named;
  const attributes = bound.flatMap((one): AttributeRow[] => {
    const of = attr?.(one["attrId"]);
    if (of === undefined) return [];
    const picked = attrValue?.(one["attrValueId"])?.name ?? "";
    const stepOf = step?.(one["processStepId"]);
    return [
      {
        attrName: of.name,
        attrProp: of.detail ?? null,
        value: picked === "" ? textOrEmpty(one["attrValue"]) : picked,
        rawMaterial: rawMaterial?.(one["rawMaterialId"])?.name ?? null,
        stepName: stepOf?.name ?? null,
        nodeName: stepOf?.detail ?? null,
      },
    ];
  });
  return {
    production: {
      factory: factory?.(binding.factoryId)?.name ?? "",
      shop: shop?.(binding.shopId)?.name ?? "",
      prodLine: prodLine?.(binding.prodLineId)?.name ?? "",
      team: team?.(binding.teamId)?.name ?? "",
      principal: textOrEmpty(binding.principal),
      qc: textOrEmpty(binding.qc),
      qcReport: textOrEmpty(binding.qcReport),
    },
    attributes: attributes.slice(0, maxAttributes),
  };
}
