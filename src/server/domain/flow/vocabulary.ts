// What a model may use here: the same for deployment, which refuses the rest, and for the modeler, which offers it.
import type { DeployableOptions } from "#process/deployable";
import type { Text } from "#schema/text";
import type { CommitContext, ReadHandler } from "../../contract.ts";
import { db, read } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { processState } from "./states.ts";
import { knownNames, namedFields, standardNames } from "./subjects.ts";

export function deployableOptions({ model }: CommitContext): DeployableOptions {
  return {
    knownNames: knownNames(model),
    // None is registered: a model that needs one is refused.
    services: new Set(),
    processKeys: new Set(),
    hasMessages: true,
  };
}

const standardLabels: Readonly<Record<string, Text>> = {
  initiator: ["发起人的用户ID", "Id of the person who started it"],
  deptId: ["发起人的部门ID", "Id of the starter's department"],
  pass: ["上一步是否同意", "Whether the last decision was yes"],
  comment: ["上一步的批复意见", "Comment of the last decision"],
};

/** GET vocabulary: names with what they mean, services, processes. */
export const vocabulary: ReadHandler = async (context) => {
  const { services, hasMessages } = deployableOptions(context);
  // Keys that anybody may call; deployment asks for whom the model is.
  const [called] = await read(context, [
    db
      .selectFrom(tables(context).acrossTenants("flow-manager", "d"))
      .where("d.suspensionState", "=", processState.active)
      .distinct()
      .orderBy("d.key")
      .select("d.key"),
  ]);
  return {
    names: [
      ...standardNames.map((name) => ({ name, label: standardLabels[name] ?? [name, name], of: null, isUser: name === "initiator" })),
      ...namedFields(context.model).map(({ resource, field }) => ({
        name: field.name,
        label: field.label,
        of: resource.data.label,
        isNumber: field.traits.number !== undefined,
        isUser: field.reference?.resource === "user",
      })),
    ],
    services: [...services],
    processKeys: called.map(({ key }) => key ?? ""),
    hasMessages,
  };
};
