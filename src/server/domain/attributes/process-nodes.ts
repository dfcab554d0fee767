// Process nodes with their steps, each with the owner of its attributes (catalogue, `attr-owner`).
import type { Domain, ReadHandler } from "../../contract.ts";
import { seenStatement, type HandWritten } from "../../crud/sql/row-access.ts";

/** ownerType of a process step. */
const processStep = 3;

/** The owner of a step's attributes names the step, or, where it was entered by hand, has the step's code. */
const nodesWithSteps: HandWritten["sql"] = (seen) => `select n.id, n.name, n.sort, (
    select jsonb_agg(jsonb_build_object('id', s.id::text, 'name', s.name, 'sort', coalesce(s.sort, -1), 'attrOwnerId', coalesce(to_jsonb(o.id::text), '-1'::jsonb)) order by s.sort, s.id)
    from process_step s left join lateral (
      select o.id from attr_owner o
      where o.tenant_id = s.tenant_id and o.owner_type = $2 and o.is_deleted = 0 and (o.ref_id = s.id::text or (o.ref_id is null and o.code = s.code))
      order by o.ref_id nulls last, o.id limit 1) o on true
    where s.tenant_id = n.tenant_id and s.process_node_id = n.id and s.status = 1 and s.is_deleted = 0${seen("process-step", "s")}) as steps
  from process_node n where n.tenant_id = $1 and n.status = 1 and n.is_deleted = 0${seen("process-node", "n")} order by n.sort, n.id`;

const list: ReadHandler = async (context) => {
  const { database, scope } = context;
  const [found] = await database.read(scope, [seenStatement(context, { sql: nodesWithSteps, parameters: [scope.tenantId, processStep], name: "process_nodes_with_steps" })]);
  return (found?.rows ?? []).map((row) => ({ id: String(row["id"]), name: String(row["name"]), sort: Number(row["sort"] ?? -1), steps: row["steps"] ?? [] }));
};

export const processNodesDomain: Domain = { reads: { "attr-owner.process-node-list": list }, actions: {}, hooks: {} };
