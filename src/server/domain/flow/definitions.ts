// Deployed definitions: suspended, activated, deleted with what runs of them, and brought as files.
import { buffer } from "node:stream/consumers";
import type { CommitContext, Domain, Effect, ResourceHooks } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import type { ReceivedFile } from "../../http/multipart.ts";
import { anyOf, run } from "../../rows/query.ts";
import { tables, updateWithoutVersion } from "../../rows/tables.ts";
import type { UploadedFiles } from "../resource/uploaded-files.ts";
import { deleteDeployment } from "./deployment-deletion.ts";
import { deploy, deployModel, requireDeployable, textOfModel, type Deployable } from "./deployment.ts";
import { spelledCategory, withRouteKey } from "./routes.ts";
import { processState } from "./states.ts";

/** A larger file is no drawing of a process; models have the same limit. */
const maxCharacters = 200_000;

const changeState: Effect<"flow-manager.changeState"> = {
  commit: async (tx, context, { ids, rows, values }) => {
    if (rows.some(({ suspensionState }) => suspensionState === processState.deleting))
      throw businessError("beingDeleted", ["该流程正在删除", "This process is being deleted"], { data: { ids } });
    await run(
      tx,
      updateWithoutVersion(tables(context).acrossTenants("flow-manager", "d"))
        .set({ suspensionState: processState[values.state === "active" ? "active" : "suspended"] })
        .where("d.id", "=", anyOf(ids)),
    );
    return { ids };
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
    const xml = textOfModel(context, fileName, await buffer(read(0)));
    if (xml.length > maxCharacters)
      throw businessError("modelTooLarge", [
        `“${fileName}”超过 ${maxCharacters} 个字符`,
        `“${fileName}” is longer than ${maxCharacters} characters`,
      ]);
    const { id, name, calls, startMessage } = await requireDeployable(context, fileName, xml);
    if (found.some(({ key }) => key === id))
      throw businessError("sameProcess", [
        `“${fileName}”与另一文件的流程标识 ${id} 相同`,
        `“${fileName}” has the same process key ${id} as another file`,
      ]);
    found.push({ key: id, name: name === "" ? id : name, xml, resourceName: fileName, calls, startMessage });
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
  commit: async (tx, context, { values, prepared, isConfirmed }) => ({
    ids: await deploy(context, tx, prepared, { category: values.category, tenantIds: values.tenantIds ?? [], isConfirmed }),
  }),
});

/** Times of a model under the names that clients of the platform's contract read. */
const modelHooks: ResourceHooks<"flow-model"> = {
  restore: {},
  submit: {
    beforeChange: (_tx, context, { values, current }) => {
      if (current === undefined) values.created = context.now();
      values.lastUpdated = context.now();
      return Promise.resolve();
    },
  },
};

export const definitionsDomain = (files: UploadedFiles): Domain => ({
  reads: {},
  actions: {
    "flow-model.deploy": deployModel,
    "flow-manager.changeState": changeState,
    "flow-manager.deleteDeployment": deleteDeployment,
    "flow-manager.deployUpload": deployUpload(files),
  },
  hooks: { "flow-manager": { normalizeFilter: spelledCategory, afterRead: withRouteKey }, "flow-model": modelHooks },
});
