// Values of attributes. Which attributes a record has is no part of its definition: they are read when the field is chosen that decides it.
import { z } from "zod";
import {
  builderOf,
  type CommonOptions,
  type Field,
  type FieldData,
  type Fields,
  type KindBuilder,
  type ModeOf,
  type Requirement,
} from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import type { Checked, ReadName, RowOf } from "../../schema/resource.ts";
import type { Condition } from "../../schema/text.ts";
import { linesKind, maxLines } from "../lines/definition.ts";
import { namedFields, type CommonData, type Members } from "../option-shapes.ts";

interface AttributesOptions<F, WI> {
  /** The members of a stored value: attrId, attrValueId or attrValue, and its owner if that is not the record itself. */
  fields: F & NoInfer<Checked<F>>;
  /** The reference whose choice determines the attributes; changing it clears their values. */
  of: WI;
  /** The read that answers the attributes, given `of` under its name. */
  read: ReadName;
  /** The read that answers existing values for `of` and these fields, as initial values of the inputs. Default: none. */
  initialValues?: { readonly read: ReadName; readonly by: readonly string[] };
}

interface AttributesData extends FieldData {
  readonly fields: Readonly<Record<string, FieldData>>;
  readonly of: string;
  readonly read: string;
  readonly initialValues?: { readonly read: string; readonly by: readonly string[] };
}

const attributesKind = fieldKind<AttributesData>({
  ...linesKind,
  kind: "attributes",
  name: ["属性值", "Attribute values"],
  options: {
    fields: namedFields,
    of: z.string(),
    read: z.string(),
    initialValues: z.strictObject({ read: z.string(), by: z.array(z.string()).min(1) }).optional(),
  } satisfies Members<Omit<AttributesData, keyof CommonData | "search" | "unique" | "default" | "multiple">>,
  screenOptions: [],
  value: (field, schemaOf) => z.array(schemaOf(field.fields)).min(1).max(maxLines),
  sample: (field, _context, sampleOf) => [sampleOf(field.fields)],
});

/** Values of attributes that a read names, one form field for each; an array in the body that is replaced as a whole. */
export const attributes: KindBuilder &
  (<
    F extends Fields,
    const WI extends string,
    const R extends Requirement = undefined,
    const RO extends true | undefined = undefined,
    const W extends Condition | undefined = undefined,
    const Q extends Condition | undefined = undefined,
  >(
    zh: string,
    en: string,
    options: AttributesOptions<F, WI> & CommonOptions<R, RO, W, Q>,
  ) => Field<RowOf<F>[], ModeOf<R, RO>, [WI, W | Q, undefined, false]>) = builderOf(
  attributesKind,
  (zh: string, en: string, options: object) => ({
    kind: attributesKind.kind,
    label: [zh, en] as const,
    ...options,
  }),
);
