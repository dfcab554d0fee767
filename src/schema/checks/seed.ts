// Seed rows: fields that exist, values the fields admit, references that name a row.
import { isRecord } from "../json.ts";
import { kindData, type FieldModel, type Model, type ResourceModel } from "../model.ts";
import { meets } from "../text.ts";
import type { SeedRow } from "../seed.ts";
import { demonstrationDay, withDays } from "../seed-days.ts";
import { checkValue } from "../validation.ts";
import { fromWire } from "../wire.ts";
import { errorAt, type Finding, type UnplacedFinding, type Place } from "./finding.ts";
import { didYouMean } from "./nearest.ts";

type Row = Readonly<Record<string, unknown>>;

/** Members of a seed row that are not fields: its id, its tenant, its creation time, its child rows in a tree, and its detail rows. */
const aboutTheRow = new Set(["id", "tenantId", "createTime", "children", "below"]);

interface PlacedRow {
  readonly row: Row;
  readonly place: Place;
}

function* rowsOf(rows: readonly unknown[], place: Place): Iterable<PlacedRow> {
  for (const [index, row] of rows.entries()) {
    if (!isRecord(row)) continue;
    const at = [...place, index];
    yield { row, place: at };
    if (Array.isArray(row["children"])) yield* rowsOf(row["children"], [...at, "children"]);
  }
}

const dated = new WeakMap<readonly SeedRow[], readonly SeedRow[]>();

/** The rows of a resource as they are on the day that they were written for, which is the day that findings should quote. */
function datedSeed({ data: { seed = [] } }: ResourceModel): readonly SeedRow[] {
  let rows = dated.get(seed);
  if (rows === undefined) dated.set(seed, (rows = withDays(seed, demonstrationDay)));
  return rows;
}

/** All seed rows of a resource: its own, and those nested below rows of the resources it is a detail of. */
function* seedsOf(target: ResourceModel, model: Model): Iterable<Row> {
  for (const { row } of rowsOf(datedSeed(target), [])) yield row;
  for (const master of model.resources) {
    if (master.details?.resource !== target.name || master.name === target.name) continue;
    for (const { row } of rowsOf(datedSeed(master), [])) if (Array.isArray(row["below"])) yield* row["below"].filter(isRecord);
  }
}

/** Names by which rows of a resource can be referred to: their title, their unique fields, and the id that a row is given. */
function namesOf(target: ResourceModel, model: Model): ReadonlySet<string> {
  const naming = [
    ...target.fields.filter((field) => field.name === target.title || field.unique !== undefined).map((field) => field.name),
    "id",
  ];
  const names = new Set<string>();
  for (const row of seedsOf(target, model)) {
    for (const name of naming) if (typeof row[name] === "string" || typeof row[name] === "number") names.add(String(row[name]));
  }
  return names;
}

/** References whose text is the key itself, not the name of a seed row. */
function isKey(field: FieldModel): boolean {
  return field.reference?.resource === "tenant" || field.reference?.resource === "region" || field.data.default === "0";
}

function* referenceValue(field: FieldModel, value: unknown, place: Place, model: Model): Iterable<UnplacedFinding> {
  const target = model.resource.get(field.reference?.resource ?? "");
  if (target === undefined || isKey(field)) return;
  const names = namesOf(target, model);
  if (names.size === 0) return;
  const wanted: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const one of wanted) {
    if (typeof one === "string" && names.has(one)) continue;
    yield errorAt(
      "unknown-seed-reference",
      place,
      `${field.name}: no seed row of ${target.name} is called ${JSON.stringify(one)}`,
      didYouMean(String(one), names, `Write the ${target.title} or the code of a row of ${target.name}.`),
    );
  }
}

function* fieldValue(field: FieldModel, value: unknown, place: Place, model: Model): Iterable<UnplacedFinding> {
  if (value === null || value === undefined) return;
  if (field.traits.holdsRows) {
    for (const { row, place: at } of rowsOf(Array.isArray(value) ? value : [], place))
      yield* rowValues(row, { fields: field.fields, place: at, model, others: new Set() });
    return;
  }
  if (field.reference !== undefined && !field.reference.isFixed) {
    yield* referenceValue(field, value, place, model);
    return;
  }
  const { states } = kindData(field.data);
  if (states !== undefined && typeof value === "string" && Object.hasOwn(states, value)) return;
  const issue = checkValue(field, fromWire(field, value))[0];
  if (issue !== undefined)
    yield errorAt(
      "bad-seed-value",
      place,
      `${field.name}: its rules refuse ${JSON.stringify(value)} (${issue.code})`,
      "Correct the value.",
    );
}

interface RowContext {
  readonly fields: readonly FieldModel[];
  readonly place: Place;
  readonly model: Model;
  /** Further members that a row may have, and fields that it may omit. */
  readonly others: ReadonlySet<string>;
}

function* rowValues(row: Row, { fields, place, model, others }: RowContext): Iterable<UnplacedFinding> {
  const byName = new Map(fields.map((field) => [field.name, field]));
  for (const [name, value] of Object.entries(row)) {
    const field = byName.get(name);
    const at = [...place, name];
    if (field !== undefined) yield* fieldValue(field, value, at, model);
    else if (!others.has(name))
      yield errorAt(
        "unknown-seed-field",
        at,
        `there is no field "${name}"`,
        didYouMean(name, byName.keys(), "Name a field of the resource."),
      );
  }
  for (const field of fields) {
    const isNeeded =
      field.required !== undefined &&
      field.stored &&
      field.default === undefined &&
      !field.traits.isSecret &&
      (field.showWhen === undefined || meets(field.showWhen, row));
    if (isNeeded && (row[field.name] ?? "") === "" && !others.has(field.name))
      yield errorAt("bad-seed-value", place, `${field.name} is required and missing`, "Give it a value.");
  }
}

/** The detail rows nested below a row: the values of `by` and `with` need not be written. */
function* below(row: Row, resource: ResourceModel, place: Place, model: Model): Iterable<UnplacedFinding> {
  const inner = model.resource.get(resource.details?.resource ?? "");
  if (!Array.isArray(row["below"]) || resource.details === undefined || inner === undefined) return;
  const others = new Set([...aboutTheRow, resource.details.by, ...Object.keys(resource.details.with ?? {})]);
  for (const { row: one, place: at } of rowsOf(row["below"], [...place, "below"]))
    yield* rowValues(one, { fields: inner.fields, place: at, model, others });
}

/** Findings on the seed rows of a resource; `file` contains them, `place` is the path where they begin. */
export function* seedRows(resource: ResourceModel, model: Model, file: string, place: Place): Iterable<Finding> {
  const parent = resource.tree?.parent;
  const numbered = resource.data.numbering?.field;
  const others = new Set([...aboutTheRow, ...(parent === undefined ? [] : [parent]), ...(numbered === undefined ? [] : [numbered])]);
  for (const { row, place: at } of rowsOf(datedSeed(resource), place)) {
    for (const one of rowValues(row, { fields: resource.fields, place: at, model, others })) yield { file, ...one };
    for (const one of below(row, resource, at, model)) yield { file, ...one };
  }
}
