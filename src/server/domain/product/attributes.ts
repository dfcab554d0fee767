// Attributes of products: which of them a category offers, and which a product must have a value for.
import { sql, type Expression } from "kysely";
import type { CommitContext, Domain, ReadHandler } from "../../contract.ts";
import { malformedParameter } from "../../http/errors.ts";
import { isId } from "../../crud/sql/keys.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { db, read, rows } from "../../rows/query.ts";
import { tables, type TableSources } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

/** type of what describes a product and makes no SKUs. */
const basic = 2;

/** A category with all that are above it. */
export const lineageOf = ({ unscoped }: TableSources, category: Expression<string | null>) =>
  db
    .withRecursive("lineage(id, parentId)", (cte) =>
      db
        .selectFrom(unscoped("product-category", "c"))
        .where("c.id", "=", category)
        .select(["c.id", "c.parentId"])
        .union(
          cte.selectFrom("lineage as l").innerJoin(unscoped("product-category", "c"), "c.id", "l.parentId").select(["c.id", "c.parentId"]),
        ),
    )
    .selectFrom("lineage as l")
    .select("l.id");

interface AttributeFilter {
  /** Null: all attributes are offered. */
  readonly category: string | null;
  readonly type: string | null;
}

const selectOffered = prepared("product_attribute_select", (given: Given<AttributeFilter>, from) => {
  const { accessible, unscoped } = from;
  const category = sql<string | null>`${given("category")}::bigint`;
  return db
    .selectFrom(accessible("product-attribute", "a"))
    .where("a.status", "=", 1)
    .where(({ or, eb }) =>
      or([sql<boolean>`${category} is null`, eb("a.categoryId", "is", null), eb("a.categoryId", "in", lineageOf(from, category))]),
    )
    .where(({ or, eb }) => or([sql<boolean>`${given("type")}::int is null`, eb("a.type", "=", sql<number>`${given("type")}::int`)]))
    .orderBy("a.sort")
    .orderBy("a.id")
    .select((attribute) => {
      const values = db
        .selectFrom(unscoped("product-attribute-value", "v"))
        .where("v.attributeId", "=", attribute.ref("a.id"))
        .where("v.status", "=", 1)
        .select(({ ref }) =>
          sql`jsonb_agg(jsonb_build_object('id', ${ref("v.id")}::text, 'attrValue', ${ref("v.attrValue")}) order by ${ref("v.sort")}, ${ref("v.id")})`.as(
            "values",
          ),
        );
      return [
        "a.id",
        "a.name",
        "a.code",
        "a.type",
        "a.inputType",
        "a.unit",
        "a.isRequired",
        sql<readonly object[] | null>`case when ${attribute.ref("a.inputType")} = 1 then ${values} end`.as("attributeValues"),
      ];
    });
});

const selectVO: ReadHandler = async (context, parameters) => {
  const { categoryId = "", type = "" } = parameters;
  // A picker sends -1 for "none".
  const category = categoryId === "" || categoryId === "-1" ? null : categoryId;
  if (category !== null && !isId(category)) throw malformedParameter("categoryId");
  if (!["", "1", "2"].includes(type)) throw malformedParameter("type");
  const [matches] = await read(context, [selectOffered(context, { category, type: type === "" ? null : type })]);
  return matches.map((row) => ({
    id: row.id,
    name: row.name,
    code: row.code,
    type: row.type,
    inputType: row.inputType,
    unit: row.unit ?? "",
    isRequired: row.isRequired ?? 0,
    attributeValues: row.attributeValues ?? [],
  }));
};

/**
 * Names of the basic attributes that a product must have a value for and has none: neither in its own lines, nor in its rows of the
 * attribute map.
 */
export async function missingAttributes(context: CommitContext, tx: Transaction, spuId: string): Promise<readonly string[]> {
  const from = tables(context);
  const { unscoped, withRemoved } = from;
  const category = sql<string | null>`${db.selectFrom(withRemoved("product-spu", "s")).where("s.id", "=", spuId).select("s.categoryId")}`;
  const missing = await rows(
    tx,
    db
      .selectFrom(unscoped("product-attribute", "a"))
      .innerJoin(withRemoved("product-spu", "s"), (join) => join.on("s.id", "=", spuId))
      .where("a.status", "=", 1)
      .where(({ or, eb }) => or([eb("a.categoryId", "is", null), eb("a.categoryId", "in", lineageOf(from, category))]))
      .where("a.type", "=", basic)
      .where("a.isRequired", "=", 1)
      .where(({ not, exists, ref }) => {
        const lines = sql<{
          line: unknown;
        }>`jsonb_array_elements(case when jsonb_typeof(${ref("s.baseAttributes")}) = 'array' then ${ref("s.baseAttributes")} else '[]' end)`.as<"b">(
          sql`b(line)`,
        );
        return not(
          exists(
            db
              .selectFrom(lines)
              .where(
                (own) =>
                  sql<boolean>`${own.ref("b.line")} ->> 'attributeId' = ${ref("a.id")}::text and coalesce(nullif(${own.ref("b.line")} ->> 'attributeValueId', ''), nullif(${own.ref("b.line")} ->> 'attrValue', '')) is not null`,
              )
              .select("b.line"),
          ),
        );
      })
      .where(({ not, exists, ref }) =>
        not(
          exists(
            db
              .selectFrom(unscoped("spu-sku-attr-map", "m"))
              .where("m.spuId", "=", spuId)
              .where("m.skuId", "is", null)
              .where("m.attributeId", "=", ref("a.id"))
              .where(({ or, eb, fn }) =>
                or([eb("m.attributeValueId", "is not", null), eb(fn.coalesce("m.attrValue", sql<string>`''`), "<>", "")]),
              )
              .select("m.id"),
          ),
        ),
      )
      .orderBy("a.sort")
      .orderBy("a.id")
      .select("a.name"),
  );
  return missing.map(({ name }) => name ?? "");
}

export const productAttributesDomain: Domain = { reads: { "product-attribute.selectVO": selectVO }, actions: {}, hooks: {} };
