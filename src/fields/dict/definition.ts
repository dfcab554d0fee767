// An entry of a dictionary that administrators maintain; system-wide, or the tenant's own.
import { z } from "zod";
import type { Condition } from "../../schema/text.ts";
import type { CommonOptions, Field, FieldData, ModeOf, Requirement } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";

interface DictOptions<M> {
  default?: string;
  search?: "equal" | "in";
  multiple?: M;
  /** The tenant's own (business) dictionary instead of the system's. */
  business?: true;
}

export interface DictData extends FieldData {
  readonly dictionary: string;
  readonly business?: true;
}

/** An entry of the dictionary of that code; its key is text everywhere (contract §2.1). */
export const dict: <
  const R extends Requirement = undefined,
  const RO extends true | undefined = undefined,
  const W extends Condition | undefined = undefined,
  const M extends true | undefined = undefined,
>(dictionary: string, zh: string, en: string, options?: DictOptions<M> & CommonOptions<R, RO, W>) =>
  Field<M extends true ? string[] : string, ModeOf<R, RO>, [undefined, W, undefined, true]> =
  (dictionary: string, zh: string, en: string, options?: object) => ({ kind: "dict", dictionary, label: [zh, en] as const, ...options });

export const dictKind = fieldKind<DictData>({
  kind: "dict",
  wire: (field) => (field.multiple ? "list" : "text"),
  listed: true,
  searches: ["equal", "in"],
  value: (field) => (field.multiple ? z.array(z.string().min(1).max(64)).max(100) : z.string().min(1).max(64)),
  sample(field, context) {
    const key = context.dictionaryKey(field.dictionary, field.business === true);
    return field.multiple && key !== undefined ? [key] : key;
  },
  forbidden: () => [],
});
