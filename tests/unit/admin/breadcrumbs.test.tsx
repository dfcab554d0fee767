// @vitest-environment happy-dom
// Where a page is that no menu shows, as a breadcrumb.
import { Refine } from "@refinedev/core";
import routerProvider from "@refinedev/react-router";
import i18next from "i18next";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test } from "vitest";
import { texts } from "#admin/i18n/texts/application.zh.ts";
import { Breadcrumbs } from "#admin/workspace/breadcrumbs.tsx";
import { bladeDataProvider } from "#admin/data/providers/data-provider.ts";
import { menuIn } from "#admin/workspace/menu.ts";
import { resourcesOf } from "#admin/workspace/resources.ts";

Reflect.set(globalThis, "IS_REACT_ACT_ENVIRONMENT", true);

const menu = menuIn([
  {
    id: "1",
    code: "flow",
    name: "流程事务",
    path: "/flow",
    children: [{ id: "2", code: "work-start", name: "发起事务", path: "/flow/work-start" }],
  },
]);
const end: (() => void)[] = [];

beforeEach(async () => {
  await i18next.init({ lng: "zh", fallbackLng: false, resources: { zh: { translation: texts } } });
});
afterEach(() => end.splice(0).forEach((stop) => stop()));

async function draw(path: string): Promise<HTMLElement> {
  const container = document.createElement("div");
  document.body.append(container);
  const root = createRoot(container);
  const page = (
    <Refine
      dataProvider={bladeDataProvider()}
      routerProvider={routerProvider}
      resources={resourcesOf(menu)}
      options={{ disableTelemetry: true }}
    >
      <Breadcrumbs title="发起请假" />
    </Refine>
  );
  const router = createMemoryRouter([{ path: "*", element: page }], { initialEntries: [path] });
  end.push(
    () => act(() => root.unmount()),
    () => container.remove(),
    () => router.dispose(),
  );
  await act(async () => root.render(<RouterProvider router={router} />));
  return container;
}

test("leads from the area over the list to the page, which is no link", async () => {
  const trail = (await draw("/work/process/leave/form/7")).querySelector("nav");
  expect(trail?.getAttribute("aria-label")).toBe("当前位置");
  expect([...(trail?.querySelectorAll("li:not([aria-hidden])") ?? [])].map((item) => item.textContent)).toEqual([
    "流程事务",
    "发起事务",
    "发起请假",
  ]);
  expect([...(trail?.querySelectorAll("a") ?? [])].map((link) => link.getAttribute("href"))).toEqual(["/flow/work-start"]);
  expect(trail?.querySelector("[aria-current=page]")?.textContent).toBe("发起请假");
});

test("is not there on a page that belongs to nothing", async () => {
  expect((await draw("/nowhere")).textContent).toBe("");
});
