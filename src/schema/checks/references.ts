// References: their targets, the fields they show, store and filter by, and the cascades between them.
import { screensOf } from "../field.ts";
import { kindOf } from "../kinds.ts";
import type { FieldModel, Model, ReferenceModel, ResourceModel } from "../model.ts";
import { hasScreen } from "../menu.ts";
import { kindData } from "../model.ts";
import { readNamed } from "../tree-lists.ts";
import { conditionValues } from "./conditions.ts";
import { errorAt, type UnplacedFinding, type Place } from "./finding.ts";
import { didYouMean } from "./nearest.ts";
import { fieldsOf, isUnusable, type Check, type CheckContext, type PlacedField } from "./subject.ts";

const hasField = (target: ResourceModel, name: string) => target.field.has(name) || name === "id" || name === target.key;
const fieldNamesOf = (target: ResourceModel) => target.fields.map((field) => field.name);

export const references: Check = function* (resource, model, context) {
  yield* upsertBy(resource);
  for (const placed of fieldsOf(resource)) {
    yield* attributeReads(placed, model);
    yield* inverse(resource, placed, model);
    yield* leading(placed, model);
    yield* rowsLeading(placed, model);
    yield* rowsOf(resource, placed, model);
    yield* labelOf(placed, model);
    if (placed.field.reference !== undefined) yield* reference(placed, placed.field.reference, model, context);
  }
};

/** One row for each row that a field refers to: the field refers to one, every row has it, and it stays. */
function* upsertBy(resource: ResourceModel): Iterable<UnplacedFinding> {
  const name = resource.data.upsertBy;
  const field = name === undefined ? undefined : resource.field.get(name);
  const isOne = field?.reference?.several === false && field.unique !== undefined && field.required !== undefined && field.createOnly;
  if (name !== undefined && !(isOne && resource.hasBaseColumns && resource.calls.has("submit")))
    yield errorAt(
      "unknown-unique-field",
      ["upsertBy"],
      `upsertBy: "${name}" does not name one row for each row of ${resource.name}`,
      "Name a reference that is required, unique and createOnly, of a resource with the call submit.",
    );
}

/** A value that leads to another screen: the screen is there, and searched by the field. */
function* leading({ field, place, siblings }: PlacedField, model: Model): Iterable<UnplacedFinding> {
  const { leadsTo } = field.data;
  if (leadsTo === undefined) return;
  const wrong = (problem: string, remedy: string) =>
    errorAt("unknown-leading-screen", [...place, "leadsTo"], `${place.join(".")}.leadsTo: ${problem}`, remedy);
  const { screen, by } = leadsTo;
  if (typeof screen === "object" && !siblings.has(screen.field))
    yield wrong(`there is no field "${screen.field}"`, didYouMean(screen.field, siblings.keys(), "Name the field that tells the screen."));
  for (const name of screensOf(leadsTo)) {
    const target = model.resource.get(name);
    if (target === undefined || !hasScreen(target))
      yield wrong(`there is no screen "${name}"`, didYouMean(name, model.resource.keys(), "Name a resource that has a screen."));
    else if (!target.field.has(by))
      yield wrong(
        `${target.name} has no field "${by}"`,
        didYouMean(by, fieldNamesOf(target), "Name the field that the screen is searched by."),
      );
  }
}

/** Rows of figures that lead to another screen: the screen is there and searched by these fields, and what is kept is searched by here. */
function* rowsLeading({ field, place, siblings }: PlacedField, model: Model): Iterable<UnplacedFinding> {
  const { rowLink } = kindData(field.data);
  if (rowLink === undefined) return;
  const { screen, by, keeps = {}, holds = {} } = rowLink;
  const target = model.resource.get(screen);
  const wrong = (problem: string, remedy: string) =>
    errorAt("unknown-leading-screen", [...place, "rowLink"], `${place.join(".")}.rowLink: ${problem}`, remedy);
  if (target === undefined || !hasScreen(target)) {
    yield wrong(`there is no screen "${screen}"`, didYouMean(screen, model.resource.keys(), "Name a resource that has a screen."));
    return;
  }
  for (const name of [...Object.keys(by), ...Object.keys(keeps), ...Object.keys(holds)])
    if (target.field.get(name)?.search === undefined)
      yield wrong(
        `${target.name} is not searched by "${name}"`,
        didYouMean(name, fieldNamesOf(target), "Name a field that the screen is searched by."),
      );
  for (const name of Object.values(keeps))
    if (siblings.get(name)?.search === undefined)
      yield wrong(
        `this screen is not searched by "${name}"`,
        didYouMean(name, siblings.keys(), "Name a field that this screen is searched by."),
      );
}

/** Rows of another resource that are read with a row: it refers to this one, has these fields, and nothing of them is stored here. */
function* rowsOf(resource: ResourceModel, { field, place }: PlacedField, model: Model): Iterable<UnplacedFinding> {
  const { rowsOf: from } = kindData(field.data);
  if (from === undefined) return;
  const wrong = (problem: string, remedy: string) =>
    errorAt("unknown-within", [...place, "rowsOf"], `${place.join(".")}.rowsOf: ${problem}`, remedy);
  const target = model.resource.get(from.resource);
  if (target === undefined) {
    yield wrong(`there is no resource "${from.resource}"`, didYouMean(from.resource, model.resource.keys(), "Name a resource."));
    return;
  }
  if (target.field.get(from.by)?.reference?.resource !== resource.name)
    yield wrong(
      `"${from.by}" of ${target.name} does not refer to ${resource.name}`,
      didYouMean(from.by, fieldNamesOf(target), "Name its reference to this resource."),
    );
  for (const { name } of field.fields)
    if (!target.field.has(name))
      yield wrong(`${target.name} has no field "${name}"`, didYouMean(name, fieldNamesOf(target), "Name the fields as they are there."));
  const isWritten = Object.keys(resource.data.effects ?? {}).length > 0;
  if (field.stored || (!field.readonly && !isWritten))
    yield wrong("such rows are not stored here", "Write computed: true, and readonly: true where no effect writes them.");
}

/** The other side of a link: the target has it, as one reference to this resource, and nobody writes it here. */
function* inverse(resource: ResourceModel, { field, place }: PlacedField, model: Model): Iterable<UnplacedFinding> {
  const { inverseOf } = kindData(field.data);
  if (inverseOf === undefined) return;
  const wrong = (problem: string, remedy: string) =>
    errorAt("unknown-within", [...place, "inverseOf"], `${place.join(".")}.inverseOf: ${problem}`, remedy);
  const target = model.resource.get(field.reference?.resource ?? "");
  const link = target?.field.get(inverseOf);
  if (
    target !== undefined &&
    (link?.reference?.resource !== resource.name || link.reference.several || link.reference.valueField !== "id")
  ) {
    const links = target.fields.filter((one) => one.reference?.resource === resource.name).map(({ name }) => name);
    yield wrong(
      `"${inverseOf}" of ${target.name} is no reference to ${resource.name} by id`,
      didYouMean(inverseOf, links, "Name its reference to this resource."),
    );
  }
  if (!field.readonly || !field.stored || field.reference?.several !== false || field.reference.valueField !== "id")
    yield wrong("this side is not written", "Write readonly: true, for one reference by id that is stored.");
  if (
    target !== undefined &&
    !(resource.hasBaseColumns && target.hasBaseColumns && resource.scope === "tenant" && target.scope === "tenant")
  )
    yield wrong("both sides have to be rows of a tenant", "Take `inverseOf` out.");
}

/** The label of a reference: nothing of it is stored here, and an index finds it where the list is searched by it. */
function* labelOf({ field, place, siblings }: PlacedField, model: Model): Iterable<UnplacedFinding> {
  const { labelOf: name } = field.data;
  if (name === undefined) return;
  const wrong = (problem: string, remedy: string) =>
    errorAt("unknown-within", [...place, "labelOf"], `${place.join(".")}.labelOf: ${problem}`, remedy);
  const reference = siblings.get(name)?.reference;
  if (reference === undefined || reference.several || reference.valueField !== "id") {
    const references = [...siblings.values()].filter((one) => one.reference?.several === false).map((one) => one.name);
    yield wrong(`this record has no reference "${name}" by id`, didYouMean(name, references, "Name a reference of the same record."));
    return;
  }
  if (field.stored || !field.readonly) yield wrong("a label is not stored here", "Write readonly: true, computed: true.");
  const target = model.resource.get(reference.resource);
  const shown = target?.field.get(reference.show);
  const isIndexed = shown?.stored === true && shown.wire === "text" && (shown.unique !== undefined || shown.search === "equal");
  if (field.search !== undefined && target !== undefined && (!isIndexed || field.search === "like" || field.search === "range"))
    yield wrong(
      `no index finds "${reference.show}" of ${target.name} by its text`,
      'Write search: "equal" or "in" here, and unique or search: "equal" there; or take `search` out.',
    );
}

/** Attributes that a read answers: the read is there, and takes what decides about them. */
function* attributeReads({ field, place, siblings }: PlacedField, model: Model): Iterable<UnplacedFinding> {
  const { of, read: name, initialValues } = kindData(field.data);
  if (of === undefined || name === undefined) return;
  if (siblings.get(of)?.reference === undefined)
    yield errorAt(
      "unknown-within",
      [...place, "of"],
      `${place.join(".")}.of: this record has no reference "${of}"`,
      didYouMean(of, siblings.keys(), "Name the reference of the same record that decides which attributes there are."),
    );
  const { read, declared } = readNamed(name, model);
  if (read === undefined || !(of in read.parameters))
    yield errorAt(
      "unknown-list-read",
      [...place, "read"],
      `${place.join(".")}.read: there is no read "${name}" with the parameter "${of}"`,
      didYouMean(name, declared, "Write <resource>.<read>."),
    );
  if (initialValues === undefined) return;
  for (const by of initialValues.by)
    if (!siblings.has(by))
      yield errorAt(
        "unknown-within",
        [...place, "initialValues"],
        `${place.join(".")}.initialValues: this record has no field "${by}"`,
        didYouMean(by, siblings.keys(), "Name fields of the same record."),
      );
  const found = readNamed(initialValues.read, model);
  if (found.read === undefined || ![of, ...initialValues.by].every((by) => by in (found.read?.parameters ?? {})))
    yield errorAt(
      "unknown-list-read",
      [...place, "initialValues"],
      `${place.join(".")}.initialValues: there is no read "${initialValues.read}" with the parameters ${[of, ...initialValues.by].join(", ")}`,
      didYouMean(initialValues.read, found.declared, "Write <resource>.<read>."),
    );
}

function* reference(
  { field, place, siblings }: PlacedField,
  { resource, show, valueField, filter, within, withinParam }: ReferenceModel,
  model: Model,
  context: CheckContext,
): Iterable<UnplacedFinding> {
  const target = model.resource.get(resource);
  if (target === undefined) {
    if (!isUnusable(resource, context))
      yield errorAt(
        "unknown-target",
        place,
        `${place.join(".")} refers to "${resource}", and there is no such resource`,
        calledSo(resource, model) ??
          didYouMean(resource, model.resource.keys(), `Write resources/<area>/${resource}.ts, or correct the name.`),
      );
    return;
  }
  const unknown = (code: "unknown-shown-field" | "unknown-value-field" | "unknown-filter-field", member: string, name: string) =>
    errorAt(
      code,
      [...place, member],
      `${place.join(".")}.${member}: ${target.name} has no field "${name}"`,
      didYouMean(name, fieldNamesOf(target), `See the fields of ${target.name} in ${target.file}.`),
    );
  // Without a declaration the target's own title or key is used; errors in those are reported at the target.
  const stated = kindData(field.data);
  if (stated.show !== undefined && !hasField(target, show)) yield unknown("unknown-shown-field", "show", show);
  if (stated.valueField !== undefined && !hasField(target, valueField)) yield unknown("unknown-value-field", "valueField", valueField);
  for (const [name, expected] of Object.entries(filter)) {
    const filtered = target.field.get(name);
    if (filtered === undefined) yield unknown("unknown-filter-field", "filter", name);
    else yield* filterValue(filtered, expected, [...place, "filter"], siblings);
  }
  if (within !== undefined) yield* cascade(field, { within, withinParam, target, place, siblings });
}

/** How people call a thing, without case, blanks and dashes. */
const plainWord = (word: string): string => word.toLowerCase().replaceAll(/[\s_-]/g, "");

/** What a word stands for that is no name: the label of a resource, or that of references to one, which may narrow it. */
function calledSo(word: string, model: Model): string | undefined {
  const wanted = plainWord(word);
  const labelled = model.resources.find(({ label }) => label.some((one) => plainWord(one) === wanted));
  if (labelled !== undefined) return `“${labelled.label[1]}” is called "${labelled.name}".`;
  const uses = new Map<string, { readonly hint: string; readonly count: number }>();
  for (const { name, fields } of model.resources)
    for (const field of fields) {
      const { reference } = field;
      if (reference === undefined || reference.isFixed || !field.label.some((one) => plainWord(one) === wanted)) continue;
      const filter = Object.keys(reference.filter).length === 0 ? "" : `, with filter: ${JSON.stringify(reference.filter)}`;
      const hint = `What ${name}.${field.name} calls so is "${reference.resource}"${filter}.`;
      const key = `${reference.resource}${filter}`;
      uses.set(key, { hint: uses.get(key)?.hint ?? hint, count: (uses.get(key)?.count ?? 0) + 1 });
    }
  return [...uses.values()].toSorted((left, right) => right.count - left.count)[0]?.hint;
}

function* filterValue(
  filtered: FieldModel,
  expected: unknown,
  place: Place,
  siblings: ReadonlyMap<string, FieldModel>,
): Iterable<UnplacedFinding> {
  if (typeof expected === "object" && expected !== null && "field" in expected) {
    const name = String(expected.field);
    if (!siblings.has(name))
      yield errorAt(
        "unknown-filter-field",
        place,
        `${place.join(".")}: this record has no field "${name}" to filter ${filtered.name} by`,
        didYouMean(name, siblings.keys(), "Name a field of the same record."),
      );
    return;
  }
  const possible = conditionValues(filtered);
  const values: readonly unknown[] = Array.isArray(expected) ? expected : [expected];
  for (const value of values) {
    if (possible !== undefined && !possible.has(String(value)))
      yield errorAt(
        "impossible-condition",
        place,
        `${place.join(".")}: ${filtered.name} is never ${JSON.stringify(value)}`,
        `Its values are ${[...possible].join(", ")}.`,
      );
  }
}

interface CascadeContext {
  readonly within: string;
  readonly withinParam: string | undefined;
  readonly target: ResourceModel;
  readonly place: Place;
  readonly siblings: ReadonlyMap<string, FieldModel>;
}

/** The fields that narrow each other in a circle with this one; undefined: there is none. */
function circleOf(field: FieldModel, siblings: ReadonlyMap<string, FieldModel>): readonly string[] | undefined {
  const names = [field.name];
  for (let next = kindData(field.data).within; next !== undefined;) {
    names.push(next);
    if (next === field.name) return names;
    const { length } = names;
    if (new Set(names).size < length) return undefined; // a circle of others
    const narrowing = siblings.get(next);
    next = narrowing === undefined ? undefined : kindData(narrowing.data).within;
  }
  return undefined;
}

function* cascade(field: FieldModel, { within, withinParam, target, place, siblings }: CascadeContext): Iterable<UnplacedFinding> {
  const at = [...place, "within"];
  const narrowing = siblings.get(within);
  if (narrowing === undefined) {
    yield errorAt(
      "unknown-within",
      at,
      `${at.join(".")}: this record has no field "${within}"`,
      didYouMean(within, siblings.keys(), "Name the field of the same record whose choice narrows this one."),
    );
    return;
  }
  if (narrowing === field || !kindOf(narrowing.data).canNarrow) {
    const what = narrowing === field ? "a field cannot narrow itself" : `"${within}" (${narrowing.kind}) is not chosen from a list`;
    yield errorAt("within-not-a-choice", at, `${at.join(".")}: ${what}`, "Name a reference, choice or dictionary field.");
    return;
  }
  const circle = circleOf(field, siblings);
  if (circle !== undefined) {
    yield errorAt(
      "within-not-a-choice",
      at,
      `${at.join(".")}: ${circle.join(" is narrowed by ")}: none of them can be chosen first`,
      "Take `within` out of the one that is chosen first.",
    );
    return;
  }
  if (withinParam !== undefined) return;
  const chosen = kindData(narrowing.data).to ?? within;
  yield errorAt(
    "unresolved-cascade",
    at,
    `${at.join(".")}: nothing in ${target.name} says which of its rows belong to a ${chosen}`,
    `Give ${target.name} exactly one field that refers to ${chosen}, or one called "${within}".`,
  );
}
