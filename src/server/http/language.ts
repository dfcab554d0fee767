// The language of an answer: the best match of the caller's Accept-Language, Chinese without one (docs/specification.md §1).
import { languages, type Language } from "#schema/text";

const defaultLanguage: Language = "zh";

function isLanguage(tag: string): tag is Language {
  return (languages as readonly string[]).includes(tag);
}

/** "en-GB,en;q=0.9,zh;q=0.1" → "en". */
export function languageOf(acceptLanguage: string | undefined): Language {
  if (acceptLanguage === undefined) return defaultLanguage;
  const accepted = acceptLanguage
    .slice(0, 200) // a header of kilobytes is no wish for a language
    .split(",")
    .flatMap((part) => {
      const [tag = "", quality] = part.trim().split(/;\s*q=/i);
      const language = tag.toLowerCase().split("-")[0] ?? "";
      const weight = quality === undefined ? 1 : Number(quality);
      return isLanguage(language) && weight > 0 ? [{ language, weight }] : [];
    });
  let best: { language: Language; weight: number } | undefined;
  for (const one of accepted) if (best === undefined || one.weight > best.weight) best = one;
  return best?.language ?? defaultLanguage;
}
