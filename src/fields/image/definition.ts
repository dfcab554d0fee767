// A picture.
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { z } from "zod";
import type { Members } from "../option-shapes.ts";
import { addressValue, uploading, uploadOptions, uploadTraits, type UploadData, type UploadOptions } from "../upload.ts";

interface ImageOptions extends UploadOptions {
  /** A field with the name of a person: without a picture, a list shows its first character. Default: none. */
  fallbackInitial?: string;
}

interface ImageData extends UploadData {
  readonly fallbackInitial?: string;
}

const imageKind = fieldKind<ImageData>({
  ...uploading,
  options: { ...uploadOptions, fallbackInitial: z.string().optional() } satisfies Members<ImageOptions>,
  screenOptions: [...uploading.screenOptions, "fallbackInitial"],
  kind: "image",
  name: ["图片", "Picture"],
  wire: () => "text",
  listed: true,
  traits: { ...uploadTraits, width: 80, rowWidth: 130, view: "pictures" },
  value: addressValue,
  sample: (_field, context) => `/demo/sample-${context.number}.png`,
  forbidden: () => [{ value: "javascript:alert(1)", code: "pattern", limit: "pattern" }],
});

/** An uploaded picture, stored by its address: jpg, png, gif and webp up to 5,120 KiB by default. */
export const image: Builder<string, ImageOptions> = fieldOf(imageKind);
