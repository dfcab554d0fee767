// Conditions of definitions as people read them, for the data dictionary and for refusals.
import { choicesOf } from "./kinds.ts";
import type { FieldModel } from "./model.ts";
import { comparisonWords } from "./rules.ts";
import { alternativesOf, isComparison, isNegation, type AllOf, type Condition, type Expected, type Scalar, type Text } from "./text.ts";

type Fields = ReadonlyMap<string, FieldModel>;

const joined = (texts: readonly Text[], zh: string, en: string): Text => [
  texts.map((text) => text[0]).join(zh),
  texts.map((text) => text[1]).join(en),
];

/** The label of a value: of an option or a state, where the field has some. */
export function valueText(field: FieldModel | undefined, value: unknown): Text {
  const option = field === undefined ? undefined : choicesOf(field)?.find(([one]) => String(one) === String(value));
  return option === undefined ? [String(value), String(value)] : [option[1], option[2]];
}

function oneOf(field: FieldModel | undefined, values: Scalar | readonly Scalar[]): Text {
  const texts = [values].flat().map((value: Scalar): Text => {
    if (value === "") return ["空", "empty"];
    const [zh, en] = valueText(field, value);
    return [`“${zh}”`, `“${en}”`];
  });
  return joined(texts, "或", " or ");
}

function expectedText(field: FieldModel | undefined, expected: Expected, fields: Fields): Text {
  if (isComparison(expected)) {
    const [zh, en] = joined(comparisonWords(expected, field?.traits.temporal !== undefined, fields), "且", " and ");
    return [zh, ` ${en}`];
  }
  const [zh, en] = oneOf(field, isNegation(expected) ? expected.not : expected);
  return isNegation(expected) ? [`不为${zh}`, ` is not ${en}`] : [`为${zh}`, ` is ${en}`];
}

/** A condition as a sentence: 出库类型为“销售出库”或“赠品/样品”. */
export function conditionText(condition: Condition, fields: Fields): Text {
  const allOf = (all: AllOf): Text =>
    joined(
      Object.entries(all).map(([name, expected]): Text => {
        const field = fields.get(name);
        const [zh, en] = expectedText(field, expected, fields);
        return [`${field?.label[0] ?? name}${zh}`, `${field?.label[1] ?? name}${en}`];
      }),
      "，且",
      " and ",
    );
  return joined(alternativesOf(condition).map(allOf), "；或", "; or ");
}
