// The names of all texts, so that a misspelt or missing one does not compile.
import "i18next";
import type { texts as acts } from "./texts/acts.zh.ts";
import type { texts as api } from "./texts/api.zh.ts";
import type { texts as application } from "./texts/application.zh.ts";
import type { texts as attachments } from "./texts/attachments.zh.ts";
import type { texts as batch } from "./texts/batch.zh.ts";
import type { texts as bin } from "./texts/bin.zh.ts";
import type { texts as cells } from "./texts/cells.zh.ts";
import type { texts as charts } from "./texts/charts.zh.ts";
import type { texts as codes } from "./texts/codes.zh.ts";
import type { texts as comments } from "./texts/comments.zh.ts";
import type { texts as factor } from "./texts/factor.zh.ts";
import type { texts as conditions } from "./texts/conditions.zh.ts";
import type { texts as exporting } from "./texts/export.zh.ts";
import type { texts as importing } from "./texts/import.zh.ts";
import type { texts as grid } from "./texts/grid.zh.ts";
import type { texts as treeFilter } from "./texts/tree-filter.zh.ts";
import type { texts as history } from "./texts/history.zh.ts";
import type { texts as home } from "./texts/home.zh.ts";
import type { texts as keys } from "./texts/keys.zh.ts";
import type { texts as labels } from "./texts/labels.zh.ts";
import type { texts as life } from "./texts/life.zh.ts";
import type { texts as mails } from "./texts/mails.zh.ts";
import type { texts as modeler } from "./texts/modeler.zh.ts";
import type { texts as pages } from "./texts/pages.zh.ts";
import type { texts as password } from "./texts/password.zh.ts";
import type { texts as printing } from "./texts/print.zh.ts";
import type { texts as process } from "./texts/process.zh.ts";
import type { texts as proposal } from "./texts/proposal.zh.ts";
import type { texts as record } from "./texts/record.zh.ts";
import type { texts as removal } from "./texts/removal.zh.ts";
import type { texts as reports } from "./texts/reports.zh.ts";
import type { texts as scanning } from "./texts/scanning.zh.ts";
import type { texts as secret } from "./texts/secret.zh.ts";
import type { texts as social } from "./texts/social.zh.ts";
import type { texts as tokens } from "./texts/tokens.zh.ts";
import type { texts as trees } from "./texts/trees.zh.ts";
import type { texts as shapes } from "./texts/shapes.zh.ts";
import type { texts as views } from "./texts/views.zh.ts";
import type { texts as zh } from "./texts/first-page.zh.ts";

type Texts = typeof zh &
  typeof acts &
  typeof api &
  typeof application &
  typeof attachments &
  typeof batch &
  typeof bin &
  typeof cells &
  typeof charts &
  typeof codes &
  typeof comments &
  typeof conditions &
  typeof factor &
  typeof exporting &
  typeof importing &
  typeof grid &
  typeof treeFilter &
  typeof history &
  typeof home &
  typeof keys &
  typeof labels &
  typeof life &
  typeof mails &
  typeof modeler &
  typeof pages &
  typeof password &
  typeof printing &
  typeof process &
  typeof proposal &
  typeof record &
  typeof removal &
  typeof reports &
  typeof scanning &
  typeof secret &
  typeof social &
  typeof tokens &
  typeof shapes &
  typeof views &
  typeof trees;

/** Texts that are loaded together, by the name of their files; several may add to the same group. */
export interface TextParts {
  readonly "first-page": typeof zh;
  readonly acts: typeof acts;
  readonly api: typeof api;
  readonly application: typeof application;
  readonly attachments: typeof attachments;
  readonly batch: typeof batch;
  readonly bin: typeof bin;
  readonly cells: typeof cells;
  readonly charts: typeof charts;
  readonly codes: typeof codes;
  readonly comments: typeof comments;
  readonly conditions: typeof conditions;
  readonly factor: typeof factor;
  readonly export: typeof exporting;
  readonly import: typeof importing;
  readonly grid: typeof grid;
  readonly history: typeof history;
  readonly home: typeof home;
  readonly keys: typeof keys;
  readonly labels: typeof labels;
  readonly life: typeof life;
  readonly mails: typeof mails;
  readonly modeler: typeof modeler;
  readonly pages: typeof pages;
  readonly password: typeof password;
  readonly print: typeof printing;
  readonly process: typeof process;
  readonly proposal: typeof proposal;
  readonly record: typeof record;
  readonly removal: typeof removal;
  readonly reports: typeof reports;
  readonly scanning: typeof scanning;
  readonly secret: typeof secret;
  readonly social: typeof social;
  readonly "tree-filter": typeof treeFilter;
  readonly tokens: typeof tokens;
  readonly trees: typeof trees;
  readonly shapes: typeof shapes;
  readonly views: typeof views;
}

declare module "i18next" {
  interface CustomTypeOptions {
    readonly defaultNS: "translation";
    readonly resources: { readonly translation: Texts };
  }
}
