// Lists of ids that actions take, chosen from trees: the reads behind these, and what such a list may hold (src/schema/resource.ts,
// `trees`).
import { idPattern, maxReferences } from "../fields/reference.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { Model, ReadModel } from "./model.ts";
import type { TreeLists } from "./resource.ts";

interface NamedRead {
  /** Undefined where there is none. */
  readonly read: ReadModel | undefined;
  /** The resource of the name. */
  readonly resource: string;
  /** The names of all reads of that resource, or of everything where there is no such resource. */
  readonly declared: readonly string[];
}

/** The read that is called `<resource>.<read>`. */
export function readNamed(name: string, model: Model): NamedRead {
  const dot = name.indexOf(".");
  const [resource, own] = dot < 0 ? [name, ""] : [name.slice(0, dot), name.slice(dot + 1)];
  const target = model.resource.get(resource);
  const declared = (target === undefined ? model.resources : [target]).flatMap((one) =>
    one.reads.map((read) => `${one.name}.${read.name}`),
  );
  return { read: target?.reads.find((read) => read.name === own), resource, declared };
}

/** The ids of a list as it was sent, each once; undefined where it is malformed. */
export function readTreeList(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length > maxReferences) return undefined;
  const ids = [...new Set(value.map((one: unknown) => (typeof one === "number" ? String(one) : one)))];
  return ids.every((id): id is string => typeof id === "string" && idPattern.test(id)) ? ids : undefined;
}

/** JSON Schema of the body of such an action: the ids of its rows, and every list. */
export function treeListsSchema({ lists }: TreeLists<string>, idParam: string): JsonSchema {
  const ids = { type: "array", items: { type: "string", pattern: idPattern.source } };
  const properties = Object.fromEntries(
    Object.entries(lists).map(([name, { label, of }]) => [
      name,
      { ...ids, maxItems: maxReferences, description: `${label[0]} / ${label[1]}: ids of ${of}; replaced as a whole, [] for none` },
    ]),
  );
  return { type: "object", properties: { [idParam]: { ...ids, minItems: 1 }, ...properties }, required: [idParam, ...Object.keys(lists)] };
}
