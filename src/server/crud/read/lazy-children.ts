// One level of a tree: rows (lazy-list) or nodes (lazy-tree) that know whether anything is below them (docs/wire.md §6).
import type { Values } from "../../contract.ts";
import { malformedParameter } from "../../http/errors.ts";
import type { Filter } from "../sql/filters.ts";
import { isKey } from "../sql/keys.ts";
import { limitFragments } from "../sql/row-access.ts";
import { hasConditions } from "./conditions.ts";
import { answeredRows } from "./list.ts";
import { rowsWith } from "./plain-rows.ts";
import { filtersFor } from "./read-parameters.ts";
import type { ReadCall } from "./read-call.ts";
import { hasChildrenFragment, levelFragment, nodeOf, treeOf, type TreeNode } from "./tree-nodes.ts";

interface Level {
  /** Key of the node whose children are requested; undefined for a search, which ignores levels. */
  readonly parentKey: string | undefined;
  readonly filters: readonly Filter[];
}

function levelOf(call: ReadCall): Level {
  const { resource, read, query } = call;
  const tree = treeOf(resource);
  const names = new Set([
    tree.parent,
    ...Object.entries(read.parameters)
      .filter(([, field]) => field === tree.parent)
      .map(([parameter]) => parameter),
  ]);
  const sent = Object.entries(query).find(([name, value]) => names.has(name) && value !== "" && value !== undefined);
  const others = Object.fromEntries(Object.entries(query).filter(([name]) => !names.has(name)));
  const filters = filtersFor({ ...call, query: others });
  // Searchable parameters; a reference's own filter narrows every level and is no search.
  const searchable = new Set([resource.title, ...Object.values(read.parameters)]);
  const searched = hasConditions(call) || filters.some(({ column }) => column.base !== "tenantId" && searchable.has(column.name));
  if (searched) return { parentKey: undefined, filters };
  const key = sent?.[1] ?? tree.root;
  if (typeof key !== "string" || (key !== tree.root && !isKey(resource, key))) throw malformedParameter(sent?.[0] ?? tree.parent);
  return { parentKey: key, filters };
}

async function levelRows(call: ReadCall): Promise<readonly Values[]> {
  const { context, resource, read } = call;
  const { parentKey, filters } = levelOf(call);
  const limits = (alias: string) => limitFragments(context.caller, context.model, resource, alias);
  const answer = await rowsWith(call, {
    filters,
    also: parentKey === undefined ? [] : [levelFragment(resource, parentKey, limits("p"))],
    extra: hasChildrenFragment(resource, read.where, { limits: limits("c"), now: context.now() }),
  });
  const rows = answeredRows(call, answer);
  return rows.map((row, index) => ({ ...row, hasChildren: answer?.rows[index]?.["hasChildren"] === true }));
}

/** Rows of one level. */
export function readLevel(call: ReadCall): Promise<readonly Values[]> {
  return levelRows(call);
}

/** Nodes of one level. */
export async function readNodeLevel(call: ReadCall): Promise<readonly TreeNode[]> {
  const rows = await levelRows(call);
  return rows.map((row) => ({ ...nodeOf(call.resource, row, call.read.fields), hasChildren: row["hasChildren"] === true }));
}
