// Declared reads: each answers in the shape of its definition; a custom shape has a handler in its area.
import { missingParameter, notImplemented } from "../../http/errors.ts";
import { readByIds } from "./by-ids.ts";
import { readForest } from "./forest.ts";
import { readLevel, readNodeLevel } from "./lazy-children.ts";
import { acceptedParameters } from "./accepted-parameters.ts";
import { listPage } from "./list.ts";
import type { ReceivedRead } from "./read-call.ts";
import { selectRows } from "./select.ts";
import { readTree } from "./tree.ts";

/** The answer of a declared read; a handler registered as "<resource>.<read>" comes before its shape. */
export function answerRead(call: ReceivedRead): Promise<unknown> {
  const { services, context, resource, read, query, body } = call;
  const name = `${resource.name}.${read.name}`;
  for (const needed of read.needs ?? []) if ((query[needed] ?? "") === "") throw missingParameter(needed);
  const handler = services.domain.reads[name];
  if (handler !== undefined) return handler(context, acceptedParameters(call), body);
  if (!resource.hasTable) throw notImplemented(name);
  switch (read.shape) {
    case "page":
      return listPage(call);
    case "rows":
      return selectRows(call);
    case "by-ids":
      return readByIds(call);
    case "tree":
      return readTree(call);
    case "level":
      return readLevel(call);
    case "node-level":
      return readNodeLevel(call);
    case "forest":
      return readForest(call);
    case "custom":
      throw notImplemented(name);
  }
}
