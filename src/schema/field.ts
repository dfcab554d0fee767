// A field of a resource: the small type that builders return, and the plain data behind it.
import type { FieldKind } from "./field-kind.ts";
import type { ResourceName } from "./names.ts";
import type { Condition, Text } from "./text.ts";

/** How a field is written: it may be left out, must be given, or is written by the server only. */
/** The forms of a record. */
export const formNames = ["create", "edit", "view"] as const;
export type FormName = (typeof formNames)[number];

/** Whether a field of a screen is shown in a form; absent, `visibleIn` means all of them. */
export function isVisibleIn({ visibleIn }: { readonly visibleIn?: readonly FormName[] }, form: FormName): boolean {
  return visibleIn === undefined || visibleIn.includes(form);
}

export type Mode = "optional" | "required" | "readonly";

/** [within, its conditions, states, is it chosen from rows or entries]: one tuple, so that a field stays one small type. */
type Links = readonly [within: string | undefined, conditions: Condition | undefined, states: string | undefined, isChosen: boolean];

/**
 * The result of a builder. The members with "~" do not exist at run time; they carry the value type V, the mode M and the names the field
 * mentions L to `defineResource`, `Row` and `Submit`.
 */
export interface Field<V = unknown, M extends Mode = Mode, L extends Links = Links> {
  readonly kind: string;
  readonly label: Text;
  readonly "~value"?: V;
  readonly "~mode"?: M;
  readonly "~links"?: L;
}

/** The constraint on `fields` does not mention the phantom members, or their defaults would be inferred from it. */
export type Fields = Readonly<Record<string, { readonly kind: string; readonly label: Text }>>;

export type SearchMode = "like" | "equal" | "in" | "range";
export type Uniqueness = "tenant" | "global";

/** Required: true makes the message from the label; a text is the message. */
export type Requirement = true | Text | undefined;

/** Options that every kind of field takes. */
export interface CommonOptions<
  R extends Requirement = Requirement,
  RO extends true | undefined = true | undefined,
  W extends Condition | undefined = Condition | undefined,
  Q extends Condition | undefined = Condition | undefined,
> {
  /** It must have a value; a text in both languages replaces the generated message. Default: it may be empty. */
  readonly required?: R;
  /** Only the server writes it: it is shown, and ignored in submits. */
  readonly readonly?: RO;
  /** It can be entered when the row is created, and is fixed afterwards. */
  readonly createOnly?: true;
  /** Shown (and required, if it is `required`) only while the condition is met; hidden values are not stored. Default: always. */
  readonly showWhen?: W;
  /** Required only while the condition is met. Default: `required`. */
  readonly requiredWhen?: Q;
  /**
   * Can be changed only while the stored row meets this condition: otherwise the edit form shows it without an input, and the server
   * refuses another value. Default: while the row can be changed.
   */
  readonly changeableWhen?: Condition;
  /** A sentence below the input. Default: none. */
  readonly help?: Text;
  /** Whether it is a column of the list. Default: depends on its kind; never if no form shows it. */
  readonly list?: boolean;
  /**
   * The forms that show it; `[]`: none. A read-only field is in the edit form only if this names it, and never in the create form.
   * Default: all three.
   */
  readonly visibleIn?: readonly FormName[];
  /** Users can sort the list by its column. */
  readonly sortable?: true;
  /** Masked for users without the permission `<permission>_sensitive`. */
  readonly sensitive?: true;
  /** Width of its column in the list, in px. Default: by kind, heading and options. */
  readonly width?: number;
  /** Shown in the form and validated there, but not stored. */
  readonly screenOnly?: true;
  /** Computed by the `afterRead` hook of its area when a row is read. It has no column, is read-only, and cannot be searched or sorted by. */
  readonly computed?: true;
  /**
   * For a computed field: a reference of the same record whose label it shows. With `search` the list can be searched by the exact label.
   * Default: none.
   */
  readonly labelOf?: string;
  /** Shown to and accepted from the platform's administrator only. */
  readonly administratorOnly?: true;
  /** Its earlier name: at the next start the column is renamed and keeps its values. This may remain in the definition. Default: none. */
  readonly renamedFrom?: string;
  /** Makes the value a link to another screen, which is then searched by the value. Default: none. */
  readonly leadsTo?: LeadsTo;
  /** Its name in reports of rows that refer to its row. Default: both labels without repeating a common part: 渠道 and 渠道类型 make 渠道类型. */
  readonly joinedAs?: JoinedAs;
}

/** The name of a field as part of the name of a reference to its row. */
export interface JoinedAs {
  /** The text after the label of the reference: 省份, province. */
  readonly label: Text;
  /** The end of the label of the reference that it replaces: 地区, region. Default: nothing. */
  readonly replaces?: Text;
}

/** A screen, and the field by which it is searched with the value of this one. */
export interface LeadsTo {
  /** The screen; or, if another field of the record determines the resource of the value, a screen for each value of that field. */
  readonly screen: ResourceName | { readonly field: string; readonly of: { readonly [value: string | number]: ResourceName } };
  /** The field by which the screen is searched. */
  readonly by: string;
}

/** The screens that a value may lead to. */
export function screensOf({ screen }: LeadsTo): readonly string[] {
  return typeof screen === "string" ? [screen] : Object.values(screen.of);
}

/** The screen that the value of a row leads to; undefined where its row does not tell. */
export function screenFor({ screen }: LeadsTo, row: Readonly<Record<string, unknown>>): string | undefined {
  return typeof screen === "string" ? screen : screen.of[String(row[screen.field])];
}

/** How rows of figures are drawn besides their table; of a map, the member of a row that holds the code of its province. */
export type RowsChart = "lines" | "bars" | { readonly map: string };

/** The rows of another resource that refer to a row, as rows of a field that is read with it. */
export interface RowsOf {
  /** The other resource. */
  readonly resource: string;
  /** Its reference to this resource. */
  readonly by: string;
}

/** Each row of figures is a link to a screen, which is searched by what the row and this screen are about. */
export interface RowLink {
  /** The screen that a row leads to. */
  readonly screen: ResourceName;
  /** Fields that the screen is searched by, and the member of the row with the value. */
  readonly by: Readonly<Record<string, string>>;
  /** Fields that the screen is searched by, and the own field whose search is kept. Default: none. */
  readonly keeps?: Readonly<Record<string, string>>;
  /** Fields that the screen is searched by, and a fixed value. Default: none. */
  readonly holds?: Readonly<Record<string, string | number>>;
}

/** The options of a field of any kind, as plain data. */
export interface FieldData extends CommonOptions {
  readonly kind: string;
  readonly label: Text;
  readonly search?: SearchMode;
  readonly unique?: Uniqueness;
  readonly default?: unknown;
  readonly multiple?: true;
}

export type ModeOf<R, RO> = RO extends true ? "readonly" : R extends undefined ? "optional" : "required";

/** A property of every builder: the kind of its fields. */
export interface KindBuilder {
  readonly fieldKind: FieldKind;
}

/** The type of a builder whose options are X and whose value is V. */
export type Builder<V, X> = KindBuilder &
  (<
    const R extends Requirement = undefined,
    const RO extends true | undefined = undefined,
    const W extends Condition | undefined = undefined,
    const Q extends Condition | undefined = undefined,
  >(
    zh: string,
    en: string,
    options?: X & CommonOptions<R, RO, W, Q>,
  ) => Field<V, ModeOf<R, RO>, [undefined, W | Q, undefined, false]>);

/** A builder: a function that makes the fields of a kind, together with that kind. */
export function builderOf<F extends object>(fieldKind: FieldKind, build: F): F & KindBuilder {
  return Object.assign(build, { fieldKind });
}

/** The run-time half of all builders without an argument of their own: plain data. `usual`: options that a field has unless it says otherwise. */
export function fieldOf(fieldKind: FieldKind, defaults?: object) {
  // The phantom members of Field exist for the type checker only, so data of this shape is every such Field.
  return builderOf(fieldKind, (zh: string, en: string, options?: object) => ({
    kind: fieldKind.kind,
    label: [zh, en] as const,
    ...defaults,
    ...options,
  })) as never;
}
