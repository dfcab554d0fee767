// The name of a screen's list: of several rows, where the label names one.
import type { Screen } from "../../../schema/screen.ts";
import type { Language } from "../../../schema/text.ts";

/** A label inside a sentence: "Layers" is "layers", and "SKUs" stays. Chinese has no such letters. */
export function lowerFirstLetter(label: string): string {
  return /^[A-Z](?:[a-z]|$)/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

export function listName({ label: [zh, en], plural }: Pick<Screen, "label" | "plural">, language: Language): string {
  return language === "zh" ? zh : (plural ?? en);
}
