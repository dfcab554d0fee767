// Structured data without a shape of its own.
import { z } from "zod";
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Structured data, edited as text and checked to be JSON; at most 64 KiB when written out. */
export const json: Builder<Json, object> = fieldOf("json");

export const jsonKind = fieldKind({
  kind: "json",
  wire: () => "json",
  listed: false,
  searches: [],
  value: () => z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]),
  sample: (_field, context) => ({ number: context.number }),
  forbidden: () => [{ value: "not an object", code: "type", limit: "type" }],
});
