// A definition as plain data: what `defineResource` returns once names are checked, and what everything derived reads.
import type { FieldData } from "./field.ts";
import type { FormulasData } from "./formulas.ts";
import type { ChartShape } from "./list-charts.ts";
import type { Comparison, Condition, Text } from "./text.ts";
import type { HandledParameter } from "./call-types.ts";
import type { Call, Effect, ReadShape, ScreenKind, SendMode, TreeLists } from "./resource.ts";
import type { RoleGrants } from "./role-grants.ts";
import type { SeedRow } from "./seed.ts";

export interface ReadData {
  readonly path?: string;
  readonly method?: "GET" | "POST";
  readonly shape?: ReadShape;
  readonly params?: readonly string[] | { readonly [parameter: string]: string | HandledParameter };
  readonly needs?: readonly string[];
  readonly includeNull?: readonly string[];
  readonly fields?: readonly string[];
  readonly where?: Condition;
  readonly open?: "signed-in" | "anonymous";
  readonly permission?: string;
  readonly exported?: true;
}

/** A key of some rows only. */
export interface UniqueWhereData {
  readonly fields: readonly string[];
  readonly where: Condition;
}

export interface CombinedRows {
  readonly resource: string;
  readonly by: string;
  readonly values: string;
}

export interface ActionData {
  readonly label: Text;
  readonly from?: string | readonly string[];
  readonly to?: string;
  readonly exclusive?: string;
  readonly when?: Condition;
  readonly on?: "row" | "selection" | "toolbar" | "screen";
  readonly inRows?: true;
  readonly confirm?: Text;
  readonly shows?: readonly string[];
  readonly method?: "POST" | "PUT" | "GET" | "none";
  readonly path?: string;
  readonly idParam?: string;
  readonly idField?: string;
  readonly permission?: string;
  readonly open?: "signed-in" | "anonymous";
  readonly ask?: readonly string[];
  readonly askRequired?: true;
  readonly params?: Readonly<Record<string, FieldData>>;
  readonly trees?: TreeLists<string>;
  readonly with?: Readonly<Record<string, string | number | { readonly field: string }>>;
  readonly send?: SendMode;
  readonly set?: Readonly<Record<string, string | number | null>>;
  readonly submits?: string | true;
  readonly grid?: {
    readonly columns: readonly string[];
    readonly combine?: { readonly into: string; readonly axes: string | CombinedRows };
  };
  readonly needsDetails?: true;
  readonly bySubmit?: true;
  readonly opens?: string;
  readonly suggest?: Readonly<Record<string, { readonly field: string }>>;
  readonly dialog?: string;
  readonly download?: true;
  readonly handler?: true;
  readonly effect?: Text | string;
  readonly warning?: Text;
}

interface ShapesData {
  readonly board?: boolean;
  readonly calendar?: false | string | { readonly from: string; readonly to: string };
  readonly map?: false | string;
  readonly gallery?: false;
}

export interface TimelineData {
  readonly step?: string;
  readonly state?: string;
  readonly at: string;
  readonly began?: string;
  readonly planned?: string;
  readonly overdue?: string;
  readonly by?: string;
  readonly note?: string;
}

interface ListParameterValueData {
  readonly label: Text;
  readonly field: string;
  readonly is: "empty" | "filled";
}

interface ListTotalData {
  readonly label: Text;
  readonly sum: string;
  readonly where?: Condition;
  readonly less?: Condition;
}

export interface ListChartData {
  readonly label: Text;
  readonly by: string;
  readonly as: ChartShape;
  readonly count?: Text;
  readonly sum?: readonly string[];
}

interface QuickFindInRowsData {
  readonly resource: string;
  readonly by: string;
  readonly field: string;
}

interface QuickFindData {
  readonly by: readonly (string | QuickFindInRowsData)[];
  readonly shows?: readonly string[];
}

export interface RuleData {
  readonly check: Readonly<Record<string, Comparison>>;
  readonly when?: Condition;
  readonly message?: Text;
}

export interface NoOverlapData {
  readonly per: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly where?: Condition;
  readonly message?: Text;
}

export interface TransitionData {
  readonly from?: string | readonly string[];
  readonly to: string | { readonly field: string };
  readonly when?: string;
  readonly at?: string;
}

export interface ApprovalData {
  readonly category: string;
  readonly pending: string;
  readonly of?: string;
  readonly from?: string | readonly string[];
  readonly approved?: string;
  readonly rejected?: string;
  readonly withdrawn?: string;
  readonly when?: Condition;
  readonly optional?: true;
  readonly editable?: readonly string[] | Readonly<Record<string, readonly string[]>>;
  readonly variables?: readonly string[];
}

export interface RelatedData {
  readonly resource: string;
  readonly by: string;
}

export interface DetailsData {
  readonly resource: string;
  readonly by: string;
  readonly label?: Text;
  readonly with?: Readonly<Record<string, string | number | { readonly field: string }>>;
  readonly writableWhen?: Condition;
  readonly addableWhen?: Condition;
  readonly enteredWhen?: Condition | false;
  readonly shows?: readonly string[];
  readonly read?: string;
}

export interface ResourceData {
  readonly name: string;
  readonly label: Text;
  readonly plural?: string;
  readonly path: string;
  readonly title: string;
  readonly permission?: string;
  readonly singlePermission?: { readonly name: string; readonly label: Text };
  readonly buttons?: { readonly add?: boolean; readonly edit?: boolean; readonly view?: boolean; readonly delete?: boolean };
  readonly screen?: ScreenKind | { readonly page: string } | { readonly dialog: string };
  readonly record?: "page" | "dialog";
  readonly scope?: "tenant" | "platform";
  readonly derived?: true;
  readonly calls?: readonly Call[];
  readonly rejectedCalls?: readonly ("submit" | "remove")[];
  readonly treeFilter?: string;
  readonly date?: string;
  readonly defaultColumns?: readonly string[];
  readonly mainColumns?: readonly string[];
  readonly defaultSort?: { readonly field: string; readonly descending?: true };
  readonly sections?: Readonly<Record<string, Text>>;
  readonly listShape?: "page" | "forest" | "rows";
  readonly listRead?: string;
  readonly listNeeds?: readonly string[];
  readonly exportPath?: string;
  readonly listParams?: Readonly<Record<string, Readonly<Record<string, ListParameterValueData>>>>;
  readonly dialogWidth?: number;
  readonly maskClosable?: false;
  readonly addChildLevel?: number;
  readonly key?: string;
  readonly tree?: { readonly parent: string; readonly root?: string; readonly level?: string; readonly ancestors?: string };
  readonly unique?: readonly (readonly string[] | UniqueWhereData)[];
  readonly upsertBy?: string;
  readonly rules?: Readonly<Record<string, RuleData>>;
  readonly noOverlap?: Readonly<Record<string, NoOverlapData>>;
  readonly formulas?: FormulasData;
  readonly details?: DetailsData;
  readonly related?: readonly RelatedData[];
  readonly timeline?: TimelineData;
  readonly gallery?: readonly string[];
  readonly shapes?: ShapesData;
  readonly totals?: Readonly<Record<string, ListTotalData>>;
  readonly charts?: Readonly<Record<string, ListChartData>>;
  readonly quickFind?: QuickFindData;
  readonly lockFirst?: readonly string[];
  readonly editableWhen?: Condition;
  readonly removableWhen?: Condition;
  readonly removableWhenReferenced?: { readonly note: Text };
  readonly removalNote?: Text;
  readonly finalRemoval?: true;
  readonly import?: false;
  readonly reads?: Readonly<Record<string, ReadData>>;
  readonly actions?: Readonly<Record<string, ActionData>>;
  readonly events?: Readonly<Record<string, TransitionData>>;
  readonly approval?: ApprovalData;
  readonly effects?: Readonly<Record<string, Effect>>;
  readonly numbering?: { readonly field: string; readonly prefix: string };
  readonly writeAccess?: "administrator";
  readonly ownRows?: string;
  readonly unbounded?: true;
  readonly highVolume?: true;
  readonly calculatedFrom?: string;
  readonly ofChannels?: "none" | Readonly<Record<string, readonly string[]>>;
  readonly eventsOf?: { readonly at: string; readonly of: Readonly<Record<string, readonly string[]>> };
  readonly indexes?: readonly (readonly string[])[];
  readonly containsIndexes?: readonly string[];
  readonly grants?: RoleGrants;
  readonly seed?: readonly SeedRow[];
  readonly notes?: string;
  readonly fields: Readonly<Record<string, FieldData>>;
}

/** A definition with its file, as the loader returns it. */
export interface LoadedDefinition {
  readonly data: ResourceData;
  /** `resources/<area>/<name>.ts` */
  readonly file: string;
  readonly area: string;
  /** The comment above its `defineResource`: a description for readers. */
  readonly about?: string;
  /** Files of the groups of fields that it imports (`<name>.fields.ts`), where it was loaded from a file. */
  readonly groups?: readonly string[];
}
