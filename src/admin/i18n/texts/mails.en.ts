// Texts of the preview of mail templates in English.
import type { texts as zh } from "./mails.zh.ts";

export const texts: typeof zh = {
  mails: {
    loading: "Filling in the template",
    failed: "The preview did not load",
    subject: "Subject",
    bare: "Choose a record to see its values in the mail.",
    hidden: "Not within your data scope, left empty: {{fields}}",
  },
};
