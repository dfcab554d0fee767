// Texts of what is shown once in English.
import type { texts as zh } from "./secret.zh.ts";

export const texts: typeof zh = {
  secret: {
    title: "Keep this now",
    lead: "It is shown this once and cannot be seen again:",
    copy: "Copy",
    copied: "Copied",
    notCopied: "Copying failed; select the text instead",
    ok: "I have kept it",
  },
};
