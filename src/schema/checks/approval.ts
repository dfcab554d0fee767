// Approvals: an action that can wait for a decision, states that it leads through, a category that a dictionary has, and fields that exist.
import { approvalWays, instanceField, lifeCycleOf, withdrawal } from "../approval.ts";
import { kindData, type Model } from "../model.ts";
import { condition } from "./conditions.ts";
import { errorAt, type UnplacedFinding } from "./finding.ts";
import { didYouMean } from "./nearest.ts";
import type { ApprovalData, ResourceData } from "../resource-data.ts";
import type { Check } from "./subject.ts";

/** The dictionary of categories. */
const categories = "flow";

export const approvals: Check = function* (resource, model) {
  const { data } = resource;
  const { approval } = data;
  if (approval === undefined) return;
  const cycle = lifeCycleOf(data);
  if (cycle === undefined) {
    yield errorAt(
      "no-life-cycle",
      ["approval"],
      `approval moves a row between states, and ${resource.name} has none`,
      "Give the resource a field of kind state.",
    );
    return;
  }
  yield* decidedAction(data, approval);
  yield* states(data, approval, Object.keys(kindData(cycle[1]).states ?? {}));
  yield* category(approval, model);
  if (approval.when !== undefined) yield* condition(approval.when, ["approval", "when"], resource.field);
  const fields = resource.fields.filter(({ stored, traits }) => stored && !traits.isSecret).map(({ name }) => name);
  const writable = resource.fields.filter((field) => field.inForm.edit && !field.createOnly).map(({ name }) => name);
  yield* named(approval.variables ?? [], fields, ["approval", "variables"], "Name a stored field of this resource that is no secret.");
  const { editable = [] } = approval;
  const byStep = isList(editable) ? [[undefined, editable] as const] : Object.entries(editable);
  for (const [step, names] of byStep)
    yield* named(names, writable, ["approval", "editable", ...(step === undefined ? [] : [step])], "Name a field that the edit form has.");
};

/** Whether the action that an approval decides about is there, or none is named. */
export function namesAction({ approval, actions }: Pick<ResourceData, "approval" | "actions">): boolean {
  const of = approval?.of;
  return of === undefined || of === "submit" || (of !== withdrawal && Object.hasOwn(actions ?? {}, of));
}

const isList = (value: NonNullable<ApprovalData["editable"]>): value is readonly string[] => Array.isArray(value);

function* named(
  names: readonly string[],
  existing: readonly string[],
  place: readonly string[],
  remedy: string,
): Iterable<UnplacedFinding> {
  for (const name of names)
    if (name !== instanceField && !existing.includes(name))
      yield errorAt("approval-field", place, `${place.join(".")}: there is no such field as "${name}"`, didYouMean(name, existing, remedy));
}

/** The action must lead from states to another, and all that it needs must be in the row when the decision comes. */
function* decidedAction(data: ResourceData, approval: ApprovalData): Iterable<UnplacedFinding> {
  const { of } = approval;
  if (of === undefined) return;
  const place = ["approval", "of"];
  if (of === "submit") {
    const writes = data.calls ?? ["submit"];
    if (!writes.some((call) => call === "submit" || call === "save"))
      yield errorAt("approval-action", place, "approval.of: nobody saves rows of this resource", "Name an action.");
    return;
  }
  const { [withdrawal]: _derived, ...actions } = data.actions ?? {};
  const action = actions[of];
  if (action === undefined) {
    yield errorAt(
      "approval-action",
      place,
      `approval.of: there is no action "${of}"`,
      didYouMean(of, Object.keys(actions), 'Name an action of this resource, or "submit" for saving a row.'),
    );
    return;
  }
  const { from, on = "row", params, trees, submits, exclusive } = action;
  if (from === undefined || (on !== "row" && on !== "selection"))
    yield errorAt(
      "approval-action",
      place,
      `approval.of: the action "${of}" leaves no state of a row`,
      "Give it `from`, the states that it leaves; rows go back there when they are rejected.",
    );
  if (params !== undefined || trees !== undefined || submits !== undefined)
    yield errorAt(
      "approval-action",
      place,
      `approval.of: what the dialog of "${of}" asks is not kept until the decision`,
      "Ask for own fields of the row (`ask`).",
    );
  if (exclusive !== undefined)
    yield errorAt(
      "approval-action",
      place,
      `approval.of: "${of}" moves other rows too (exclusive)`,
      "Name an action that moves its row alone.",
    );
}

function* states(data: ResourceData, approval: ApprovalData, existing: readonly string[]): Iterable<UnplacedFinding> {
  const { pending, approved, rejected, withdrawn } = approval;
  const from = [approval.from ?? []].flat();
  for (const [word, names] of Object.entries({
    pending: [pending],
    approved: [approved],
    rejected: [rejected],
    withdrawn: [withdrawn],
    from,
  }))
    for (const name of names)
      if (name !== undefined && !existing.includes(name))
        yield errorAt(
          "unknown-state",
          ["approval", word],
          `approval.${word}: there is no state "${name}"`,
          didYouMean(name, existing, "Name one of the states."),
        );
  // What follows from an action that is not there is told by that alone.
  if (!namesAction(data)) return;
  const ways = approvalWays(data);
  for (const word of ["approved", "rejected"] as const)
    if (ways?.[word] === undefined)
      yield errorAt(
        "approval-state",
        ["approval"],
        `approval: nothing says which state ${word} rows have`,
        `Add ${word}: the name of a state${word === "approved" ? ", or let the action lead to one (`to`)" : ""}.`,
      );
  if (ways !== undefined && [...ways.from, ways.approved, ways.rejected].includes(pending))
    yield errorAt(
      "approval-state",
      ["approval", "pending"],
      `approval.pending: "${pending}" is also where rows come from, or go to`,
      "Give rows that wait a state of their own.",
    );
}

/** The entries of the dictionary of categories that a new installation has, by their routes. */
function* category(approval: ApprovalData, model: Model): Iterable<UnplacedFinding> {
  const dictionary = (model.resource.get("dict")?.data.seed ?? []).find(({ code }) => code === categories);
  const entries = dictionary?.["children"];
  if (!Array.isArray(entries)) return;
  const routes = entries.flatMap((entry: unknown) =>
    typeof entry === "object" && entry !== null && "remark" in entry && typeof entry.remark === "string" ? [entry.remark] : [],
  );
  if (!routes.includes(approval.category))
    yield errorAt(
      "approval-category",
      ["approval", "category"],
      `approval.category: no entry of the dictionary "${categories}" has the remark "${approval.category}"`,
      didYouMean(
        approval.category,
        routes,
        `Add an entry with this remark to the dictionary "${categories}": in resources/system/dict.seed.ts for new installations, and on the screen 系统管理 → 系统字典 in those that run.`,
      ),
    );
}
