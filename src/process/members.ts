// Looks into what parsers and engines give without types.
import { isRecord } from "#schema/json";

export type Content = Readonly<Record<string, unknown>>;

export function memberText(source: unknown, name: string): string {
  const value = isRecord(source) ? source[name] : undefined;
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

export function memberOf(source: unknown, name: string): unknown {
  return isRecord(source) ? source[name] : undefined;
}

/** "bpmn:UserTask" as "userTask". */
export function shortType(type: string): string {
  const name = type.replace(/^.*:/u, "");
  return name.charAt(0).toLowerCase() + name.slice(1);
}
