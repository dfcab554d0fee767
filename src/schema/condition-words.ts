// Conditions of definitions as people read them, by what is known of their fields: on the server of the model, in the browser of the screen.
import { comparisonWords } from "./rules.ts";
import { alternativesOf, isComparison, isNegation, type AllOf, type Condition, type Expected, type Scalar, type Text } from "./text.ts";

export interface WordedField {
  readonly name: string;
  readonly label: Text;
  /** Its values come before and after each other. */
  readonly isTime: boolean;
  /** The labels of its values, where it has some. */
  readonly choices: readonly (readonly [value: Scalar, label: Text])[];
}

type Fields = ReadonlyMap<string, WordedField>;

const joined = (texts: readonly Text[], zh: string, en: string): Text => [
  texts.map((text) => text[0]).join(zh),
  texts.map((text) => text[1]).join(en),
];

/** The label of a value: of an option or a state, where the field has some. */
export function valueWords(field: WordedField | undefined, value: unknown): Text {
  const choice = field?.choices.find(([one]) => String(one) === String(value));
  return choice === undefined ? [String(value), String(value)] : choice[1];
}

function oneOf(field: WordedField | undefined, values: Scalar | readonly Scalar[]): Text {
  const texts = [values].flat().map((value: Scalar): Text => {
    if (value === "") return ["空", "empty"];
    const [zh, en] = valueWords(field, value);
    return [`“${zh}”`, `“${en}”`];
  });
  return joined(texts, "或", " or ");
}

function expectedWords(field: WordedField | undefined, expected: Expected, fields: Fields): Text {
  if (isComparison(expected)) {
    const [zh, en] = joined(comparisonWords(expected, field?.isTime === true, fields), "且", " and ");
    return [zh, ` ${en}`];
  }
  const [zh, en] = oneOf(field, isNegation(expected) ? expected.not : expected);
  return isNegation(expected) ? [`不为${zh}`, ` is not ${en}`] : [`为${zh}`, ` is ${en}`];
}

/** A condition as a sentence: 出库类型为“销售出库”或“赠品/样品”. */
export function conditionWords(condition: Condition, fields: Fields): Text {
  const allOf = (all: AllOf): Text =>
    joined(
      Object.entries(all).map(([name, expected]): Text => {
        const field = fields.get(name);
        const [zh, en] = expectedWords(field, expected, fields);
        return [`${field?.label[0] ?? name}${zh}`, `${field?.label[1] ?? name}${en}`];
      }),
      "，且",
      " and ",
    );
  return joined(alternativesOf(condition).map(allOf), "；或", "; or ");
}
