// A row of any resource, by the title that people know it by; two other fields say which row it is.
import { z } from "zod";
import { builderOf, type CommonOptions, type Field, type FieldData, type KindBuilder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { textual } from "../textual.ts";

interface RecordOptions {
  /** The field with the name of the row's resource. */
  readonly resourceField: string;
  /** The field with the row's id. */
  readonly idField: string;
  /** In the search panel: by a part of the title, or by the whole. Default: not searched. */
  readonly search?: "like" | "equal";
}

const text = textual({ kind: "record", name: ["任意数据", "Row of any resource"], limit: 255, listed: true });

interface RecordData extends FieldData {
  readonly resourceField: string;
  readonly idField: string;
}

const recordKind = fieldKind<RecordData>({
  ...text,
  options: { ...text.options, resourceField: z.string(), idField: z.string() },
  screenOptions: ["resourceField", "idField"],
  madeOf: ({ resourceField, idField }) => [resourceField, idField],
  canBeUnique: false,
  traits: { ...text.traits, cell: "own", width: 200, widget: "shown" },
});

/** The title of a row of any resource, which lists and views show as a link to it. */
export const record: KindBuilder &
  ((
    zh: string,
    en: string,
    options: RecordOptions & CommonOptions,
  ) => Field<string, "readonly", [undefined, undefined, undefined, false]>) = builderOf(
  recordKind,
  (zh: string, en: string, options: RecordOptions & CommonOptions) => ({
    kind: recordKind.kind,
    label: [zh, en] as const,
    readonly: true,
    ...options,
  }),
);
