// Seed rows: fields that exist, values the fields admit, references that name a row.
import { isRecord } from "../json.ts";
import { kindOf } from "../kinds.ts";
import { kindData, type FieldModel, type Model, type ResourceModel } from "../model.ts";
import { brokenRules } from "../rules.ts";
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
      `${field.name}: ${JSON.stringify(value)} is not allowed by the rules of the field (${issue.code})`,
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

interface SeededRow {
  /** Values as they are stored, with defaults; what refers to the row above has its place. */
  readonly values: Row;
  readonly file: string;
  readonly place: Place;
  /** "" where the table is of the platform. */
  readonly tenantId: string;
}

/** The tenant of rows that name none: the demonstration's. */
const defaultTenant = "100001";

/** Values of a row as the database has them: states by their numbers, defaults where nothing is said. */
function storedValues(resource: ResourceModel, row: Row): Row {
  const values: Record<string, unknown> = {};
  for (const field of resource.fields) {
    const { states } = kindData(field.data);
    const { initial } = kindOf(field.data);
    const given = row[field.name] ?? field.default ?? initial?.(field.data);
    const state = states !== undefined && typeof given === "string" ? states[given]?.[0] : undefined;
    if (given !== undefined) values[field.name] = state ?? given;
  }
  return values;
}

/** All seed rows of a model by their resources, those nested in others among them. */
function seededRows(model: Model, placeOf: (resource: ResourceModel) => { readonly file: string; readonly place: Place }) {
  const found = new Map<string, SeededRow[]>();
  const add = (resource: ResourceModel, row: Row, at: Pick<SeededRow, "file" | "place" | "tenantId">): void => {
    const { file, place } = at;
    const tenantId = typeof row["tenantId"] === "string" ? row["tenantId"] : at.tenantId;
    const own: SeededRow = { values: storedValues(resource, row), file, place, tenantId: resource.scope === "platform" ? "" : tenantId };
    found.set(resource.name, [...(found.get(resource.name) ?? []), own]);
    const { tree, details } = resource;
    const nested = (member: string) => (Array.isArray(row[member]) ? row[member].filter(isRecord) : []);
    const above = place.join(".");
    if (tree !== undefined)
      for (const [index, child] of nested("children").entries())
        add(resource, { ...child, [tree.parent]: above }, { file, place: [...place, "children", index], tenantId });
    const lines = details === undefined ? undefined : model.resource.get(details.resource);
    if (details === undefined || lines === undefined) return;
    const besides = Object.fromEntries(
      Object.entries(details.with ?? {}).map(([name, value]) => [name, typeof value === "object" ? row[value.field] : value]),
    );
    for (const [index, line] of nested("below").entries())
      add(lines, { ...line, ...besides, [details.by]: above }, { file, place: [...place, "below", index], tenantId });
  };
  for (const resource of model.resources) {
    const { file, place } = placeOf(resource);
    for (const [index, row] of datedSeed(resource).entries())
      add(resource, row, { file, place: [...place, index], tenantId: defaultTenant });
  }
  return found;
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== "" && !Array.isArray(value);
const spokenRow = ({ place }: SeededRow): string =>
  `row ${place
    .filter((part) => typeof part === "number")
    .map((index) => index + 1)
    .join(".")}`;
/** The moment that conditions and rules of seed rows are judged at. */
const anyMoment = `${demonstrationDay} 12:00:00`;

function* brokenBy(resource: ResourceModel, { values, file, place }: SeededRow): Iterable<Finding> {
  const broken = brokenRules({ rules: resource.data.rules, fields: resource.fields, record: values, now: anyMoment });
  for (const { rule, field, message } of broken)
    yield {
      file,
      ...errorAt(
        "bad-seed-value",
        Object.hasOwn(values, field) ? [...place, field] : place,
        `${field}: the rule ${rule} of ${resource.name} refuses the row: ${message[1]}`,
        "Correct the values that the rule compares.",
      ),
    };
}

function* repeatedKeys(resource: ResourceModel, rows: readonly SeededRow[]): Iterable<Finding> {
  for (const { fields, scope, where } of resource.uniques) {
    const first = new Map<string, SeededRow>();
    for (const row of rows) {
      if (where !== undefined && !meets(where, row.values, anyMoment)) continue;
      const parts = fields.map((name) => row.values[name]);
      // A key with a part that is empty is none; what the server writes is not known yet.
      if (!parts.every(isPresent)) continue;
      const key = JSON.stringify([scope === "global" ? "" : row.tenantId, ...parts.map(String)]);
      const other = first.get(key);
      if (other === undefined) {
        first.set(key, row);
        continue;
      }
      yield {
        file: row.file,
        ...errorAt(
          "seed-conflict",
          [...row.place, fields.at(-1) ?? ""],
          `${spokenRow(row)} has the same ${fields.join(" and ")} as ${spokenRow(other)}${other.file === row.file ? "" : ` of ${other.file}`}: ${parts.map(String).join(", ")}`,
          `${fields.length === 1 ? "It is" : "They are"} unique: change one of the two rows, or take one out.`,
        ),
      };
    }
  }
}

const before = (left: unknown, right: unknown): boolean =>
  typeof left === "number" && typeof right === "number" ? left < right : String(left) < String(right);

function* overlappingRows(resource: ResourceModel, rows: readonly SeededRow[]): Iterable<Finding> {
  for (const [rule, { per, from, to, where }] of Object.entries(resource.data.noOverlap ?? {})) {
    // Moments end before the end of their range, days and numbers with it.
    const isMoment = kindOf(resource.field.get(from)?.data ?? { kind: "text", label: ["", ""] }).traits.temporal === "moment";
    const placed = rows.filter(({ values }) => {
      const [begin, end] = [values[from], values[to]];
      const isRange = isPresent(begin) || isPresent(end);
      return (
        isRange && !(isPresent(begin) && isPresent(end) && before(end, begin)) && (where === undefined || meets(where, values, anyMoment))
      );
    });
    const groups = new Map<string, SeededRow[]>();
    for (const row of placed) {
      const parts = per.map((name) => row.values[name]);
      if (!parts.every(isPresent)) continue;
      const key = JSON.stringify([row.tenantId, ...parts.map(String)]);
      const others = groups.get(key) ?? [];
      const isClear = (left: SeededRow, right: SeededRow): boolean => {
        const [end, begin] = [left.values[to], right.values[from]];
        return isPresent(end) && isPresent(begin) && (before(end, begin) || (isMoment && !before(begin, end)));
      };
      const other = others.find((one) => !isClear(one, row) && !isClear(row, one));
      if (other !== undefined)
        yield {
          file: row.file,
          ...errorAt(
            "seed-conflict",
            [...row.place, from],
            `${spokenRow(row)} overlaps ${spokenRow(other)}${other.file === row.file ? "" : ` of ${other.file}`} (noOverlap.${rule})`,
            `Let the range of one end before that of the other begins.`,
          ),
        };
      groups.set(key, [...others, row]);
    }
  }
}

/** Findings on seed rows that break a rule of their resource, or get in each other's way. */
export function* seedConflicts(
  model: Model,
  placeOf: (resource: ResourceModel) => { readonly file: string; readonly place: Place },
): Iterable<Finding> {
  for (const [name, rows] of seededRows(model, placeOf)) {
    const resource = model.resource.get(name);
    if (resource === undefined) continue;
    for (const row of rows) yield* brokenBy(resource, row);
    yield* repeatedKeys(resource, rows);
    yield* overlappingRows(resource, rows);
  }
}
