// The drawing of a process with what has happened in one of its instances.
import { sql } from "kysely";
import type { ReadHandler, RequestContext } from "../../contract.ts";
import { businessError, rowNotFound } from "../../http/errors.ts";
import { db, read } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { historyOf, readableSteps } from "./process-history.ts";
import { instanceAccess } from "./instance-access.ts";

/** A definition that the caller may see: of the own tenant, or general. The platform's administrator sees those of all tenants. */
function drawingOfDefinition(context: RequestContext, id: string) {
  const { caller, scope } = context;
  const drawings = db.selectFrom(tables(context).acrossTenants("flow-manager", "d")).where("d.id", "=", id).select("d.xml");
  return caller.isAdministrator
    ? drawings
    : drawings.where(({ fn, eb }) => eb(fn.coalesce("d.tenantId", sql<string>`''`), "in", ["", scope.tenantId]));
}

/** The definition of an instance of the own tenant; none of it where its deployment was deleted. */
function drawingOfInstance(context: RequestContext, id: string) {
  const { unscoped, acrossTenants } = tables(context);
  return db
    .selectFrom(unscoped("flow-instance", "i"))
    .leftJoin(acrossTenants("flow-manager", "d"), "d.id", "i.processDefinitionId")
    .where("i.processInstanceId", "=", id)
    .select("d.xml");
}

async function xmlOf(context: RequestContext, definitionId: string): Promise<string> {
  const [[row]] = await read(context, [drawingOfDefinition(context, definitionId)]);
  if (row === undefined) throw rowNotFound();
  const { xml } = row;
  if (xml === null || xml === "")
    throw businessError("noDrawing", ["该流程部署时未保存流程图", "No drawing was kept when this process was deployed"]);
  return xml;
}

/** GET model-view. */
export const modelView: ReadHandler = async (context, { processInstanceId = "", processDefinitionId = "" }) => {
  if ((processInstanceId === "") === (processDefinitionId === "")) {
    throw businessError("oneOfTwoParameters", [
      "processInstanceId 与 processDefinitionId 须传且只能传其中一个",
      "Give either processInstanceId or processDefinitionId: one of the two, not both",
    ]);
  }
  if (processDefinitionId !== "") return { xml: await xmlOf(context, processDefinitionId), flow: [] };
  if ((await instanceAccess(context, processInstanceId)) === undefined) throw rowNotFound();
  const [[instance]] = await read(context, [drawingOfInstance(context, processInstanceId)]);
  if (instance === undefined) throw rowNotFound();
  // Without a drawing there is still what has happened.
  return { xml: instance.xml ?? "", flow: readableSteps(context, await historyOf(context, processInstanceId)) };
};
