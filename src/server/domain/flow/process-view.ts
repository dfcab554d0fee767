// The drawing of a process with what has happened in one of its instances.
import { sql } from "kysely";
import type { ReadHandler, RequestContext } from "../../contract.ts";
import { businessError, rowNotFound } from "../../http/errors.ts";
import { db, read, type Query } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { historyOf } from "./process-history.ts";

/** A definition that the caller may see: of the own tenant, or general. The platform's administrator sees those of all tenants. */
function drawingOfDefinition(context: RequestContext, id: string) {
  const { caller, scope } = context;
  const drawings = db.selectFrom(tables(context).acrossTenants("flow-manager", "d")).where("d.id", "=", id).select("d.xml");
  return caller.isAdministrator
    ? drawings
    : drawings.where(({ fn, eb }) => eb(fn.coalesce("d.tenantId", sql<string>`''`), "in", ["", scope.tenantId]));
}

/** The definition behind an instance of the own tenant: of what runs, or of what is over and only its history tells. */
function drawingOfInstance(context: RequestContext, id: string) {
  const { unscoped, acrossTenants } = tables(context);
  const running = db
    .selectFrom(unscoped("flow-follow", "f"))
    .where("f.processInstanceId", "=", id)
    .orderBy("f.id")
    .limit(1)
    .select("f.processDefinitionId");
  const over = db
    .selectFrom(unscoped("flow-history", "h"))
    .where("h.processInstanceId", "=", id)
    .where("h.processDefinitionId", "<>", "")
    .orderBy("h.id")
    .limit(1)
    .select("h.processDefinitionId");
  return db
    .selectFrom(acrossTenants("flow-manager", "d"))
    .where("d.id", "=", ({ fn }) => fn.coalesce(running, over))
    .select("d.xml");
}

async function xmlOf(context: RequestContext, query: Query<{ readonly xml: string | null }>): Promise<string> {
  const [[row]] = await read(context, [query]);
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
  if (processDefinitionId !== "") return { xml: await xmlOf(context, drawingOfDefinition(context, processDefinitionId)), flow: [] };
  const xml = await xmlOf(context, drawingOfInstance(context, processInstanceId));
  return { xml, flow: await historyOf(context, processInstanceId) };
};
