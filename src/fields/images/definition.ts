// Several pictures.
import { z } from "zod";
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { addressValue, mostFiles, type UploadData, type UploadOptions } from "../upload.ts";

/** Several pictures in order, at most 20; comma-joined addresses on the wire. */
export const images: Builder<string[], UploadOptions> = fieldOf("images");

export const imagesKind = fieldKind<UploadData>({
  kind: "images",
  wire: () => "list",
  listed: false,
  searches: [],
  value: () => z.array(addressValue()).min(1).max(mostFiles),
  sample: (_field, context) => [`/demo/sample-${context.number}.png`],
  forbidden: () => [{ value: ["javascript:alert(1)"], code: "pattern", limit: "pattern" }],
});
