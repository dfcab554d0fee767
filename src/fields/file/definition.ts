// An uploaded file, or several.
import { fieldOf, type CommonOptions, type Field, type KindBuilder, type ModeOf, type Requirement } from "../../schema/field.ts";
import type { Condition } from "../../schema/text.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { isTrue } from "../option-shapes.ts";
import { addressValue, addressValues, uploading, uploadOptions, uploadTraits, type UploadData, type UploadOptions } from "../upload.ts";

interface FileOptions<M> extends UploadOptions {
  /** Several files, which users can reorder. */
  multiple?: M;
}

const fileKind = fieldKind<UploadData>({
  ...uploading,
  kind: "file",
  name: ["文件", "File"],
  options: { ...uploadOptions, multiple: isTrue },
  wire: (field) => (field.multiple ? "list" : "text"),
  listed: false,
  traits: { ...uploadTraits, files: "any", isOrdered: true, width: 200, isWide: true },
  value: (field) => (field.multiple ? addressValues() : addressValue()),
  sample: (field, context) => (field.multiple ? [`/demo/sample-${context.number}.pdf`] : `/demo/sample-${context.number}.pdf`),
  forbidden: (field) => [{ value: field.multiple ? ["javascript:alert(1)"] : "javascript:alert(1)", code: "pattern", limit: "pattern" }],
});

/** An uploaded file, stored by its address. `multiple: true` permits up to 20, comma-joined on the wire. */
export const file: KindBuilder &
  (<
    const R extends Requirement = undefined,
    const RO extends true | undefined = undefined,
    const W extends Condition | undefined = undefined,
    const Q extends Condition | undefined = undefined,
    const M extends true | undefined = undefined,
  >(
    zh: string,
    en: string,
    options?: FileOptions<M> & CommonOptions<R, RO, W, Q>,
  ) => Field<M extends true ? string[] : string, ModeOf<R, RO>, [undefined, W | Q, undefined, false]>) = fieldOf(fileKind);
