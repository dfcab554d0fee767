// An amount of money in yuan.
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { scaled, defaultScale, type DecimalOptions } from "../decimal/definition.ts";
import { numberTraits, type NumberData } from "../numeric.ts";

const moneyKind = fieldKind<NumberData>({
  ...scaled,
  kind: "money",
  name: ["金额", "Money"],
  searches: ["range", "equal"],
  traits: { ...numberTraits, number: "decimal", scale: defaultScale, input: { prefix: "¥" }, rowWidth: 130 },
});

/** An amount in yuan with two decimal places, or `scale`; text on the wire. */
export const money: Builder<string, DecimalOptions> = fieldOf(moneyKind);
