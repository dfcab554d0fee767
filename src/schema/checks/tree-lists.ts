// Actions that choose from trees: the reads that answer these, and how the ids travel.
import type { ActionModel, Model, ReadModel } from "../model.ts";
import type { TreeLists } from "../resource.ts";
import { readNamed } from "../tree-lists.ts";
import { errorAt, type UnplacedFinding } from "./finding.ts";
import { didYouMean } from "./nearest.ts";
import { isUnusable, type CheckContext } from "./subject.ts";

export function* treeLists(
  action: ActionModel,
  { offered, held, lists }: TreeLists<string>,
  model: Model,
  context: CheckContext,
): Iterable<UnplacedFinding> {
  const place = ["actions", action.name, "trees"];
  const spoken = place.join(".");
  const { on, idParam } = action;
  if (on !== "selection")
    yield errorAt(
      "contradictory-trees",
      place,
      `${spoken}: the ids of the rows stand in the body beside the lists, and an action on ${on} has none there`,
      'Say on: "selection".',
    );
  if (action.dialogFields.length > 0 || action.submits !== undefined || action.opens !== undefined || action.method !== "POST") {
    yield errorAt(
      "contradictory-trees",
      place,
      `${spoken}: its dialog asks for the trees alone, and the lists are the body of a POST`,
      "Take `ask`, `params`, `submits`, `opens` and `method` out.",
    );
  }
  if (Object.keys(lists).length === 0)
    yield errorAt(
      "contradictory-trees",
      [...place, "lists"],
      `${spoken}.lists: nothing is chosen`,
      "Name a member of the body, and the tree it is chosen from.",
    );
  for (const [name, { of }] of Object.entries(lists)) {
    if (name === idParam)
      yield errorAt(
        "duplicate-parameter",
        [...place, "lists", name],
        `${spoken} would send two members "${name}"`,
        "Rename the list; the ids of the rows have that name.",
      );
    if (!model.resource.has(of) && !isUnusable(of, context))
      yield errorAt(
        "unknown-target",
        [...place, "lists", name, "of"],
        `${spoken}.lists.${name} holds ids of "${of}", and there is no such resource`,
        didYouMean(of, model.resource.keys(), "Name the resource whose ids they are."),
      );
  }
  yield* namedRead(offered, [...place, "offered"], model, context);
  const read = yield* namedRead(held, [...place, "held"], model, context);
  if (read !== undefined && idParam !== undefined && !Object.hasOwn(read.parameters, idParam)) {
    yield errorAt(
      "unknown-tree-read",
      [...place, "held"],
      `${spoken}.held: ${held} takes no "${idParam}", the name under which the action sends the ids of its rows`,
      `Add it to \`params\` of that read, or set \`idParam\` to what it takes: ${Object.keys(read.parameters).join(", ") || "nothing"}.`,
    );
  }
}

function* namedRead(
  name: string,
  place: readonly string[],
  model: Model,
  context: CheckContext,
): Generator<UnplacedFinding, ReadModel | undefined> {
  const { read, declared, resource } = readNamed(name, model);
  if (read === undefined && !isUnusable(resource, context))
    yield errorAt(
      "unknown-tree-read",
      place,
      `${place.join(".")}: there is no read "${name}"`,
      didYouMean(name, declared, "Name it as <resource>.<read>."),
    );
  return read;
}
