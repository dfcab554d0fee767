// What one form of a screen consists of: the fields it shows in order, those it sends, and what their values must keep.
import { isVisibleIn } from "#schema/field";
import type { Screen, ScreenAction, ScreenField } from "#schema/screen";
import { meets, type Text } from "#schema/text";
import { generatedSchema, type SubsetSchema } from "#schema/json-schema-subset";
import type { FormulasData } from "#schema/formulas";
import type { RulesData } from "#schema/rules";
import { traitsOf } from "../../../fields/screen-traits.ts";
import { withDecidableConditions, dependsOnHidden, hiddenFieldsIn } from "./hidden-fields.ts";

export type FormMode = "create" | "edit";
export type FormValues = Readonly<Record<string, unknown>>;

export interface FormDefinition {
  readonly mode: FormMode;
  /** Every field that is shown, in order. */
  readonly fields: readonly ScreenField[];
  /** Those of them that are edited and sent. */
  readonly editable: readonly ScreenField[];
  /** Edited fields by name. */
  readonly field: ReadonlyMap<string, ScreenField>;
  readonly schema: SubsetSchema;
  /** Rules between the fields of the record. */
  readonly rules: RulesData | undefined;
  /** Every field of the record, for the names that its rules mention. */
  readonly named: readonly ScreenField[];
  /** Values that follow from other fields of the record. */
  readonly formulas: FormulasData | undefined;
  /** Shown fields whose value the reader's data scopes hide. */
  readonly hidden: ReadonlySet<string>;
  /** Field → heading of the section that it is in. */
  readonly headings: ReadonlyMap<string, Text>;
}

/** Field → heading of the section that it is in; fields before the first heading have none. */
export function headingsOf({ fields, sections = {} }: Pick<Screen, "fields" | "sections">): ReadonlyMap<string, Text> {
  const headings = new Map<string, Text>();
  let current: Text | undefined;
  for (const { name } of fields) {
    current = sections[name] ?? current;
    if (current !== undefined) headings.set(name, current);
  }
  return headings;
}

interface FormOptions {
  readonly isAdministrator: boolean;
  /** Fields that this form was opened with; a reference among them that is not the parent of a tree is not changed here. */
  readonly preset?: FormValues;
  /** The loaded record, in an edit: fields it leaves out are neither shown nor sent. */
  readonly record?: FormValues | undefined;
  /** The rows that belong to the record are entered with it. */
  readonly withLines?: boolean;
}

function withoutFields(schema: SubsetSchema, gone: ReadonlySet<string>, notRequired: ReadonlySet<string>): SubsetSchema {
  const properties = Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => !gone.has(name)));
  const required = (schema.required ?? []).filter((name) => !gone.has(name) && !notRequired.has(name));
  const allOf = (schema.allOf ?? []).filter(
    (member) => !(member.then?.required ?? []).some((name) => gone.has(name) || notRequired.has(name)),
  );
  const { allOf: _all, required: _required, ...rest } = schema;
  return { ...rest, properties, ...(required.length === 0 ? {} : { required }), ...(allOf.length === 0 ? {} : { allOf }) };
}

interface FormParts {
  readonly mode: FormMode;
  readonly shown: readonly ScreenField[];
  readonly isFixed: (field: ScreenField) => boolean;
  readonly schema: SubsetSchema;
  readonly hidden?: ReadonlySet<string>;
  readonly headings?: ReadonlyMap<string, Text>;
  readonly rules?: RulesData | undefined;
  readonly named?: readonly ScreenField[];
  readonly formulas?: FormulasData | undefined;
}

function definitionOf({
  mode,
  shown,
  isFixed,
  schema,
  hidden = new Set(),
  headings = new Map(),
  rules,
  named = [],
  formulas,
}: FormParts): FormDefinition {
  const names = new Set(shown.filter((field) => !isFixed(field)).map((field) => field.name));
  const gone = new Set(Object.keys(schema.properties ?? {}).filter((name) => !names.has(name)));
  // A stored secret is never read back, so an edit leaves it empty to keep it.
  const optional = new Set(mode === "edit" ? shown.filter((field) => traitsOf(field).isSecret).map((field) => field.name) : []);
  const editable = shown.filter((field) => names.has(field.name) && Object.hasOwn(schema.properties ?? {}, field.name));
  return {
    mode,
    fields: shown,
    editable,
    field: new Map(editable.map((field) => [field.name, field])),
    schema: withoutFields(schema, gone, optional),
    rules,
    named,
    formulas,
    hidden,
    headings,
  };
}

/** Whether the record does not let anybody change a field of it. */
export function isFixedNow({ changeableWhen }: ScreenField, record: FormValues): boolean {
  return changeableWhen !== undefined && !meets(changeableWhen, record);
}

/** The create or edit form of a screen. */
export function formOf(
  screen: Screen,
  mode: FormMode,
  { isAdministrator, preset = {}, record = {}, withLines = false }: FormOptions,
): FormDefinition {
  const { lines } = screen;
  const below = !withLines || lines === undefined ? [] : [lines];
  const hidden = hiddenFieldsIn(record);
  // Write-only values (a first password and its repetition) are not shown.
  const isGone = (field: ScreenField) => mode === "edit" && field.fixed === true && (traitsOf(field).isSecret || field.screenOnly === true);
  const shown = screen.fields.filter(
    (field) => isVisibleIn(field, mode) && (isAdministrator || field.administratorOnly !== true) && !isGone(field),
  );
  // Fields that depend on a hidden field are left unchanged: a condition that cannot be evaluated here would empty them.
  const left = new Set(shown.filter((field) => hidden.has(field.name) || dependsOnHidden(field, hidden)).map((field) => field.name));
  const isFixed = (field: ScreenField) =>
    left.has(field.name) ||
    (mode === "edit" && (field.fixed === true || isFixedNow(field, record))) ||
    (mode === "create" && Object.hasOwn(preset, field.name) && field.reference !== undefined && field.isParent !== true);
  const headings = headingsOf(screen);
  return definitionOf({
    mode,
    shown: [...withDecidableConditions(shown, hidden, record), ...below],
    isFixed,
    schema: generatedSchema(mode === "create" ? screen.schema.create : screen.schema.edit),
    hidden,
    headings: below.length === 0 ? headings : new Map([...headings, ...below.map(({ name, label }) => [name, label] as const)]),
    rules: screen.rules,
    named: below.length === 0 ? screen.fields : [...screen.fields, ...below],
    formulas: screen.formulas,
  });
}

/** The form of an action's fields. */
export function formOfAction(action: ScreenAction, isAdministrator: boolean): FormDefinition {
  const shown = (action.dialogFields ?? []).filter((field) => isAdministrator || field.administratorOnly !== true);
  const schema = generatedSchema(action.schema ?? { type: "object", properties: {} });
  return definitionOf({ mode: "create", shown, isFixed: () => false, schema });
}

/** A form of some fields of an edit form that stands for many records: each has a value, whatever the other fields of a record are. */
export function formOfFields(screen: Screen, names: ReadonlySet<string>, missing: Text): FormDefinition {
  const shown = screen.fields
    .filter(({ name }) => names.has(name))
    .map(
      ({
        showWhen: _showWhen,
        requiredWhen: _requiredWhen,
        changeableWhen: _changeableWhen,
        default: _default,
        englishDefault: _english,
        ...field
      }): ScreenField => ({
        ...field,
        required: field.required ?? missing,
      }),
    );
  const schema = generatedSchema(screen.schema.edit);
  const { allOf: _allOf, ...plain } = schema;
  return definitionOf({ mode: "create", shown, isFixed: () => false, schema: { ...plain, required: [...names] } });
}
