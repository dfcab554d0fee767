// The screen of a resource on a back-end of another dialect: without what the back-end lacks, and with its reads in place of ours. The
// browser loads this for such back-ends only.
import { isRecord } from "../json.ts";
import type { Call } from "../call-types.ts";
import type { JsonSchema } from "../json-schema.ts";
import type { Screen, ScreenAction, ScreenField, ScreenRead, ScreenReference } from "../screen.ts";
import type { Text } from "../text.ts";
import { resourceIn } from "./available.ts";
import type { Dialect, FieldDialect, ResourceDialect } from "./types.ts";

/** A screen or the part of it that lists use. */
type AnyScreen = Omit<Screen, "schema"> & Partial<Pick<Screen, "schema">>;

/** A text that is searched for as a whole says so: people expect to find a part of it. */
const exactLabel = ([zh, en]: Text): Text => [`${zh}（精确）`, `${en} (exact)`];

/** Where the choices of a reference come from, where the usual read is missing; where it leads, if there is nothing to be read. */
function referenceHere({ record, ...reference }: ScreenReference, dialect: Dialect): ScreenReference {
  const { reads = {}, without: missing = [] } = resourceIn(dialect, reference.resource) ?? { without: ["detail"] as const };
  const isUsual = reference.source === "list" || reads[reference.source] !== "absent";
  return {
    ...reference,
    ...(isUsual ? {} : { source: "list" as const }),
    ...(record === undefined || missing.includes("detail") ? {} : { record }),
  };
}

function searchHere(
  field: ScreenField,
  rule: FieldDialect,
  isExact: boolean,
  several: boolean,
): Pick<ScreenField, "search" | "searchLabel"> {
  const { search } = field;
  if (search === undefined || rule.unsearched === true || (isExact && search === "range")) return { search: undefined };
  if (isExact && search === "like") return { search: "equal", searchLabel: exactLabel(field.label) };
  return { search: search === "in" && !several ? "equal" : search };
}

function without<T extends object>(value: T): T {
  // Members that are undefined are as good as absent.
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}

function fieldHere(field: ScreenField, rule: FieldDialect, { exact = false }: ResourceDialect, dialect: Dialect): ScreenField {
  const { required, typed } = rule;
  return without<ScreenField>({
    ...field,
    ...searchHere(field, rule, exact, dialect.several),
    ...(field.reference === undefined ? {} : { reference: referenceHere(field.reference, dialect) }),
    ...(rule.optional === true ? { required: undefined } : {}),
    ...(rule.unlisted === true ? { list: undefined } : {}),
    // The help of a field that is usually left empty says what happens then.
    ...(required === undefined ? {} : { required, help: undefined }),
    ...(rule.default === undefined ? {} : { default: rule.default === "" ? undefined : rule.default }),
    ...(typed === undefined
      ? {}
      : {
          kind: "text",
          wire: "text" as const,
          dictionary: undefined,
          business: undefined,
          multiple: undefined,
          labelKey: undefined,
          max: undefined,
          patternMessage: undefined,
        }),
  });
}

const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((one) => typeof one === "string") : []);

/** The schema of a form without absent fields, and with what is required or typed here. */
function schemaHere(schema: JsonSchema, rules: NonNullable<ResourceDialect["fields"]>): JsonSchema {
  const ruleOf = (name: string) => (Object.hasOwn(rules, name) ? rules[name] : undefined);
  const isThere = (name: string) => ruleOf(name) !== "absent";
  const isTyped = (name: string) => {
    const rule = ruleOf(name);
    return typeof rule === "object" && rule.typed === true;
  };
  const given = isRecord(schema["properties"]) ? schema["properties"] : {};
  const properties = Object.fromEntries(
    Object.entries(given)
      .filter(([name]) => isThere(name))
      .map(([name, property]) => [name, isTyped(name) ? { type: "string", minLength: 1, maxLength: 255 } : property]),
  );
  const needed = Object.entries(rules).flatMap(([name, rule]) =>
    typeof rule === "object" && rule.required !== undefined && name in properties ? [name] : [],
  );
  const isOptional = (name: string) => {
    const rule = ruleOf(name);
    return typeof rule === "object" && rule.optional === true;
  };
  const requiredNames = textsIn(schema["required"]).filter((name) => isThere(name) && !isOptional(name));
  const required = [...new Set([...requiredNames, ...needed])];
  const all = Array.isArray(schema["allOf"]) ? schema["allOf"] : [];
  const conditions = all.filter((one) => !isRecord(one) || !isRecord(one["then"]) || textsIn(one["then"]["required"]).every(isThere));
  const { required: _usual, ...rest } = schema;
  return { ...rest, properties, ...(required.length === 0 ? {} : { required }), ...(all.length === 0 ? {} : { allOf: conditions }) };
}

function readsHere(reads: readonly ScreenRead[], { reads: rules = {}, wholeTree = false }: ResourceDialect): readonly ScreenRead[] {
  return reads.flatMap((read) => {
    const rule = rules[read.name];
    if (rule === "absent" || (wholeTree && read.shape === "level")) return [];
    return [rule === undefined || rule === "same" ? read : { ...read, ...rule }];
  });
}

/** What an action asks for follows the rules of the fields of these names. */
function actionHere(action: ScreenAction, rules: ResourceDialect, dialect: Dialect): ScreenAction {
  const { dialogFields, schema } = action;
  if (dialogFields === undefined) return action;
  const { fields = {} } = rules;
  const fieldsHere = dialogFields.flatMap((field) => {
    const rule = Object.hasOwn(fields, field.name) ? fields[field.name] : undefined;
    return rule === "absent" ? [] : [fieldHere(field, rule ?? {}, rules, dialect)];
  });
  return { ...action, dialogFields: fieldsHere, ...(schema === undefined ? {} : { schema: schemaHere(schema, fields) }) };
}

/** The screen as this back-end has it; undefined where it does not have the resource. */
export function screenHere<T extends AnyScreen>(screen: T, dialect: Dialect): T | undefined {
  const rules = resourceIn(dialect, screen.name);
  if (rules === undefined) return undefined;
  const fieldRules = rules.fields ?? {};
  const fields = screen.fields.flatMap((field) => {
    const rule = Object.hasOwn(fieldRules, field.name) ? fieldRules[field.name] : undefined;
    return rule === "absent" ? [] : [fieldHere(field, rule ?? {}, rules, dialect)];
  });
  const has = (name: string | undefined) => fields.some((field) => field.name === name);
  const lacks = (call: Call) => rules.without?.includes(call) === true;
  const reads = readsHere(screen.reads, rules);
  const isRead = (name: string | undefined) => reads.some((read) => read.name === name);
  const { buttons, schema, details } = screen;
  const linesRules = details === undefined ? undefined : resourceIn(dialect, details.resource);
  // A grid of lines that are other ones here: they are entered by the forms of their own.
  const hasLines = linesRules !== undefined && linesRules.fields === undefined && linesRules.without === undefined;
  return without<T>({
    ...screen,
    fields,
    reads,
    actions: screen.actions.filter(({ name }) => rules.actions?.[name] !== "absent").map((action) => actionHere(action, rules, dialect)),
    calls: screen.calls.filter((call) => !rules.without?.some((missing) => missing === call)),
    buttons: {
      add: buttons.add && !lacks("submit"),
      edit: buttons.edit && !lacks("submit"),
      view: buttons.view && !lacks("detail"),
      delete: buttons.delete && !lacks("remove"),
    },
    record: lacks("detail") ? undefined : screen.record,
    kind: rules.wholeTree === true && screen.kind === "lazy-tree" ? "tree" : screen.kind,
    listRead: isRead(screen.listRead) ? screen.listRead : undefined,
    treeFilter: has(screen.treeFilter?.field) ? screen.treeFilter : undefined,
    status: has(screen.status) ? screen.status : undefined,
    date: has(screen.date) ? screen.date : undefined,
    gallery: screen.gallery?.filter(has),
    // A board and a calendar filter their rows as our own server can.
    shapes: undefined,
    // Only our server groups the rows of a list.
    charts: undefined,
    defaultColumns: screen.defaultColumns?.filter(has),
    mainColumns: screen.mainColumns?.filter(has),
    related: screen.related?.filter(({ resource }) => resourceIn(dialect, resource) !== undefined),
    // Other back-ends know no files of records, nor comments on them.
    attachments: undefined,
    comments: undefined,
    history: undefined,
    // What they have removed is not asked for again.
    recycleBin: undefined,
    imports: undefined,
    batchFields: undefined,
    details: linesRules === undefined ? undefined : details,
    lines: hasLines ? screen.lines : undefined,
    entry: hasLines || screen.lines === undefined ? screen.entry : undefined,
    ...(schema === undefined
      ? {}
      : { schema: { create: schemaHere(schema.create, fieldRules), edit: schemaHere(schema.edit, fieldRules) } }),
    backEnd: {
      equalBy: rules.exact === true ? { text: "", other: "" } : dialect.equalBy,
      several: dialect.several,
      sortsWhole: dialect.sortsWhole,
      named: dialect.named,
      order: screen.order
        .filter(({ field }) => fields.some((one) => one.name === field && one.sortable === true))
        .map(({ field, descending }) => ({ field, order: descending ? "desc" : "asc" })),
      ...(rules.removesSingly === true ? { removesSingly: true } : {}),
      ...(rules.whenEmpty === undefined ? {} : { whenEmpty: rules.whenEmpty }),
      ...(rules.readsAsEmpty === undefined ? {} : { readsAsEmpty: rules.readsAsEmpty }),
    },
  });
}
