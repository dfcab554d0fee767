// Dynamic attributes: those on offer, and those that a product's batches ask for, of itself, its materials and its steps.
import type { Domain, ReadHandler } from "../../contract.ts";
import { malformedParameter, missingParameter } from "../../http/errors.ts";
import { isId } from "../../crud/sql/keys.ts";
import { seenStatement, type HandWritten } from "../../crud/sql/row-access.ts";
import type { Row } from "../../store/database.ts";

/** attrType of what is entered per batch and document line. */
const dynamic = 2;
/** The values on offer of the attribute `a`, as one column. */
const valuesOfAttribute = `case when a.input_type = 1 then (select jsonb_agg(jsonb_build_object('id', v.id::text, 'attrValue', v.attr_value) order by v.sort, v.id)
  from attr_value v where v.tenant_id = a.tenant_id and v.attr_id = a.id and v.status = 1 and v.is_deleted = 0) end as attr_values`;

/** An attribute as forms ask for it; both reads have these members. */
function describedBy(row: Row) {
  return {
    attrName: String(row["attr_name"]), attrProp: String(row["attr_prop"]), attrType: dynamic, inputType: Number(row["input_type"]),
    isRequired: Number(row["is_required"] ?? 0), attrValues: row["attr_values"] ?? [],
  };
}

const selectDynamic: ReadHandler = async (context) => {
  const { database, scope } = context;
  const [found] = await database.read(scope, [
    seenStatement(context, {
      sql: (seen) => `select a.id, a.attr_name, a.attr_prop, a.input_type, a.is_required, ${valuesOfAttribute} from attr a
        where a.tenant_id = $1 and a.attr_type = $2 and a.status = 1 and a.is_deleted = 0${seen("attr", "a")} order by a.sort, a.id`,
      parameters: [scope.tenantId, dynamic],
      name: "attr_select_dynamic",
    }),
  ]);
  return (found?.rows ?? []).map((row) => ({ id: String(row["id"]), ...describedBy(row) }));
};

/**
 * The product's own attributes first, then those of what it is made of and which steps it passes. A relation says itself whether its attribute is
 * required, unless it leaves that to the attribute (-1). Which material or step an owner stands for is noted in the relation, or in the owner.
 */
const ofProduct: HandWritten["sql"] = (seen) => `with owner as (
    select o.id, 0 as kind, null::bigint as ref_id, 0 as place, 0::bigint as relation_id, o.name from attr_owner o
      where o.tenant_id = $1 and o.id = $2::bigint and o.owner_type = 1 and o.is_deleted = 0${seen("attr-owner", "o")}
    union all
    select o.id, r.relation_type, coalesce(r.raw_material_id, r.process_step_id, case when o.ref_id ~ '^[0-9]{1,18}$' then o.ref_id::bigint end), r.sort, r.id, o.name
      from attrownerrelation r join attr_owner o on o.tenant_id = r.tenant_id and o.id = r.related_owner_id and o.is_deleted = 0
      where r.tenant_id = $1 and r.product_id = $2::bigint and r.is_deleted = 0)
  select owner.kind, owner.ref_id, owner.relation_id, owner.name, n.name as node_name, a.id as attr_id, a.attr_name, a.attr_prop, a.input_type,
    case when x.is_required in (0, 1) then x.is_required else a.is_required end as is_required, ${valuesOfAttribute}
  from owner
    join attrrelation x on x.tenant_id = $1 and x.attr_owner_id = owner.id and x.is_deleted = 0
    join attr a on a.tenant_id = $1 and a.id = x.attr_id and a.attr_type = $3 and a.status = 1 and a.is_deleted = 0
    left join process_step s on owner.kind = 2 and s.tenant_id = $1 and s.id = owner.ref_id and s.is_deleted = 0
    left join process_node n on n.tenant_id = $1 and n.id = s.process_node_id and n.is_deleted = 0
  order by owner.kind, owner.place, owner.relation_id, x.sort, x.id`;

const definitionOf = (row: Row) => ({ attrId: String(row["attr_id"]), ...describedBy(row) });

/** Rows of one kind of owner by owner, each with its attributes. */
function groupsOf<T extends object>(rows: readonly Row[], kind: number, head: (row: Row) => T): readonly (T & { readonly attrs: readonly object[] })[] {
  const own = rows.filter((row) => row["kind"] === kind);
  const isFirst = (row: Row, index: number) => row["relation_id"] !== own[index - 1]?.["relation_id"];
  return own.filter(isFirst).map((first) => ({ ...head(first), attrs: own.filter((row) => row["relation_id"] === first["relation_id"]).map(definitionOf) }));
}

const query: ReadHandler = async (context, parameters) => {
  const { database, scope } = context;
  const productId = parameters["productId"] ?? "";
  if (productId === "") throw missingParameter("productId");
  if (!isId(productId)) throw malformedParameter("productId");
  const [found] = await database.read(scope, [seenStatement(context, { sql: ofProduct, parameters: [scope.tenantId, productId, dynamic], name: "dynamic_attrs" })]);
  const rows = found?.rows ?? [];
  const idOf = (row: Row) => (row["ref_id"] === null ? -1 : String(row["ref_id"]));
  return {
    product: rows.filter((row) => row["kind"] === 0).map(definitionOf),
    rawMaterials: groupsOf(rows, 1, (row) => ({ rawMaterialId: idOf(row), name: String(row["name"]) })),
    processSteps: groupsOf(rows, 2, (row) => ({ processStepId: idOf(row), name: String(row["name"]), processNodeName: String(row["node_name"] ?? "") })),
  };
};

export const dynamicAttributesDomain: Domain = { reads: { "attr.select-dynamic": selectDynamic, "dynamic-attrs.query": query }, actions: {}, hooks: {} };
