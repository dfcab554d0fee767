// @vitest-environment happy-dom
// The texts of a component: those of the page's language, with what is put into them, and anew in another language.
import i18next from "i18next";
import { act, Profiler, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { beforeEach, expect, test } from "vitest";
import { useTranslation } from "#admin/i18n/use-translation.ts";

beforeEach(async () => {
  const zh = { product: "溯源", count: "共 {{count}} 条", other: "$t(product)平台" };
  const en = { product: "Trace", count_one: "{{count}} row", count_other: "{{count}} rows", other: "$t(product) platform" };
  await i18next.init({
    lng: "zh",
    fallbackLng: false,
    resources: { zh: { translation: zh }, en: { translation: en } },
    interpolation: { escapeValue: false },
  });
});

const keys = { product: "product", count: "count", other: "other", later: "later.text" } as const;

test("are those of the language, complete, and change with it", async () => {
  const translators = new Set<unknown>();
  let rendered = 0;
  function Page() {
    // What the product's own texts are named is checked elsewhere.
    const { t } = useTranslation() as { readonly t: (key: string, values?: Readonly<Record<string, unknown>>) => string };
    useEffect(() => void translators.add(t), [t]);
    return [t(keys.product), t(keys.count, { count: 2 }), t(keys.other), t(keys.later)].join("；");
  }
  const draw = () =>
    act(async () =>
      root.render(
        <Profiler id="page" onRender={() => void (rendered += 1)}>
          <Page />
        </Profiler>,
      ),
    );
  const container = document.createElement("div");
  const root = createRoot(container);
  await draw();
  expect(container.textContent).toBe("溯源；共 2 条；溯源平台；later.text");
  await draw();
  // The same function as long as the language is the same: what is computed with it stays.
  expect(translators.size).toBe(1);

  i18next.addResourceBundle("zh", "translation", { later: { text: "后来" } }, true, true);
  await draw();
  expect(container.textContent).toBe("溯源；共 2 条；溯源平台；后来");

  const before = rendered;
  await act(async () => void (await i18next.changeLanguage("en")));
  expect(container.textContent).toBe("Trace；2 rows；Trace platform；later.text");
  expect([rendered - before, translators.size]).toEqual([1, 2]);
  await act(async () => root.unmount());
  await act(async () => void (await i18next.changeLanguage("zh")));
  expect(rendered - before).toBe(1);
});
