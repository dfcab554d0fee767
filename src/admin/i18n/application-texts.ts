// Loads the texts of the application in one language.
import type { TextLoader } from "./index.ts";

export const applicationTexts: TextLoader = async (language) =>
  language === "en" ? (await import("./texts/application.en.ts")).application : (await import("./texts/application.zh.ts")).application;
