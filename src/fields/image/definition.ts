// A picture.
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { addressValue, uploading, uploadTraits, type UploadData, type UploadOptions } from "../upload.ts";

export const imageKind = fieldKind<UploadData>({
  ...uploading,
  kind: "image",
  name: ["图片", "Picture"],
  wire: () => "text",
  listed: true,
  traits: { ...uploadTraits, width: 80, rowWidth: 130, view: "pictures" },
  value: addressValue,
  sample: (_field, context) => `/demo/sample-${context.number}.png`,
  forbidden: () => [{ value: "javascript:alert(1)", code: "pattern", limit: "pattern" }],
});

/** A picture, uploaded; held by its address. jpg, png, gif and webp up to 5,120 KiB by default otherwise. */
export const image: Builder<string, UploadOptions> = fieldOf(imageKind);
