// The drawing of a process with what has happened in one of its instances (catalogue, `flow-process`).
import type { ReadHandler, RequestContext } from "../../contract.ts";
import { businessError, missingParameter, rowNotFound } from "../../http/errors.ts";
import type { Statement } from "../../store/database.ts";
import { historyOf } from "./process-history.ts";

/** A definition that the caller may see: of the own tenant, or general. The platform's administrator sees those of all tenants (contract §8). */
function drawingOfDefinition({ caller, scope }: RequestContext, id: string): Statement {
  return {
    sql: "select d.xml from flow_manager d where d.id = $1 and ($3 or coalesce(d.tenant_id, '') in ('', $2))",
    parameters: [id, scope.tenantId, caller.isAdministrator],
  };
}

/** The definition behind an instance of the own tenant: of what runs, or of what is over and only its history tells. */
function drawingOfInstance({ scope }: RequestContext, id: string): Statement {
  return {
    sql: `select d.xml from flow_manager d where d.id = coalesce(
        (select f.process_definition_id from flow_follow f where f.tenant_id = $2 and f.process_instance_id = $1 and f.is_deleted = 0 order by f.id limit 1),
        (select h.process_definition_id from flow_history h where h.tenant_id = $2 and h.process_instance_id = $1 and h.is_deleted = 0 and h.process_definition_id <> '' order by h.id limit 1))`,
    parameters: [id, scope.tenantId],
  };
}

async function xmlOf(context: RequestContext, statement: Statement): Promise<string> {
  const [found] = await context.database.read(context.scope, [statement]);
  const [row] = found?.rows ?? [];
  if (row === undefined) throw rowNotFound();
  const xml = row["xml"];
  if (typeof xml !== "string" || xml === "") throw businessError("noDrawing", ["该流程部署时未保存流程图", "No drawing was kept when this process was deployed"]);
  return xml;
}

/** GET model-view. */
export const modelView: ReadHandler = async (context, { processInstanceId = "", processDefinitionId = "" }) => {
  if (processInstanceId !== "" && processDefinitionId !== "") {
    throw businessError("oneOfTwoParameters", [
      "processInstanceId 与 processDefinitionId 只能传其中一个", "Give either processInstanceId or processDefinitionId, not both",
    ]);
  }
  if (processDefinitionId !== "") return { xml: await xmlOf(context, drawingOfDefinition(context, processDefinitionId)), flow: [] };
  if (processInstanceId === "") throw missingParameter("processInstanceId");
  const xml = await xmlOf(context, drawingOfInstance(context, processInstanceId));
  return { xml, flow: await historyOf(context, processInstanceId) };
};
