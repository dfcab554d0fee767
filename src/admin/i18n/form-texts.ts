// The texts of the forms, by language. They come with the file of what every page says in that language (languages/), so that nobody loads
// those of the other one.
import type { Language } from "../../schema/text.ts";
import type { FormTexts } from "./forms/zh.ts";

const texts = new Map<Language, FormTexts>();

export function addFormTexts(language: Language, own: FormTexts): void {
  texts.set(language, own);
}

/** The texts of the forms in a language that is loaded: the page's. */
export function formTexts(language: Language): FormTexts {
  const own = texts.get(language);
  if (own === undefined) throw new Error(`The texts of the forms are asked for in "${language}" before that language is loaded.`);
  return own;
}
