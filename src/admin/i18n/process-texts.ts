// Loads the texts of process diagrams and of the leave process in one language.
import type { TextLoader } from "./index.ts";

export const processTexts: TextLoader = async (language) => (language === "en" ? (await import("./texts/process.en.ts")).process : (await import("./texts/process.zh.ts")).process);
