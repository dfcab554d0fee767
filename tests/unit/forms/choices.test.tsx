// @vitest-environment happy-dom
// Choices in the cache: shared, read anew after a write, and gone once nobody shows them.
import { useInvalidate } from "@refinedev/core";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { act, useEffect, type ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { useChoiceLabels, useChoiceList, useFetchChoices, useRememberLabels } from "#admin/data/queries/choice-lists.ts";
import type { ScreenReference } from "#schema/screen";
import { mount, ok, refused, serve, settle, startLanguage, until, type Call } from "./support.tsx";

const shops: ScreenReference = { resource: "shop", path: "/digit-bind/shop", source: "list", value: "id", show: "name" };

interface Tools {
  readonly client: QueryClient;
  readonly fetchChoices: ReturnType<typeof useFetchChoices>;
  readonly remember: ReturnType<typeof useRememberLabels>;
  readonly invalidate: ReturnType<typeof useInvalidate>;
}

let tools: Tools;
let calls: readonly Call[];

/** Hands out what a component has, and shows the choices for a search. */
function Shown({
  search,
  isOn = true,
  labels = [],
}: {
  readonly search: string;
  readonly isOn?: boolean;
  readonly labels?: readonly string[];
}): ReactNode {
  const given: Tools = {
    client: useQueryClient(),
    fetchChoices: useFetchChoices(),
    remember: useRememberLabels(),
    invalidate: useInvalidate(),
  };
  useEffect(() => {
    tools = given;
  });
  const { list } = useChoiceList(shops, { search }, isOn);
  const named = useChoiceLabels(shops, labels).labels;
  return <p>{[...list.map(({ label }) => label), ...labels.map((value) => named.get(value) ?? value)].join(" ")}</p>;
}

const requested = () => calls.filter(({ path }) => path === "/digit-bind/shop/list");
const cachedLists = () => tools.client.getQueryCache().findAll({ queryKey: ["data", "default", "shop", "list"] });

/** A page of the workshops with these ids, as far as there are such. */
function listed(ids: string, all: readonly string[] = ids.split(",")): ReturnType<typeof ok> {
  const records = all.filter((id) => ids.split(",").includes(id)).map((id) => ({ id, name: `车间${id}` }));
  return ok({ records, total: records.length });
}

beforeEach(async () => {
  await startLanguage("zh");
  calls = serve(({ query }) =>
    query["id_in"] === undefined ? ok({ records: [{ id: "1", name: `${query["name"] ?? ""}一` }], total: 1 }) : listed(query["id_in"]),
  );
});

test("what people typed in a day does not pile up: choices that nobody shows are gone after a minute", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const page = await mount(<Shown search="" />);
  await act(async () => {
    for (let typed = 0; typed < 100; typed += 1) await tools.fetchChoices(shops, { search: `文${typed}` });
  });
  expect(cachedLists()).toHaveLength(101);
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  // The one that is on the page.
  expect(cachedLists()).toHaveLength(1);
  await page.unmount();
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(cachedLists()).toHaveLength(0);
  vi.useRealTimers();
});

test("two places that ask the same share one answer, a list and a paste among them", async () => {
  await mount(
    <>
      <Shown search="" />
      <Shown search="" />
    </>,
  );
  await act(() => tools.fetchChoices(shops));
  expect(requested()).toHaveLength(1);
});

test("a write of the resource reads the choices made of it anew where they are shown", async () => {
  await mount(<Shown search="" />);
  await act(() => tools.invalidate({ resource: "shop", invalidates: ["list"] }));
  await settle();
  expect(requested()).toHaveLength(2);
});

test("names that are wanted together are asked for once each, and one that was picked is not asked for at all", async () => {
  const page = await mount(<Shown search="" isOn={false} />);
  await act(async () => tools.remember(shops, [{ value: "7", label: "包装车间" }]));
  await page.show(
    <>
      <Shown search="" isOn={false} labels={["7", "8"]} />
      <Shown search="" isOn={false} labels={["8", "9"]} />
    </>,
  );
  await until("the names are there", () => page.container.textContent === "包装车间 车间8车间8 车间9");
  expect(calls.map(({ path, query }) => [path, query["id_in"]])).toEqual([["/digit-bind/shop/list", "8,9"]]);
});

test("whoever may read the list sees names, without the right to open a row of it", async () => {
  calls = serve(({ path, query }) =>
    path.endsWith("/detail") ? refused(403, "没有“车间”的“查看”权限", { permission: "shop_view" }) : listed(query["id_in"] ?? "", ["8"]),
  );
  const page = await mount(<Shown search="" isOn={false} labels={["8", "9"]} />);
  await until("the name is there", () => page.container.textContent?.includes("车间8") === true);
  // The other is gone, or out of reach.
  expect(page.container.textContent).toBe("车间8 9");
});

test("whoever may read no list, but open a row of it, sees its name", async () => {
  calls = serve(({ path, query }) =>
    path.endsWith("/detail") ? ok({ id: query["id"], name: `车间${query["id"]}` }) : refused(403, "没有权限", {}),
  );
  const page = await mount(<Shown search="" isOn={false} labels={["8"]} />);
  await until("the name is there", () => page.container.textContent !== "8");
  expect(page.container.textContent).toBe("车间8");
});
