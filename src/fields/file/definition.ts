// An uploaded file, or several.
import { z } from "zod";
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { addressValue, mostFiles, type UploadData, type UploadOptions } from "../upload.ts";

/** A file, uploaded; held by its address. `multiple: true` holds up to 20, comma-joined on the wire. */
export const file: Builder<string, UploadOptions & { multiple?: true }> = fieldOf("file");

export const fileKind = fieldKind<UploadData>({
  kind: "file",
  wire: (field) => (field.multiple ? "list" : "text"),
  listed: false,
  searches: [],
  value: (field) => (field.multiple ? z.array(addressValue()).min(1).max(mostFiles) : addressValue()),
  sample: (field, context) => (field.multiple ? [`/upload/sample/${context.number}.pdf`] : `/upload/sample/${context.number}.pdf`),
  forbidden: (field) => [{ value: field.multiple ? ["javascript:alert(1)"] : "javascript:alert(1)", code: "pattern", limit: "pattern" }],
});
