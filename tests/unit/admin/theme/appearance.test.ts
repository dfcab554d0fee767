// @vitest-environment happy-dom
// The look of the page: what is chosen, what follows the system, what is kept (docs/specification.md §3, §9).
import { beforeEach, expect, test, vi } from "vitest";
import { readStored } from "#admin/browser/storage.ts";
import type * as appearanceModule from "#admin/ui/theme/appearance.ts";

type Appearance = typeof appearanceModule;

const root = document.documentElement;

/** The module anew, as after a reload, on a system that prefers dark pages or does not. */
async function load(prefersDark: boolean): Promise<Appearance> {
  vi.resetModules();
  vi.stubGlobal("matchMedia", () => ({ matches: prefersDark, addEventListener: () => undefined }));
  const appearance = await import("#admin/ui/theme/appearance.ts");
  appearance.startAppearance();
  return appearance;
}

const shown = () => [root.dataset["appearance"], root.dataset["theme"]];
const colour = (name: string) => root.style.getPropertyValue(`--tm-${name}`);

beforeEach(() => {
  localStorage.clear();
  root.removeAttribute("style");
});

test("follows the system until somebody chooses", async () => {
  await load(true);
  expect(shown()).toEqual(["dark", "dark"]);
  await load(false);
  expect(shown()).toEqual(["light", "default"]);
});

test("a theme brings its appearance and its colours, and all are there after a reload", async () => {
  const { changeTheme } = await load(false);
  changeTheme("star");
  expect(shown()).toEqual(["dark", "star"]);
  const page = colour("page");
  expect(readStored("themes")).toMatchObject({ content: { light: "default", dark: "star" }, dataType: "object" });
  root.removeAttribute("style");
  await load(false);
  expect(shown()).toEqual(["dark", "star"]);
  expect(colour("page")).toBe(page);
});

test("switching to light and back leads to the theme that was chosen for each", async () => {
  const { changeAppearance, changeTheme } = await load(false);
  changeTheme("vip");
  changeTheme("star");
  changeAppearance("light");
  expect(shown()).toEqual(["light", "vip"]);
  changeAppearance("dark");
  expect(shown()).toEqual(["dark", "star"]);
});

test("a primary colour of one's own colours the page, stays over a reload and can be taken back", async () => {
  const { changePrimary } = await load(false);
  const standard = colour("primary");
  changePrimary("#8b1a8b");
  expect(colour("primary")).toBe("#8b1a8b");
  const after = await load(false);
  expect(colour("primary")).toBe("#8b1a8b");
  after.changePrimary(undefined);
  expect(colour("primary")).toBe(standard);
  expect(readStored("primaryColor")).toBeUndefined();
});

test("what others wrote into the storage is not taken for a theme", async () => {
  const stored = (content: unknown) => JSON.stringify({ content, dataType: "object", datetime: 0 });
  localStorage.setItem("tracemark-themes", stored({ light: "star", dark: "constructor" }));
  localStorage.setItem("tracemark-primaryColor", stored("red; background: url(x)"));
  await load(false);
  expect(shown()).toEqual(["light", "default"]);
  expect(colour("primary")).toBe("#1b5bd6");
});
