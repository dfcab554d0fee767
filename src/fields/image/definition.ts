// A picture.
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { addressValue, type UploadData, type UploadOptions } from "../upload.ts";

/** A picture, uploaded; held by its address. jpg, png, gif and webp up to 5,120 KiB unless said otherwise. */
export const image: Builder<string, UploadOptions> = fieldOf("image");

export const imageKind = fieldKind<UploadData>({
  kind: "image",
  wire: () => "text",
  listed: true,
  searches: [],
  value: addressValue,
  sample: (_field, context) => `/demo/sample-${context.number}.png`,
  forbidden: () => [{ value: "javascript:alert(1)", code: "pattern", limit: "pattern" }],
});
