// An administrative division: province, city, district, held by its code.
import { z } from "zod";
import { fieldOf, type CommonOptions, type Field, type ModeOf, type Requirement } from "../../schema/field.ts";
import type { Condition } from "../../schema/text.ts";
import { fieldKind } from "../../schema/field-kind.ts";

/** The code of an administrative division, chosen level by level. */
export const region: <
  const R extends Requirement = undefined,
  const RO extends true | undefined = undefined,
  const W extends Condition | undefined = undefined,
>(zh: string, en: string, options?: { search?: "equal"; default?: string } & CommonOptions<R, RO, W>) =>
  Field<string, ModeOf<R, RO>, [undefined, W, undefined, true]> = fieldOf("region");

export const regionKind = fieldKind({
  kind: "region",
  wire: () => "text",
  listed: true,
  searches: ["equal"],
  value: () => z.string().regex(/^[0-9]{2,12}$/u),
  sample: (_field, context) => context.referenceTo("region", "code"),
  forbidden: () => [{ value: "贵州", code: "pattern", limit: "pattern" }],
});
