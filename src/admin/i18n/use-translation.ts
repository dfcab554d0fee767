// The texts of the page in a component. The hook of react-i18next copies a hundred properties and registers two listeners for each component
// that calls it, and i18next prepares for parameters where there are none: together 3 % of the samples of a profile of the first view.
import i18next, { type TFunction } from "i18next";
import { useSyncExternalStore } from "react";

interface Translation {
  /** Another function in another language. */
  readonly t: TFunction;
}

/** What i18next would put something in: parameters, and other texts. */
const placeholder = /\{\{|\$t\(/;

/** i18next's function, which hands out a text that nothing is put in as it is stored. */
function direct(translate: TFunction, chosen: string): TFunction {
  return new Proxy(translate, {
    apply(target, context, parameters: readonly unknown[]) {
      const [key] = parameters;
      const text: unknown =
        parameters.length === 1 && typeof key === "string" ? i18next.getResource(chosen, "translation", key) : undefined;
      return typeof text === "string" && !placeholder.test(text) ? text : (Reflect.apply(target, context, parameters) as unknown);
    },
  });
}

let current: Translation | undefined;
const listeners = new Set<() => void>();

i18next.on("languageChanged", () => {
  current = undefined;
  for (const listener of [...listeners]) listener();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const translation = (): Translation => (current ??= { t: direct(i18next.getFixedT(i18next.language), i18next.language) });

/** The texts in the language of the page; whoever uses them is rendered again in another language. */
export function useTranslation(): Translation {
  return useSyncExternalStore(subscribe, translation, translation);
}
