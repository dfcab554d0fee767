// @vitest-environment happy-dom
// A key press costs the same in a form of hundreds of fields as in one of 20: what is drawn again is counted, not timed.
import { Profiler, type ReactNode } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { choice, integer, text, textarea } from "#schema";
import type * as widgets from "#fields/widgets.ts";
import { formOf } from "#admin/inputs/values/form-definition.ts";
import { ResourceForm } from "#admin/forms/form/resource-form.tsx";
import { initialValues } from "#admin/inputs/values/values.ts";
import { amount } from "../../support/amounts.ts";
import { screenOfFields } from "./screens.ts";
import { inputOf, leave, mount, ok, serve, settle, startLanguage, type, until } from "./support.tsx";

const drawn = vi.hoisted(() => ({ widgets: 0 }));

function countWidget(): void {
  drawn.widgets += 1;
}

// The widgets are what a form has most of: each time anything in one is drawn, that is counted.
vi.mock("#fields/widgets.ts", async (importOriginal) => {
  const original = await importOriginal<typeof widgets>();
  const counted = new Map<string, ReturnType<typeof original.widgetOf>>();
  return {
    widgetOf(field: { readonly kind: string }) {
      const existing = counted.get(field.kind);
      if (existing !== undefined) return existing;
      const Widget = original.widgetOf(field);
      const Counted: typeof Widget = (props) => (
        <Profiler id="widget" onRender={countWidget}>
          <Widget {...props} />
        </Profiler>
      );
      counted.set(field.kind, Counted);
      return Counted;
    },
  };
});

function screenWith(fields: number) {
  const kinds = [
    (n: number) => text(`文本${n}`, `Text ${n}`, { required: true }),
    (n: number) => integer(`整数${n}`, `Integer ${n}`),
    (n: number) =>
      choice(`选项${n}`, `Choice ${n}`, {
        options: [
          [1, "一", "One"],
          [2, "二", "Two"],
        ],
        default: 1,
      }),
    (n: number) => textarea(`备注${n}`, `Remark ${n}`, { showWhen: { f2: 1 } }),
  ];
  return screenOfFields(
    Object.fromEntries(Array.from({ length: fields }, (_none, n) => [`f${n}`, (kinds[n % kinds.length] ?? kinds[0])?.(n) ?? text("", "")])),
  );
}

interface Counts {
  /** Widgets drawn by ten key presses. */
  readonly widgets: number;
  /** Times React had anything to draw. */
  readonly commits: number;
  /** Widgets drawn when the input is left. */
  readonly onLeave: number;
}

async function countsOf(fields: number): Promise<Counts> {
  const screen = screenWith(fields);
  const form = formOf(screen, "create", { isAdministrator: false });
  const initial = initialValues(form.editable, {}, new Date());
  let commits = 0;
  const Page = (): ReactNode => (
    <Profiler id="form" onRender={() => (commits += 1)}>
      <ResourceForm formId="f" form={form} initial={initial} before={initial} record={{}} onSubmit={() => undefined} />
    </Profiler>
  );
  const one = await mount(<Page />);
  await until("every widget is there", () => document.querySelector(".tf-widget-skeleton") === null);
  await settle(20);
  const input = inputOf("f8");
  await type(input, "a");
  drawn.widgets = 0;
  commits = 0;
  for (let press = 1; press <= 10; press += 1) await type(input, "a".repeat(press + 1));
  const counted = { widgets: drawn.widgets, commits };
  drawn.widgets = 0;
  await leave(input);
  const onLeave = drawn.widgets;
  await one.unmount();
  return { ...counted, onLeave };
}

beforeEach(async () => {
  await startLanguage("zh");
  serve(() => ok([]));
});

describe("a key press", () => {
  it("draws its own input and nothing else, however many fields the form has", async () => {
    const small = await countsOf(20);
    const large = await countsOf(amount(120, 300));
    expect(small).toEqual({ widgets: 10, commits: 10, onLeave: 1 });
    expect(large).toEqual(small);
  });
});
