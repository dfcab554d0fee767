// The read of what a list is made of: its charts and the provinces of its map, by the filters of the list.
import type { ChartGroup } from "../../../schema/list-charts.ts";
import { isRecord, textOf } from "../../api/wire-data.ts";
import { listRequest, type ListRequest } from "../../data/providers/data-provider.ts";
import type { ReadRequest } from "../../data/queries/reads.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";

/** Milliseconds: more than the server takes before it refuses (src/server/crud/read/list-charts.ts). */
export const chartsTimeLimit = 30_000;

/** Order and page of a list are nothing to its charts. */
const ofPages: ReadonlySet<string> = new Set(["current", "size", "ascs", "descs", "orders"]);

const isText = (value: unknown): value is string => typeof value === "string";

function groupIn(value: unknown): readonly ChartGroup[] {
  if (!isRecord(value) || !Array.isArray(value["values"])) return [];
  return [{ key: textOf(value["key"]), name: textOf(value["name"]), values: value["values"].filter(isText) }];
}

/** The groups of each chart that was answered. */
export function chartsIn(payload: unknown): ReadonlyMap<string, readonly ChartGroup[]> {
  return new Map(
    Object.entries(isRecord(payload) ? payload : {}).flatMap(([name, groups]) =>
      Array.isArray(groups) ? [[name, groups.flatMap(groupIn)] as const] : [],
    ),
  );
}

export function chartsRequest(screen: ListViewModel, requested: ListRequest): ReadRequest {
  const { call, parameters } = listRequest(screen, requested);
  const sent = Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
    ofPages.has(name) || value === undefined ? [] : [[name, String(value)]],
  );
  return { path: `${call.path}/charts`, query: Object.fromEntries(sent) };
}
