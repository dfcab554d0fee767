// Looks into what parsers and engines give without types.

export type Content = Readonly<Record<string, unknown>>;

export function isContent(value: unknown): value is Content {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function textIn(source: unknown, name: string): string {
  const value = isContent(source) ? source[name] : undefined;
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

export function memberOf(source: unknown, name: string): unknown {
  return isContent(source) ? source[name] : undefined;
}

/** "bpmn:UserTask" as "userTask". */
export function shortType(type: string): string {
  const name = type.replace(/^.*:/u, "");
  return name.charAt(0).toLowerCase() + name.slice(1);
}
