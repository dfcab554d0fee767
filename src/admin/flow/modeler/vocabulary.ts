// What a model may use here, as the server answers it.
import type { DeployableOptions } from "../../../process/deployable.ts";
import type { Text } from "../../../schema/text.ts";
import { isRecord, rowsOf, textOf, type Row } from "../../api/record.ts";

/** A variable that expressions may read. */
export interface KnownName {
  readonly name: string;
  readonly label: Text;
  /** The resource whose field it is. */
  readonly of?: Text;
  readonly isUser: boolean;
  readonly isNumber: boolean;
}

export interface Vocabulary {
  readonly names: readonly KnownName[];
  readonly options: DeployableOptions;
}

function labelOf(value: unknown): Text | undefined {
  return Array.isArray(value) && value.length === 2 ? [textOf(value[0]), textOf(value[1])] : undefined;
}

function nameOf(row: Row): KnownName {
  const name = textOf(row["name"]);
  const of = labelOf(row["of"]);
  return {
    name,
    label: labelOf(row["label"]) ?? [name, name],
    ...(of === undefined ? {} : { of }),
    isUser: row["isUser"] === true,
    isNumber: row["isNumber"] === true,
  };
}

const textsIn = (value: unknown): ReadonlySet<string> => new Set(Array.isArray(value) ? value.map(textOf) : []);

/** The answer of vocabulary. A name of several resources is there once. */
export function vocabularyOf(data: unknown): Vocabulary {
  const answer = isRecord(data) ? data : {};
  // The standard ones come first, and stay where a resource has a field of that name.
  const names = new Map<string, KnownName>();
  for (const one of rowsOf(answer["names"]).map(nameOf)) if (!names.has(one.name)) names.set(one.name, one);
  return {
    names: [...names.values()],
    options: {
      knownNames: new Set(names.keys()),
      services: textsIn(answer["services"]),
      processKeys: textsIn(answer["processKeys"]),
      hasMessages: answer["hasMessages"] === true,
    },
  };
}
