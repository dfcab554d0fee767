// Which diagram an address or the row of a list asks for.
import type { DiagramOf } from "./process-diagram.tsx";

/** Undefined where neither an instance nor a definition is named. An instance goes before its definition: it says more. */
export function diagramOf(named: {
  readonly processInstanceId?: string | null | undefined;
  readonly processDefinitionId?: string | null | undefined;
}): DiagramOf | undefined {
  const { processInstanceId, processDefinitionId } = named;
  if (processInstanceId != null && processInstanceId !== "") return { processInstanceId };
  return processDefinitionId == null || processDefinitionId === "" ? undefined : { processDefinitionId };
}
