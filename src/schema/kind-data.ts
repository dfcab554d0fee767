// A field's data beyond the common members: the members of its kind, and the message for a missing value.
import type { Option } from "../fields/options.ts";
import type { FieldData, RowsChart, RowLink, RowsOf } from "./field.ts";
import type { FieldKind } from "./field-kind.ts";
import type { FormulasData } from "./formulas.ts";
import type { RuleData } from "./resource-data.ts";
import type { Condition, Text } from "./text.ts";

/** Members a kind may have in addition to those of FieldData. */
interface KindData {
  readonly to?: string;
  readonly show?: string;
  readonly valueField?: string;
  readonly within?: string;
  readonly inverseOf?: string;
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly fields?: Readonly<Record<string, FieldData>>;
  /** Of days and moments a text: fixed, or from the present. */
  readonly min?: number | string;
  readonly max?: number | string;
  readonly scale?: number;
  readonly states?: Readonly<Record<string, Option<number>>>;
  readonly options?: readonly Option[];
  readonly dictionary?: string;
  readonly business?: true;
  readonly aliases?: Readonly<Record<string, string | number>>;
  readonly yes?: Text;
  readonly no?: Text;
  readonly use?: "sign-in" | "secret";
  readonly isParent?: boolean;
  readonly fallbackInitial?: string;
  readonly english?: string;
  readonly confirms?: string;
  readonly initial?: string;
  readonly pattern?: string;
  readonly capitals?: true;
  readonly accept?: string;
  readonly maxKb?: number;
  readonly limits?: Text;
  readonly private?: boolean;
  readonly view?: "changes" | "code";
  readonly chart?: RowsChart;
  readonly rowLink?: RowLink;
  readonly rowsOf?: RowsOf;
  readonly rules?: Readonly<Record<string, RuleData>>;
  readonly formulas?: FormulasData;
  readonly distinct?: readonly (readonly string[])[];
  readonly of?: string;
  readonly read?: string;
  readonly initialValues?: { readonly read: string; readonly by: readonly string[] };
}

/** The members of a field's data that only some kinds have. */
export function kindData(field: FieldData): KindData {
  // Data of definitions is written through typed builders; a kind that lacks a member leaves it undefined.
  return field as FieldData & KindData;
}

const verbs = {
  entered: ["请输入", "Please enter"],
  selected: ["请选择", "Please select"],
  uploaded: ["请上传", "Please upload"],
} as const satisfies Readonly<Record<FieldKind["given"], Text>>;

/** The message for a missing value: the field's own, or one built from its label; undefined for optional fields. */
export function requiredMessage(field: FieldData, { given }: Pick<FieldKind, "given">): Text | undefined {
  if (field.required === undefined) return undefined;
  if (field.required !== true) return field.required;
  const [zh, en] = field.label;
  // "Line code" → "line code", but "GLN" and "SKU code" stay as they are.
  const noun = /^[A-Z](?:[a-z]|$)/.test(en) ? en.charAt(0).toLowerCase() + en.slice(1) : en;
  return [`${verbs[given][0]}${zh}`, `${verbs[given][1]} the ${noun}`];
}

/** A condition under which a field is required, and its message for a missing value. */
export interface RequiredWhen {
  readonly when: Condition;
  readonly message: Text;
}

export function requiredWhenOf(field: FieldData, kind: Pick<FieldKind, "given">): RequiredWhen | undefined {
  const message = field.requiredWhen === undefined ? undefined : requiredMessage({ ...field, required: field.required ?? true }, kind);
  return field.requiredWhen === undefined || message === undefined ? undefined : { when: field.requiredWhen, message };
}
