// Texts of the page for changing one's own password in English.
import type { texts as zh } from "./password.zh.ts";

export const texts: typeof zh = {
  ownPassword: {
    title: "Choose your own password",
    lead: "{{name}}, your password is an initial one or was reset. Choose one of your own before you continue.",
    fields: { oldPassword: "Current password", newPassword: "New password", newPassword1: "Repeat the new password" },
    hint: "At least 8 characters; not a common password, your account, name or phone number",
    required: {
      oldPassword: "Please enter the current password",
      newPassword: "Please enter the new password",
      newPassword1: "Please repeat the new password",
    },
    tooShort: "The password needs at least 8 characters",
    same: "The new password must differ from the current one",
    differ: "The two passwords differ",
    submit: "Save and continue",
    submitting: "Saving…",
    leave: "Sign out",
  },
};
