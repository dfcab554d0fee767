// Lines that are entered together with the record that they belong to: one form, one call, one transaction (docs/wire.md §4.3).
import type { FieldData } from "./field.ts";
import { fieldsOfFormula } from "./formulas.ts";
import { linesMember, maxEnteredLines, removedLinesMember } from "./entered-lines.ts";
import { kindData } from "./kind-data.ts";
import { kindOf } from "./kinds.ts";
import type { DetailsData, ResourceData } from "./resource-data.ts";
import { fieldsOfRule } from "./rules.ts";
import { fieldsIn } from "./text.ts";

/** Whether one line of a grid has room for a value of this field. */
function hasRoom(field: FieldData): boolean {
  const { traits } = kindOf(field);
  if (traits.holdsRows || (traits.isWide && traits.rowWidget === undefined)) return false;
  return traits.files === undefined || field.multiple !== true;
}

/** The fields by which a field is shown, required or narrowed. */
const fieldsBeside = (field: FieldData): readonly string[] => [
  ...fieldsIn(field.showWhen),
  ...fieldsIn(field.requiredWhen),
  ...[kindData(field).within ?? []].flat(),
];

/** Whether people enter a value of the field in a form. */
const isEntered = (field: FieldData): boolean =>
  field.readonly !== true && (field.visibleIn === undefined || field.visibleIn.includes("create") || field.visibleIn.includes("edit"));

/** The values that lines take over from their record. */
const takenOver = ({ by, with: copied = {} }: Pick<DetailsData, "by" | "with">): ReadonlySet<string> =>
  new Set([by, ...Object.keys(copied)]);

/** The columns of the grid: what people enter of a line, and what follows from it. */
function columnsOf(details: DetailsData, line: ResourceData): Readonly<Record<string, FieldData>> {
  const given = takenOver(details);
  let columns = Object.entries(line.fields).filter(([name, field]) => {
    if (given.has(name) || field.administratorOnly === true) return false;
    return line.formulas?.[name] !== undefined || (isEntered(field) && hasRoom(field));
  });
  // What hangs on a value that the grid does not have goes as well, and then what hangs on that.
  for (let before = -1; before !== columns.length;) {
    before = columns.length;
    const names = new Set(columns.map(([name]) => name));
    columns = columns.filter(([name, field]) => {
      const formula = line.formulas?.[name];
      return [...fieldsBeside(field), ...(formula === undefined ? [] : fieldsOfFormula(formula))].every((one) => names.has(one));
    });
  }
  return Object.fromEntries(columns);
}

const wholeIn = <T>(entries: Readonly<Record<string, T>> | undefined, isIn: (name: string, entry: T) => boolean) =>
  Object.fromEntries(Object.entries(entries ?? {}).filter(([name, entry]) => isIn(name, entry)));

const unlessEmpty = <T extends object>(name: string, value: T): Readonly<Record<string, T>> =>
  Object.keys(value).length === 0 ? {} : { [name]: value };

/**
 * The lines of a resource as a field of its form, of the kind `lines`; undefined where they are not entered with their record. They are,
 * unless the definition says otherwise (`enteredWhen`), the record has a field that holds its lines already, somebody decides about a line, or a line has a value that it cannot do
 * without and for which a grid has no room, such as rows of its own.
 */
export function linesFieldOf(head: ResourceData, all: ReadonlyMap<string, ResourceData>): FieldData | undefined {
  const { details } = head;
  const line = all.get(details?.resource ?? "");
  if (details === undefined || line === undefined || line === head || details.enteredWhen === false) return undefined;
  const isSubmitted = ({ calls, key, upsertBy, scope }: ResourceData): boolean =>
    (calls === undefined || calls.includes("submit")) && key === undefined && upsertBy === undefined && scope !== "platform";
  if (!isSubmitted(head) || !isSubmitted(line) || line.approval !== undefined || line.buttons?.add === false) return undefined;
  const isTaken = Object.entries(head.fields).some(
    ([name, field]) => name === linesMember || name === removedLinesMember || kindData(field).rowsOf?.resource === line.name,
  );
  const isTree = line.tree !== undefined || Object.values(line.fields).some((field) => kindData(field).to === line.name);
  const holdsRows = Object.values(line.fields).some((field) => isEntered(field) && kindOf(field).traits.holdsRows);
  if (isTaken || holdsRows || isTree) return undefined;
  const fields = columnsOf(details, line);
  const given = takenOver(details);
  const isMissing = Object.entries(line.fields).some(
    ([name, field]) => field.required !== undefined && field.readonly !== true && fields[name] === undefined && !given.has(name),
  );
  if (isMissing || Object.keys(fields).length === 0) return undefined;
  const has = (name: string): boolean => fields[name] !== undefined;
  const rules = wholeIn(line.rules, (_name, rule) => fieldsOfRule(rule).every(has));
  const formulas = wholeIn(line.formulas, (name) => has(name));
  // Unique in the record, as the record is the same for all of them.
  const distinct = (line.unique ?? []).flatMap((key): readonly (readonly string[])[] => {
    if ("where" in key || !key.includes(details.by)) return [];
    const others = key.filter((name) => !given.has(name));
    return others.length > 0 && others.every(has) ? [others] : [];
  });
  const data = {
    kind: "lines",
    label: details.label ?? line.label,
    fields,
    min: 0,
    max: maxEnteredLines,
    ...(details.enteredWhen === undefined ? {} : { showWhen: details.enteredWhen }),
    ...unlessEmpty("rules", rules),
    ...unlessEmpty("formulas", formulas),
    ...unlessEmpty("distinct", distinct),
  } as const;
  return data;
}
