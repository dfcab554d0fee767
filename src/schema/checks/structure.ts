// The resource as a whole: the fields it names for its title, key, tree, unique keys, numbers and details.
import { conditionsParameter } from "../list-conditions.ts";
import { filterSuffixes, parametersOfExports, parametersOfLists } from "../filter-names.ts";
import { baseColumns, snakeCase, uniqueOf, type FieldModel, type Model, type ResourceModel } from "../model.ts";
import type { RelatedData } from "../resource-data.ts";
import { fieldsIn } from "../text.ts";
import { sortableWithoutIndex } from "../indexes.ts";
import { hasRecordPage } from "../record-page.ts";
import { errorAt, type UnplacedFinding, type FindingCode } from "./finding.ts";
import { didYouMean } from "./nearest.ts";
import { isUnusable, type Check, type CheckContext } from "./subject.ts";

/** Base columns that an index may name: creation time and owner of a row. */
const indexable: ReadonlySet<string> = new Set(["createTime", "createUser", "createDept"]);

export const structure: Check = function* (resource, model, context) {
  const names = [...resource.field.keys()];
  const missing = function* (code: FindingCode, place: readonly (string | number)[], name: string | undefined): Iterable<UnplacedFinding> {
    if (name !== undefined && !resource.field.has(name))
      yield errorAt(
        code,
        place,
        `${place.join(".")}: there is no field "${name}"`,
        didYouMean(name, names, "Name a field of this resource."),
      );
  };
  const { data } = resource;
  if (data.title !== "id") yield* missing("unknown-title", ["title"], data.title);
  yield* missing("unknown-key", ["key"], data.key);
  yield* missing("unknown-tree-field", ["tree", "parent"], data.tree?.parent);
  yield* missing("unknown-tree-field", ["tree", "level"], data.tree?.level);
  yield* missing("unknown-tree-field", ["tree", "ancestors"], data.tree?.ancestors);
  for (const [index, key] of (data.unique ?? []).entries())
    for (const name of [...uniqueOf(key).fields, ...fieldsIn(uniqueOf(key).where)])
      yield* missing("unknown-unique-field", ["unique", index], name);
  for (const [index, fields] of (data.indexes ?? []).entries())
    for (const name of fields) if (!indexable.has(name)) yield* missing("unknown-unique-field", ["indexes", index], name);
  for (const name of data.containsIndexes ?? []) yield* missing("unknown-unique-field", ["containsIndexes"], name);
  for (const name of sortableWithoutIndex(resource))
    yield errorAt(
      "sortable-without-index",
      ["fields", name, "sortable"],
      `people could sort by "${name}", and would sort all rows of a table that grows without bound`,
      `Add ["${name}"] to \`indexes\`, or take \`sortable\` out.`,
    );
  yield* missing("unknown-numbered-field", ["numbering", "field"], data.numbering?.field);
  yield* missing("unknown-owner-field", ["ownRows"], data.ownRows);
  if (typeof data.ofChannels === "object")
    for (const name of Object.keys(data.ofChannels)) yield* missing("unknown-owner-field", ["ofChannels"], name);
  if (data.listRead !== undefined && !resource.reads.some((read) => read.name === data.listRead)) {
    yield errorAt(
      "unknown-list-read",
      ["listRead"],
      `the screen is to be filled by the read "${data.listRead}", and there is none`,
      didYouMean(
        data.listRead,
        resource.reads.map((read) => read.name),
        "Declare it under `reads`, or take `listRead` out.",
      ),
    );
  }
  yield* lockedFirst(resource, model);
  yield* neededFilters(resource);
  yield* listParameters(resource);
  if (resource.data.exportPath !== undefined && !resource.calls.has("list") && !resource.calls.has("page"))
    yield errorAt("no-exported-list", ["exportPath"], "exportPath: there is no list that could be exported", "Remove `exportPath`.");
  yield* treeFilter(resource, model, context);
  yield* calls(resource);
  if (data.record === "page" && !hasRecordPage(resource))
    yield errorAt(
      "no-record-page",
      ["record"],
      `record: ${resource.name} has no ${resource.calls.has("detail") ? "list that the page of a record could be below, or hides the button to view one" : "call that reads one record"}`,
      'Add the call `detail`, a screen with a list and its button to view, or say record: "dialog".',
    );
  yield* details(resource, model, context);
  yield* movesBySubmit(resource);
};

/** What is locked before rows: stored references to one row, by its id, of a table. */
function* lockedFirst(resource: ResourceModel, model: Model): Iterable<UnplacedFinding> {
  const isLockable = ({ reference, stored }: FieldModel) => {
    const target = reference === undefined || reference.several ? undefined : model.resource.get(reference.resource);
    return stored && target !== undefined && target.hasTable && reference?.valueField === target.key;
  };
  const lockable = resource.fields.filter(isLockable).map(({ name }) => name);
  for (const [index, name] of (resource.data.lockFirst ?? []).entries())
    if (!lockable.includes(name))
      yield errorAt(
        "unknown-locked-field",
        ["lockFirst", index],
        `lockFirst: no field "${name}" refers to one row of a table`,
        didYouMean(name, lockable, "Name a reference to the row that these rows are changed together with."),
      );
}

/** Filters that a list needs: fields that people search by their values, of a list in pages. */
function* neededFilters(resource: ResourceModel): Iterable<UnplacedFinding> {
  for (const [index, name] of (resource.data.listNeeds ?? []).entries()) {
    const field = resource.field.get(name);
    const searched = resource.fields.filter(({ search }) => search === "equal" || search === "in").map((one) => one.name);
    if (field === undefined || !searched.includes(name))
      yield errorAt(
        "unknown-needed-filter",
        ["listNeeds", index],
        `listNeeds: no field "${name}" is searched by its value`,
        didYouMean(name, searched, 'Name fields with search: "equal" or "in".'),
      );
  }
  const isPaged = resource.calls.has("list") || resource.calls.has("page");
  if (
    resource.data.listNeeds !== undefined &&
    (!isPaged || (resource.data.listShape ?? "page") !== "page" || resource.data.listRead !== undefined)
  )
    yield errorAt(
      "unknown-needed-filter",
      ["listNeeds"],
      "listNeeds: there is no list in pages that could need a filter",
      "Remove `listNeeds`, or answer the rows in pages.",
    );
}

/** Why a list can never take a parameter of this name; undefined where it can. */
function unusableName(parameter: string, fields: ReadonlySet<string>): string | undefined {
  if (fields.has(parameter)) return `${parameter} is a field of the resource`;
  if (parametersOfLists.has(parameter) || parameter === conditionsParameter) return `${parameter} is a parameter of every list`;
  if (parametersOfExports.has(parameter)) return `${parameter} is a parameter of every export`;
  if (parameter.startsWith("_")) return `what begins with "_" is ignored, as ${parameter} would be`;
  const suffix = filterSuffixes.find((one) => parameter.endsWith(`_${one}`));
  if (suffix === "ignore") return `what ends with "_ignore" is ignored, as ${parameter} would be`;
  const compared = suffix === undefined ? undefined : parameter.slice(0, -suffix.length - 1);
  return compared !== undefined && fields.has(compared) ? `${parameter} compares the field ${compared}` : undefined;
}

/** Parameters of lists: under names that no field has, of stored fields, and of a list. */
function* listParameters(resource: ResourceModel): Iterable<UnplacedFinding> {
  const stored = resource.fields.filter((field) => field.stored).map(({ name }) => name);
  // By both spellings, as filters may be.
  const fields = new Set([...resource.field.keys(), ...baseColumns].flatMap((name) => [name, snakeCase(name)]));
  if (Object.keys(resource.data.listParams ?? { any: {} }).length === 0)
    yield errorAt("unusable-list-parameter", ["listParams"], "listParams: there is no parameter", "Name one, or remove `listParams`.");
  for (const [parameter, values] of Object.entries(resource.data.listParams ?? {})) {
    const reason = unusableName(parameter, fields);
    if (reason !== undefined)
      yield errorAt(
        "unusable-list-parameter",
        ["listParams", parameter],
        `listParams: ${reason}`,
        "Name it otherwise; a field with `search` is a filter already.",
      );
    if (Object.keys(values).length === 0)
      yield errorAt(
        "unusable-list-parameter",
        ["listParams", parameter],
        `listParams: ${parameter} has no values, so every call that sends it would be refused`,
        "Give it values, or remove it.",
      );
    for (const [value, { field }] of Object.entries(values))
      if (!stored.includes(field))
        yield errorAt(
          "unusable-list-parameter",
          ["listParams", parameter, value, "field"],
          `listParams: there is no stored field "${field}"`,
          didYouMean(field, stored, "Name a stored field of the resource."),
        );
  }
  if (resource.data.listParams !== undefined && !resource.calls.has("list") && !resource.calls.has("page"))
    yield errorAt("unusable-list-parameter", ["listParams"], "listParams: there is no list that could take them", "Remove `listParams`.");
}

/** Screens whose rows a tree filter can narrow: not lazy-loaded trees, and not screens without rows. */
const treeFilterScreens: ReadonlySet<string> = new Set(["table", "readonly-table", "master-detail", "tree"]);

function* treeFilter(resource: ResourceModel, model: Model, context: CheckContext): Iterable<UnplacedFinding> {
  const name = resource.data.treeFilter;
  if (name === undefined) return;
  const field = resource.field.get(name);
  if (field === undefined) {
    const trees = resource.fields.filter((one) => one.reference?.isTree === true).map((one) => one.name);
    yield errorAt(
      "unknown-tree-filter",
      ["treeFilter"],
      `treeFilter: there is no field "${name}"`,
      didYouMean(name, trees, "Name a field of this resource that refers to a tree."),
    );
    return;
  }
  const wrong = (problem: string, remedy: string) => errorAt("unsupported-tree-filter", ["treeFilter"], `treeFilter: ${problem}`, remedy);
  const target = field.reference === undefined ? undefined : model.resource.get(field.reference.resource);
  if (field.reference === undefined || (target !== undefined && (!field.reference.isTree || target.tree === undefined)))
    yield wrong(`"${name}" refers to no tree`, "Name a treeRef, or refs to a resource that is a tree.");
  else if (target === undefined) {
    if (!isUnusable(field.reference.resource, context))
      yield wrong(`"${name}" refers to "${field.reference.resource}", and there is no such resource`, "Correct the reference.");
  } else if (!target.reads.some((read) => read.name === "tree" || read.name === "lazy-tree"))
    yield wrong(`${target.name} has no read that gives its tree`, `Declare \`tree\` or \`lazy-tree\` under \`reads\` of ${target.name}.`);
  if (field.search !== "equal")
    yield wrong(
      `the list is not searched by "${name}"`,
      `Say search: "equal" for "${name}": what is chosen beside the list is a filter like any other.`,
    );
  if (!treeFilterScreens.has(resource.screen))
    yield wrong(
      `a screen of the kind "${resource.screen}" has no rows that a tree could narrow`,
      "Remove `treeFilter`, or show the rows as a table.",
    );
}

function* calls(resource: ResourceModel): Iterable<UnplacedFinding> {
  const { screen, data } = resource;
  const isTree = screen === "tree" || screen === "lazy-tree";
  if (isTree && resource.tree === undefined)
    yield errorAt(
      "unknown-tree-field",
      ["screen"],
      "a tree screen needs a field that holds the parent",
      `Add a treeRef("${resource.name}", …) field, or say \`tree: { parent: … }\`.`,
    );
  const hasList = resource.calls.has("list") || resource.calls.has("page") || data.listRead !== undefined || resource.page !== undefined;
  if (!hasList && (screen === "table" || screen === "readonly-table" || screen === "master-detail"))
    yield errorAt(
      "contradictory-calls",
      ["calls"],
      "a table has no list call that fills it",
      'Add "list" to `calls`, name a `listRead`, or say screen: "none".',
    );
  if (data.addChildLevel !== undefined && resource.tree === undefined)
    yield errorAt("unknown-tree-field", ["addChildLevel"], "only a tree has levels", "Take `addChildLevel` out.");
  const wantsButton = {
    add: resource.calls.has("submit") || resource.calls.has("save"),
    edit: resource.calls.has("submit") || resource.calls.has("update"),
    view: resource.calls.has("detail"),
    delete: resource.calls.has("remove"),
  };
  for (const [name, isThere] of Object.entries(wantsButton)) {
    const wanted = Object.entries(data.buttons ?? {}).some(([button, shown]) => button === name && shown);
    if (wanted && !isThere)
      yield errorAt(
        "contradictory-calls",
        ["buttons", name],
        `the button "${name}" has no call behind it`,
        "Add the call to `calls`, or take the button out.",
      );
  }
}

/** Rows of another resource that refer to the rows of this one. */
function* referring(
  resource: ResourceModel,
  { resource: name, by }: RelatedData,
  place: readonly (string | number)[],
  { model, context }: { readonly model: Model; readonly context: CheckContext },
): Iterable<UnplacedFinding> {
  const target = model.resource.get(name);
  if (target === undefined) {
    if (!isUnusable(name, context))
      yield errorAt(
        "unknown-details",
        [...place, "resource"],
        `its ${place[0]} are to be rows of "${name}", and there is no such resource`,
        didYouMean(name, model.resource.keys(), `Write resources/<area>/${name}.ts, or correct the name.`),
      );
    return;
  }
  const holder = target.field.get(by);
  if (holder === undefined)
    yield errorAt(
      "unknown-details-field",
      [...place, "by"],
      `${place.join(".")}.by: ${target.name} has no field "${by}"`,
      didYouMean(by, [...target.field.keys()], `Name the field of ${target.name} that refers to ${resource.name}.`),
    );
  else if (holder.reference !== undefined && holder.reference.resource !== resource.name)
    yield errorAt(
      "unknown-details-field",
      [...place, "by"],
      `${place.join(".")}.by: "${by}" of ${target.name} refers to ${holder.reference.resource}, not to ${resource.name}`,
      `Name the field of ${target.name} that refers to ${resource.name}.`,
    );
}

/** What a submit does as well must need nothing but the row. */
function* movesBySubmit(resource: ResourceModel): Iterable<UnplacedFinding> {
  const decided = resource.data.approval?.of;
  for (const { name, bySubmit, toValue, dialogFields, needsHandler, on } of resource.actions) {
    if (bySubmit !== true) continue;
    // A row whose saving is decided about waits by then, and no action moves it.
    const isDecided = decided === name || decided === "submit";
    if (toValue !== undefined && dialogFields.length === 0 && !needsHandler && on === "row" && !isDecided) continue;
    yield errorAt(
      "unusable-by-submit",
      ["actions", name, "bySubmit"],
      `the action "${name}" cannot come with a submit: it needs more than the row`,
      "Let the action lead a row `to` a state, without `ask`, `params`, code or an approval of it or of saving, or take `bySubmit` out.",
    );
  }
}

function* details(resource: ResourceModel, model: Model, context: CheckContext): Iterable<UnplacedFinding> {
  const { details: declared } = resource;
  for (const action of resource.actions) {
    if (action.needsDetails && declared === undefined)
      yield errorAt(
        "no-details",
        ["actions", action.name, "needsDetails"],
        `the action "${action.name}" needs details, and ${resource.name} has none`,
        "Declare `details`, or take `needsDetails` out.",
      );
  }
  const { related = [] } = resource.data;
  if (declared === undefined && related.length > 0 && !hasRecordPage(resource))
    yield errorAt(
      "no-details",
      ["related"],
      `related: ${resource.name} has neither details that they could stand beside nor a page of its records`,
      "Declare `details`, or let its records have a page.",
    );
  for (const [index, one] of related.entries()) yield* referring(resource, one, ["related", index], { model, context });
  if (declared === undefined) return;
  yield* referring(resource, declared, ["details"], { model, context });
  const target = model.resource.get(declared.resource);
  if (target === undefined) return;
  const fieldNames = [...target.field.keys()];
  for (const [name, value] of Object.entries(declared.with ?? {})) {
    if (!target.field.has(name))
      yield errorAt(
        "unknown-details-field",
        ["details", "with"],
        `details.with: ${target.name} has no field "${name}"`,
        didYouMean(name, fieldNames, `Name a field of ${target.name}.`),
      );
    if (typeof value === "object" && !resource.field.has(value.field))
      yield errorAt(
        "unknown-details-field",
        ["details", "with"],
        `details.with: there is no field "${value.field}"`,
        didYouMean(value.field, resource.field.keys(), "Name a field of this resource."),
      );
  }
  for (const name of declared.shows ?? [])
    if (!resource.field.has(name))
      yield errorAt(
        "unknown-details-field",
        ["details", "shows"],
        `details.shows: there is no field "${name}"`,
        didYouMean(name, resource.field.keys(), "Name a field of this resource."),
      );
  if (declared.read !== undefined && !target.reads.some((read) => read.name === declared.read)) {
    yield errorAt(
      "unknown-details-read",
      ["details", "read"],
      `details.read: ${target.name} has no read "${declared.read}"`,
      didYouMean(
        declared.read,
        target.reads.map((read) => read.name),
        `Declare it under \`reads\` of ${target.name}.`,
      ),
    );
  }
}
