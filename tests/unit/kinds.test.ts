// The parts that a kind of field has in its folder are those that its traits promise, and none lies there unused.
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { fieldKinds } from "#schema/kinds";

const folder = path.resolve(import.meta.dirname, "../../src/fields");
const has = (kind: string, file: string): boolean => existsSync(path.join(folder, kind, file));

it("every folder with a definition is registered", () => {
  const folders = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && has(entry.name, "definition.ts"))
    .map(({ name }) => name);
  expect([...fieldKinds.keys()].sort()).toEqual(folders.sort());
});

it.each([...fieldKinds.values()].map((kind) => [kind.kind, kind.traits] as const))(
  "%s has the cell, widget and view of its own that its traits name",
  (kind, { cell, widget, view }) => {
    const widgets = ["widget.tsx", "lazy-widget.tsx"].filter((file) => has(kind, file));
    expect({ cell: has(kind, "cell.tsx"), widgets: widgets.length, view: has(kind, "view.tsx") }).toEqual({
      cell: cell === "own",
      widgets: widget === "own" ? 1 : 0,
      view: view === "own",
    });
  },
);
