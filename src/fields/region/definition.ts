// An administrative division: province, city, district, held by its code.
import { z } from "zod";
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";

/** The code of an administrative division, chosen level by level. */
export const region: Builder<string, { search?: "equal"; default?: string }> = fieldOf("region");

export const regionKind = fieldKind({
  kind: "region",
  wire: () => "text",
  listed: true,
  searches: ["equal"],
  value: () => z.string().regex(/^[0-9]{2,12}$/u),
  sample: (_field, context) => context.referenceTo("region", "code"),
  forbidden: () => [{ value: "贵州", code: "pattern", limit: "pattern" }],
});
