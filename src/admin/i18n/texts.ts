// The names of all texts, so that a misspelt or missing one does not compile.
import "i18next";
import type { application } from "./application.zh.ts";
import type { beside } from "./beside.zh.ts";
import type { home } from "./home.zh.ts";
import type { pages } from "./pages.zh.ts";
import type { password } from "./password.zh.ts";
import type { process } from "./process.zh.ts";
import type { social } from "./social.zh.ts";
import type { trees } from "./trees.zh.ts";
import type { zh } from "./zh.ts";

export type Texts = typeof zh & typeof application & typeof beside & typeof home & typeof pages & typeof password & typeof process & typeof social & typeof trees;

/** What is loaded together; parts may add to the same group. */
export type TextPart = typeof zh | typeof application | typeof beside | typeof home | typeof pages | typeof password | typeof process | typeof social | typeof trees;

declare module "i18next" {
  interface CustomTypeOptions {
    readonly defaultNS: "translation";
    readonly resources: { readonly translation: Texts };
  }
}
