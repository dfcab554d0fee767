// What a back-end of some dialect has of a resource, and the reads by which that can be looked up.
import type { ReadModel, ResourceModel } from "../model.ts";
import { resourceIn } from "./available.ts";
import { movedPath } from "./moved-path.ts";
import type { Dialect, ResourceDialect } from "./types.ts";

/** As the specification has it, there in another way, or not there. */
export type Presence = "available" | "mapped" | "absent";

/** A read as a back-end has it. */
export interface ReadCall {
  /** The common call or the read of the definition that it stands for. */
  readonly name: string;
  /** Below /api, with {…} where a segment is a parameter. */
  readonly path: string;
  readonly shape: ReadModel["shape"] | "row";
  /** Parameters that it is always asked with. */
  readonly query: Readonly<Record<string, string>>;
  /** Parameters of its own without which it is refused. */
  readonly needs: readonly string[];
  readonly open: ReadModel["open"];
}

function isDifferent({ reads = {}, actions = {}, ...rest }: ResourceDialect): boolean {
  const isOther = [...Object.values(reads), ...Object.values(actions)].some((one) => one !== "same");
  return isOther || Object.values(rest).some((member) => member !== undefined);
}

/** How a dialect has a resource. */
export function presenceOf({ name, path }: Pick<ResourceModel, "name" | "path">, dialect: Dialect): Presence {
  const rules = resourceIn(dialect, name);
  if (rules === undefined) return "absent";
  return isDifferent(rules) || movedPath(dialect, path) !== path ? "mapped" : "available";
}

/** The reads of a resource that a dialect has, as the back-end has them: the list first. */
export function readCallsOf(resource: ResourceModel, dialect: Dialect): readonly ReadCall[] {
  const rules = resourceIn(dialect, resource.name);
  if (rules === undefined) return [];
  const { listShape = "page" } = resource.data;
  const common = (["page", "list", "detail"] as const).flatMap((name): readonly ReadCall[] => {
    if (!resource.calls.has(name) || rules.without?.includes(name) === true) return [];
    const shape = name === "detail" ? "row" : name === "page" ? "page" : listShape;
    const needs = name === "detail" ? [resource.key] : name === "list" ? (resource.data.listNeeds ?? []) : [];
    return [{ name, path: movedPath(dialect, `${resource.path}/${name}`), shape, query: {}, needs, open: undefined }];
  });
  const own = resource.reads.flatMap((read): readonly ReadCall[] => {
    const rule = rules.reads?.[read.name];
    if (read.method !== "GET" || rule === "absent") return [];
    const replaced = typeof rule === "object" ? rule : undefined;
    return [
      {
        name: read.name,
        path: movedPath(dialect, replaced?.path ?? read.path),
        shape: replaced?.shape ?? read.shape,
        query: replaced?.query ?? {},
        needs: read.needs ?? [],
        open: read.open,
      },
    ];
  });
  return [...common, ...own];
}

/** A dialect without what a back-end was found not to have: resources, and reads of them by name. */
export function withoutMissing(dialect: Dialect, missing: ReadonlyMap<string, "all" | readonly string[]>): Dialect {
  const changed = [...missing].map(([name, what]): [string, ResourceDialect | "absent"] => {
    if (what === "all") return [name, "absent"];
    const rules = resourceIn(dialect, name) ?? {};
    const isCommon = (one: string): one is "list" | "page" | "detail" => one === "list" || one === "page" || one === "detail";
    const reads = what.filter((one) => !isCommon(one)).map((one) => [one, "absent"] as const);
    return [
      name,
      {
        ...rules,
        reads: { ...rules.reads, ...Object.fromEntries(reads) },
        without: [...(rules.without ?? []), ...what.filter(isCommon)],
      },
    ];
  });
  return { ...dialect, resources: { ...dialect.resources, ...Object.fromEntries(changed) } };
}
