// Deployed definitions: suspended, activated, deleted with what runs of them, and brought as files.
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import type { CommitContext, Domain, Effect } from "../../contract.ts";
import { businessError, needsConfirmation } from "../../http/errors.ts";
import type { ReceivedFile } from "../../http/multipart.ts";
import { anyOf, db, rows, run } from "../../rows/query.ts";
import { deleteFrom, tables, updateDerived } from "../../rows/tables.ts";
import type { UploadedFiles } from "../resource/uploaded-files.ts";
import { deploy, deployModel, requireDeployable, type Deployable } from "./deployment.ts";
import { withdrawInstance } from "./instances.ts";
import { processState } from "./states.ts";

/** A larger file is no drawing of a process; models have the same limit. */
const mostCharacters = 200_000;

const changeState: Effect<"flow-manager.changeState"> = {
  commit: async (tx, context, { ids, values }) => {
    await run(
      tx,
      updateDerived(tables(context).acrossTenants("flow-manager", "d"))
        .set({ suspensionState: processState[values.state === "active" ? "active" : "suspended"] })
        .where("d.id", "=", anyOf(ids)),
    );
    return { ids };
  },
};

const inTenant = (context: CommitContext, tenantId: string): CommitContext => ({ ...context, scope: { ...context.scope, tenantId } });

const deleteReason = "流程部署已删除";

const deleteDeployment: Effect<"flow-manager.deleteDeployment"> = {
  commit: async (tx, context, { rows: definitions, isConfirmed }) => {
    const ids = definitions.map(({ id }) => id);
    // Of every tenant that runs them: a general definition is everybody's. Only the platform's administrator gets here.
    const running = await rows(
      tx,
      db
        .selectFrom(tables(context).acrossTenants("flow-instance", "i"))
        .where(({ eb, or, ref }) =>
          or([
            eb("i.processDefinitionId", "=", anyOf(ids)),
            // Or one of them is called within it.
            sql<boolean>`jsonb_path_exists(${ref("i.state")}, '$.called.**.definitionId ? (@ == $ids[*])', jsonb_build_object('ids', to_jsonb(${ids}::text[])))`,
          ]),
        )
        .where("i.endTime", "is", null)
        .orderBy("i.id")
        .select(["i.processInstanceId", "i.tenantId"]),
    );
    const count = running.length;
    if (count > 0 && !isConfirmed)
      throw needsConfirmation(
        [
          `有 ${count} 个流程实例仍在运行，删除部署将结束这些实例并撤销其业务数据，确定删除?`,
          `${count === 1 ? "One instance is" : `${count} instances are`} still running. Deleting the deployment ends ${count === 1 ? "it" : "them"} and withdraws what ${count === 1 ? "it is" : "they are"} about. Delete?`,
        ],
        [],
      );
    for (const { processInstanceId, tenantId } of running)
      await withdrawInstance(inTenant(context, tenantId), tx, processInstanceId ?? "", deleteReason);
    await run(tx, deleteFrom(tables(context).acrossTenants("flow-manager", "d")).where("d.id", "=", anyOf(ids)));
    return { ended: count };
  },
};

/** The processes in the files; refused as a whole where one of them would not run. */
async function deployablesIn(
  context: CommitContext,
  files: UploadedFiles,
  received: readonly ReceivedFile[],
): Promise<readonly Deployable[]> {
  const found: Deployable[] = [];
  for (const { address, name: fileName } of received) {
    const read = files.readerOf(address);
    if (read === undefined) throw new Error(`there is no file at ${address}`);
    const xml = (await buffer(read(0))).toString("utf8");
    if (xml.length > mostCharacters)
      throw businessError("modelTooLarge", [
        `“${fileName}”超过 ${mostCharacters} 个字符`,
        `“${fileName}” is longer than ${mostCharacters} characters`,
      ]);
    const { id, name, calls } = await requireDeployable(context, fileName, xml);
    if (found.some(({ key }) => key === id))
      throw businessError("sameProcess", [
        `“${fileName}”与另一文件的流程标识 ${id} 相同`,
        `“${fileName}” has the same process key ${id} as another file`,
      ]);
    found.push({ key: id, name: name === "" ? id : name, xml, resourceName: fileName, calls });
  }
  return found;
}

const deployUpload = (files: UploadedFiles): Effect<"flow-manager.deployUpload", readonly Deployable[]> => ({
  prepare: async (context, { files: received }) => {
    const sent = received["files"] ?? [];
    const found = await deployablesIn(context, files, sent);
    // Each definition keeps its text; the files have done their part.
    for (const { address } of sent) await files.discard(address);
    return found;
  },
  commit: async (tx, context, { values, prepared }) => ({
    ids: await deploy(context, tx, prepared, { category: values.category, tenantIds: values.tenantIds ?? [] }),
  }),
});

export const definitionsDomain = (files: UploadedFiles): Domain => ({
  reads: {},
  actions: {
    "flow-model.deploy": deployModel,
    "flow-manager.changeState": changeState,
    "flow-manager.deleteDeployment": deleteDeployment,
    "flow-manager.deployUpload": deployUpload(files),
  },
  hooks: {},
});
