// Which diagram an address or the row of a list requests.
import type { DiagramOf } from "./process-diagram.tsx";

/** Undefined where neither an instance nor a definition is named. An instance takes precedence over its definition: it shows more. */
export function diagramOf(named: {
  readonly processInstanceId?: string | null | undefined;
  readonly processDefinitionId?: string | null | undefined;
}): DiagramOf | undefined {
  const { processInstanceId, processDefinitionId } = named;
  if (processInstanceId != null && processInstanceId !== "") return { processInstanceId };
  return processDefinitionId == null || processDefinitionId === "" ? undefined : { processDefinitionId };
}
