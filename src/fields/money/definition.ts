// An amount of money in yuan.
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { decimalValue, forbiddenDecimals, sampleDecimal } from "../decimal/definition.ts";
import type { NumberData, NumberOptions } from "../numeric.ts";

/** An amount in yuan with two digits behind the point unless `scale` says otherwise; text on the wire. */
export const money: Builder<string, NumberOptions & { scale?: number }> = fieldOf("money");

export const moneyKind = fieldKind<NumberData>({
  kind: "money",
  wire: () => "decimal",
  listed: true,
  searches: ["range", "equal"],
  value: decimalValue,
  sample: (field, context) => sampleDecimal(field, context.number),
  forbidden: forbiddenDecimals,
});
