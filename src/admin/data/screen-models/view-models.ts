// A screen in two view models: the list's, loaded when the screen is opened, and the forms', loaded when one of them is opened.
import { canBeColumn } from "../../../fields/screen-traits.ts";
import { withoutListMembers } from "../../../schema/without-list-members.ts";
import type { Screen, ScreenAction, ScreenField } from "../../../schema/screen.ts";

/** What a list needs of a screen. A whole screen is one too. */
export type ListViewModel = Omit<Screen, "schema" | "sections" | "rules" | "formulas" | "lines" | "attachments" | "comments" | "history">;

/** Members of a field that only forms read. */
const formMembers = [
  "help",
  "required",
  "requiredWhen",
  "rules",
  "formulas",
  "distinct",
  "default",
  "showWhen",
  "changeableWhen",
  "unique",
  "max",
  "min",
  "earliest",
  "latest",
  "maxKb",
  "limits",
  "accept",
  "patternMessage",
  "capitals",
  "confirms",
  "use",
  "fixed",
  "fields",
  "inDetails",
  "chart",
  "rowLink",
  "asks",
  "offered",
] as const satisfies readonly (keyof ScreenField)[];

/** Members that only forms read of a field that can be no column and is not searched by. */
const unlistedMembers = [
  "label",
  "labelKey",
  "sensitive",
  "options",
  "dictionary",
  "business",
] as const satisfies readonly (keyof ScreenField)[];

type FieldForm = Pick<ScreenField, (typeof formMembers)[number] | (typeof unlistedMembers)[number]>;

/** What forms need in addition: for each field and each action, in the order of the list view model. */
export interface FormViewModel {
  readonly schema: Screen["schema"];
  readonly sections?: NonNullable<Screen["sections"]>;
  readonly rules?: NonNullable<Screen["rules"]>;
  readonly formulas?: NonNullable<Screen["formulas"]>;
  readonly lines?: NonNullable<Screen["lines"]>;
  readonly attachments?: NonNullable<Screen["attachments"]>;
  readonly comments?: NonNullable<Screen["comments"]>;
  readonly history?: NonNullable<Screen["history"]>;
  readonly fields: readonly FieldForm[];
  readonly actions: readonly ActionForm[];
}

/** The fields of an action; a field of the screen itself is stored by its name alone. */
type ActionForm = Pick<ScreenAction, "schema"> & { readonly dialogFields?: readonly (ScreenField | string)[] };

const always: ReadonlySet<string> = new Set(formMembers);
const whenUnlisted: ReadonlySet<string> = new Set(unlistedMembers);

function isFormMember(field: ScreenField, name: string): boolean {
  return always.has(name) || (!canBeColumn(field) && field.search === undefined && field.inPane !== true && whenUnlisted.has(name));
}

function part<T extends object>(value: object, isWanted: (name: string) => boolean): T {
  // The remaining names are those of T: the callers pick or omit the members that make it.
  return Object.fromEntries(Object.entries(value).filter(([name]) => isWanted(name))) as T;
}

const unnamed: ScreenField["label"] = ["", ""];

/** A field as the list's half has it: nothing of it is shown there unless it is a column or searched by. */
function listField(field: ScreenField): ScreenField {
  return { label: unnamed, ...part<Omit<ScreenField, "label">>(field, (name) => !isFormMember(field, name)) };
}

function listAction(action: ScreenAction): ScreenAction {
  const { schema: _schema, dialogFields, ...rest } = action;
  // A list must know that an action has a dialog, but not its fields.
  return dialogFields === undefined ? rest : { ...rest, dialogFields: [] };
}

function actionForm({ dialogFields, schema }: ScreenAction, { fields }: Screen): ActionForm {
  const isOwn = (field: ScreenField) =>
    fields.some((own) => own.name === field.name && JSON.stringify(withoutListMembers(own)) === JSON.stringify(field));
  return {
    ...(dialogFields === undefined ? {} : { dialogFields: dialogFields.map((field) => (isOwn(field) ? field.name : field)) }),
    ...(schema === undefined ? {} : { schema }),
  };
}

function wholeAction({ dialogFields, schema }: ActionForm, fields: readonly ScreenField[]): Pick<ScreenAction, "dialogFields" | "schema"> {
  const whole = (field: ScreenField | string) =>
    typeof field === "string" ? fields.filter(({ name }) => name === field).map(withoutListMembers) : [field];
  return {
    ...(dialogFields === undefined ? {} : { dialogFields: dialogFields.flatMap(whole) }),
    ...(schema === undefined ? {} : { schema }),
  };
}

/** Reads that no list fills itself from; a screen of figures does. */
const answersOthers: ReadonlySet<string> = new Set(["by-ids", "custom"]);

export function listViewModel(screen: Screen): ListViewModel {
  const {
    schema: _schema,
    sections: _sections,
    rules: _rules,
    formulas: _formulas,
    lines: _lines,
    attachments: _attachments,
    comments: _comments,
    history: _history,
    ...rest
  } = screen;
  return {
    ...rest,
    reads: rest.reads.filter((read) => !answersOthers.has(read.shape) || read.name === rest.listRead || rest.kind === "dashboard"),
    fields: screen.fields.map(listField),
    actions: screen.actions.map(listAction),
  };
}

export function formViewModel(screen: Screen): FormViewModel {
  return {
    schema: screen.schema,
    ...(screen.sections === undefined ? {} : { sections: screen.sections }),
    ...(screen.rules === undefined ? {} : { rules: screen.rules }),
    ...(screen.formulas === undefined ? {} : { formulas: screen.formulas }),
    ...(screen.lines === undefined ? {} : { lines: screen.lines }),
    ...(screen.attachments === undefined ? {} : { attachments: screen.attachments }),
    ...(screen.comments === undefined ? {} : { comments: screen.comments }),
    ...(screen.history === undefined ? {} : { history: screen.history }),
    fields: screen.fields.map((field) => part<FieldForm>(field, (name) => isFormMember(field, name))),
    actions: screen.actions.map((action) => actionForm(action, screen)),
  };
}

/** The screen that two halves make. */
export function wholeScreen(list: ListViewModel, form: FormViewModel): Screen {
  const fields = list.fields.map((field, index) => ({ ...field, ...form.fields[index] }));
  return {
    ...list,
    schema: form.schema,
    ...(form.sections === undefined ? {} : { sections: form.sections }),
    ...(form.rules === undefined ? {} : { rules: form.rules }),
    ...(form.formulas === undefined ? {} : { formulas: form.formulas }),
    ...(form.lines === undefined ? {} : { lines: form.lines }),
    ...(form.attachments === undefined ? {} : { attachments: form.attachments }),
    ...(form.comments === undefined ? {} : { comments: form.comments }),
    ...(form.history === undefined ? {} : { history: form.history }),
    fields,
    actions: list.actions.map((action, index) => ({ ...action, ...wholeAction(form.actions[index] ?? {}, fields) })),
  };
}
