// The application's pages as Refine knows them: what a breadcrumb of a page that no menu shows is made of.
import { expect, test } from "vitest";
import { menuIn } from "#admin/workspace/menu.ts";
import { resourcesOf } from "#admin/workspace/resources.ts";

const row = (id: string, path: string, more: object = {}) => ({
  id,
  code: `code${id}`,
  name: `name${id}`,
  path,
  source: "",
  isOpen: 1,
  ...more,
});

test("a screen belongs to the area that holds it, and a screen that the menu names twice is known once", () => {
  const twice = { code: "twice" };
  const resources = resourcesOf(
    menuIn([row("1", "/area", { children: [row("2", "/area/two"), row("3", "/area/three", twice)] }), row("4", "/other/three", twice)]),
  );
  expect(resources.slice(0, 3)).toEqual([
    { name: "area-0", meta: { label: "name1" } },
    { name: "code2", list: "/area/two", show: "/area/two/:id", meta: { label: "name2", parent: "area-0" } },
    { name: "twice", list: "/area/three", show: "/area/three/:id", meta: { label: "name3", parent: "area-0" } },
  ]);
  expect(resources.filter(({ name }) => name === "twice")).toHaveLength(1);
});

test("a page of a record belongs to the list that leads to it, or to their area where several do", () => {
  const menu = menuIn([row("1", "/flow", { children: [row("2", "/flow/work-start"), row("3", "/flow/work-todo")] })]);
  const parents = Object.fromEntries(resourcesOf(menu).map(({ name, meta }) => [name, meta?.parent]));
  expect(parents).toMatchObject({ "leave-form": "code2", "leave-handle": "code3", "leave-detail": "area-0", "flow-diagram": "area-0" });
});

test("a page of a record belongs to the area of its list where the menu does not show the list itself", () => {
  const menu = menuIn([
    row("1", "/other", { children: [row("2", "/other/one")] }),
    row("3", "/flow", { children: [row("4", "/flow/flow-manager")] }),
  ]);
  const parents = Object.fromEntries(resourcesOf(menu).map(({ name, meta }) => [name, meta?.parent]));
  expect(parents).toMatchObject({ "leave-form": "area-1", "leave-detail": "area-1" });
});

test("a page of a record belongs to nothing for somebody whose menu has nothing of it", () => {
  expect(resourcesOf([]).map(({ meta }) => meta?.parent)).toEqual([undefined, undefined, undefined, undefined]);
});
