// The sentence of an issue in the reader's language. Browser and server use the same sentences.
import { en } from "./locales/en.ts";
import { zh } from "./locales/zh.ts";
import type { Issue } from "./validation.ts";
import { inLanguage, type Language } from "./text.ts";

const sentences = { zh, en };

/** The message of one issue: the definition's own, or that of the locale with label and parameters filled in. */
export function sentenceOf(issue: Issue, language: Language): string {
  if (issue.message !== undefined) return inLanguage(issue.message, language);
  const values: Record<string, string | number> = { label: inLanguage(issue.label, language), ...issue.parameters };
  return sentences[language][issue.code].replace(/\{(\w+)\}/g, (_whole, name: string) => String(values[name] ?? ""));
}
