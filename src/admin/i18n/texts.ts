// The names of all texts, so that a misspelt or missing one does not compile.
import "i18next";
import type { application } from "./texts/application.zh.ts";
import type { beside } from "./texts/tree-filter.zh.ts";
import type { home } from "./texts/home.zh.ts";
import type { pages } from "./texts/pages.zh.ts";
import type { password } from "./texts/password.zh.ts";
import type { process } from "./texts/process.zh.ts";
import type { social } from "./texts/social.zh.ts";
import type { trees } from "./texts/trees.zh.ts";
import type { zh } from "./texts/first-page.zh.ts";

export type Texts = typeof zh & typeof application & typeof beside & typeof home & typeof pages & typeof password & typeof process & typeof social & typeof trees;

/** What is loaded together; parts may add to the same group. */
export type TextPart = typeof zh | typeof application | typeof beside | typeof home | typeof pages | typeof password | typeof process | typeof social | typeof trees;

declare module "i18next" {
  interface CustomTypeOptions {
    readonly defaultNS: "translation";
    readonly resources: { readonly translation: Texts };
  }
}
