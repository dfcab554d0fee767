// What a model may use here: the same for deployment, which refuses the rest, and for the modeler, which offers it.
import type { DeployableOptions } from "#process/deployable";
import type { Text } from "#schema/text";
import type { CommitContext, ReadHandler } from "../../contract.ts";
import { db, read } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { processState } from "./states.ts";
import { namedFields, standardNames, valueType, variablesFor } from "./subjects.ts";

/** `category` is the route of what the processes are for; none: of anything. */
export function deployableOptions({ model }: CommitContext, category?: string): DeployableOptions {
  const { names, types } = variablesFor(model, category);
  return {
    variableNames: names,
    types,
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

/** GET vocabulary: names with what they mean, processes. */
export const vocabulary: ReadHandler = async (context) => {
  const { hasMessages, types } = deployableOptions(context);
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
      ...standardNames.map((name) => ({
        name,
        label: standardLabels[name] ?? [name, name],
        of: null,
        isUser: name === "initiator",
        type: types?.get(name) ?? null,
      })),
      ...namedFields(context.model).map(({ resource, field }) => ({
        name: field.name,
        label: field.label,
        of: resource.data.label,
        category: resource.data.approval?.category ?? null,
        type: valueType(field) ?? null,
        isNumber: field.traits.number !== undefined,
        isUser: field.reference?.resource === "user",
      })),
    ],
    processKeys: called.map(({ key }) => key ?? ""),
    hasMessages,
  };
};
