// A kind of field that the product does not have: what a folder of src/fields and its line in the registry bring along.
import { z } from "zod";
import { fieldOf, type Builder } from "#schema/field";
import { fieldKind } from "#schema/field-kind";
import { smallNumberColumn } from "#fields/column.ts";
import { numberTraits, numeric, type NumberData } from "#fields/numeric.ts";

interface RatingOptions {
  readonly stars?: number;
  readonly search?: "equal" | "range";
}

const starsOf = (field: NumberData & RatingOptions) => field.stars ?? 5;

const ratingKind = fieldKind<NumberData & RatingOptions>({
  ...numeric,
  kind: "rating",
  name: ["评分", "Rating"],
  wire: () => "number",
  options: { stars: z.int().positive().optional(), search: z.enum(["equal", "range"]).optional() },
  screenOptions: ["stars"],
  value: (field) => z.int().min(1).max(starsOf(field)),
  column: smallNumberColumn,
  searches: ["equal", "range"],
  baseColumns: [],
  sample: (field, context) => 1 + (context.number % starsOf(field)),
  forbidden: (field) => [{ value: starsOf(field) + 1, code: "tooLarge", limit: "stars" }],
  traits: { ...numberTraits, number: "whole", width: 90, input: { prefix: "★" } },
});

/** So many stars out of five, or out of as many as the field says. */
export const rating: Builder<number, RatingOptions> = fieldOf(ratingKind);
