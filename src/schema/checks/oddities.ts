// Notes on definitions that can be as they are and seldom are meant so: two fields with one label, values that nobody writes, rows that need each
// other to be made.
import { instanceField } from "../approval.ts";
import { baseColumns } from "../base-columns.ts";
import { kindData, type FieldModel, type Model, type ResourceModel } from "../model.ts";
import { informationAt, type UnplacedFinding } from "./finding.ts";
import type { Check, CheckContext } from "./subject.ts";

export const oddities: Check = function* (resource, model, context) {
  yield* sameLabels(resource);
  yield* neverWritten(resource, context);
  yield* neededByEachOther(resource, model);
};

function* sameLabels({ fields }: ResourceModel): Iterable<UnplacedFinding> {
  const first = new Map<string, FieldModel>();
  for (const field of fields) {
    // What no screen shows has its label for documents only.
    if (!field.inList && !field.inForm.create && !field.inForm.edit && !field.inForm.view) continue;
    const [zh, en] = field.label;
    const other = first.get(zh) ?? first.get(en);
    // A field that shows what another refers to may be called as that is.
    const isShownTwice = other !== undefined && (field.data.labelOf === other.name || other.data.labelOf === field.name);
    if (other !== undefined && !isShownTwice)
      yield informationAt(
        "same-label",
        ["fields", field.name],
        `"${field.name}" and "${other.name}" have the same label, ${other.label[0] === zh ? zh : en}`,
        "Name what tells them apart.",
      );
    else for (const label of new Set([zh, en])) first.set(label, field);
  }
}

/** Fields that people do not write and nothing else in the definition does, of resources without code of their own. */
function* neverWritten(resource: ResourceModel, { handlers }: CheckContext): Iterable<UnplacedFinding> {
  const { data, tree, name } = resource;
  if (!resource.hasTable || !resource.calls.has("submit")) return;
  if ([...handlers].some((one) => one === name || one.startsWith(`${name}.`))) return;
  const actions = Object.values(data.actions ?? {});
  if (actions.some(({ handler, effect }) => handler === true || effect !== undefined) || Object.keys(data.effects ?? {}).length > 0) return;
  const written = new Set<string | undefined>([
    ...baseColumns,
    instanceField,
    tree?.level,
    tree?.ancestors,
    data.numbering?.field,
    resource.stateField?.name,
    ...Object.keys(data.formulas ?? {}),
    ...actions.flatMap(({ ask = [], set = {} }) => [...ask, ...Object.keys(set)]),
  ]);
  for (const field of resource.fields)
    if (
      field.readonly &&
      field.stored &&
      field.default === undefined &&
      !written.has(field.name) &&
      kindData(field.data).inverseOf === undefined
    )
      yield informationAt(
        "never-written",
        ["fields", field.name],
        `"${field.name}" is read-only, and nothing writes it`,
        "Give it a formula, a number (`numbering`) or an action that sets it, write it in code (docs/effects.md), or take `readonly` out.",
      );
}

const needed = (resource: ResourceModel): readonly FieldModel[] =>
  resource.fields.filter(
    ({ reference, required, readonly, stored, showWhen, default: initial }) =>
      reference !== undefined &&
      !reference.several &&
      required !== undefined &&
      !readonly &&
      stored &&
      showWhen === undefined &&
      initial === undefined,
  );

/** Of resources whose rows need one of the other, none can have a first row; told at the one that comes first. */
function* neededByEachOther(resource: ResourceModel, model: Model): Iterable<UnplacedFinding> {
  for (const field of needed(resource)) {
    const target = model.resource.get(field.reference?.resource ?? "");
    if (target === undefined || target.name < resource.name) continue;
    const back = needed(target).find(({ reference }) => reference?.resource === resource.name);
    if (back !== undefined)
      yield informationAt(
        "mutual-requirement",
        ["fields", field.name],
        target === resource
          ? `each ${resource.label[1].toLowerCase()} needs another one ("${field.name}"), so that there can be no first one`
          : `${resource.name} needs a row of ${target.name} ("${field.name}"), which needs one of ${resource.name} ("${back.name}"), so that neither can be added`,
        "Take `required` out of one of them, or bring first rows by a seed.",
      );
  }
}
