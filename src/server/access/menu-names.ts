// Names of menu entries in the reader's language: the definitions' own while the stored one is still theirs.
import { cachedBy } from "#schema/cached-by";
import { menuOf } from "#schema/menu";
import type { Model } from "#schema/model";
import { inLanguage, type Language, type Text } from "#schema/text";
import type { MenuEntry } from "./menu-forest.ts";

const namesOf = cachedBy(
  (model: Model): ReadonlyMap<string, Text> =>
    new Map(
      menuOf(model).flatMap((area): [string, Text][] => [
        [area.code, area.name],
        ...area.buttons.map((button): [string, Text] => [button.code, button.name]),
        ...area.screens.flatMap((screen): [string, Text][] => [
          [screen.code, screen.name],
          ...screen.buttons.map((button): [string, Text] => [button.code, button.name]),
        ]),
      ]),
    ),
);

/** The entry's name for a reader; an edited name is the same in every language. */
export function nameOfEntry(model: Model, entry: MenuEntry, language: Language): string {
  const declared = namesOf(model).get(entry.code);
  return declared !== undefined && declared[0] === entry.name ? inLanguage(declared, language) : entry.name;
}
