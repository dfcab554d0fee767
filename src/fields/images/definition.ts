// Several pictures.
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { addressValues, uploading, uploadTraits, type UploadData, type UploadOptions } from "../upload.ts";

const imagesKind = fieldKind<UploadData>({
  ...uploading,
  kind: "images",
  name: ["多张图片", "Pictures"],
  wire: () => "list",
  listed: false,
  traits: { ...uploadTraits, isOrdered: true, width: 140, view: "pictures" },
  value: addressValues,
  sample: (_field, context) => [`/demo/sample-${context.number}.png`],
  forbidden: () => [{ value: ["javascript:alert(1)"], code: "pattern", limit: "pattern" }],
});

/** Several pictures in order, at most 20; comma-joined addresses on the wire. */
export const images: Builder<string[], UploadOptions> = fieldOf(imagesKind);
