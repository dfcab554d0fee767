// The name of a screen's list: of several rows, where the label names one.
import type { Screen } from "../../schema/screen.ts";
import type { Language } from "../../schema/text.ts";

export function listName({ label: [zh, en], plural }: Pick<Screen, "label" | "plural">, language: Language): string {
  return language === "zh" ? zh : (plural ?? en);
}
