// @vitest-environment happy-dom
// Generated screens have forms that open without a word on the console. A landing opens few, in one language, which have together whatever the
// form of any screen has: the snapshots of the screens show the labels of all in both. A full run opens all, in both languages.
import { isDeepStrictEqual } from "node:util";
import { createRef } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { formOf } from "#admin/inputs/values/form-definition.ts";
import { ResourceForm, type FormHandle } from "#admin/forms/form/resource-form.tsx";
import { initialValues } from "#admin/inputs/values/values.ts";
import { inLanguage, type Language } from "#schema/text";
import { isFull } from "../../support/amounts.ts";
import { sampleOf, traitsOfForms } from "./sample-screens.ts";
import { allScreens } from "./screens.ts";
import { field, mount, ok, serve, settle, startLanguage, until } from "./support.tsx";

const all = allScreens();
const opened = isFull ? all : sampleOf(all);
const problems: unknown[][] = [];

beforeEach(() => {
  problems.length = 0;
  vi.spyOn(console, "error").mockImplementation((...words: unknown[]) => void problems.push(words));
  vi.spyOn(console, "warn").mockImplementation((...words: unknown[]) => void problems.push(words));
  serve(() => ok([]));
});

it("opens forms with each kind of field, and each thing that is said of a field, that any screen has", () => {
  const met = new Set(opened.flatMap((screen) => [...traitsOfForms(screen)]));
  expect(all.flatMap((screen) => [...traitsOfForms(screen)].filter((trait) => !met.has(trait)))).toEqual([]);
});

describe.each<Language>(isFull ? ["zh", "en"] : ["zh"])("in %s", (language) => {
  it.each(opened.map((screen) => [screen.name, screen] as const))(
    "the forms of %s open with every field labelled",
    async (_name, screen) => {
      await startLanguage(language);
      const [create, edit] = [formOf(screen, "create", { isAdministrator: true }), formOf(screen, "edit", { isAdministrator: true })];
      const isSame = isDeepStrictEqual([create.fields, create.editable, create.schema], [edit.fields, edit.editable, edit.schema]);
      for (const form of isSame ? [create] : [create, edit]) {
        const initial = initialValues(form.editable, {}, new Date(2025, 2, 1));
        const handle = createRef<FormHandle>();
        const one = await mount(
          <ResourceForm ref={handle} formId="f" form={form} initial={initial} before={initial} record={{}} onSubmit={() => undefined} />,
        );
        await until("every widget is there", () => document.querySelector(".tf-widget-skeleton") === null);
        await settle();
        const shown = form.fields.filter((one_) => one_.showWhen === undefined);
        for (const one_ of shown) expect(field(one_.name).querySelector(".tf-label")?.textContent).toBe(inLanguage(one_.label, language));
        expect(handle.current?.isDirty(), "an untouched form is clean").toBe(false);
        expect(handle.current?.values()).toEqual(initial);
        await one.unmount();
      }
      expect(problems).toEqual([]);
    },
  );
});
