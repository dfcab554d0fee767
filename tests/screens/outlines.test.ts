// Snapshots of the generated screens: list, create, edit and view of every resource in both languages, as outlines that a review can read.
// A wanted change is accepted with `npm run test:update`.
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { hasScreen } from "#schema/menu";
import { buildModel, type Model, type ResourceModel } from "#schema/model";
import type { ResourceData } from "#schema/resource-data";
import { screenOf, type Screen } from "#schema/screen";
import { languages } from "#schema/text";
import { handlersOf } from "../../scripts/check/context.ts";
import { loadDefinitions } from "../../scripts/definitions.ts";
import { outlineOfHtml } from "../support/outline.ts";
import { buildDrawing, type Drawing } from "./bundle.ts";
import { sampleRows } from "./rows.ts";

const root = path.resolve(import.meta.dirname, "../..");
const folder = path.join(import.meta.dirname, "__outlines__");
const parts = ["list", "create", "edit", "view"] as const;

const { definitions, areas } = await loadDefinitions(root);
const model = buildModel(definitions, areas);
const handlers = await handlersOf(root);
const screenIn = (resource: ResourceModel, within: Model): Screen =>
  screenOf(resource, within, (name, action) => handlers.has(`${name}.${action}`));

/** Resources whose rows people see: on a screen of their own, below another's, or in a form that an action opens. */
const shown = model.resources.filter(
  (resource) =>
    hasScreen(resource) ||
    model.resources.some(
      (other) => other.details?.resource === resource.name || other.actions.some((action) => action.opens === resource.name),
    ),
);

let drawing: Drawing;
let remove = async (): Promise<void> => {};
const complaints = vi.spyOn(console, "error");

beforeAll(async () => {
  // Forms may begin with the moment.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(2025, 2, 12, 9, 30, 0) });
  ({ drawing, remove } = await buildDrawing());
}, 120_000);

afterAll(async () => {
  vi.useRealTimers();
  await remove();
});

/** Why a part of a screen is not there; undefined where it is. */
function absence(screen: Screen, part: (typeof parts)[number]): string | undefined {
  if (screen.kind === "dialog") return `a dialog of its own: ${screen.dialog ?? ""}`;
  if (part === "list") return screen.kind === "page" ? `a page of its own: ${screen.page ?? ""}` : undefined;
  if (part === "create") return screen.buttons.add || screen.kind === "none" ? undefined : "no button leads to it";
  if (part === "edit") return screen.buttons.edit || screen.kind === "none" ? undefined : "no button leads to it";
  return screen.buttons.view ? undefined : "no button leads to it";
}

/** All eight sections of a screen. */
async function outlineOf(resource: ResourceModel, screen: Screen): Promise<string> {
  const sections: string[] = [];
  for (const part of parts) {
    for (const language of languages) {
      const missing = absence(screen, part);
      if (missing === undefined) await drawing.speak(language);
      const outline =
        missing === undefined ? outlineOfHtml(await drawing.draw({ screen, part, rows: sampleRows(resource, language) })) : `(${missing})`;
      sections.push(`== ${part} ${language}\n${outline}\n`);
    }
  }
  return sections.join("\n");
}

describe("the screens of", () => {
  test.each(shown.map((resource) => [resource.name, resource] as const))("%s", async (name, resource) => {
    const outline = await outlineOf(resource, screenIn(resource, model));
    await expect(outline).toMatchFileSnapshot(path.join(folder, `${name}.txt`));
    // React and antd complain here about what would go wrong in a browser as well.
    expect(complaints.mock.calls).toEqual([]);
  });
});

test("nothing is kept of a resource that is gone", () => {
  const stored = (existsSync(folder) ? readdirSync(folder) : []).filter(
    (file) => !shown.some((resource) => `${resource.name}.txt` === file),
  );
  expect(stored).toEqual([]);
});

describe("a changed label", () => {
  function renamed(name: string, field: string, label: readonly [string, string]): Model {
    return buildModel(
      definitions.map((one) => {
        const declared = one.data.fields[field];
        if (one.data.name !== name || declared === undefined) return one;
        const data: ResourceData = { ...one.data, fields: { ...one.data.fields, [field]: { ...declared, label } } };
        return { ...one, data };
      }),
      areas,
    );
  }

  /** Section → how many of its lines differ. */
  async function changes(name: string, field: string, label: readonly [string, string]): Promise<Readonly<Record<string, number>>> {
    const after = renamed(name, field, label);
    const [old, young] = [model.resource.get(name), after.resource.get(name)];
    if (old === undefined || young === undefined) throw new Error(`there is no definition of ${name}`);
    const [left, right] = [await outlineOf(old, screenIn(old, model)), await outlineOf(young, screenIn(young, after))].map((outline) =>
      outline.split("\n"),
    );
    expect(right?.length).toBe(left?.length);
    const found: Record<string, number> = {};
    let section = "";
    left?.forEach((line, index) => {
      if (line.startsWith("== ")) section = line.slice(3);
      if (line !== right?.[index]) found[section] = (found[section] ?? 0) + 1;
    });
    return found;
  }

  test("changes one line for each place that shows it, and no other", async () => {
    const once = { "list zh": 1, "list en": 1, "create zh": 1, "create en": 1, "edit zh": 1, "edit en": 1, "view zh": 1, "view en": 1 };
    expect(await changes("shop", "principal", ["主任姓名（含职称）", "Name of the head, with title"])).toEqual(once);
  });

  test("of a field that is searched by changes its column and its place in the search panel", async () => {
    expect(await changes("shop", "name", ["厂房名称", "Name of the workshop"])).toMatchObject({ "list zh": 2, "list en": 2, "edit zh": 1 });
  });
});
