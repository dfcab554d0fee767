// @vitest-environment happy-dom
// Pages of open tabs: what is out of sight runs nothing, and comes back as it was left.
import { act, useEffect, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider, useLocation } from "react-router-dom";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { beginSession, endSession } from "#admin/api/session.ts";
import { startLanguage } from "#admin/i18n/index.ts";
import { OpenPages } from "#admin/shell/tabs/open-pages.tsx";
import { closeTabs, openTabs } from "#admin/workspace/tab-store.ts";
import { WorkspaceProvider, type Workspace } from "#admin/workspace/workspace.ts";

Reflect.set(globalThis, "IS_REACT_ACT_ENVIRONMENT", true);

const user = { userId: "7", account: "li", name: "李", roleAliases: [], avatar: "", deptId: "", roleId: "", ext: "" };
const item = (path: string) => ({ key: path, code: path, label: path, icon: "", path, href: undefined, embedded: undefined, children: [] });
const workspace: Workspace = {
  person: { user, tenantId: "100001", permissions: new Set() },
  menu: [item("/a/one"), item("/a/two")],
  language: "zh",
};

let drawn: Record<string, number> = {};
let running: string[] = [];

function noteDrawn(path: string): void {
  drawn[path] = (drawn[path] ?? 0) + 1;
}

function Page() {
  const { pathname, search } = useLocation();
  const [typed, setTyped] = useState("");
  noteDrawn(pathname);
  useEffect(() => {
    running.push(pathname);
    return () => {
      running = running.filter((path) => path !== pathname);
    };
  }, [pathname]);
  return <button type="button" onClick={() => setTyped(`${typed}x`)}>{`${pathname}${search}:${typed}`}</button>;
}

let root: Root;
let place: HTMLElement;
let router: ReturnType<typeof createMemoryRouter>;

/** What the page in sight says. */
const inSight = () =>
  [...place.querySelectorAll<HTMLElement>(".tm-panel")].filter((panel) => panel.style.display !== "none").map((panel) => panel.textContent);
const go = (to: string | -1) => act(async () => (to === -1 ? router.navigate(-1) : router.navigate(to)));
const press = () =>
  act(async () =>
    [...place.querySelectorAll<HTMLElement>(".tm-panel")]
      .find((panel) => panel.style.display !== "none")
      ?.querySelector("button")
      ?.click(),
  );

beforeAll(() => startLanguage());

beforeEach(async () => {
  drawn = {};
  running = [];
  beginSession({ accessToken: "token", refreshToken: "", tenantId: "100001", user });
  router = createMemoryRouter([{ element: <OpenPages />, children: [{ path: "/:area/:name", element: <Page /> }] }], {
    initialEntries: ["/a/one?current=2"],
  });
  place = document.createElement("div");
  document.body.append(place);
  root = createRoot(place);
  await act(async () =>
    root.render(
      <WorkspaceProvider value={workspace}>
        <RouterProvider router={router} />
      </WorkspaceProvider>,
    ),
  );
});

afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
  endSession("signed-out");
});

test("a page comes back with what was typed and with its address", async () => {
  await press();
  await go("/a/two");
  expect(inSight()).toEqual(["/a/two:"]);
  await go("/a/one");
  expect(inSight()).toEqual(["/a/one?current=2:x"]);
  expect(router.state.location.search).toBe("?current=2");
});

test("a page out of sight rests: no effects, its address stands still, and only an address draws it, never another page", async () => {
  await go("/a/two");
  await go("/a/two?current=2");
  expect(running).toEqual(["/a/two"]);
  expect(place.textContent).toContain("/a/one?current=2:");
  const before = drawn["/a/one"];
  await press();
  await press();
  expect(drawn["/a/one"]).toBe(before);
  await go("/a/one");
  expect(running).toEqual(["/a/one"]);
});

test("back leads to the page before as it was then", async () => {
  await go("/a/one?current=5");
  await go("/a/two");
  await go(-1);
  expect(inSight()).toEqual(["/a/one?current=5:"]);
});

test("a step to a page that was left with a search keeps what the step says", async () => {
  await go("/a/two");
  const said = { trail: { keys: ["1", "2"] } };
  await act(async () => router.navigate("/a/one", { state: said }));
  expect(inSight()).toEqual(["/a/one?current=2:"]);
  expect(router.state.location).toMatchObject({ search: "?current=2", state: said });
});

test("a page whose tab was closed begins anew", async () => {
  await press();
  await go("/a/two");
  await act(async () => closeTabs(new Set(["/a/one"])));
  expect(place.querySelectorAll(".tm-panel")).toHaveLength(1);
  await go("/a/one");
  expect(inSight()).toEqual(["/a/one:"]);
});

test("whoever signs out leaves no tabs to the next", () => {
  expect(openTabs().map((tab) => tab.path)).toContain("/a/one");
  endSession("signed-out");
  expect(openTabs().map((tab) => tab.path)).toEqual(["/wel/index"]);
  expect(localStorage.getItem("tracemark-tags")).toBeNull();
});
