// Texts of signing in through other platforms and of registration in English.
import type { texts as zh } from "./social.zh.ts";

export const texts: typeof zh = {
  social: {
    signingIn: "Signing in with your other account…",
    denied: "You did not allow the other platform to sign you in",
    failed: "The other platform could not sign you in. Try again, or use your account and password.",
    title: "Registration",
    lead: "Your account of the other platform is not bound to one of ours yet. Fill in the form; you can sign in once it is approved.",
    fields: { tenantId: "Tenant id", name: "Nickname (optional)", account: "Account", password: "Password", password2: "Confirm password" },
    required: {
      tenantId: "Please enter the tenant id first",
      account: "Please enter the account first",
      password: "Please enter the password first",
    },
    passwordTooShort: "The password needs at least 8 characters",
    passwordsDiffer: "The two passwords differ",
    submit: "Submit",
    submitting: "Submitting…",
    cancel: "Cancel",
    submitFailed: "Submitting failed",
    sentTitle: "Registration",
    sent: "Your registration has been submitted. Please wait until an administrator approves it.",
    ok: "OK",
  },
};
