// The data dictionary: pages about every resource, made from the model. `npm run docs` writes them, the server shows them at /docs/data.
import type { Model } from "../model.ts";
import type { Language } from "../text.ts";
import { indexPage } from "./index-page.ts";
import { pageOf, type Links, type Page, type Referral } from "./page.ts";
import { referringFields, resourcePage } from "./resource-page.ts";

export { dictionaryStyle } from "./style.ts";
export type { Links } from "./page.ts";

interface Dictionary {
  readonly index: (language: Language) => string;
  /** undefined: there is no such resource. */
  readonly resource: (name: string, language: Language) => string | undefined;
}

function referralsOf(model: Model): ReadonlyMap<string, readonly Referral[]> {
  const referrals = new Map<string, Referral[]>();
  for (const resource of model.resources) {
    for (const { path, field } of referringFields(resource.fields)) {
      const target = field.reference?.resource ?? "";
      const existing = referrals.get(target);
      const one = { resource, field: path, label: field.label };
      if (existing === undefined) referrals.set(target, [one]);
      else existing.push(one);
    }
  }
  return referrals;
}

/**
 * The dictionary of a model. `links` maps pages to addresses; `isHandled` tells whether the server implements a call that needs a handler.
 */
export function dictionaryOf(
  model: Model,
  { links, isHandled }: { readonly links: Links; readonly isHandled: Page["isHandled"] },
): Dictionary {
  const referrals = referralsOf(model);
  const page = (language: Language) => pageOf({ model, language, links, isHandled, referrals });
  return {
    index: (language) => indexPage(page(language)),
    resource: (name, language) => {
      const resource = model.resource.get(name);
      return resource === undefined ? undefined : resourcePage(resource, page(language));
    },
  };
}
