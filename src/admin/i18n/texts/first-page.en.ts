// Texts of the first page in English.
import type { texts as zh } from "./first-page.zh.ts";

export const texts: typeof zh = {
  product: "Tracemark",
  slogan: "One code per item, traced all the way",
  failure: {
    network: "The server cannot be reached. Check the connection and try again.",
    timeout: "The server took too long to answer. Try again in a moment.",
    unreadable: "The server's response could not be read.",
    unknown: "Unknown error",
    expired: "Your session has expired. Please sign in again.",
  },
  error: {
    outdated: { title: "The page did not load", text: "There may be a new version, or the connection was lost. Load it again." },
    reload: "Load again",
  },
  loading: { now: "Loading…", slow: "Still loading: the connection is slow…", cancel: "Stop waiting" },
  common: { home: "Go to the start page" },
  language: { label: "Language", zh: "中文", en: "English" },
  theme: { label: "Appearance", light: "Light", dark: "Dark", toDark: "Switch to dark", toLight: "Switch to light" },
  login: {
    title: "Login",
    welcome: "Welcome back",
    lead: "Sign in with the account of your tenant",
    tenant: "Tenant id",
    account: "Account",
    password: "Password",
    captcha: "Verification code",
    captchaPicture: "Picture of the verification code; click for another one",
    captchaMissing: "The code did not load; click to retry",
    newCaptcha: "Another picture",
    showPassword: "Show password",
    hidePassword: "Hide password",
    submit: "Sign in",
    submitting: "Signing in…",
    failed: "Signing in failed. Try again in a moment.",
    others: "Other ways to sign in",
    with: "Sign in with {{name}}",
    required: {
      tenantId: "Enter the tenant id",
      account: "Enter the account",
      password: "Enter the password",
      captcha: "Enter the verification code",
    },
    pitch: "From the factory to the customer, every code has its history",
    points: {
      production: { title: "Production and packaging", text: "Factory, workshop, line and team, tied to every code" },
      flow: { title: "Warehouse and logistics", text: "Documents kept by scanning, goods in plain sight" },
      scan: { title: "Scans and authenticity", text: "Fakes, diverted goods and repeated scans, as they happen" },
    },
  },
};
