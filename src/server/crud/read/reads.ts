// Declared reads: each answers the shape its definition says; what no shape fits has a handler of its area.
import type { ReadModel, ResourceModel } from "#schema/model";
import type { RequestContext } from "../../contract.ts";
import { notImplemented } from "../../http/errors.ts";
import { readByIds } from "./by-ids.ts";
import { readForest } from "./forest.ts";
import { readLevel, readNodeLevel } from "./lazy-children.ts";
import { listPage } from "./list.ts";
import { selectRows } from "./select.ts";
import type { Services } from "../services.ts";
import { readTree } from "./tree.ts";

/** The answer of a declared read; a handler registered as "<resource>.<read>" comes before its shape. */
export function answerRead(
  services: Services,
  context: RequestContext,
  resource: ResourceModel,
  read: ReadModel,
  parameters: Readonly<Record<string, string>>,
  body: unknown,
): Promise<unknown> {
  const name = `${resource.name}.${read.name}`;
  const handler = services.domain.reads[name];
  if (handler !== undefined) return handler(context, parameters, body);
  if (!resource.hasTable) throw notImplemented(name);
  switch (read.shape) {
    case "page":
      return listPage(services, context, resource, parameters, read);
    case "rows":
      return selectRows(services, context, resource, read, parameters);
    case "by-ids":
      return readByIds(services, context, resource, read, parameters, body);
    case "tree":
      return readTree(services, context, resource, read, parameters);
    case "level":
      return readLevel(services, context, resource, read, parameters);
    case "node-level":
      return readNodeLevel(services, context, resource, read, parameters);
    case "forest":
      return readForest(services, context, resource, parameters, read);
    case "custom":
      throw notImplemented(name);
  }
}
