// Searches that must find a row by one of its fields, and such that must not.
import { choicesOf, kindOf } from "#schema/kinds";
import type { FieldModel } from "#schema/model";

export interface Search {
  readonly parameter: string;
  readonly value: string;
  /** Whether the row must be among what is found. */
  readonly finds: boolean;
}

/** A value that a row with this one does not have. */
function otherText(value: string): string {
  return `${value}-no-such`.slice(-20);
}

const hit = (parameter: string, value: string): Search => ({ parameter, value, finds: true });
const miss = (parameter: string, value: string): Search => ({ parameter, value, finds: false });

/** The searches of a field for a row that holds `wire` in it. */
export function searchesFor(field: FieldModel, held: unknown): readonly Search[] {
  const { name, search, traits, wire } = field;
  const text = String(held);
  switch (search) {
    case "like": {
      // A parameter that is empty filters nothing.
      const part = text.slice(1) || text;
      return [
        hit(name, part),
        miss(name, otherText(text)),
        hit(`${name}_equal`, text),
        miss(`${name}_equal`, text.slice(1) || otherText(text)),
        hit(`${name}_likeright`, text.slice(0, 3)),
        miss(`${name}_likeright`, otherText(text)),
      ];
    }
    case "equal":
    case "in": {
      const one = wire === "list" ? (text.split(",")[0] ?? text) : text;
      const isNumeric = ["number", "decimal", "id", "parent", "list"].includes(wire);
      const exact = kindOf(field.data).column.defaultOperator === "like" ? `${name}_equal` : name;
      const choice = choicesOf(field)
        ?.map(([value]) => String(value))
        .find((value) => value !== one);
      const other = choice ?? (isNumeric ? "987654" : otherText(one));
      return [hit(exact, one), miss(exact, other), hit(`${name}_in`, `987653,${one}`), miss(`${name}_in`, "987653")];
    }
    case "range": {
      if (traits.temporal === "clock") return [hit(`${name}_ge`, text)];
      if (traits.temporal === undefined)
        return [
          hit(`${name}_ge`, text),
          miss(`${name}_ge`, String(Number(text) + 1)),
          hit(`${name}_le`, text),
          miss(`${name}_le`, String(Number(text) - 1)),
        ];
      const [midnight, never] = [`${text.slice(0, 10)} 00:00:00`, "2999-01-01 00:00:00"];
      return [
        hit(`${name}_datege`, midnight),
        miss(`${name}_datege`, never),
        hit(`${name}_datelt`, never),
        miss(`${name}_datelt`, midnight),
      ];
    }
    case undefined:
      return [];
  }
}
