// @vitest-environment happy-dom
// Every generated screen has forms that open without a word on the console: in one language at a landing, where the snapshots of the screens
// show the labels of both, and in both in a full run.
import { isDeepStrictEqual } from "node:util";
import { createRef } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { formOf } from "#admin/inputs/values/form-definition.ts";
import { ResourceForm, type FormHandle } from "#admin/forms/form/resource-form.tsx";
import { initialValues } from "#admin/inputs/values/values.ts";
import { inLanguage, type Language } from "#schema/text";
import { isFull } from "../../support/amounts.ts";
import { allScreens } from "./screens.ts";
import { field, mount, ok, serve, settle, startLanguage, until } from "./support.tsx";

const problems: unknown[][] = [];

beforeEach(() => {
  problems.length = 0;
  vi.spyOn(console, "error").mockImplementation((...words: unknown[]) => void problems.push(words));
  vi.spyOn(console, "warn").mockImplementation((...words: unknown[]) => void problems.push(words));
  serve(() => ok([]));
});

describe.each<Language>(isFull ? ["zh", "en"] : ["zh"])("in %s", (language) => {
  it.each(allScreens().map((screen) => [screen.name, screen] as const))(
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
