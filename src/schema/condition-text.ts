// Conditions of definitions as people read them, for the data dictionary and for refusals.
import { conditionWords, valueWords, type WordedField } from "./condition-words.ts";
import { choicesOf } from "./kinds.ts";
import type { FieldModel } from "./model.ts";
import { fieldsIn, type Condition, type Text } from "./text.ts";

function wordedField(field: FieldModel): WordedField {
  return {
    name: field.name,
    label: field.label,
    isTime: field.traits.temporal !== undefined,
    choices: (choicesOf(field) ?? []).map(([value, zh, en]) => [value, [zh, en]]),
  };
}

/** The label of a value: of an option or a state, where the field has some. */
export function valueText(field: FieldModel | undefined, value: unknown): Text {
  return valueWords(field === undefined ? undefined : wordedField(field), value);
}

/** A condition as a sentence: 出库类型为“销售出库”或“赠品/样品”. */
export function conditionText(condition: Condition, fields: ReadonlyMap<string, FieldModel>): Text {
  const named = fieldsIn(condition).flatMap((name) => {
    const field = fields.get(name);
    return field === undefined ? [] : [[name, wordedField(field)] as const];
  });
  return conditionWords(condition, new Map(named));
}
