// Attributes of products: which of them a category offers, and which a product must have a value for.
import type { Domain, ReadHandler } from "../../contract.ts";
import { malformedParameter } from "../../http/errors.ts";
import { isId } from "../../crud/sql/keys.ts";
import { seenStatement, type HandWritten } from "../../crud/sql/row-access.ts";
import type { Transaction } from "../../store/database.ts";

/** type of what describes a product and makes no SKUs. */
const basic = 2;

/** `place` is a category: it and all above it. */
const lineageOf = (place: string) => `lineage as (
  select c.id, c.parent_id from product_category c where c.tenant_id = $1 and c.id = ${place}::bigint and c.is_deleted = 0
  union select c.id, c.parent_id from product_category c join lineage l on c.id = l.parent_id where c.tenant_id = $1 and c.is_deleted = 0)`;
/** The attribute `a` is offered in the category of `lineage`: bound to none, to it, or to one above it. */
const isOffered = "a.tenant_id = $1 and a.status = 1 and a.is_deleted = 0 and (a.category_id is null or a.category_id in (select id from lineage))";

/** Without a category all attributes are offered. */
const selectOffered: HandWritten["sql"] = (seen) => `with recursive ${lineageOf("$2")}
  select a.id, a.name, a.code, a.type, a.input_type, a.unit, a.is_required, case when a.input_type = 1 then (
      select jsonb_agg(jsonb_build_object('id', v.id::text, 'attrValue', v.attr_value) order by v.sort, v.id) from product_attribute_value v
      where v.tenant_id = a.tenant_id and v.attribute_id = a.id and v.status = 1 and v.is_deleted = 0) end as attribute_values
  from product_attribute a
  where (${isOffered} or ($2::bigint is null and a.tenant_id = $1 and a.status = 1 and a.is_deleted = 0)) and ($3::int is null or a.type = $3::int)${seen("product-attribute", "a")} order by a.sort, a.id`;

const selectVO: ReadHandler = async (context, parameters) => {
  const { database, scope } = context;
  const { categoryId = "", type = "" } = parameters;
  // A picker sends -1 for "none" (contract §2.1).
  const category = categoryId === "" || categoryId === "-1" ? null : categoryId;
  if (category !== null && !isId(category)) throw malformedParameter("categoryId");
  if (!["", "1", "2"].includes(type)) throw malformedParameter("type");
  const [found] = await database.read(scope, [seenStatement(context, { sql: selectOffered, parameters: [scope.tenantId, category, type === "" ? null : type], name: "product_attribute_select" })]);
  return (found?.rows ?? []).map((row) => ({
    id: String(row["id"]), name: String(row["name"]), code: String(row["code"]), type: Number(row["type"]), inputType: Number(row["input_type"]), unit: String(row["unit"] ?? ""),
    isRequired: Number(row["is_required"] ?? 0), attributeValues: row["attribute_values"] ?? [],
  }));
};

/** A value stands in the product's own lines, or in its rows of the attribute map. */
const selectMissing = `with recursive spu as (select s.* from product_spu s where s.tenant_id = $1 and s.id = $2::bigint),
  ${lineageOf("(select category_id from spu)")}
  select a.name from product_attribute a, spu where ${isOffered} and a.type = $3 and a.is_required = 1
    and not exists (select from jsonb_array_elements(case when jsonb_typeof(spu.base_attributes) = 'array' then spu.base_attributes else '[]' end) line
      where line ->> 'attributeId' = a.id::text and coalesce(nullif(line ->> 'attributeValueId', ''), nullif(line ->> 'attrValue', '')) is not null)
    and not exists (select from spu_sku_attr_map m where m.tenant_id = $1 and m.spu_id = spu.id and m.sku_id is null and m.attribute_id = a.id and m.is_deleted = 0
      and (m.attribute_value_id is not null or coalesce(m.attr_value, '') <> ''))
  order by a.sort, a.id`;

/** Names of the basic attributes that a product must have a value for and has none. */
export async function missingAttributes(tx: Transaction, tenantId: string, spuId: string): Promise<readonly string[]> {
  const { rows } = await tx.query({ sql: selectMissing, parameters: [tenantId, spuId, basic] });
  return rows.map((row) => String(row["name"]));
}

export const productAttributesDomain: Domain = { reads: { "product-attribute.selectVO": selectVO }, actions: {}, hooks: {} };
