// The language of who runs the server, as the locale of the process has it. What definitions ask of the tables is told to analysts, many of
// whom write their definitions in Chinese.
import { inLanguage, type Language } from "#schema/text";

/** Of the variables of POSIX the first that says something decides; what is neither Chinese nor said is English. */
function operatorLanguage({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv = process.env): Language {
  const locale = [LC_ALL, LC_MESSAGES, LANG].find((one) => one !== undefined && one !== "") ?? "";
  return /^zh/i.test(locale) ? "zh" : "en";
}

/** A sentence, or a label, in that language. */
export function operatorText(zh: string, en: string): string {
  return inLanguage([zh, en], operatorLanguage());
}
